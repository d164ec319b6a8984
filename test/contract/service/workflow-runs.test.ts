import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Answer,
  extractConfig,
  type TestService,
  testService,
} from '../../fixtures/service/service-harness.ts';

const classes = ['invoice', 'letter'].map((id) => ({ id, type: id, description: id }));

async function processor(service: TestService, type: string, config: object): Promise<string> {
  const { body } = await service.post('/processors', { name: type.toLowerCase(), type, config });
  return body.processor.id;
}

async function workflow(service: TestService, definition?: object): Promise<string> {
  const { body } = await service.post('/workflows', { name: 'Chain' });
  const id = body.workflow.id as string;
  if (definition === undefined) return id;
  const answer = await service.request('PUT', `/local/workflows/${id}/definition`, definition);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return id;
}

/** A workflow of one extractor. */
async function extracting(service: TestService, review?: object): Promise<string> {
  return workflow(service, { steps: [{ processorId: await service.extractor() }], review });
}

async function start(service: TestService, workflowId: string, more: object): Promise<string> {
  const { status, body } = await service.post('/workflow_runs', { workflowId, ...more });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.workflowRuns[0].id;
}

const settled = ['PROCESSED', 'FAILED', 'CANCELLED', 'NEEDS_REVIEW', 'REJECTED'];

async function ended(service: TestService, id: string): Promise<Answer['body']> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const { workflowRun } = (await service.get(`/workflow_runs/${id}`)).body;
    if (settled.includes(workflowRun.status)) return workflowRun;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`workflow run ${id} did not end`);
}

