import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import {
  type Answer,
  extractConfig,
  sharedService,
  testService,
} from '../../../fixtures/service/service-harness.ts';
import {
  classes,
  createExtracting,
  createProcessor,
  createWorkflow,
  endOf,
  startRun,
} from '../../../fixtures/service/workflow-requests.ts';

const service = sharedService();

describe('a workflow run', () => {
  it('is created without outputs, one per file and text, and has all members in the end', async () => {
    proves('state.workflow.PENDING', 'state.workflow.PROCESSED', 'input.raw-texts');
    const workflowId = await createExtracting(service);
    const fileId = await service.upload('bill.txt', 'from a file');
    const metadata = { order: 7 };
    const { body } = await service.post('/v1/workflow_runs', {
      workflowId,
      files: [{ fileId, fileName: 'shown.txt' }],
      rawTexts: ['from a text'],
      metadata,
      priority: 3,
    });
    expect(body.success).toBe(true);
    expect(body.workflowRuns).toHaveLength(2);
    expect(body.workflowRuns[0]).toMatchObject({
      object: 'workflow_run',
      id: expect.stringMatching(/^workflow_run_/),
      status: 'PENDING',
      outputs: [],
      metadata,
      initialRunAt: expect.any(String),
      workflow: { object: 'workflow', id: workflowId, name: 'Chain', version: 'draft' },
    });
    const [first, second] = await Promise.all(
      body.workflowRuns.map((run: { id: string }) => endOf(service, run.id)),
    );
    expect(first).toMatchObject({
      status: 'PROCESSED',
      metadata,
      files: [{ object: 'file', id: fileId, name: 'shown.txt' }],
      outputs: [
        {
          object: 'document_processor_run',
          type: 'EXTRACT',
          edited: false,
          output: { value: { text: 'from a file' } },
          initialOutput: { value: { text: 'from a file' } },
          reviewedOutput: null,
        },
      ],
      reviewed: false,
    });
    expect(first.startTime <= first.endTime).toBe(true);
    expect(second.outputs[0].output.value.text).toBe('from a text');
    const steps = await service.get(`/processor_runs?source=WORKFLOW_RUN&sourceId=${first.id}`);
    expect(steps.body.processorRuns.map((run: { id: string }) => run.id)).toEqual([first.outputs[0].id]);
  });

  it('without steps is processed immediately, and later with its deployed version', async () => {
    proves('workflow.version-default');
    const workflowId = await createWorkflow(service);
    const empty = await endOf(service, await startRun(service, workflowId, { rawTexts: ['x'] }));
    expect(empty).toMatchObject({ status: 'PROCESSED', outputs: [] });
    const steps = [{ processorId: await service.extractor() }];
    await service.request('PUT', `/local/workflows/${workflowId}/definition`, { steps });
    const deployed = await service.post(`/local/workflows/${workflowId}/deploy`);
    expect(deployed.body.workflow.version).toBe('1');
    await service.request('PUT', `/local/workflows/${workflowId}/definition`, { steps: [] });
    const latest = await endOf(service, await startRun(service, workflowId, { rawTexts: ['x'] }));
    expect([latest.workflow.version, latest.outputs.length]).toEqual(['1', 1]);
    const draft = await endOf(
      service,
      await startRun(service, workflowId, { rawTexts: ['x'], version: 'draft' }),
    );
    expect([draft.workflow.version, draft.outputs.length]).toEqual(['draft', 0]);
    await service.post(`/local/workflows/${workflowId}/deploy`);
    const versionOf = async (version?: string): Promise<string> =>
      (await service.post('/workflow_runs', { workflowId, rawTexts: ['x'], version })).body.workflowRuns[0]
        .workflow.version;
    expect([await versionOf(), await versionOf('1'), await versionOf('draft')]).toEqual(['2', '1', 'draft']);
    const none = await service.post('/workflow_runs', { workflowId, rawTexts: ['x'], version: '9' });
    expect([none.status, none.body.error]).toEqual([404, 'Resource not found.']);
  });

  it('after deployment runs the processor versions of that time, unless a step has latest', async () => {
    proves('workflow.publish-apart');
    const publish = (id: string, extractionRules: string) =>
      service.post(`/processors/${id}/publish`, {
        releaseType: 'major',
        config: { ...extractConfig, extractionRules },
      });
    const [pinned, following] = [await service.extractor(), await service.extractor()];
    for (const id of [pinned, following]) await publish(id, 'first');
    const steps = [{ processorId: pinned }, { processorId: following, version: 'latest' }];
    const workflowId = await createWorkflow(service, { steps });
    const rules = async (): Promise<string[]> =>
      (await endOf(service, await startRun(service, workflowId, { rawTexts: ['x'] }))).outputs.map(
        (output: Answer['body']) => output.config.extractionRules,
      );
    await service.post(`/local/workflows/${workflowId}/deploy`);
    for (const id of [pinned, following]) await publish(id, 'second');
    expect(await rules()).toEqual(['first', 'second']);
    await service.post(`/local/workflows/${workflowId}/deploy`);
    expect(await rules()).toEqual(['second', 'second']);
  });

  it('accepts metadata of any JSON type', async () => {
    proves('workflow.metadata-any', 'general.metadata-returned');
    const workflowId = await createWorkflow(service);
    for (const metadata of ['a text', 7, true, [1, { a: null }], { a: { b: [] } }]) {
      const id = await startRun(service, workflowId, { rawTexts: ['x'], metadata });
      expect((await service.get(`/workflow_runs/${id}`)).body.workflowRun.metadata).toEqual(metadata);
    }
  });

  it('classifies, then extracts by class', async () => {
    proves('workflow.chain');
    const workflowId = await createWorkflow(service, {
      steps: [
        {
          processorId: await createProcessor(service, 'CLASSIFY', { classifications: classes }),
          byClass: { letter: [{ processorId: await service.extractor() }] },
          otherwise: [
            { processorId: await service.extractor({ ...extractConfig, baseProcessor: 'extraction_light' }) },
          ],
        },
      ],
    });
    const letter = await endOf(service, await startRun(service, workflowId, { rawTexts: ['a letter'] }));
    expect(letter.outputs).toMatchObject([
      { type: 'CLASSIFY', output: { type: 'letter' } },
      { type: 'EXTRACT', output: { value: { effort: 'performance' } } },
    ]);
    const invoice = await endOf(service, await startRun(service, workflowId, { rawTexts: ['an invoice'] }));
    expect(invoice.outputs).toMatchObject([
      { type: 'CLASSIFY', output: { type: 'invoice' } },
      { type: 'EXTRACT', output: { value: { effort: 'light' } } },
    ]);
  });

  it('splits, and extracts from the pages of each part', async () => {
    proves('workflow.chain', 'config.page-ranges');
    const limited = await service.extractor({ ...extractConfig, advancedOptions: { fixedPageLimit: 5 } });
    const workflowId = await createWorkflow(service, {
      steps: [
        {
          processorId: await createProcessor(service, 'SPLITTER', { splitClassifications: classes }),
          byClass: { invoice: [{ processorId: limited }] },
        },
      ],
    });
    const run = await endOf(
      service,
      await startRun(service, workflowId, { rawTexts: ['first\fsecond\fthird\ffourth'] }),
    );
    expect(run.outputs.map((output: { type: string }) => output.type)).toEqual([
      'SPLITTER',
      ...Array.from({ length: 4 }, () => 'EXTRACT'),
    ]);
    expect(
      run.outputs.slice(1).map((output: Answer['body']) => output.config.advancedOptions.pageRanges),
    ).toEqual([1, 2, 3, 4].map((page) => [{ start: page, end: page }]));
    expect(run.outputs[1].usage.credits).toBe(3);
  });

  it('accepts outputs of the caller instead of those of its processors', async () => {
    proves('input.given-outputs');
    const classifier = await createProcessor(service, 'CLASSIFY', { classifications: classes });
    const extractor = await service.extractor();
    const workflowId = await createWorkflow(service, {
      steps: [{ processorId: classifier, byClass: { letter: [{ processorId: extractor }] } }],
    });
    const fileId = await service.upload('a.txt', 'an invoice');
    const given = (output: object, processorId = classifier) => ({
      files: [{ fileId, outputs: [{ processorId, output }] }],
    });
    const run = await endOf(
      service,
      await startRun(service, workflowId, given({ id: 'letter', type: 'letter' })),
    );
    expect(run.outputs).toMatchObject([
      { type: 'CLASSIFY', output: { id: 'letter' }, usage: { credits: 0 } },
      { type: 'EXTRACT', output: { value: { text: 'an invoice' } } },
    ]);
    for (const [files, field] of [
      [given({ id: 'none', type: 'none' }), 'files[0].outputs[0].output'],
      [given({}, 'dp_none'), 'files[0].outputs[0].processorId'],
      [given({ value: { number: 7 } }, extractor), 'files[0].outputs[0].output.value.number'],
    ] as const) {
      const answer = await service.post('/workflow_runs', { workflowId, ...files });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`param: ${field}`)]);
    }
  });

  it('fails with the reason of the step that failed', async () => {
    proves('state.workflow.FAILED');
    const run = await endOf(
      service,
      await startRun(service, await createExtracting(service), { rawTexts: ['corrupt'] }),
    );
    expect(run).toMatchObject({ status: 'FAILED', failureReason: 'FAILED_TO_PROCESS_FILE', outputs: [] });
    expect(run.failureMessage).toMatch(/^Extractor: .*not a readable PDF/);
  });

  it.each([
    ['nothing to run on', {}, 'files'],
    ['an empty list', { files: [] }, 'files'],
    ['a file without address and id', { files: [{}] }, 'files[0].fileUrl'],
    ['a file that does not exist', { files: [{ fileId: 'file_none' }] }, 'files[0].fileId'],
    [
      'an address that does not respond',
      { files: [{ fileUrl: 'http://127.0.0.1:1/x' }] },
      'files[0].fileUrl',
    ],
    ['51 texts', { rawTexts: Array.from({ length: 51 }, () => 'x') }, 'rawTexts'],
    ['51 files', { files: Array.from({ length: 51 }, () => ({ fileId: 'f' })) }, 'files'],
    ['priority 101', { rawTexts: ['x'], priority: 101 }, 'priority'],
    ['large metadata', { rawTexts: ['x'], metadata: 'm'.repeat(11_000) }, 'metadata'],
  ])('is rejected with %s', async (_what, body, field) => {
    const service = await testService();
    const workflowId = await createWorkflow(service);
    const answer = await service.post('/workflow_runs', { workflowId, ...body });
    expect([answer.status, answer.body.success]).toEqual([400, false]);
    expect(answer.body.error).toContain(`param: ${field}`);
    expect((await service.get('/workflow_runs')).body.workflowRuns).toEqual([]);
    expect((await service.get('/files')).body.files).toEqual([]);
  });

  it('requires an existing workflow', async () => {
    const answer = await service.post('/workflow_runs', { workflowId: 'workflow_x', rawTexts: ['x'] });
    expect([answer.status, answer.body.error]).toEqual([404, 'Resource not found.']);
    expect((await service.get('/workflow_runs/workflow_run_x')).status).toBe(404);
  });
});

