import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../../src/workbench/server/view-server.ts';
import { folderOfRecords, hostileText } from '../../fixtures/records/folder-of-records.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

describe('the server of goldset view', () => {
  let folder = '';
  let server: ViewServer;
  let cookie = '';
  const scored = recordKey('scored');

  /** Sends a request with exactly these headers. `fetch` would not send a chosen host. */
  const send = (target: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: server.port, path: target, method, headers },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  const open = (target: string) => send(target, { cookie });
  const origin = () => `http://127.0.0.1:${server.port}`;
  const write = () => ({ origin: origin(), 'x-goldset': '1', 'content-type': 'application/json' });
  const session = (token: string, headers: Record<string, string> = write()) =>
    send('/api/session', headers, 'POST', JSON.stringify({ token }));

  beforeAll(async () => {
    folder = await folderOfRecords();
    server = await startViewServer(folder);
    cookie = String((await session(server.token)).headers['set-cookie']).split(';')[0] ?? '';
  });
  afterAll(() => server.close());

  it('lists every record as lines, and ends with a line that says so', async () => {
    const lines = (await open('/api/records')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ folder: expect.stringContaining(path.basename(folder)) });
    expect(lines.at(-1)).toEqual({ end: true });
    const records: { path: string }[] = lines.flatMap((line) => line.records ?? []);
    expect(records.map(({ path: name }) => name).sort()).toEqual([
      'damaged',
      'plain',
      'scored',
      'unfinished',
    ]);
  });

  it('serves the blocks that the report file has', async () => {
    const page = readFileSync(path.join(folder, 'scored/index.html'), 'utf8');
    for (const name of ['fields', 'index', 'newErrors', 'method']) {
      const inFile = new RegExp(`id="block-${name}">([^<]*)<`).exec(page)?.[1];
      const { status, text } = await open(`/api/records/${scored}/blocks/${name}`);
      expect([name, status]).toEqual([name, 200]);
      expect(text).toBe(inFile);
    }
  });

  it('serves page one of a record as text, whatever the documents contain', async () => {
    const { status, text } = await open(`/records/${scored}`);
    expect(status).toBe(200);
    expect(text).toContain('<div class="summary">');
    expect(text).not.toContain(hostileText);
  });

  it('describes one record as the list does, with the headline of its report', async () => {
    const entryOf = async (name: string) => JSON.parse((await open(`/api/records/${recordKey(name)}`)).text);
    const { summary } = JSON.parse(readFileSync(path.join(folder, 'scored/summary.json'), 'utf8'));
    expect(await entryOf('scored')).toMatchObject({
      ...{ path: 'scored', state: 'finished', items: 12 },
      headline: { headline: summary.outcome.headline, measure: summary.numbers[0].text },
    });
    expect(await entryOf('damaged')).toMatchObject({ state: 'damaged' });
    expect((await open('/api/records/000000000000')).status).toBe(404);
  });

  it('states why a damaged record cannot be shown', async () => {
    const answer = await open(`/api/records/${recordKey('damaged')}/scored`);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toMatchObject({ problem: expect.stringContaining('plan.json') });
  });

  it.each([
    ['an unknown record', '/records/000000000000'],
    ['a path instead of a key', '/records/..%2fscored'],
    ['a path above the folder', '/records/../../etc/passwd'],
    ['a file below the assets', '/assets/..%2f..%2f..%2fpackage.json'],
    ['an unknown block', `/api/records/${scored}/blocks/..%2fhead`],
    ['a document that is no number', `/api/records/${scored}/pages/-1`],
    ['a page that does not exist', `/api/records/${scored}/pages/0/1`],
  ])('responds with 404 to %s', async (_, target) => {
    expect((await open(target)).status).toBe(404);
  });

  it('requires the cookie for everything except the first page and its files', async () => {
    const assets = ['workbench.js', 'section-views.js', 'workbench.css', 'charts.js'];
    for (const target of ['/', ...assets.map((name) => `/assets/${name}`)])
      expect([target, (await send(target)).status]).toEqual([target, 200]);
    for (const target of ['/api/records', `/records/${scored}`, `/api/records/${scored}/blocks/index`])
      expect([target, (await send(target)).status]).toEqual([target, 401]);
  });

  it('rejects the host of another site', async () => {
    for (const host of ['evil.example', `evil.example:${server.port}`, `127.0.0.1:${server.port + 1}`, 'x'])
      expect([host, (await send('/api/records', { cookie, host })).status]).toEqual([host, 403]);
    for (const host of [`localhost:${server.port}`, `[::1]:${server.port}`])
      expect((await send('/api/records', { cookie, host })).status).toBe(200);
  });

  it('rejects requests from pages of another site', async () => {
    const site = (value: string) => send('/api/records', { cookie, 'sec-fetch-site': value });
    expect((await site('cross-site')).status).toBe(403);
    expect((await site('same-site')).status).toBe(403);
    expect((await site('same-origin')).status).toBe(200);
    expect((await site('none')).status).toBe(200);
    const from = (origin: string) => send('/api/records', { cookie, origin });
    expect((await from('http://evil.example')).status).toBe(403);
    expect((await from(origin())).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['without an origin', { origin: '' }],
    ['from another origin', { origin: 'http://evil.example' }],
    ['from a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['without the header of the page', { 'x-goldset': '' }],
  ])('rejects a write %s', async (_, change) => {
    expect((await session(server.token, { ...write(), ...change })).status).toBe(403);
  });

  it('sends headers against scripts, frames, caches and other origins', async () => {
    for (const target of ['/', '/nothing', `/records/${scored}`]) {
      const { headers } = await open(target);
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
      expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const [set = ''] = (await session(server.token)).headers['set-cookie'] as string[];
    expect(set).toContain('HttpOnly; SameSite=Strict');
    expect(set).not.toContain('Domain');
  });

  it('rejects every token after ten wrong ones within a minute, but keeps a session', async () => {
    const other = await startViewServer(folder);
    const first = server;
    server = other;
    try {
      const statuses = [];
      for (let n = 0; n < 11; n++) statuses.push((await session('wrong')).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
      expect((await session(other.token)).status).toBe(429);
      const wrong = `goldset-${other.port}=wrong`;
      expect((await send('/api/records', { cookie: wrong })).status).toBe(429);
      const own = `goldset-${other.port}=${other.token}`;
      expect((await send('/api/records', { cookie: own })).status).toBe(200);
    } finally {
      server = first;
      await other.close();
    }
  });

  it('closes at once although a browser has opened a connection ahead of its next request', async () => {
    const other = await startViewServer(folder);
    const socket = connect(other.port, '127.0.0.1');
    await once(socket, 'connect');
    const started = performance.now();
    await other.close();
    expect(performance.now() - started).toBeLessThan(10_000);
    socket.destroy();
  });

  it('does not start without its folder', async () => {
    const missing = path.join(folder, 'missing');
    await expect(startViewServer(missing)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('has no route that writes', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const target of ['/api/records', `/records/${scored}`])
        expect((await send(target, { cookie, ...write(), 'content-length': '2' }, method, '{}')).status).toBe(
          404,
        );
  });
});
