import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService, testService } from '../../../fixtures/service/service-harness.ts';
import {
  classes,
  createExtracting,
  createProcessor,
  createWorkflow,
  endOf,
  startRun,
} from '../../../fixtures/service/workflow-requests.ts';

const service = sharedService();

describe('the states of a workflow run', () => {
  it('allow an update in progress, which merges metadata', async () => {
    proves('transition.workflow.update', 'transition.workflow.update-rejected');
    const service = await testService();
    const id = await startRun(service, await createExtracting(service), {
      rawTexts: ['work 60000'],
      metadata: { a: 1, b: { c: 1 } },
    });
    const updated = await service.post(`/workflow_runs/${id}`, {
      name: 'Named',
      metadata: { b: 2, d: [3] },
    });
    expect(updated.body.workflowRun).toMatchObject({ name: 'Named', metadata: { a: 1, b: 2, d: [3] } });
    const large = await service.post(`/workflow_runs/${id}`, { metadata: { e: 'x'.repeat(10_225) } });
    expect([large.status, large.body.error]).toEqual([400, expect.stringContaining('param: metadata')]);
    await service.post(`/workflow_runs/${id}/cancel`);
    expect((await endOf(service, id)).status).toBe('CANCELLED');
    const late = await service.post(`/workflow_runs/${id}`, { name: 'Late' });
    expect([late.status, late.body.error]).toEqual([400, expect.stringContaining('CANCELLED')]);
  });

  it('change from PENDING to PROCESSING at the start, and through CANCELLING to CANCELLED', async () => {
    proves(
      'state.workflow.PENDING',
      'state.workflow.PROCESSING',
      'state.workflow.CANCELLING',
      'state.workflow.CANCELLED',
      'transition.workflow.cancel',
      'transition.workflow.cancel-rejected',
    );
    const service = await testService({ workers: 1 });
    const workflowId = await createExtracting(service);
    const first = await startRun(service, workflowId, { rawTexts: ['work 60000'] });
    const waiting = await startRun(service, workflowId, { rawTexts: ['waits'] });
    const status = async (id: string) => (await service.get(`/workflow_runs/${id}`)).body.workflowRun.status;
    expect([await status(first), await status(waiting)]).toEqual(['PROCESSING', 'PENDING']);
    const cancelled = await service.post(`/workflow_runs/${first}/cancel`);
    expect(cancelled.body.workflowRun.status).toBe('CANCELLING');
    expect((await endOf(service, first)).status).toBe('CANCELLED');
    const again = await service.post(`/workflow_runs/${first}/cancel`);
    expect([again.status, again.body.error]).toEqual([400, expect.stringContaining('CANCELLED')]);
    const step = (await service.get(`/processor_runs?sourceId=${first}`)).body.processorRuns[0];
    expect(step.status).toBe('CANCELLED');
    expect((await endOf(service, waiting)).status).toBe('PROCESSED');
    expect((await service.post(`/workflow_runs/${waiting}/cancel`)).status).toBe(400);
  });

  it('stop at NEEDS_REVIEW by rule, and end once, by approval or rejection', async () => {
    const service = await testService();
    proves(
      'state.workflow.NEEDS_REVIEW',
      'state.workflow.REJECTED',
      'transition.workflow.approve',
      'transition.workflow.reject',
      'transition.workflow.review-rejected',
    );
    const always = await createExtracting(service, { when: 'always' });
    const runs = [
      await startRun(service, always, { rawTexts: ['x'] }),
      await startRun(service, always, { rawTexts: ['y'] }),
    ];
    for (const id of runs) expect((await endOf(service, id)).status).toBe('NEEDS_REVIEW');
    const [first = '', second = ''] = runs;
    const approved = await service.post(`/local/workflow_runs/${first}/review`, { reviewedBy: 'user_1' });
    expect(approved.body.workflowRun).toMatchObject({
      status: 'PROCESSED',
      reviewed: true,
      reviewedBy: 'user_1',
      reviewedAt: expect.any(String),
    });
    const rejected = await service.post(`/local/workflow_runs/${second}/reject`, { note: 'Not ours.' });
    expect(rejected.body.workflowRun).toMatchObject({ status: 'REJECTED', rejectionNote: 'Not ours.' });
    for (const [id, action] of [
      [first, 'review'],
      [first, 'reject'],
      [second, 'review'],
    ] as const) {
      const rejected = await service.post(`/local/workflow_runs/${id}/${action}`, {});
      expect([rejected.status, rejected.body.error]).toEqual([
        400,
        expect.stringContaining('not NEEDS_REVIEW'),
      ]);
    }
    const listed = await service.get('/workflow_runs?status=REJECTED');
    expect(listed.body.workflowRuns).toMatchObject([
      { id: second, reviewed: true, rejectionNote: 'Not ours.', workflowId: always },
    ]);
  });

  it.each([
    [0.4, 'PROCESSED'],
    [0.6, 'NEEDS_REVIEW'],
  ])('with minConfidence %d end as %s for a class with confidence 0.5', async (minConfidence, status) => {
    const workflowId = await createWorkflow(service, {
      steps: [{ processorId: await createProcessor(service, 'CLASSIFY', { classifications: classes }) }],
      review: { when: 'lowConfidence', minConfidence },
    });
    expect((await endOf(service, await startRun(service, workflowId, { rawTexts: ['x'] }))).status).toBe(
      status,
    );
  });
});

