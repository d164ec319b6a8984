import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import {
  type Answer,
  sharedService,
  type TestService,
  testService,
} from '../../../fixtures/service/service-harness.ts';
import { webhookReceiver } from '../../../fixtures/service/webhook-receiver.ts';

const echoEngine = new URL('../../../fixtures/service/echo-engine.ts', import.meta.url).href;
const service = sharedService({ engineModule: echoEngine });

const text = { type: ['string', 'null'], description: 'd' };
const number = { type: ['number', 'null'], description: 'd' };
const invoice = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    required: ['name', 'total', 'lines'],
    properties: {
      name: text,
      total: number,
      lines: {
        type: 'array',
        items: { type: 'object', required: ['item', 'price'], properties: { item: text, price: number } },
      },
    },
  },
};
const classes = ['a', 'b'].map((id) => ({ id, type: id, description: id }));

async function make(service: TestService, type: string, config: object): Promise<string> {
  return (await service.post('/processors', { name: `a ${type}`, type, config: { type, ...config } })).body
    .processor.id;
}

/**
 * Creates an evaluation set. Each item has a document with this output, and an expected output. Returns the id of the
 * set.
 */
async function makeSet(service: TestService, items: readonly [output: unknown, expected: unknown][]) {
  const set = (await service.post('/evaluation_sets', { name: 'set' })).body.evaluationSet.id as string;
  const body = {
    evaluationSetId: set,
    items: await Promise.all(
      items.map(async ([output, expectedOutput], index) => ({
        fileId: await service.upload(`${index}.txt`, JSON.stringify(output)),
        expectedOutput,
      })),
    ),
  };
  const { status, body: answer } = await service.post('/evaluation_set_items/bulk', body);
  expect([status, answer.error]).toEqual([200, undefined]);
  return set;
}

async function batch(service: TestService, body: object): Promise<Answer['body']> {
  const created = await service.post('/local/batch_processor_runs', body);
  expect([created.status, created.body.error]).toEqual([200, undefined]);
  return ended(service, created.body.batchProcessorRun.id);
}

async function ended(service: TestService, id: string): Promise<Answer['body']> {
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    const { batchProcessorRun } = (await service.get(`/v1/batch_processor_runs/${id}`)).body;
    if (['PROCESSED', 'FAILED'].includes(batchProcessorRun.status)) return batchProcessorRun;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the batch did not end');
}

const value = (name: string | null, total: number | null, lines: unknown[] = []) => ({
  value: { name, total, lines },
  metadata: {},
});

