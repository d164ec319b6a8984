import { describe, expect, it } from 'vitest';
import { defaultDispatch } from '../../../../src/service/events/event-dispatcher.ts';
import { proves } from '../../../fixtures/service/proves.ts';
import { type TestService, testService } from '../../../fixtures/service/service-harness.ts';
import { signatureOf, webhookReceiver } from '../../../fixtures/service/webhook-receiver.ts';
import { createExtracting } from '../../../fixtures/service/workflow-requests.ts';

async function history(service: TestService, endpointId: string) {
  const { deliveries } = (await service.get(`/local/webhook_endpoints/${endpointId}/deliveries`)).body;
  return (await service.get(`/local/webhook_deliveries/${deliveries[0].id}`)).body.delivery;
}

describe('events', () => {
  it('contain deleted processors and workflows as they were', async () => {
    proves('event.processor.deleted', 'event.workflow.deleted');
    const service = await testService();
    const receiver = await webhookReceiver();
    const eventTypes = ['processor.deleted', 'workflow.deleted'];
    await service.post('/local/webhook_endpoints', { url: receiver.url, eventTypes });
    const processorId = await service.extractor();
    const run = await service.post('/processor_runs', { processorId, rawText: 'x', sync: true });
    const set = (await service.post('/evaluation_sets', { name: 'S', processorId })).body.evaluationSet;
    const { workflow } = (await service.post('/workflows', { name: 'W' })).body;
    expect((await service.request('DELETE', `/local/processors/${processorId}`)).body).toMatchObject({
      success: true,
      processorId,
    });
    await service.request('DELETE', `/local/workflows/${workflow.id}`);
    await receiver.arrived(2);
    expect(receiver.of('processor.deleted')[0]?.body.payload).toMatchObject({
      object: 'document_processor',
      id: processorId,
    });
    expect(receiver.of('workflow.deleted')[0]?.body.payload).toMatchObject({
      object: 'workflow',
      id: workflow.id,
    });
    // The runs of the deleted processor remain.
    expect((await service.get(`/processors/${processorId}`)).status).toBe(404);
    expect((await service.request('DELETE', `/local/processors/${processorId}`)).status).toBe(404);
    expect((await service.get(`/processor_runs/${run.body.processorRun.id}`)).body.processorRun.status).toBe(
      'PROCESSED',
    );
    expect((await service.post('/processor_runs', { processorId, rawText: 'x' })).status).toBe(404);
    const fileId = await service.upload('a.txt', 'a');
    const item = { evaluationSetId: set.id, fileId, expectedOutput: { value: {} } };
    expect((await service.post('/evaluation_set_items', item)).status).toBe(200);
  });

  it('of workflow runs contain the batch and the metadata of the caller', async () => {
    proves('webhook.batch-and-metadata');
    const service = await testService();
    const receiver = await webhookReceiver();
    const eventTypes = ['workflow_run.completed', 'workflow_run.failed'];
    await service.post('/local/webhook_endpoints', { url: receiver.url, eventTypes });
    const workflowId = await createExtracting(service);
    const inputs = ['fine', 'corrupt'].map((rawText) => ({ rawText, metadata: { rawText } }));
    const { batchId } = (await service.post('/workflow_runs/batch', { workflowId, inputs })).body;
    await receiver.arrived(2);
    expect(receiver.of('workflow_run.completed')[0]?.body.payload).toMatchObject({
      batchId,
      metadata: { rawText: 'fine' },
    });
    expect(receiver.of('workflow_run.failed')[0]?.body.payload).toMatchObject({
      batchId,
      metadata: { rawText: 'corrupt' },
    });
  });

  it('have headers with the word of the service', async () => {
    proves('webhook.word', 'version.header-word');
    const service = await testService({ word: 'Acme' });
    const receiver = await webhookReceiver();
    const made = await service.post('/local/webhook_endpoints', { url: receiver.url });
    const plain = { 'x-service-api-version': undefined, 'X-Acme-Api-Version': '2025-04-21' };
    expect((await service.request('POST', '/processors', { name: 'P', type: 'EXTRACT' }, plain)).status).toBe(
      200,
    );
    await receiver.arrived(1);
    const [event] = receiver.received;
    if (event === undefined) throw new Error('no event');
    expect(event.headers['x-acme-api-version']).toBe('2025-04-21');
    const named = {
      ...event,
      headers: { 'x-service-request-timestamp': event.headers['x-acme-request-timestamp'] },
    };
    expect(event.headers['x-acme-request-signature']).toBe(
      signatureOf(made.body.webhookEndpoint.secret, named),
    );
    const missing = await service.request('GET', '/processors', undefined, {
      'x-service-api-version': undefined,
    });
    expect(missing.body.error).toContain('param: x-acme-api-version');
  });

  it('wait longer before each attempt, up to a maximum, with random variation', async () => {
    proves('webhook.backoff');
    const retry = { firstMs: 60, longestMs: 240 };
    const service = await testService({ webhooks: { retry, attemptLimit: 5 } });
    const arrivals: number[] = [];
    const receiver = await webhookReceiver(() => {
      arrivals.push(Date.now());
      return 500;
    });
    const { webhookEndpoint } = (await service.post('/local/webhook_endpoints', { url: receiver.url })).body;
    await service.extractor();
    await receiver.arrived(5);
    const status = async () => (await history(service, webhookEndpoint.id)).status;
    await expect.poll(status, { timeout: 10_000 }).toBe('FAILED');
    // The service waits 60, 120, 240 and 240 ms, minus a random part of at most half. Each wait starts after the
    // previous attempt has arrived, so a slow machine only makes it longer.
    for (const [index, whole] of [60, 120, 240, 240].entries())
      expect((arrivals[index + 1] ?? 0) - (arrivals[index] ?? 0)).toBeGreaterThanOrEqual(whole / 2);
    expect(defaultDispatch.retry.longestMs).toBeGreaterThan(100 * defaultDispatch.retry.firstMs);
  });

  it('that fail at the same time are repeated at different times', async () => {
    proves('webhook.backoff');
    const wait = 10_000;
    const service = await testService({ webhooks: { retry: { firstMs: wait, longestMs: wait } } });
    const receiver = await webhookReceiver(() => 500);
    const { webhookEndpoint } = (await service.post('/local/webhook_endpoints', { url: receiver.url })).body;
    for (let i = 0; i < 8; i++) await service.extractor();
    await receiver.arrived(8);
    const waiting = async () => {
      const { deliveries } = (await service.get(`/local/webhook_endpoints/${webhookEndpoint.id}/deliveries`))
        .body;
      return deliveries.filter((one: { attemptCount: number }) => one.attemptCount === 1);
    };
    await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(8);
    const waits: number[] = (await waiting()).map(
      (one: { nextAttemptAt: string; updatedAt: string }) =>
        Date.parse(one.nextAttemptAt) - Date.parse(one.updatedAt),
    );
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(wait / 2 - 50);
    expect(Math.max(...waits)).toBeLessThanOrEqual(wait + 50);
    expect(new Set(waits).size).toBeGreaterThan(4);
  });

  it('fail if the receiver does not respond within 30 s', async () => {
    proves('webhook.time-limit');
    expect(defaultDispatch.timeLimitMs).toBe(30_000);
    const service = await testService({ webhooks: { timeLimitMs: 100, attemptLimit: 1 } });
    const receiver = await webhookReceiver(() => null);
    const { webhookEndpoint } = (await service.post('/local/webhook_endpoints', { url: receiver.url })).body;
    await service.extractor();
    await receiver.arrived(1);
    const status = async () => (await history(service, webhookEndpoint.id)).status;
    await expect.poll(status, { timeout: 10_000 }).toBe('FAILED');
    expect((await history(service, webhookEndpoint.id)).attempts[0].error).toBe('no response within 0.1 s');
  });
});