describe('a workflow run', () => {
  it('is created without outputs, one a file and text, and has everything in the end', async () => {
    const service = await testService();
    const workflowId = await extracting(service);
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
      body.workflowRuns.map((run: { id: string }) => ended(service, run.id)),
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
      failureReason: null,
    });
    expect(first.startTime <= first.endTime).toBe(true);
    expect(second.outputs[0].output.value.text).toBe('from a text');
    const steps = await service.get(`/processor_runs?source=WORKFLOW_RUN&sourceId=${first.id}`);
    expect(steps.body.processorRuns.map((run: { id: string }) => run.id)).toEqual([first.outputs[0].id]);
  });

  it('without steps is processed at once, with a definition of its deployed version afterwards', async () => {
    const service = await testService();
    const workflowId = await workflow(service);
    const empty = await ended(service, await start(service, workflowId, { rawTexts: ['x'] }));
    expect(empty).toMatchObject({ status: 'PROCESSED', outputs: [] });
    const steps = [{ processorId: await service.extractor() }];
    await service.request('PUT', `/local/workflows/${workflowId}/definition`, { steps });
    const deployed = await service.post(`/local/workflows/${workflowId}/deploy`);
    expect(deployed.body.workflow.version).toBe('1');
    await service.request('PUT', `/local/workflows/${workflowId}/definition`, { steps: [] });
    const latest = await ended(service, await start(service, workflowId, { rawTexts: ['x'] }));
    expect([latest.workflow.version, latest.outputs.length]).toEqual(['1', 1]);
    const draft = await ended(
      service,
      await start(service, workflowId, { rawTexts: ['x'], version: 'draft' }),
    );
    expect([draft.workflow.version, draft.outputs.length]).toEqual(['draft', 0]);
    const none = await service.post('/workflow_runs', { workflowId, rawTexts: ['x'], version: '9' });
    expect([none.status, none.body.error]).toEqual([404, 'Resource not found.']);
  });

  it('classifies, then extracts by class', async () => {
    const service = await testService();
    const workflowId = await workflow(service, {
      steps: [
        {
          processorId: await processor(service, 'CLASSIFY', { classifications: classes }),
          byClass: { letter: [{ processorId: await service.extractor() }] },
          otherwise: [
            { processorId: await service.extractor({ ...extractConfig, baseProcessor: 'extraction_light' }) },
          ],
        },
      ],
    });
    const letter = await ended(service, await start(service, workflowId, { rawTexts: ['a letter'] }));
    expect(letter.outputs).toMatchObject([
      { type: 'CLASSIFY', output: { type: 'letter' } },
      { type: 'EXTRACT', output: { value: { effort: 'performance' } } },
    ]);
    const invoice = await ended(service, await start(service, workflowId, { rawTexts: ['an invoice'] }));
    expect(invoice.outputs).toMatchObject([
      { type: 'CLASSIFY', output: { type: 'invoice' } },
      { type: 'EXTRACT', output: { value: { effort: 'light' } } },
    ]);
  });

  it('splits, extracts from the pages of each part, and parses the file once', async () => {
    const service = await testService();
    const limited = await service.extractor({ ...extractConfig, advancedOptions: { fixedPageLimit: 5 } });
    const workflowId = await workflow(service, {
      steps: [
        {
          processorId: await processor(service, 'SPLITTER', { splitClassifications: classes }),
          byClass: { invoice: [{ processorId: limited }] },
        },
      ],
    });
    const startedAt = performance.now();
    const run = await ended(
      service,
      await start(service, workflowId, { rawTexts: ['slowparse 700 \fsecond\fthird\ffourth'] }),
    );
    expect(performance.now() - startedAt).toBeLessThan(2 * 700 + 600);
    expect(run.outputs.map((output: { type: string }) => output.type)).toEqual([
      'SPLITTER',
      ...Array.from({ length: 4 }, () => 'EXTRACT'),
    ]);
    expect(
      run.outputs.slice(1).map((output: Answer['body']) => output.config.advancedOptions.pageRanges),
    ).toEqual([1, 2, 3, 4].map((page) => [{ start: page, end: page }]));
    expect(run.outputs[1].usage.credits).toBe(3);
  });

  it('takes outputs from the caller in place of those of its processors', async () => {
    const service = await testService();
    const classifier = await processor(service, 'CLASSIFY', { classifications: classes });
    const extractor = await service.extractor();
    const workflowId = await workflow(service, {
      steps: [{ processorId: classifier, byClass: { letter: [{ processorId: extractor }] } }],
    });
    const fileId = await service.upload('a.txt', 'an invoice');
    const given = (output: object, processorId = classifier) => ({
      files: [{ fileId, outputs: [{ processorId, output }] }],
    });
    const run = await ended(
      service,
      await start(service, workflowId, given({ id: 'letter', type: 'letter' })),
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
    const service = await testService();
    const run = await ended(
      service,
      await start(service, await extracting(service), { rawTexts: ['corrupt'] }),
    );
    expect(run).toMatchObject({ status: 'FAILED', failureReason: 'FAILED_TO_PROCESS_FILE', outputs: [] });
    expect(run.failureMessage).toMatch(/^Extractor: .*not a readable PDF/);
  });

  it.each([
    ['nothing to run on', {}, 'files'],
    ['an empty list', { files: [] }, 'files'],
    ['a file without address and id', { files: [{}] }, 'files[0].fileUrl'],
    ['a file that does not exist', { files: [{ fileId: 'file_none' }] }, 'files[0].fileId'],
    ['an address that does not answer', { files: [{ fileUrl: 'http://127.0.0.1:1/x' }] }, 'files[0].fileUrl'],
    ['51 texts', { rawTexts: Array.from({ length: 51 }, () => 'x') }, 'rawTexts'],
    ['51 files', { files: Array.from({ length: 51 }, () => ({ fileId: 'f' })) }, 'files'],
    ['priority 101', { rawTexts: ['x'], priority: 101 }, 'priority'],
    ['large metadata', { rawTexts: ['x'], metadata: 'm'.repeat(11_000) }, 'metadata'],
  ])('is refused with %s', async (_what, body, field) => {
    const service = await testService();
    const workflowId = await workflow(service);
    const answer = await service.post('/workflow_runs', { workflowId, ...body });
    expect([answer.status, answer.body.success]).toEqual([400, false]);
    expect(answer.body.error).toContain(`param: ${field}`);
    expect((await service.get('/workflow_runs')).body.workflowRuns).toEqual([]);
    expect((await service.get('/files')).body.files).toEqual([]);
  });

  it('needs a workflow that exists', async () => {
    const service = await testService();
    const answer = await service.post('/workflow_runs', { workflowId: 'workflow_x', rawTexts: ['x'] });
    expect([answer.status, answer.body.error]).toEqual([404, 'Resource not found.']);
    expect((await service.get('/workflow_runs/workflow_run_x')).status).toBe(404);
  });
});