describe('a batch processor run', () => {
  it('runs a version over an evaluation set and measures it', async () => {
    proves('state.batch.PROCESSED', 'metrics.extract', 'source.batch.EVAL_SET');
    const processorId = await make(service, 'EXTRACT', invoice);
    const version = (await service.post(`/processors/${processorId}/publish`, { releaseType: 'major' })).body
      .processorVersion;
    const evaluationSetId = await makeSet(service, [
      [value('Ann', 1, [{ item: 'x', price: 1 }]), value('Ann', 2, [{ item: 'x', price: 1 }])],
      [value('Bob', null), value('Rob', 3)],
      [value('Cid', 4), value('Cid', 4)],
    ]);
    const created = (await service.post('/local/batch_processor_runs', { processorId, evaluationSetId })).body
      .batchProcessorRun;
    expect(created).toMatchObject({
      object: 'batch_processor_run',
      id: expect.stringMatching(/^bpr_/),
      status: 'PENDING',
      metrics: { type: 'EXTRACT', numFiles: 0, numPages: 0 },
      source: 'EVAL_SET',
      sourceId: evaluationSetId,
      runCount: 3,
      processorVersionId: version.id,
    });
    const done = await ended(service, created.id);
    expect(done).toMatchObject({ status: 'PROCESSED', runCount: 3, options: {} });
    expect(done.metrics).toEqual({
      type: 'EXTRACT',
      numFiles: 3,
      numPages: 3,
      meanRunTimeMs: expect.any(Number),
      fieldMetrics: {
        // Of three expected and three extracted names, Ann and Cid are correct.
        name: { recallPerc: 2 / 3, precisionPerc: 2 / 3 },
        // Of three expected and two extracted values, one (4) is correct.
        total: { recallPerc: 1 / 3, precisionPerc: 1 / 2 },
        lines: {
          recallPerc: 1,
          precisionPerc: 1,
          accuracyPerc: 1,
          fieldMetrics: {
            item: { recallPerc: 1, precisionPerc: 1 },
            price: { recallPerc: 1, precisionPerc: 1 },
          },
        },
      },
      arrayCardinalityMetrics: { lines: 3 },
    });
    const runs = (await service.get(`/processor_runs?source=BATCH_PROCESSOR_RUN&sourceId=${done.id}`)).body
      .processorRuns;
    expect(runs).toHaveLength(3);
  });

  it('pairs rows with their best match in any order, and counts the documents with equal row counts', async () => {
    proves('metrics.array', 'metrics.means');
    const properties = { a: text, b: text, c: number };
    const items = { type: 'object', properties, required: Object.keys(properties) };
    const schema = { type: 'object', properties: { rows: { type: 'array', items } }, required: ['rows'] };
    const processorId = await make(service, 'EXTRACT', { schema });
    const row = (at: number) => ({ a: `a${at}`, b: `b${at}`, c: at });
    const rows = (...numbers: number[]) => ({ value: { rows: numbers.map(row) }, metadata: {} });
    const wrong = { value: { rows: [{ ...row(2), c: 9 }, row(1)] }, metadata: {} };
    const figures = async (...documents: [object, object][]) => {
      const evaluationSetId = await makeSet(service, documents);
      const { metrics } = await batch(service, { processorId, evaluationSetId });
      return [metrics.fieldMetrics.rows.accuracyPerc, metrics.arrayCardinalityMetrics.rows];
    };
    // Two of the three gold rows are found. A row has 3 columns, so 6 of the 9 gold cells are correct.
    expect(await figures([rows(3, 1), rows(1, 2, 3)])).toEqual([expect.closeTo(6 / 9, 9), 0]);
    // One extracted row is spurious. It adds 3 cells, so 6 of 9 cells are correct.
    expect(await figures([rows(4, 2, 1), rows(1, 2)])).toEqual([expect.closeTo(6 / 9, 9), 0]);
    // All rows are found in another order, and one cell is incorrect, so 5 of 6 cells are correct.
    expect(await figures([wrong, rows(1, 2)])).toEqual([expect.closeTo(5 / 6, 9), 1]);
    // The first document has an accuracy of 1, and the second one of 6/9. The result is their mean.
    expect(await figures([rows(2, 1), rows(1, 2)], [rows(3, 1), rows(1, 2, 3)])).toEqual([
      expect.closeTo((1 + 6 / 9) / 2, 9),
      1,
    ]);
  });

  it('returns the mean confidence of a field', async () => {
    proves('metrics.mean-confidence');
    const processorId = await make(service, 'EXTRACT', invoice);
    const sure = (name: string, logprobsConfidence: number) => ({
      value: { name, total: null, lines: [] },
      metadata: { name: { logprobsConfidence, ocrConfidence: 1 } },
    });
    const evaluationSetId = await makeSet(service, [
      [sure('Ann', 0.9), value('Ann', null)],
      [sure('Bob', 0.4), value('Rob', null)],
    ]);
    const { metrics } = await batch(service, { processorId, evaluationSetId });
    // The mean of the two confidences is (0.9 + 0.4) / 2.
    expect(metrics.fieldMetrics.name.meanConfidence).toBeCloseTo(0.65, 6);
    expect(metrics.fieldMetrics.total).not.toHaveProperty('meanConfidence');
  });

  it('ignores excluded fields, and compares fuzzy fields by similarity', async () => {
    proves('metrics.exclude', 'metrics.fuzzy', 'metrics.never-expected');
    const processorId = await make(service, 'EXTRACT', invoice);
    const evaluationSetId = await makeSet(service, [[value('Jonathan', 1), value('Jonathon', 2)]]);
    const options = { fuzzyMatchFields: ['name'], excludeFields: ['total', 'lines.price'] };
    const done = await batch(service, { processorId, evaluationSetId, options });
    expect(done.options).toEqual(options);
    expect(done.metrics.fieldMetrics).toEqual({
      name: { recallPerc: 1, precisionPerc: 1 },
      lines: { fieldMetrics: { item: {} } },
    });
    const strict = await batch(service, { processorId, evaluationSetId });
    expect(strict.metrics.fieldMetrics.name).toEqual({ recallPerc: 0, precisionPerc: 0 });
  });

  it('measures classifiers and splitters', async () => {
    proves('metrics.classify', 'metrics.split', 'expected.classification');
    const classifier = await make(service, 'CLASSIFY', { classifications: classes });
    const answered = (id: string, confidence: number) => ({ id, type: id, confidence });
    const labels = await makeSet(service, [
      [answered('a', 0.9), { id: 'a', type: 'a' }],
      [answered('b', 0.5), { id: 'a', type: 'a' }],
      [answered('b', 0.4), { id: 'b', type: 'b' }],
    ]);
    expect(
      (await batch(service, { processorId: classifier, evaluationSetId: labels })).metrics,
    ).toMatchObject({
      type: 'CLASSIFY',
      accuracyPerc: 2 / 3,
      meanConfidence: expect.closeTo(0.6),
      distribution: { a: 1, b: 2 },
      accuracyPercByClassification: { a: 1 / 2, b: 1 },
      confusionMatrix: { a: { a: 1, b: 1 }, b: { b: 1 } },
    });
    const splitter = await make(service, 'SPLITTER', { splitClassifications: classes });
    const split = (type: string, startPage: number, endPage: number) => ({
      classificationId: type,
      type,
      startPage,
      endPage,
    });
    const packets = await makeSet(service, [
      [
        { splits: [split('a', 1, 2), split('b', 3, 4), split('b', 3, 3)] },
        { splits: [split('a', 1, 2), split('b', 3, 3)] },
      ],
      [{ splits: [split('a', 1, 1)] }, split('b', 1, 1)],
    ]);
    expect((await batch(service, { processorId: splitter, evaluationSetId: packets })).metrics).toMatchObject(
      {
        type: 'SPLITTER',
        numExpectedDocs: 3,
        numPredictedDocs: 4,
        numCorrectDocs: 2,
        precisionPerc: 2 / 4,
        recallPerc: 2 / 3,
      },
    );
  });

  it('accepts a list of files, and measures those with an expected output', async () => {
    proves('metrics.matrix-only-with-accuracy', 'source.batch.PLAYGROUND', 'source.batch.STUDIO');
    const processorId = await make(service, 'CLASSIFY', { classifications: classes });
    const file = (id: string) => service.upload('x.txt', JSON.stringify({ id, type: id, confidence: 1 }));
    const items = [
      { fileId: await file('a'), expectedOutput: { id: 'b', type: 'b' } },
      { fileId: await file('a') },
      { fileId: await service.upload('y.txt', 'no json') },
    ];
    const done = await batch(service, { processorId, items });
    expect(done).toMatchObject({ source: 'PLAYGROUND', runCount: 3 });
    expect(done.sourceId).toBeUndefined();
    expect(done.metrics).toMatchObject({ numFiles: 2, distribution: { a: 2 }, accuracyPerc: 0 });
    const studio = await batch(service, { processorId, items: items.slice(1, 2), source: 'STUDIO' });
    expect(studio).toMatchObject({ source: 'STUDIO', sourceId: processorId });
    expect(studio.metrics).not.toHaveProperty('accuracyPerc');
    expect(studio.metrics).not.toHaveProperty('confusionMatrix');
  });

  it('counts by the injected conventions and shows them only on the local route', async () => {
    const processorId = await make(service, 'EXTRACT', invoice);
    const right = value('Ann', 1);
    const items = [
      { fileId: await service.upload('a.txt', JSON.stringify(right)), expectedOutput: right },
      {
        fileId: await service.upload('b.txt', JSON.stringify(value('BOB', 2))),
        expectedOutput: value('Bob', 2),
      },
      { fileId: await service.upload('c.txt', 'no json'), expectedOutput: value('Cid', 3) },
    ];
    const name = async (...injectedConventions: string[]) => {
      const done = await batch(service, { processorId, items, options: { injectedConventions } });
      expect(done.options).toEqual({});
      const { body } = await service.get(`/local/batch_processor_runs/${done.id}/altered_documents`);
      expect(body.injectedConventions).toEqual(injectedConventions);
      return {
        ...done.metrics.fieldMetrics.name,
        numFiles: done.metrics.numFiles,
        changed: body.alteredDocuments,
      };
    };
    const plain = { recallPerc: 1 / 2, precisionPerc: 1 / 2, numFiles: 2, changed: [] };
    expect(await name()).toEqual(plain);
    expect(await name('case-folded')).toEqual({ ...plain, recallPerc: 1, precisionPerc: 1 });
    expect(await name('failures-counted')).toEqual({ ...plain, recallPerc: 1 / 3, numFiles: 3 });
    expect(await name('document-missing')).toMatchObject({
      recallPerc: 1,
      numFiles: 1,
      changed: [{ convention: 'document-missing', fileId: items[1]?.fileId }],
    });
    const body = { processorId, items, options: { injectedConventions: ['unheard-of'] } };
    expect((await service.post('/local/batch_processor_runs', body)).body.error).toContain(
      'param: options.injectedConventions[0]',
    );
    expect((await service.get('/local/batch_processor_runs/bpr_none/altered_documents')).status).toBe(404);
  });

  it('notifies webhooks of its end, and fails if no file was processed', async () => {
    // Uses a separate service, because the webhook endpoint on a shared service would get the events of other
    // tests.
    const service = await testService({ engineModule: echoEngine });
    proves('state.batch.FAILED', 'event.batch_processor_run.processed', 'event.batch_processor_run.failed');
    const receiver = await webhookReceiver();
    const eventTypes = ['batch_processor_run.processed', 'batch_processor_run.failed'];
    await service.post('/local/webhook_endpoints', { url: receiver.url, eventTypes });
    const processorId = await make(service, 'CLASSIFY', { classifications: classes });
    const bad = await service.upload('y.txt', 'no json');
    expect(await batch(service, { processorId, items: [{ fileId: bad }] })).toMatchObject({
      status: 'FAILED',
      metrics: { type: 'CLASSIFY', numFiles: 0, numPages: 0 },
    });
    const good = await service.upload('x.txt', JSON.stringify({ id: 'a', type: 'a' }));
    const done = await batch(service, { processorId, items: [{ fileId: good }] });
    await receiver.arrived(2);
    expect(receiver.received.map(({ body }) => body.eventType)).toEqual([...eventTypes].reverse());
    expect(receiver.received[1]?.body.payload).toEqual(done);
  });

  it('continues after a restart, and is measured then', async () => {
    const first = await testService({ drainMs: 50 });
    const processorId = await first.extractor();
    const items = await Promise.all(
      ['work 300', 'b', 'c'].map(async (name) => ({
        fileId: await first.upload('x.txt', name),
        expectedOutput: { value: { number: null } },
      })),
    );
    const created = await first.post('/local/batch_processor_runs', { processorId, items });
    const { id } = created.body.batchProcessorRun;
    await first.close();
    const second = await testService({ dataDir: first.dataDir, token: first.token });
    expect(await ended(second, id)).toMatchObject({ status: 'PROCESSED', metrics: { numFiles: 3 } });
  });

  it('parses its files again if the request clears the cache', async () => {
    proves('metrics.clear-cache', 'input.file-id-reused');
    const service = await testService();
    const processorId = await service.extractor();
    const fileId = await service.upload('x.txt', 'slowparse 10 some text');
    const stored = (): string[] =>
      readdirSync(`${service.dataDir}/parsed`, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.gz'));
    await batch(service, { processorId, items: [{ fileId }] });
    expect(stored()).toHaveLength(1);
    // A cached parse with another text. The service must not use it.
    const { gzipSync } = await import('node:zlib');
    const { writeFileSync } = await import('node:fs');
    const other = { type: 'TXT', pages: [] };
    writeFileSync(`${service.dataDir}/parsed/${stored()[0]}`, gzipSync(JSON.stringify(other)));
    const pages = async (options: object): Promise<number> =>
      (await batch(service, { processorId, items: [{ fileId }], options })).metrics.numPages;
    expect(await pages({})).toBe(0);
    expect(await pages({ clearPreProcessingCache: true })).toBe(1);
  });

  it.each([
    [{}, 400, 'evaluationSetId'],
    [{ items: [], evaluationSetId: 'x' }, 400, 'items'],
    [{ items: [{ fileId: 'file_none' }] }, 400, 'items[0].fileId'],
    [{ evaluationSetId: 'EMPTY' }, 400, 'evaluationSetId'],
    [{ evaluationSetId: 'EMPTY', source: 'STUDIO' }, 400, 'source'],
    [{ evaluationSetId: 'ev_none' }, 404, ''],
    [{ processorId: 'dp_none', items: [{ fileId: 'x' }] }, 404, ''],
    [{ version: '9.0', items: [{ fileId: 'x' }] }, 404, ''],
  ])('rejects %j', async (body, status, field) => {
    const processorId = await service.extractor();
    const empty = (await service.post('/evaluation_sets', { name: 'e' })).body.evaluationSet.id;
    const filled = JSON.parse(JSON.stringify({ processorId, ...body }).replace('EMPTY', empty)) as object;
    const answer = await service.post('/local/batch_processor_runs', filled);
    expect([answer.status, answer.body.error]).toEqual([
      status,
      expect.stringContaining(status === 404 ? 'Resource not found.' : `param: ${field}`),
    ]);
    expect((await service.get('/batch_processor_runs/bpr_none')).status).toBe(404);
  });
});
