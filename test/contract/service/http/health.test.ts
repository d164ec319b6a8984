import { expect, it } from 'vitest';
import { testService } from '../../../fixtures/service/service-harness.ts';

it('shows its status and load without a token', async () => {
  const service = await testService({ workers: 1 });
  const processorId = await service.extractor();
  const health = async () =>
    (await service.request('GET', '/local/health', undefined, { authorization: undefined })).body;
  expect(await health()).toEqual({
    status: 'ok',
    pid: process.pid,
    uptimeSeconds: expect.any(Number),
    runs: { waiting: 0, underWay: 0 },
  });
  const ids: string[] = [];
  for (const rawText of ['work 60000', 'a', 'b'])
    ids.push((await service.post('/processor_runs', { processorId, rawText })).body.processorRun.id);
  expect((await health()).runs).toEqual({ waiting: 2, underWay: 1 });
  await service.post(`/processor_runs/${ids[0]}/cancel`);
  for (const id of ids) await service.ended(id);
  await expect
    .poll(async () => (await health()).runs, { timeout: 10_000 })
    .toEqual({ waiting: 0, underWay: 0 });
});
