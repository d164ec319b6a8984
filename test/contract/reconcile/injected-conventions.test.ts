import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '../../../src/analysis/reconcile/reconcile.ts';
import { getOrCreate } from '../../../src/base/collections.ts';
import {
  type ProcessorConfig,
  processorConfigSchema,
} from '../../../src/model/processor/processor-config.ts';
import type { Reconciliation } from '../../../src/model/report/sections/reconciliation.ts';
import {
  type BatchProcessorRun,
  injectableConventions,
} from '../../../src/model/wire/batch-processor-run.ts';
import type { RecordReader } from '../../../src/record/read/open-record.ts';
import { startService } from '../../../src/service/start-service.ts';
import { long, someOf } from '../../fixtures/long-form.ts';
import { writeRecord } from '../../fixtures/records/write-record.ts';
import { type TestService, withRequests } from '../../fixtures/service/service-harness.ts';

const echoEngine = new URL('../../fixtures/service/echo-engine.ts', import.meta.url).href;

/** A document with the output of the processor (`null`: the run fails) and the expected output. */
interface Pair {
  readonly output: unknown;
  readonly expected: unknown;
}

const text = { type: ['string', 'null'], description: 'd' };
const number = { type: ['number', 'null'], description: 'd' };
const invoices = processorConfigSchema.parse({
  type: 'EXTRACT',
  schema: {
    type: 'object',
    required: ['name', 'code', 'label', 'total', 'amount', 'place', 'lines'],
    properties: {
      name: text,
      code: text,
      label: text,
      total: number,
      amount: {
        type: 'object',
        'service:type': 'currency',
        description: 'd',
        properties: { amount: number, iso_4217_currency_code: text },
        required: ['amount', 'iso_4217_currency_code'],
        additionalProperties: false,
      },
      place: { type: 'object', required: ['city'], properties: { city: text } },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          required: ['item', 'price', 'count'],
          properties: { item: text, price: number, count: number },
        },
      },
    },
  },
});

const line = (item: string, price: number | null, count: number | null) => ({ item, price, count });

/** 24 documents with errors. Each kind of error occurs in every nth document, with n from 4 to 11. */
const invoicePairs: Pair[] = Array.from({ length: 24 }, (_, index) => {
  const lines = Array.from({ length: (index % 4) + 1 }, (_, row) =>
    line(`item ${index}-${row}`, 10 * row + index, row + 1),
  );
  const expected = {
    name: `Firm number ${index} of Norwood`,
    code: index % 5 === 0 ? null : `A-${100 + index}`,
    label: index % 7 === 0 ? '' : `1${index}.50`,
    total: 100 + index,
    amount: { amount: 50 + index, iso_4217_currency_code: 'EUR' },
    place: index % 6 === 0 ? {} : { city: `Town ${index}` },
    lines,
  };
  const output = structuredClone(expected) as Record<string, unknown> & typeof expected;
  // These names have similarities to the expected name of about 0.68, 0.86 and 0.96.
  if (index % 8 === 1) output.name = 'Firm number of Nor';
  if (index % 8 === 2) output.name = `Firm numbr ${index} of Nrwod`;
  if (index % 8 === 3) output.name = `Firm number ${index} of Norwoods`;
  if (index % 9 === 4) output.code = output.code === null ? 'A-1' : output.code.toLowerCase();
  if (index % 9 === 5) output.place = { city: `Town  ${index} ` };
  if (index % 9 === 6) output.place = { city: `Town${index}` };
  if (index % 11 === 2) output.label = `1${index},50`;
  if (index % 11 === 7) output.amount = { amount: 50 + index, iso_4217_currency_code: 'USD' };
  if (index % 6 === 0) output.place = { city: 'Somewhere' };
  if (index % 10 === 0) (output as { code: unknown }).code = 'invented';
  if (index % 10 === 9) output.total = 1;
  if (index % 4 === 2) output.lines = [...lines].reverse();
  if (index % 4 === 3) output.lines = lines.slice(1);
  return { output: { value: output, metadata: {} }, expected: { value: expected, metadata: {} } };
});