describe('the states of a workflow run', () => {
  it('allow an update in progress, which lays metadata over what is there', async () => {
    const service = await testService();
    const id = await start(service, await extracting(service), {
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
    expect((await ended(service, id)).status).toBe('CANCELLED');
    const late = await service.post(`/workflow_runs/${id}`, { name: 'Late' });
    expect([late.status, late.body.error]).toEqual([400, expect.stringContaining('CANCELLED')]);
  });

  it('go from PENDING to PROCESSING when work begins, and over CANCELLING to CANCELLED', async () => {
    const service = await testService({ workers: 1 });
    const workflowId = await extracting(service);
    const first = await start(service, workflowId, { rawTexts: ['work 60000'] });
    const waiting = await start(service, workflowId, { rawTexts: ['waits'] });
    const status = async (id: string) => (await service.get(`/workflow_runs/${id}`)).body.workflowRun.status;
    expect([await status(first), await status(waiting)]).toEqual(['PROCESSING', 'PENDING']);
    const cancelled = await service.post(`/workflow_runs/${first}/cancel`);
    expect(cancelled.body.workflowRun.status).toBe('CANCELLING');
    expect((await ended(service, first)).status).toBe('CANCELLED');
    const again = await service.post(`/workflow_runs/${first}/cancel`);
    expect([again.status, again.body.error]).toEqual([400, expect.stringContaining('CANCELLED')]);
    const step = (await service.get(`/processor_runs?sourceId=${first}`)).body.processorRuns[0];
    expect(step.status).toBe('CANCELLED');
    expect((await ended(service, waiting)).status).toBe('PROCESSED');
    expect((await service.post(`/workflow_runs/${waiting}/cancel`)).status).toBe(400);
  });

  it('stop at NEEDS_REVIEW where the rule says so, and end by approval or rejection, once', async () => {
    const service = await testService();
    const always = await extracting(service, { when: 'always' });
    const runs = [
      await start(service, always, { rawTexts: ['x'] }),
      await start(service, always, { rawTexts: ['y'] }),
    ];
    for (const id of runs) expect((await ended(service, id)).status).toBe('NEEDS_REVIEW');
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
      const refused = await service.post(`/local/workflow_runs/${id}/${action}`, {});
      expect([refused.status, refused.body.error]).toEqual([
        400,
        expect.stringContaining('not NEEDS_REVIEW'),
      ]);
    }
    const listed = await service.get('/workflow_runs?status=REJECTED');
    expect(listed.body.workflowRuns).toMatchObject([
      { id: second, reviewed: true, rejectionNote: 'Not ours.', workflowId: always, batchId: null },
    ]);
  });

  it.each([
    [0.4, 'PROCESSED'],
    [0.6, 'NEEDS_REVIEW'],
  ])(
    'with a least confidence of %d end as %s after a class of confidence 0.5',
    async (minConfidence, status) => {
      const service = await testService();
      const workflowId = await workflow(service, {
        steps: [{ processorId: await processor(service, 'CLASSIFY', { classifications: classes }) }],
        review: { when: 'lowConfidence', minConfidence },
      });
      expect((await ended(service, await start(service, workflowId, { rawTexts: ['x'] }))).status).toBe(
        status,
      );
    },
  );
});

describe('correcting outputs', () => {
  it('merges fields, tells the edits, and keeps what was extracted', async () => {
    const service = await testService();
    const fields = (type: string) => ({ type: [type, 'null'], description: 'd' });
    const processorId = await service.extractor({
      type: 'EXTRACT',
      schema: {
        type: 'object',
        properties: { text: fields('string'), effort: fields('string'), pages: fields('integer') },
        required: ['text', 'effort', 'pages'],
      },
    });
    const workflowId = await workflow(service, { steps: [{ processorId }] });
    const id = await start(service, workflowId, { rawTexts: ['abc'] });
    const run = await ended(service, id);
    const address = `/workflow_runs/${id}/outputs/${run.outputs[0].id}`;
    const corrected = await service.post(address, { reviewedOutput: { value: { text: 'ABC' } } });
    const initial = { text: 'abc', effort: 'performance', pages: 1 };
    expect(corrected.body.workflowRun.outputs[0]).toMatchObject({
      initialOutput: { value: initial },
      reviewedOutput: { value: { ...initial, text: 'ABC' } },
      output: { value: { ...initial, text: 'ABC' } },
      reviewed: true,
      edited: true,
      edits: { text: { originalValue: 'abc', editedValue: 'ABC', fieldType: 'string', notes: null } },
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
      const refused = await service.post(address, { reviewedOutput });
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining(`param: ${field}`)]);
    }
    expect((await service.post(`/workflow_runs/${id}/outputs/dpr_x`, { reviewedOutput: {} })).status).toBe(
      404,
    );
  });

  it('takes classes and splits of the processor only, splits under their old name too', async () => {
    const service = await testService();
    const workflowId = await workflow(service, {
      steps: [
        { processorId: await processor(service, 'CLASSIFY', { classifications: classes }) },
        { processorId: await processor(service, 'SPLITTER', { splitClassifications: classes }) },
      ],
    });
    const id = await start(service, workflowId, { rawTexts: ['x\fy'] });
    const [classified, split] = (await ended(service, id)).outputs;
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

  it('is refused while the run is under way', async () => {
    const service = await testService();
    const id = await start(service, await extracting(service), { rawTexts: ['work 60000'] });
    const step = (await service.get(`/processor_runs?sourceId=${id}`)).body.processorRuns[0];
    const refused = await service.post(`/workflow_runs/${id}/outputs/${step.id}`, {
      reviewedOutput: { value: {} },
    });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining('cannot be corrected'),
    ]);
  });
});

