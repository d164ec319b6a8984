import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { type TestService, temporaryFolder, testService } from '../../../fixtures/service/service-harness.ts';
import { signatureOf, webhookReceiver } from '../../../fixtures/service/webhook-receiver.ts';

const fast = { retry: { firstMs: 20, longestMs: 100 } };

async function listen(service: TestService, url: string, more: object = {}) {
  const { status, body } = await service.post('/local/webhook_endpoints', { url, ...more });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.webhookEndpoint as { id: string; secret: string };
}

async function run(service: TestService, processorId: string, rawText: string, more = {}): Promise<string> {
  const { body } = await service.post('/processor_runs', { processorId, rawText, ...more });
  return body.processorRun.id;
}

async function deliveries(service: TestService, endpointId: string) {
  return (await service.get(`/local/webhook_endpoints/${endpointId}/deliveries`)).body.deliveries;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition was not met in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a webhook endpoint in a private network', () => {
  it('is rejected by its address when it is created or changed', async () => {
    const service = await testService({ allowPrivateAddresses: false });
    for (const host of ['127.0.0.1', '[::ffff:10.0.0.1]', '169.254.169.254', '[2002:7f00:1::]']) {
      const { status, body } = await service.post('/local/webhook_endpoints', { url: `http://${host}/hook` });
      expect([host, status, body.error]).toEqual([
        host,
        400,
        expect.stringMatching(/private network.*--allow-private-addresses.* param: url$/),
      ]);
    }
    const { id } = await listen(service, 'https://example.com/hook');
    const changed = await service.post(`/local/webhook_endpoints/${id}`, { url: 'http://10.0.0.1/' });
    expect(changed.status).toBe(400);
    expect((await service.get(`/local/webhook_endpoints/${id}`)).body.webhookEndpoint.url).toBe(
      'https://example.com/hook',
    );
  });

  it('gets no delivery if its name resolves to a private address, unless the service allows this', async () => {
    const receiver = await webhookReceiver();
    const byName = receiver.url.replace('127.0.0.1', 'localhost');
    for (const allowPrivateAddresses of [false, true]) {
      const service = await testService({ allowPrivateAddresses, webhooks: fast });
      const { id } = await listen(service, byName, { eventTypes: ['processor_run.processed'] });
      await run(service, await service.extractor(), 'hello');
      await until(async () => ((await deliveries(service, id))[0]?.attemptCount ?? 0) > 0);
      const [delivery] = await deliveries(service, id);
      const { attempts } = (await service.get(`/local/webhook_deliveries/${delivery.id}`)).body.delivery;
      expect([attempts[0].error, receiver.received.length]).toEqual(
        allowPrivateAddresses ? [null, 1] : [expect.stringContaining('private network'), 0],
      );
      await service.close();
    }
  });
});