const classes = ['invoice', 'letter', 'order'].map((type) => ({ id: `c_${type}`, type, description: type }));
const kinds = processorConfigSchema.parse({ type: 'CLASSIFY', classifications: classes });
const answer = (at: number) => ({ id: classes[at % 3]?.id, type: classes[at % 3]?.type, confidence: 0.9 });
const classPairs: Pair[] = Array.from({ length: 20 }, (_, index) => {
  const expected = index < 12 ? 0 : index < 17 ? 1 : 2;
  const given = index === 3 || index === 13 || index === 18 || index === 19 ? expected + 1 : expected;
  return { output: answer(given), expected: answer(expected) };
});
/** All classes have the same number of documents, so the micro and the macro average are equal. */
const balancedPairs = [1, 2, 3, 12, 13, 14, 17, 18, 19].map((index) => classPairs[index] as Pair);

const packets = processorConfigSchema.parse({ type: 'SPLITTER', splitClassifications: classes });
const split = (at: number, startPage: number, endPage: number) => ({
  classificationId: classes[at % 3]?.id,
  type: classes[at % 3]?.type,
  startPage,
  endPage,
});
const packetPairs: Pair[] = Array.from({ length: 12 }, (_, index) => {
  const expected = Array.from({ length: (index % 4) + 1 }, (_, at) => split(at, 2 * at + 1, 2 * at + 2));
  const output = expected.map((one, at) =>
    at === 0 && index % 3 === 0
      ? { ...one, ...split(at + 1, 1, 2) }
      : at === 1 && index % 4 === 1
        ? { ...one, endPage: one.endPage + 1 }
        : one,
  );
  return { output: { splits: output }, expected: { splits: expected } };
});

let service: TestService;
const folder = mkdtempSync(path.join(tmpdir(), 'goldset-reconcile-'));