describe('lists and deletion of workflow runs', () => {
  it('filter, page and forget', async () => {
    const service = await testService();
    const [one, other] = [await extracting(service), await extracting(service)];
    const fileId = await service.upload('Bill 7.txt', 'x');
    const bill = await start(service, one, { files: [{ fileId }] });
    const texts = await service.post('/workflow_runs', { workflowId: other, rawTexts: ['a', 'b', 'c'] });
    for (const run of texts.body.workflowRuns) await ended(service, run.id);
    await ended(service, bill);
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
    const underWay = await start(service, one, { rawTexts: ['work 60000'] });
    expect((await service.request('DELETE', `/workflow_runs/${underWay}`)).status).toBe(200);
    expect((await ended(service, await start(service, one, { rawTexts: ['next'] }))).status).toBe(
      'PROCESSED',
    );
  });
});

describe('a batch of workflow runs', () => {
  it('has one id, metadata of its own for each input, and fetches addresses later', async () => {
    const service = await testService({ allowPrivateAddresses: true });
    const server = createServer((request, response) =>
      request.url === '/doc.txt' ? response.end('fetched') : response.writeHead(404).end(),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const workflowId = await extracting(service);
    const fileId = await service.upload('held.txt', 'held');
    const { status, body } = await service.post('/workflow_runs/batch', {
      workflowId,
      inputs: [
        { rawText: 'typed', metadata: { n: 0 }, secrets: { key: 'hush' } },
        { file: { fileId, fileName: 'named.txt' }, metadata: { n: 1 } },
        { file: { fileUrl: `${address}/doc.txt` }, metadata: { n: 2 } },
        { file: { fileUrl: `${address}/gone.txt` }, metadata: { n: 3 } },
      ],
    });
    expect([status, body]).toEqual([200, { success: true, batchId: expect.stringMatching(/^batch_/) }]);
    const listed = await service.get(`/workflow_runs?batchId=${body.batchId}&sortBy=createdAt&sortDir=asc`);
    const runs = await Promise.all(
      listed.body.workflowRuns.map((run: { id: string }) => ended(service, run.id)),
    );
    expect(runs.map((run) => [run.metadata.n, run.status, run.outputs[0]?.output.value.text])).toEqual([
      [0, 'PROCESSED', 'typed'],
      [1, 'PROCESSED', 'held'],
      [2, 'PROCESSED', 'fetched'],
      [3, 'FAILED', undefined],
    ]);
    expect(runs.map((run) => run.batchId)).toEqual(runs.map(() => body.batchId));
    expect(runs[3].failureMessage).toContain('status 404');
    expect(JSON.stringify(runs)).not.toContain('hush');
  });

  it('takes 1 to 1000 inputs, each of them with exactly one document', async () => {
    const service = await testService();
    const workflowId = await workflow(service);
    const texts = (count: number) => Array.from({ length: count }, (_, i) => ({ rawText: `text ${i % 5}` }));
    for (const [inputs, field] of [
      [[], 'inputs'],
      [texts(1001), 'inputs'],
      [[{ rawText: 'x', file: { fileId: 'f' } }], 'inputs[0].file'],
      [[{ rawText: 'x' }, {}], 'inputs[1].file'],
      [[{ file: {} }], 'inputs[0].file'],
      [[{ file: { fileId: 'file_none' } }], 'inputs[0].file.fileId'],
      [[{ file: { fileUrl: 'nowhere' } }], 'inputs[0].file.fileUrl'],
    ] as const) {
      const answer = await service.post('/workflow_runs/batch', { workflowId, inputs });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`param: ${field}`)]);
      expect(answer.body.error).toMatch(/^Validation Error: /);
    }
    expect((await service.get('/workflow_runs')).body.workflowRuns).toEqual([]);
    const full = await service.post('/workflow_runs/batch', { workflowId, inputs: texts(1000) });
    expect(full.status).toBe(200);
    const listed = await service.get(`/workflow_runs?batchId=${full.body.batchId}&maxPageSize=1000`);
    expect(listed.body.workflowRuns).toHaveLength(1000);
  });
});

