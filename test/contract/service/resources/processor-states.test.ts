import { describe, expect, it } from 'vitest';
import { defaultSyncWaitMs } from '../../../../src/service/service-options.ts';
import { proves } from '../../../fixtures/service/proves.ts';
import { type TestService, testService } from '../../../fixtures/service/service-harness.ts';
import { createExtracting, startRun } from '../../../fixtures/service/workflow-requests.ts';

type State = 'PENDING' | 'PROCESSING' | 'PROCESSED' | 'FAILED' | 'CANCELLED';

/**
 * Returns a processor run in the given state. A PENDING run belongs to a workflow, because other runs begin as
 * PROCESSING.
 */
async function runIn(service: TestService, state: State): Promise<string> {
  if (state === 'PENDING') {
    const workflowId = await createExtracting(service);
    await startRun(service, workflowId, { rawTexts: ['work 60000'] });
    const waiting = await startRun(service, workflowId, { rawTexts: ['waits'] });
    const { processorRuns } = (await service.get(`/processor_runs?sourceId=${waiting}`)).body;
    return processorRuns[0].id;
  }
  const rawText = { PROCESSING: 'work 60000', CANCELLED: 'work 60000', FAILED: 'corrupt', PROCESSED: 'x' }[
    state
  ];
  const processorId = await service.extractor();
  const { id } = (await service.post('/processor_runs', { processorId, rawText })).body.processorRun;
  if (state === 'CANCELLED') await service.post(`/processor_runs/${id}/cancel`);
  if (state !== 'PROCESSING') await service.ended(id);
  return id;
}

describe('a processor run', () => {
  it.each(['PENDING', 'PROCESSING', 'PROCESSED', 'FAILED', 'CANCELLED'] as const)(
    'that is %s is listed by its status, can be cancelled if unfinished, and can be deleted',
    async (state) => {
      proves(`from.processor.${state}`);
      if (state === 'PENDING') proves('state.processor.PENDING');
      const service = await testService({ workers: 1 });
      const id = await runIn(service, state);
      const run = async () => (await service.get(`/processor_runs/${id}`)).body.processorRun;
      expect(await run()).toMatchObject({ status: state });
      if (state !== 'PROCESSED') expect((await run()).output).toBeNull();
      const listed = (await service.get(`/processor_runs?status=${state}`)).body.processorRuns;
      expect(listed.map((one: { id: string }) => one.id)).toContain(id);
      const unfinished = state === 'PENDING' || state === 'PROCESSING';
      const { status, body } = await service.post(`/processor_runs/${id}/cancel`);
      if (unfinished) expect([status, body.processorRun?.status]).toEqual([200, 'CANCELLED']);
      else expect([status, body.error]).toEqual([400, expect.stringContaining(`its status is ${state}`)]);
      expect((await run()).status).toBe(unfinished ? 'CANCELLED' : state);
      expect((await service.request('DELETE', `/processor_runs/${id}`)).status).toBe(200);
      expect((await service.get(`/processor_runs/${id}`)).status).toBe(404);
    },
  );

  it('of a workflow changes from PENDING to PROCESSING when a worker starts it', async () => {
    proves('state.processor.PENDING');
    const service = await testService({ workers: 1 });
    const workflowId = await createExtracting(service);
    const first = await startRun(service, workflowId, { rawTexts: ['work 60000'] });
    const second = await startRun(service, workflowId, { rawTexts: ['work 60000'] });
    const status = async (of: string) =>
      (await service.get(`/processor_runs?sourceId=${of}`)).body.processorRuns[0].status;
    expect([await status(first), await status(second)]).toEqual(['PROCESSING', 'PENDING']);
    await service.post(`/workflow_runs/${first}/cancel`);
    await expect.poll(() => status(second), { timeout: 10_000 }).toBe('PROCESSING');
  });
});

describe('a batch processor run', () => {
  it('is PENDING until its first run starts, then PROCESSING', async () => {
    proves('state.batch.PENDING', 'state.batch.PROCESSING');
    const service = await testService({ workers: 1 });
    const processorId = await service.extractor();
    const held = await service.post('/processor_runs', { processorId, rawText: 'work 60000' });
    const items = [{ fileId: await service.upload('a.txt', 'work 60000') }];
    const made = await service.post('/local/batch_processor_runs', { processorId, items });
    const { id } = made.body.batchProcessorRun;
    const status = async () =>
      (await service.get(`/batch_processor_runs/${id}`)).body.batchProcessorRun.status;
    expect([made.body.batchProcessorRun.status, await status()]).toEqual(['PENDING', 'PENDING']);
    await service.post(`/processor_runs/${held.body.processorRun.id}/cancel`);
    await expect.poll(status, { timeout: 10_000 }).toBe('PROCESSING');
  });
});

describe('sync', () => {
  it('waits at most 5 minutes, and the run continues', async () => {
    proves('limit.sync');
    expect(defaultSyncWaitMs).toBe(5 * 60 * 1000);
    const service = await testService({ syncWaitMs: 200 });
    const processorId = await service.extractor();
    const { status, body } = await service.post('/processor_runs', {
      processorId,
      rawText: 'work 1500',
      sync: true,
    });
    expect([status, body.processorRun]).toMatchObject([200, { status: 'PROCESSING', output: null }]);
    expect(await service.ended(body.processorRun.id)).toMatchObject({
      status: 'PROCESSED',
      output: { value: { text: 'work 1500' } },
    });
  });
});
