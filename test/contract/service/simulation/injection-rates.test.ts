import { describe, expect, it } from 'vitest';
import { getOrCreate } from '../../../../src/base/collections.ts';
import type { BatchMetrics } from '../../../../src/model/wire/batch-processor-run.ts';
import { times } from '../../../fixtures/long-form.ts';
import { sharedService } from '../../../fixtures/service/service-harness.ts';

// Checks that the service's own metrics measure the rates of the injected errors. The text of each document is also its
// output and its expected output, so only injected errors are wrong. Everything is seeded, so no test can fail by
// chance.

const echoEngine = new URL('../../../fixtures/service/echo-engine.ts', import.meta.url).href;
const service = sharedService({ engineModule: echoEngine });
const documents = times(42, 150);

const text = { type: ['string', 'null'], description: 'd' };
const extractor = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    required: ['name', 'note', 'lines'],
    properties: {
      name: text,
      note: text,
      lines: { type: 'array', items: { type: 'object', required: ['item'], properties: { item: text } } },
    },
  },
};
const classes = ['a', 'b', 'c'].map((id) => ({ id, type: id, description: id }));

type MakeDocument = (index: number) => readonly [output: unknown, expected: unknown];

/** Uploaded items by kind of document. All processors use the same files, so each kind is uploaded once. */
const uploaded = new Map<MakeDocument, Promise<readonly object[]>>();

function upload(document: MakeDocument): Promise<readonly object[]> {
  return Promise.all(
    Array.from({ length: documents }, async (_, index) => {
      const [output, expectedOutput] = document(index);
      return { fileId: await service.upload(`${index}.txt`, JSON.stringify(output)), expectedOutput };
    }),
  );
}

async function measured(
  type: string,
  config: object,
  settings: object,
  document: MakeDocument,
): Promise<BatchMetrics> {
  const processorId = (await service.post('/processors', { name: 'p', type, config: { type, ...config } }))
    .body.processor.id;
  const injected = await service.post('/local/injected_errors', { processorId, seed: 7, ...settings });
  expect([injected.status, injected.body.error]).toEqual([200, undefined]);
  const items = await getOrCreate(uploaded, document, () => upload(document));
  const created = await service.post('/local/batch_processor_runs', { processorId, items });
  const { id } = created.body.batchProcessorRun;
  const read = async () => (await service.get(`/batch_processor_runs/${id}`)).body.batchProcessorRun;
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('PROCESSED');
  return (await read()).metrics;
}

/** Expects a share within three standard errors of the expected share. */
function expectShare(found: number | null | undefined, wanted: number, n: number): void {
  expect(found).toBeTypeOf('number');
  const error = Math.sqrt((wanted * (1 - wanted)) / n);
  expect([wanted, Math.abs((found ?? Number.NaN) - wanted) <= 3 * error]).toEqual([wanted, true]);
}

const sure = { logprobsConfidence: 0.5 };

function fields(index: number) {
  const value = {
    name: `Name ${index}`,
    note: index % 2 === 0 ? `Note ${index}` : null,
    lines: [{ item: `first ${index}` }, { item: `second ${index}` }, { item: `third ${index}` }],
  };
  return [{ value, metadata: { name: sure } }, { value }] as const;
}