describe('a webhook endpoint', () => {
  it('receives the end of a run: signed, with the whole object and the metadata of the caller', async () => {
    proves('webhook.body', 'webhook.signature', 'event.processor_run.processed');
    const service = await testService();
    const receiver = await webhookReceiver();
    const { secret, id } = await listen(service, receiver.url, { eventTypes: ['processor_run.processed'] });
    expect(secret).toMatch(/^wss_/);
    const processorId = await service.extractor();
    const runId = await run(service, processorId, 'hello', { metadata: { mine: 'ü' } });
    await receiver.arrived(1);
    const [event] = receiver.received;
    if (event === undefined) throw new Error('no event');
    expect(event.body).toEqual({
      eventId: expect.stringMatching(/^event_/),
      eventType: 'processor_run.processed',
      payload: expect.objectContaining({
        object: 'document_processor_run',
        id: runId,
        status: 'PROCESSED',
        metadata: { mine: 'ü' },
        output: { value: { text: 'hello', effort: 'performance', pages: 1 }, metadata: {} },
      }),
    });
    expect(event.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-api-version': '2025-04-21',
    });
    expect(event.headers['x-service-request-signature']).toBe(signatureOf(secret, event));
    expect(event.headers['x-service-request-signature']).not.toBe(signatureOf('wss_other', event));
    const age = Date.now() / 1000 - Number(event.headers['x-service-request-timestamp']);
    expect(Math.abs(age)).toBeLessThan(60);
    await until(async () => (await deliveries(service, id))[0].status === 'DELIVERED');
  });

  it('receives objects in the shapes of its version', async () => {
    proves('webhook.version');
    const service = await testService();
    const [old, current] = [await webhookReceiver(), await webhookReceiver()];
    await listen(service, old.url, { apiVersion: '2024-12-23', eventTypes: ['processor_run.processed'] });
    await listen(service, current.url, { eventTypes: ['processor_run.processed'] });
    const config = { type: 'SPLITTER', splitClassifications: [{ id: 'a', type: 'a', description: 'a' }] };
    const splitter = (await service.post('/processors', { name: 's', type: 'SPLITTER', config })).body
      .processor;
    await run(service, splitter.id, 'a');
    await Promise.all([old.arrived(1), current.arrived(1)]);
    expect(old.received[0]?.headers['x-service-api-version']).toBe('2024-12-23');
    expect(old.received[0]?.body.payload.output).toHaveProperty('subDocumentClassifications');
    expect(current.received[0]?.body.payload.output).toHaveProperty('splits');
    expect(old.received[0]?.body.eventId).toBe(current.received[0]?.body.eventId);
  });

  it('receives failures, parses and changes of processors', async () => {
    proves(
      'event.processor.created',
      'event.processor.updated',
      'event.processor.draft.updated',
      'event.processor.version.published',
      'event.parser_run.failed',
      'event.parser_run.processed',
      'event.processor_run.failed',
    );
    const service = await testService();
    const receiver = await webhookReceiver();
    await listen(service, receiver.url);
    const processorId = await service.extractor();
    await service.post(`/processors/${processorId}`, { name: 'new name' });
    await service.post(`/processors/${processorId}`, {
      config: (await service.get(`/processors/${processorId}`)).body.processor.draftVersion.config,
    });
    await service.post(`/processors/${processorId}/publish`, { releaseType: 'major' });
    await service.ended(await run(service, processorId, 'corrupt'));
    for (const content of ['fine', 'corrupt'])
      await service.post('/parse', { file: { fileId: await service.upload('a.txt', content) }, config: {} });
    await receiver.arrived(8);
    const types = receiver.received.map(({ body }) => body.eventType);
    // The events of one object arrive in order.
    expect(types.filter((type) => type.startsWith('processor.'))).toEqual([
      'processor.created',
      'processor.updated',
      'processor.updated',
      'processor.draft.updated',
      'processor.version.published',
    ]);
    expect(types.filter((type) => !type.startsWith('processor.')).sort()).toEqual([
      'parser_run.failed',
      'parser_run.processed',
      'processor_run.failed',
    ]);
    expect(receiver.of('processor.version.published')[0]?.body.payload).toMatchObject({
      object: 'document_processor_version',
      version: '1.0',
      processorId,
    });
    expect(receiver.of('processor_run.failed')[0]?.body.payload).toMatchObject({
      status: 'FAILED',
      failureReason: 'FAILED_TO_PROCESS_FILE',
    });
  });

  it('receives the same event until it responds with 2xx, before later events of the object', async () => {
    proves('webhook.retry', 'webhook.order', 'webhook.same-event-id', 'webhook.history');
    const service = await testService({ webhooks: fast });
    const receiver = await webhookReceiver((index) => [500, 302, 404][index] ?? 204);
    const { id } = await listen(service, receiver.url);
    const processorId = await service.extractor();
    await service.post(`/processors/${processorId}`, { name: 'new name' });
    await receiver.arrived(5);
    const events = receiver.received.map(({ body }) => body.eventType);
    expect(events).toEqual([...Array(4).fill('processor.created'), 'processor.updated']);
    expect(new Set(receiver.received.slice(0, 4).map(({ text }) => text)).size).toBe(1);
    await until(async () =>
      (await deliveries(service, id)).every(({ status }: { status: string }) => status === 'DELIVERED'),
    );
    const first = (await deliveries(service, id)).find(
      ({ eventType }: { eventType: string }) => eventType === 'processor.created',
    );
    const { delivery } = (await service.get(`/local/webhook_deliveries/${first.id}`)).body;
    expect(delivery.attempts.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([
      500, 302, 404, 204,
    ]);
    expect(delivery.attempts.at(-1).error).toBeNull();
    await service.post(`/local/webhook_deliveries/${first.id}/redeliver`);
    await receiver.arrived(6);
    expect(receiver.received[5]?.body.eventId).toBe(receiver.received[0]?.body.eventId);
  });

  it('that responds late receives the event again, up to the last attempt', async () => {
    const service = await testService({ webhooks: { ...fast, timeLimitMs: 100, attemptLimit: 3 } });
    const receiver = await webhookReceiver(() => null);
    const { id } = await listen(service, receiver.url);
    await service.extractor();
    await until(async () => (await deliveries(service, id))[0]?.status === 'FAILED');
    expect(receiver.received).toHaveLength(3);
    const [row] = await deliveries(service, id);
    const { delivery } = (await service.get(`/local/webhook_deliveries/${row.id}`)).body;
    expect(delivery.attempts[0]).toMatchObject({
      statusCode: null,
      error: expect.stringContaining('no response within 0.1 s'),
    });
  });

  it('receives pending events after a restart', async () => {
    proves('webhook.at-least-once');
    const dataDir = temporaryFolder();
    let up = false;
    const receiver = await webhookReceiver(() => (up ? 200 : 503));
    const first = await testService({ dataDir, webhooks: { retry: { firstMs: 400, longestMs: 400 } } });
    await listen(first, receiver.url);
    await first.extractor();
    await receiver.arrived(1);
    await first.close();
    up = true;
    await testService({ dataDir, token: first.token });
    await receiver.arrived(2);
    expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
  });

  it('receives only its event types, and none while disabled or after deletion', async () => {
    proves('webhook.subscriptions');
    const service = await testService();
    const receiver = await webhookReceiver();
    const { id } = await listen(service, receiver.url, { eventTypes: ['processor.version.published'] });
    const processorId = await service.extractor();
    const publish = () => service.post(`/processors/${processorId}/publish`, { releaseType: 'minor' });
    await publish();
    await receiver.arrived(1);
    await service.post(`/local/webhook_endpoints/${id}`, { enabled: false });
    await publish();
    await service.post(`/local/webhook_endpoints/${id}`, { enabled: true });
    await publish();
    await receiver.arrived(2);
    expect(receiver.received.map(({ body }) => body.payload.version)).toEqual(['0.1', '0.3']);
    await service.request('DELETE', `/local/webhook_endpoints/${id}`);
    await publish();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(receiver.received).toHaveLength(2);
    expect((await service.get(`/local/webhook_endpoints/${id}/deliveries`)).status).toBe(404);
  });

  it.each([
    [{ url: 'ftp://x' }, 'url'],
    [{ url: 'nowhere' }, 'url'],
    [{ url: 'http://x/', eventTypes: ['processor.sold'] }, 'eventTypes[0]'],
    [{ url: 'http://x/', apiVersion: '2020-01-01' }, 'apiVersion'],
  ])('cannot be created with %j', async (body, field) => {
    const service = await testService();
    const answer = await service.post('/local/webhook_endpoints', body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`param: ${field}`)]);
  });
});