beforeAll(async () => {
  service = withRequests(
    await startService({ dataDir: folder, engineModule: echoEngine, workers: 1, drainMs: 500 }),
  );
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

/** A processor on the service with its documents, and a record with the same outputs. */
class Bed {
  readonly reader: RecordReader;
  readonly #processorId: string;
  readonly #items: readonly { fileId: string; expectedOutput: unknown }[];

  constructor(
    reader: RecordReader,
    processorId: string,
    items: readonly { fileId: string; expectedOutput: unknown }[],
  ) {
    this.reader = reader;
    this.#processorId = processorId;
    this.#items = items;
  }

  /**
   * Returns a processor and a record with these documents. Also adds a document with a failed run and the gold of
   * `failed`. Tests with the same documents share the result, because a reconciliation changes nothing.
   */
  static of(config: ProcessorConfig, pairs: readonly Pair[], failed = pairs[1]): Promise<Bed> {
    return getOrCreate(beds, pairs, () =>
      Bed.#make(config, [...pairs, { output: null, expected: failed?.expected }]),
    );
  }

  static async #make(config: ProcessorConfig, pairs: readonly Pair[]): Promise<Bed> {
    const { body } = await service.post('/processors', { name: 'p', type: config.type, config });
    const items = await Promise.all(
      pairs.map(async ({ output, expected }, index) => ({
        fileId: await service.upload(`${index}.txt`, output === null ? 'no JSON' : JSON.stringify(output)),
        expectedOutput: expected,
      })),
    );
    const reader = await writeRecord(
      config,
      ['draft'],
      pairs.map(({ output, expected }, index) => ({
        id: `doc-${index}`,
        expected,
        outputs: [output ?? new Error('no output')],
      })),
    );
    return new Bed(reader, body.processor.id, items);
  }

  async batch(options: object): Promise<BatchProcessorRun & { altered: { fileId: string }[] }> {
    const created = await service.post('/local/batch_processor_runs', {
      processorId: this.#processorId,
      items: this.#items,
      options,
    });
    expect([created.status, created.body.error]).toEqual([200, undefined]);
    const { id } = created.body.batchProcessorRun;
    const deadline = Date.now() + 20_000;
    for (;;) {
      const { batchProcessorRun } = (await service.get(`/batch_processor_runs/${id}`)).body;
      if (batchProcessorRun.status === 'PROCESSED') {
        const { alteredDocuments } = (
          await service.get(`/local/batch_processor_runs/${id}/altered_documents`)
        ).body;
        return { ...batchProcessorRun, altered: alteredDocuments };
      }
      if (batchProcessorRun.status === 'FAILED' || Date.now() > deadline) throw new Error('the batch failed');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async reconcile(options: object): Promise<Reconciliation & { altered: string[] }> {
    const batch = await this.batch(options);
    const { altered } = batch;
    const changed = altered.map(({ fileId }) => this.#items.findIndex((item) => item.fileId === fileId));
    return { ...(await reconcile(this.reader, batch)), altered: changed.map((index) => `doc-${index}`) };
  }
}

const beds = new Map<readonly Pair[], Promise<Bed>>();
const options = { fuzzyMatchFields: ['name'], excludeFields: ['total'] };

describe('a reconciliation with the local service over HTTP', () => {
  it.each([
    ['EXTRACT', invoices, invoicePairs, {}],
    ['EXTRACT with options', invoices, invoicePairs, options],
    ['CLASSIFY', kinds, classPairs, {}],
    ['SPLITTER', packets, packetPairs, {}],
  ] as const)('finds all figures of %s equal', async (_, config, pairs, batchOptions) => {
    const bed = await Bed.of(config, pairs);
    const { rows, verdict } = await bed.reconcile(batchOptions);
    expect(rows.filter(({ status }) => status === 'differs')).toEqual([]);
    expect(verdict).toBe('equal');
    expect(rows.filter(({ status }) => status === 'not-compared').map(({ figure }) => figure)).toEqual([
      'meanRunTimeMs',
    ]);
  });

  describe('names the injected convention', () => {
    const ofExtraction = injectableConventions.filter(
      (name) => !['macro-averaged', 'split-types-ignored'].includes(name),
    );
    it.each(someOf(ofExtraction, 9))('extraction: %s', async (name) => {
      const bed = await Bed.of(invoices, invoicePairs);
      const { verdict, explanations, altered, sentence, rows } = await bed.reconcile({
        ...options,
        injectedConventions: [name],
      });
      const [first] = explanations;
      expect([verdict, first?.changes.length]).toEqual(['explained', 1]);
      const { id, candidates } = first?.changes[0] ?? { id: '', candidates: [] };
      if (name.startsWith('fuzzy-threshold-'))
        expect(id.replace('fuzzy-threshold-', '').split('|')).toContain(name.replace('fuzzy-threshold-', ''));
      else expect(id).toBe(name);
      if (altered.length > 0)
        expect(explanations.flatMap(({ changes }) => changes[0]?.candidates)).toEqual(
          expect.arrayContaining(altered),
        );
      else expect(candidates).toEqual([]);
      expect(sentence).toMatch(/differ\. All are equal when/);
      expect(
        rows
          .filter(({ status }) => status === 'differs')
          .every(({ finding }) => finding?.startsWith('equal when')),
      ).toBe(true);
    });

    it.each(['macro-averaged', 'failures-counted', 'label-edited', 'document-missing'])(
      'classification: %s',
      async (name) => {
        const bed = await Bed.of(kinds, classPairs);
        const { verdict, explanations, altered } = await bed.reconcile({ injectedConventions: [name] });
        expect([verdict, explanations[0]?.changes.map(({ id }) => id)]).toEqual(['explained', [name]]);
        if (altered.length > 0)
          expect(explanations[0]?.changes[0]?.candidates).toEqual(expect.arrayContaining(altered));
      },
    );

    it.each(['failures-counted', 'document-missing'])(
      'a mean over the classes, and %s, at once',
      async (name) => {
        const bed = await Bed.of(kinds, balancedPairs, balancedPairs[8]);
        const { verdict, explanations } = await bed.reconcile({
          injectedConventions: ['macro-averaged', name],
        });
        expect(verdict).toBe('explained');
        expect(explanations[0]?.changes.map(({ id }) => id).sort()).toEqual(['macro-averaged', name].sort());
      },
    );

    it.each([
      'macro-averaged',
      'split-types-ignored',
      'failures-counted',
      'label-edited',
      'document-missing',
    ])('splitting: %s', async (name) => {
      const bed = await Bed.of(packets, packetPairs);
      const { verdict, explanations, altered } = await bed.reconcile({ injectedConventions: [name] });
      expect([verdict, explanations[0]?.changes.map(({ id }) => id)]).toEqual(['explained', [name]]);
      if (altered.length > 0)
        expect(explanations[0]?.changes[0]?.candidates).toEqual(expect.arrayContaining(altered));
    });

    // In an extraction, the search for two conventions takes as long as all other tests together.
    describe.runIf(long)('in an extraction', () => {
      const pairs = [
        ['null-counted', 'micro-averaged'],
        ['rows-by-index', 'document-missing'],
      ] as const;
      it.each(pairs)('two at once: %s and %s', async (one, other) => {
        const { verdict, explanations } = await (await Bed.of(invoices, invoicePairs)).reconcile({
          ...options,
          injectedConventions: [one, other],
        });
        expect(verdict).toBe('explained');
        expect(explanations[0]?.changes.map(({ id }) => id).sort()).toEqual([one, other].sort());
      });
    });
  });
});