describe('lists and deletion of workflow runs', () => {
  it('filter, page and delete runs', async () => {
    proves('list.paging');
    const service = await testService();
    const [one, other] = [await createExtracting(service), await createExtracting(service)];
    const fileId = await service.upload('Bill 7.txt', 'x');
    const bill = await startRun(service, one, { files: [{ fileId }] });
    const texts = await service.post('/workflow_runs', { workflowId: other, rawTexts: ['a', 'b', 'c'] });
    for (const run of texts.body.workflowRuns) await endOf(service, run.id);
    await endOf(service, bill);
    const found = async (query: string): Promise<string[]> =>
      (await service.get(`/workflow_runs?${query}`)).body.workflowRuns.map((run: { id: string }) => run.id);
    expect(await found(`workflowId=${one}`)).toEqual([bill]);
    expect(await found('fileNameContains=bill')).toEqual([bill]);
    expect(await found('status=PROCESSED')).toHaveLength(4);
    expect(await found('status=FAILED')).toEqual([]);
    const page = await service.get('/workflow_runs?maxPageSize=3&sortBy=createdAt');
    const rest = await found(
      `maxPageSize=3&sortBy=createdAt&nextPageToken=${encodeURIComponent(page.body.nextPageToken)}`,
    );
    expect([page.body.workflowRuns.length, rest]).toEqual([3, [bill]]);
    const deleted = await service.request('DELETE', `/workflow_runs/${bill}`);
    expect(deleted.body).toMatchObject({ success: true, workflowRunId: bill, message: expect.any(String) });
    expect((await service.get(`/workflow_runs/${bill}`)).status).toBe(404);
    expect((await service.request('DELETE', `/workflow_runs/${bill}`)).status).toBe(404);
    expect((await service.get(`/processor_runs?sourceId=${bill}`)).body.processorRuns).toEqual([]);
    const underWay = await startRun(service, one, { rawTexts: ['work 60000'] });
    expect((await service.request('DELETE', `/workflow_runs/${underWay}`)).status).toBe(200);
    expect((await endOf(service, await startRun(service, one, { rawTexts: ['next'] }))).status).toBe(
      'PROCESSED',
    );
  });
});