describe('workflows', () => {
  it('are created by name, and refuse definitions that could not run', async () => {
    const service = await testService();
    const { body } = await service.post('/workflows', { name: 'New' });
    expect(body).toMatchObject({
      success: true,
      workflow: {
        object: 'workflow',
        id: expect.stringMatching(/^workflow_/),
        name: 'New',
        version: 'draft',
      },
    });
    expect((await service.post('/workflows', {})).body.error).toContain('param: name');
    const id = body.workflow.id as string;
    const extractor = await service.extractor();
    const put = (definition: object) =>
      service.request('PUT', `/local/workflows/${id}/definition`, definition);
    for (const [definition, field] of [
      [{}, 'steps'],
      [{ steps: [{ processorId: 'dp_none' }] }, 'steps[0].processorId'],
      [{ steps: [{ processorId: extractor, version: '3.0' }] }, 'steps[0].version'],
      [{ steps: [{ processorId: extractor, otherwise: [{ processorId: extractor }] }] }, 'steps[0].byClass'],
      [{ steps: [], review: { when: 'lowConfidence' } }, 'review.minConfidence'],
      [{ steps: Array.from({ length: 101 }, () => ({ processorId: extractor })) }, 'steps'],
    ] as const) {
      const answer = await put(definition);
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`param: ${field}`)]);
    }
    const definition = { steps: [{ processorId: extractor, version: 'draft' }], review: { when: 'never' } };
    expect((await put(definition)).body.definition).toEqual(definition);
    expect((await service.get(`/local/workflows/${id}/definition`)).body.definition).toEqual(definition);
    expect((await service.request('DELETE', `/local/workflows/${id}`)).body.workflowId).toBe(id);
    expect((await service.get(`/local/workflows/${id}/definition`)).status).toBe(404);
  });
});

describe('one parse for all steps', () => {
  it('is made, also where the first step needs the beginning of the file only', async () => {
    const service = await testService({ workers: 1 });
    const config = { classifications: classes, advancedOptions: { fixedPageLimit: 1 } };
    const workflowId = await workflow(service, {
      steps: [
        {
          processorId: await processor(service, 'CLASSIFY', config),
          otherwise: [{ processorId: await service.extractor() }],
        },
      ],
    });
    await ended(service, await start(service, workflowId, { rawTexts: ['warm'] }));
    const startedAt = performance.now();
    const run = await ended(
      service,
      await start(service, workflowId, { rawTexts: ['slowparse 900 \fb\fc'] }),
    );
    expect(performance.now() - startedAt).toBeLessThan(1750);
    expect(run.outputs.map((output: Answer['body']) => output.usage.credits)).toEqual([1, 9]);
  });
});

