import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { eventTypes } from '../../../../src/model/wire/event.ts';
import { createApp } from '../../../../src/service/app.ts';
import type { ServiceContext } from '../../../../src/service/context/service-context.ts';
import { openStore } from '../../../../src/service/stores/store.ts';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService, temporaryFolder, testService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

async function described(): Promise<Record<string, Record<string, { operationId: string }>>> {
  return (await service.request('GET', '/local/openapi.json', undefined, { authorization: undefined })).body
    .paths;
}

it('is a valid OpenAPI 3.1 document, served without a token, with every event', async () => {
  const answer = await service.request('GET', '/local/openapi.json', undefined, { authorization: undefined });
  expect(answer.status).toBe(200);
  const validator = new Validator();
  const { valid, errors } = await validator.validate(answer.body);
  expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1']);
  expect(answer.body.servers).toEqual([{ url: service.url }]);
  expect(Object.keys(answer.body.webhooks)).toEqual([...eventTypes]);
  // Checks that each reference has a target, because the validator does not.
  const text = JSON.stringify(answer.body);
  const named = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) =>
      [kind, name].join('/'),
    ),
  );
  for (const one of named) {
    const [kind = '', name = ''] = one.split('/');
    expect(answer.body.components[kind], one).toHaveProperty(name);
  }
});

it('has exactly the routes of the app', async () => {
  proves('general.description');
  const store = openStore(temporaryFolder());
  // To register routes, the app needs only the store.
  const app = createApp({ store } as ServiceContext, { stream: process.stderr, level: 'silent' });
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD') routes.push(`${String(method)} ${url.replace(/:(\w+)/g, '{$1}')}`);
  });
  await app.ready();
  await app.close();
  store.close();
  const paths = await described();
  const operations = Object.entries(paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
  );
  expect(operations.length).toBeGreaterThan(80);
  expect([...operations].sort()).toEqual([...new Set(routes)].sort());
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it('is available as a page that loads nothing else', async () => {
  const response = await fetch(`${service.url}/local/docs`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await response.text();
  expect(page).not.toMatch(/<script|<link|\bsrc=|https?:\/\//);
  for (const [address, methods] of Object.entries(await described()))
    if (!address.startsWith('/v1/'))
      for (const { operationId } of Object.values(methods)) expect(page).toContain(`id="${operationId}"`);
  for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g))
    expect(page, anchor).toContain(`id="${anchor}"`);
  for (const name of eventTypes) expect(page).toContain(`<code>${name}</code>`);
});

it('names the headers with the word of the service', async () => {
  const service = await testService({ word: 'Acme' });
  const { body } = await service.get('/local/openapi.json');
  expect(body.components.parameters.ApiVersion.name).toBe('x-acme-api-version');
});