describe('one parse for all steps', () => {
  it('serves all steps and later runs of the file, even if the first step reads only its beginning', async () => {
    proves('workflow.one-parse', 'input.file-id-reused');
    const service = await testService({ workers: 1 });
    const config = { classifications: classes, advancedOptions: { fixedPageLimit: 1 } };
    const workflowId = await createWorkflow(service, {
      steps: [
        {
          processorId: await createProcessor(service, 'CLASSIFY', config),
          otherwise: [{ processorId: await service.extractor() }, { processorId: await service.extractor() }],
        },
      ],
    });
    const run = await endOf(
      service,
      await startRun(service, workflowId, { rawTexts: ['slowparse 20 stamp\fb\fc'] }),
    );
    expect(run.outputs.map((output: Answer['body']) => output.usage.credits)).toEqual([1, 9, 9]);
    // Each parse of a file gives another text, because the test engine adds a random id.
    const stamps = run.outputs.slice(1).map((output: Answer['body']) => output.output.value.text);
    expect(stamps[0]).toMatch(/^slowparse 20 [0-9a-f-]{36}$/);
    expect(stamps[1]).toBe(stamps[0]);
    const classified = {
      processorId: run.outputs[0].processorId,
      file: { fileId: run.files[0].id },
      sync: true,
    };
    expect((await service.post('/processor_runs', classified)).body.processorRun.status).toBe('PROCESSED');
    const extracted = { ...classified, processorId: run.outputs[1].processorId };
    const again = (await service.post('/processor_runs', extracted)).body.processorRun;
    expect(again.output.value.text).toBe(stamps[0]);
  });
});