describe('correcting outputs', () => {
  it('merges fields, returns the edits and keeps the extracted output', async () => {
    proves('workflow.correction-merge', 'workflow.correction-conforms');
    const fields = (type: string) => ({ type: [type, 'null'], description: 'd' });
    const processorId = await service.extractor({
      type: 'EXTRACT',
      schema: {
        type: 'object',
        properties: { text: fields('string'), effort: fields('string'), pages: fields('integer') },
        required: ['text', 'effort', 'pages'],
      },
    });
    const workflowId = await createWorkflow(service, { steps: [{ processorId }] });
    const id = await startRun(service, workflowId, { rawTexts: ['abc'] });
    const run = await endOf(service, id);
    const address = `/workflow_runs/${id}/outputs/${run.outputs[0].id}`;
    const corrected = await service.post(address, { reviewedOutput: { value: { text: 'ABC' } } });
    const initial = { text: 'abc', effort: 'performance', pages: 1 };
    expect(corrected.body.workflowRun.outputs[0]).toMatchObject({
      initialOutput: { value: initial },
      reviewedOutput: { value: { ...initial, text: 'ABC' } },
      output: { value: { ...initial, text: 'ABC' } },
      reviewed: true,
      edited: true,
      edits: { text: { originalValue: 'abc', editedValue: 'ABC', fieldType: 'string' } },
    });
    const more = await service.post(address, { reviewedOutput: { value: { pages: 2 } } });
    expect(Object.keys(more.body.workflowRun.outputs[0].edits)).toEqual(['text', 'pages']);
    const back = await service.post(address, { reviewedOutput: { value: initial } });
    expect(back.body.workflowRun.outputs[0]).toMatchObject({ reviewed: true, edited: false, edits: null });
    for (const [reviewedOutput, field] of [
      [{ value: { total: 1 } }, 'reviewedOutput.value.total'],
      [{ value: { pages: 'one' } }, 'reviewedOutput.value.pages'],
      [{ text: 'x' }, 'reviewedOutput.value'],
      [undefined, 'reviewedOutput'],
    ] as const) {
      const rejected = await service.post(address, { reviewedOutput });
      expect([rejected.status, rejected.body.error]).toEqual([
        400,
        expect.stringContaining(`param: ${field}`),
      ]);
    }
    expect((await service.post(`/workflow_runs/${id}/outputs/dpr_x`, { reviewedOutput: {} })).status).toBe(
      404,
    );
  });

  it('accepts only classes and splits of the processor, and splits under their old name too', async () => {
    proves('workflow.correction-conforms');
    const workflowId = await createWorkflow(service, {
      steps: [
        { processorId: await createProcessor(service, 'CLASSIFY', { classifications: classes }) },
        { processorId: await createProcessor(service, 'SPLITTER', { splitClassifications: classes }) },
      ],
    });
    const id = await startRun(service, workflowId, { rawTexts: ['x\fy'] });
    const [classified, split] = (await endOf(service, id)).outputs;
    const correct = (output: string, reviewedOutput: object) =>
      service.post(`/workflow_runs/${id}/outputs/${output}`, { reviewedOutput });
    expect((await correct(classified.id, { type: 'memo' })).status).toBe(400);
    const changed = await correct(classified.id, { type: 'letter' });
    expect(changed.body.workflowRun.outputs[0]).toMatchObject({
      output: { id: 'letter', type: 'letter' },
      edited: true,
      edits: null,
    });
    const one = { classificationId: 'letter', type: 'letter', startPage: 1, endPage: 2 };
    expect((await correct(split.id, { splits: [{ ...one, endPage: 0 }] })).status).toBe(400);
    const resplit = await correct(split.id, { subDocumentClassifications: [one] });
    expect(resplit.body.workflowRun.outputs[1].output).toEqual({ splits: [one] });
  });

  it('is rejected while the run is in progress', async () => {
    proves('transition.workflow.correct-rejected');
    const service = await testService();
    const id = await startRun(service, await createExtracting(service), { rawTexts: ['work 60000'] });
    const step = (await service.get(`/processor_runs?sourceId=${id}`)).body.processorRuns[0];
    const rejected = await service.post(`/workflow_runs/${id}/outputs/${step.id}`, {
      reviewedOutput: { value: {} },
    });
    expect([rejected.status, rejected.body.error]).toEqual([
      400,
      expect.stringContaining('cannot be corrected'),
    ]);
  });
});
