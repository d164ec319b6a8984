import { expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { type Answer, type TestService, testService } from '../../../fixtures/service/service-harness.ts';
import { createExtracting, endOf, startRun } from '../../../fixtures/service/workflow-requests.ts';

type Action = 'update' | 'cancel' | 'approve' | 'reject' | 'correct';

/** Allowed requests per status of a run, with the resulting status. All other requests are rejected. */
const allowed: Readonly<Record<string, Readonly<Partial<Record<Action, string>>>>> = {
  PENDING: { update: 'PENDING', cancel: 'CANCELLING' },
  PROCESSING: { update: 'PROCESSING', cancel: 'CANCELLING' },
  NEEDS_REVIEW: { update: 'NEEDS_REVIEW', approve: 'PROCESSED', reject: 'REJECTED', correct: 'NEEDS_REVIEW' },
  REJECTED: { correct: 'REJECTED' },
  PROCESSED: { correct: 'PROCESSED' },
  FAILED: {},
  CANCELLING: {},
  CANCELLED: {},
};
/** States of runs that keep the worker of their service busy. */
const under = ['PENDING', 'PROCESSING', 'CANCELLING'];
const actions: readonly Action[] = ['update', 'cancel', 'approve', 'reject', 'correct'];

async function act(service: TestService, id: string, action: Action, outputId: string): Promise<Answer> {
  switch (action) {
    case 'update':
      return service.post(`/workflow_runs/${id}`, { name: 'N' });
    case 'cancel':
      return service.post(`/workflow_runs/${id}/cancel`);
    case 'approve':
      return service.post(`/local/workflow_runs/${id}/review`, {});
    case 'reject':
      return service.post(`/local/workflow_runs/${id}/reject`, {});
    case 'correct':
      return service.post(`/workflow_runs/${id}/outputs/${outputId}`, { reviewedOutput: { value: {} } });
  }
}

/** Returns a run with this status, and the id of one of its steps if there is one. */
async function runIn(service: TestService, state: string): Promise<{ id: string; step: string }> {
  const review = { when: ['NEEDS_REVIEW', 'REJECTED'].includes(state) ? 'always' : 'never' };
  const workflowId = await createExtracting(service, review);
  if (state === 'PENDING') await startRun(service, workflowId, { rawTexts: ['work 60000'] });
  const isLong = ['PROCESSING', 'CANCELLING', 'CANCELLED'].includes(state);
  const rawTexts = [isLong ? 'work 60000' : state === 'FAILED' ? 'corrupt' : 'x'];
  const id = await startRun(service, workflowId, { rawTexts });
  // Keeps the run in the status CANCELLING for a minute. Otherwise, the run would end before the first request.
  if (state === 'CANCELLING') await service.request('PUT', '/local/faults', { cancellingMs: 60_000 });
  if (state.startsWith('CANCEL')) await service.post(`/workflow_runs/${id}/cancel`);
  if (!isLong && state !== 'PENDING') await endOf(service, id);
  if (state === 'CANCELLED') await endOf(service, id);
  if (state === 'REJECTED') await service.post(`/local/workflow_runs/${id}/reject`, {});
  const get = async () => (await service.get(`/workflow_runs/${id}`)).body.workflowRun.status;
  await expect.poll(get, { timeout: 10_000 }).toBe(state);
  const { processorRuns } = (await service.get(`/processor_runs?sourceId=${id}`)).body;
  return { id, step: processorRuns[0]?.id ?? 'dpr_none' };
}

it.each([
  'PENDING',
  'PROCESSING',
  'NEEDS_REVIEW',
  'REJECTED',
  'PROCESSED',
  'FAILED',
  'CANCELLING',
  'CANCELLED',
] as const)('accepts only the allowed requests for a workflow run that is %s', async (state) => {
  proves(`from.workflow.${state}`, 'transition.workflow.delete');
  // Each status has its own service, so that running jobs do not delay the tests of other statuses.
  const moves = Object.entries(allowed[state] ?? {}) as [Action, string][];
  const service = await testService({ workers: 1 });
  const held = await runIn(service, state);
  for (const action of actions.filter((one) => !moves.some(([name]) => name === one))) {
    const answer = await act(service, held.id, action, held.step);
    // A step that has not started has no id.
    const status = action === 'correct' && held.step === 'dpr_none' ? 404 : 400;
    expect([action, answer.status, answer.body.success]).toEqual([action, status, false]);
    if (status === 400) expect(answer.body.error).toContain(state);
    expect((await service.get(`/workflow_runs/${held.id}`)).body.workflowRun.status).toBe(state);
  }
  for (const [action, next] of moves) {
    // Requests that leave the status unchanged share one run. Each other request needs a new run. If the run is in
    // progress, the request also needs a new service.
    const isHeld = next === state;
    const other = isHeld || !under.includes(state) ? service : await testService({ workers: 1 });
    const { id, step } = isHeld ? held : await runIn(other, state);
    const answer = await act(other, id, action, step);
    const { workflowRun } = answer.body;
    expect([action, answer.status, answer.body.error]).toEqual([action, 200, undefined]);
    // The run can already be cancelled before the response is sent.
    expect([action, next === 'CANCELLING' ? ['CANCELLING', 'CANCELLED'] : [next]]).toEqual([
      action,
      expect.arrayContaining([workflowRun.status]),
    ]);
    if (action === 'cancel') expect((await endOf(other, id)).status).toBe('CANCELLED');
  }
  expect((await service.request('DELETE', `/workflow_runs/${held.id}`)).status).toBe(200);
  expect((await service.get(`/workflow_runs/${held.id}`)).status).toBe(404);
});

it('cancels a run that a stopped service left CANCELLING', async () => {
  const first = await testService();
  const { id } = await runIn(first, 'CANCELLING');
  await first.close();
  const second = await testService({ dataDir: first.dataDir, token: first.token });
  expect((await endOf(second, id)).status).toBe('CANCELLED');
});

it('fails runs with INVALID_PROCESSOR if the processor is deleted', async () => {
  proves('failure.INVALID_PROCESSOR');
  const service = await testService();
  const workflowId = await createExtracting(service);
  const { definition } = (await service.get(`/local/workflows/${workflowId}/definition`)).body;
  await service.request('DELETE', `/local/processors/${definition.steps[0].processorId}`);
  const run = await endOf(service, await startRun(service, workflowId, { rawTexts: ['x'] }));
  expect(run).toMatchObject({ status: 'FAILED', failureReason: 'INVALID_PROCESSOR', outputs: [] });
});
