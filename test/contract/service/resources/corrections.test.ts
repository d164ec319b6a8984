import { expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { testService } from '../../../fixtures/service/service-harness.ts';

it('sorts a corrected workflow run as the last changed one', async () => {
  const service = await testService();
  const processorId = await service.extractor();
  const { workflow } = (await service.post('/workflows', { name: 'w' })).body;
  await service.request('PUT', `/local/workflows/${workflow.id}/definition`, { steps: [{ processorId }] });
  const { workflowRuns } = (
    await service.post('/workflow_runs', { workflowId: workflow.id, rawTexts: ['a', 'b'] })
  ).body;
  const [first, second] = workflowRuns as { id: string }[];
  const list = async () =>
    ((await service.get('/workflow_runs')).body.workflowRuns as { id: string; status: string }[]).map(
      ({ id, status }) => [id, status],
    );
  await expect.poll(list, { timeout: 10_000 }).toEqual([
    [second?.id, 'PROCESSED'],
    [first?.id, 'PROCESSED'],
  ]);
  const before = (await service.get(`/workflow_runs/${first?.id}`)).body.workflowRun;
  // Waits, because times have a resolution of 1 ms.
  await new Promise((resolve) => setTimeout(resolve, 5));
  const corrected = await service.post(`/workflow_runs/${first?.id}/outputs/${before.outputs[0].id}`, {
    reviewedOutput: { value: { number: '7' } },
  });
  const after = corrected.body.workflowRun;
  proves('resource.edits');
  expect(after.outputs[0].edits).toEqual({
    number: { originalValue: null, editedValue: '7', fieldType: 'string', notes: '' },
  });
  expect(after.outputs[0]).toMatchObject({ edited: true, output: { value: { number: '7' } } });
  expect(after.updatedAt > before.updatedAt).toBe(true);
  expect((await list())[0]?.[0]).toBe(first?.id);
});