describe('metrics of injected errors', () => {
  it('match the rates of dropped and altered values', async () => {
    const settings = { fields: { name: { drop: 0.2, alter: 0.3 } } };
    const { name, note } = (await measured('EXTRACT', extractor, settings, fields)).fieldMetrics ?? {};
    // Half of the values are correct. 80 % are extracted, so the precision is 0.5 / 0.8.
    expectShare(name?.recallPerc, 0.5, documents);
    expectShare(name?.precisionPerc, 0.5 / 0.8, documents * 0.8);
    expect(note).toMatchObject({ recallPerc: 1, precisionPerc: 1 });
  });

  it('match the rates of added values', async () => {
    const settings = { fields: { note: { add: 0.4 } } };
    const { name, note } = (await measured('EXTRACT', extractor, settings, fields)).fieldMetrics ?? {};
    // Half of the documents have a note. Of the other half, 40 % get a wrong note, so 0.5 / (0.5 + 0.5 * 0.4) of the
    // extracted notes are correct.
    expect(note?.recallPerc).toBe(1);
    expectShare(note?.precisionPerc, 0.5 / 0.7, documents * 0.7);
    expect(name).toMatchObject({ recallPerc: 1, precisionPerc: 1 });
  });

  it('match the rates of dropped rows', async () => {
    const metrics = await measured('EXTRACT', extractor, { fields: { lines: { drop: 0.25 } } }, fields);
    expectShare(metrics.fieldMetrics?.lines?.recallPerc, 0.75, documents * 3);
    expect(metrics.fieldMetrics?.lines?.precisionPerc).toBe(1);
    // Each of the three rows remains with a probability of 0.75.
    expectShare((metrics.arrayCardinalityMetrics?.lines ?? 0) / documents, 0.75 ** 3, documents);
  });

  it.each([
    ['over-confident', { base: 'injected', shift: 0.5 }, 0.7 + 0.3 * 0.5],
    ['calibrated', { base: 'injected' }, 0.7],
    ['under-confident', { base: 'injected', shift: -0.5 }, 0.7 * 0.5],
  ])('match confidences that are %s', async (_name, confidence, wanted) => {
    const settings = { fields: { name: { alter: 0.3 } }, confidence };
    const { name } = (await measured('EXTRACT', extractor, settings, fields)).fieldMetrics ?? {};
    expectShare(name?.recallPerc, 0.7, documents);
    expect(name?.meanConfidence).toBeCloseTo(wanted, 10);
  });

  it('match a matrix of confused classes', async () => {
    const settings = { confusion: { a: { b: 0.3, c: 0.1 }, b: { a: 0.5 } } };
    const { confusionMatrix, accuracyPercByClassification } = await measured(
      'CLASSIFY',
      { classifications: classes },
      settings,
      (index) => {
        const { id, type } = classes[index % 3] as (typeof classes)[number];
        return [
          { id, type, confidence: 0.5, index },
          { id, type },
        ];
      },
    );
    const n = documents / 3;
    expectShare((confusionMatrix?.a?.b ?? 0) / n, 0.3, n);
    expectShare((confusionMatrix?.a?.c ?? 0) / n, 0.1, n);
    expectShare((confusionMatrix?.b?.a ?? 0) / n, 0.5, n);
    expectShare(accuracyPercByClassification?.a, 0.6, n);
    expect(confusionMatrix?.c).toEqual({ c: n });
    expect(accuracyPercByClassification?.c).toBe(1);
  });

  const splits = [1, 4, 7, 10].map((startPage) => ({
    classificationId: 'a',
    type: 'a',
    startPage,
    endPage: startPage + 2,
  }));
  const packet = (index: number) => [{ splits, index }, { splits }] as const;
  const packets = (rates: object): Promise<BatchMetrics> =>
    measured('SPLITTER', { splitClassifications: classes }, { splits: rates }, packet);
  // Of every four packets, two have one boundary, and the other two have two boundaries.
  const untouched = (rate: number): number => (2 * (1 - rate) + 2 * (1 - rate) ** 2) / 4;

  it('match the rate of missed boundaries', async () => {
    const metrics = await packets({ miss: 0.2 });
    expectShare(metrics.recallPerc, untouched(0.2), documents * 4);
    const boundaries = (metrics.numPredictedDocs ?? 0) / documents - 1;
    expectShare(boundaries / 3, 0.8, documents * 3);
  });

  it('match the rate of shifted boundaries', async () => {
    const metrics = await packets({ shift: 0.3 });
    expectShare(metrics.recallPerc, untouched(0.3), documents * 4);
    expect(metrics.numPredictedDocs).toBe(documents * 4);
    expect(metrics.precisionPerc).toBe(metrics.recallPerc);
  });

  it('match the rate of added boundaries', async () => {
    const metrics = await packets({ add: 0.25 });
    expectShare(metrics.recallPerc, 0.75, documents * 4);
    expectShare((metrics.numPredictedDocs ?? 0) / (documents * 4) - 1, 0.25, documents * 4);
  });
});