describe('webhooks of workflows', () => {
  it('tell of steps, ends and reviews, in the shape of their version', async () => {
    const service = await testService();
    const received: { eventType: string; payload: Answer['body'] }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push(JSON.parse(body));
        response.end();
      });
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const endpoint = await service.post('/local/webhook_endpoints', { url, apiVersion: '2024-12-23' });
    expect(endpoint.status).toBe(200);
    const splitter = await processor(service, 'SPLITTER', { splitClassifications: classes });
    const workflowId = await workflow(service, {
      steps: [{ processorId: splitter }],
      review: { when: 'always' },
    });
    await service.post(`/local/workflows/${workflowId}/deploy`);
    const id = await start(service, workflowId, { rawTexts: ['x'], metadata: { mine: 1 } });
    await ended(service, id);
    await service.post(`/local/workflow_runs/${id}/review`, {});
    const failing = await start(service, workflowId, { rawTexts: ['corrupt'] });
    await ended(service, failing);
    const rejected = await start(service, workflowId, { rawTexts: ['y'] });
    await ended(service, rejected);
    await service.post(`/local/workflow_runs/${rejected}/reject`, {});
    const namesFor = (runId: string): string[] =>
      received
        .filter(({ payload }) => payload.id === runId || payload.workflowRunId === runId)
        .map(({ eventType }) => eventType);
    await expect.poll(() => namesFor(rejected), { timeout: 5000 }).toContain('workflow_run.rejected');
    await expect
      .poll(() => namesFor(id), { timeout: 5000 })
      .toEqual(['workflow_run.step_run.processed', 'workflow_run.needs_review', 'workflow_run.completed']);
    await expect.poll(() => namesFor(failing), { timeout: 5000 }).toEqual(['workflow_run.failed']);
    await expect
      .poll(() => namesFor(workflowId), { timeout: 5000 })
      .toEqual(['workflow.created', 'workflow.deployed']);
    const completed = received.find(({ eventType }) => eventType === 'workflow_run.completed');
    expect(completed?.payload).toMatchObject({
      object: 'workflow_run',
      status: 'PROCESSED',
      batchId: null,
      metadata: { mine: 1 },
      outputs: [{ output: { subDocumentClassifications: [expect.any(Object)] } }],
    });
  });
});

describe('a token for some workflows', () => {
  it('gets 403 for the others and does not see their runs', async () => {
    const service = await testService();
    const [mine, other] = [await workflow(service), await workflow(service)];
    const runs = [
      await start(service, mine, { rawTexts: ['x'] }),
      await start(service, other, { rawTexts: ['x'] }),
    ];
    const made = await service.post('/local/tokens', { label: 'one', permissions: { workflowIds: [mine] } });
    const authorization = `Bearer ${made.body.token.token}`;
    const ask = (method: string, address: string, body?: object) =>
      service.request(method, address, body, { authorization });
    expect((await ask('POST', '/workflow_runs', { workflowId: mine, rawTexts: ['x'] })).status).toBe(200);
    for (const [method, address, body] of [
      ['POST', '/workflow_runs', { workflowId: other, rawTexts: ['x'] }],
      ['POST', '/v1/workflow_runs/batch', { workflowId: other, inputs: [{ rawText: 'x' }] }],
      ['GET', `/workflow_runs/${runs[1]}`, undefined],
      ['POST', `/workflow_runs/${runs[1]}`, { name: 'x' }],
      ['POST', `/workflow_runs/${runs[1]}/cancel`, {}],
      ['POST', `/workflow_runs/${runs[1]}/outputs/dpr_x`, { reviewedOutput: {} }],
      ['DELETE', `/workflow_runs/${runs[1]}`, undefined],
      ['POST', '/workflows', { name: 'new' }],
    ] as const) {
      const answer = await ask(method, address, body);
      expect([address, answer.status, answer.body.success]).toEqual([address, 403, false]);
    }
    const listed = (await ask('GET', '/workflow_runs')).body.workflowRuns;
    expect(new Set(listed.map((run: Answer['body']) => run.workflowId))).toEqual(new Set([mine]));
  });
});
