import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRecords } from '../../../../src/analysis/compare/compare-records.ts';
import { averageRepeats } from '../../../../src/analysis/fold/average-repeats.ts';
import { foldRecord, scoreDocuments } from '../../../../src/analysis/fold/fold-record.ts';
import { measureGate } from '../../../../src/analysis/gate/measure-gate.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { buildReport } from '../../../../src/analysis/sections/build-report.ts';
import { gatePolicySchema } from '../../../../src/model/gate/gate-policy.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { changedValues } from '../../../fixtures/changed-values.ts';
import { repeatedRecord } from '../../../fixtures/records/repeated-record.ts';
import { type RecordedPair, writeRecord } from '../../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] };
const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
};
/** Output for a document: the names of its right fields, `failed` or `not run`. */
type Answer = 'both' | 'a' | 'b' | 'none' | 'failed' | 'not run';
const read = (answer: Answer): unknown => {
  if (answer === 'not run') return undefined;
  if (answer === 'failed') return new Error('no answer');
  const right = (field: string) => (answer === 'both' || answer === field ? field : 'x');
  return { value: { a: right('a'), b: right('b') } };
};
const pairs = (...documents: readonly (readonly Answer[])[]): RecordedPair[] =>
  documents.map((outputs, i) => ({
    id: `d${i}`,
    expected: { value: { a: 'a', b: 'b' } },
    outputs: outputs.map(read),
  }));
const tile = (model: Awaited<ReturnType<typeof buildReport>>, metric: string) =>
  model.tiles.find(({ values }) => values[0]?.metric === metric);

describe('rates of a version with several repeats', () => {
  test('use the mean of each document over its repeats, with n as the number of documents', async () => {
    const reader = await repeatedRecord(
      config,
      ['draft'],
      pairs(['both'], ['both'], ['none']),
      pairs(['a'], ['both'], ['none']),
      pairs(['both'], ['both'], ['b']),
    );
    const model = await buildReport(reader);
    // On average, the documents have 5/3, 2 and 1/3 of 2 leaves right, which is 4 of 6 together. They are fully right
    // in 2/3, 1 and 0 of their repeats, and the mean is 5/9.
    const f1 = tile(model, 'f1')?.values[0];
    expect(f1?.value).toBeCloseTo(4 / 6, 12);
    expect(f1?.n).toBe(3);
    const exact = tile(model, 'document_exact')?.values[0];
    expect(exact?.value).toBeCloseTo(5 / 9, 12);
    expect(exact?.n).toBe(3);
    // In the three documents, `a` is right in 3, 3 and 0 of 3 repeats, and `b` is right in 2, 3 and 1.
    const field = (name: string) => model.fields.find((row) => row.field === name);
    expect(field('a')?.f1[0]?.value).toBeCloseTo(2 / 3, 12);
    expect(field('b')?.f1[0]?.value).toBeCloseTo(2 / 3, 12);
    expect(field('b')?.recall[0]?.n).toBe(3);
    expect(model.verdict?.reasons.at(-1)).toContain('all 3 repeats');
  });

  test('count a failed repeat by the policy and ignore an absent repeat', async () => {
    const reader = await repeatedRecord(
      config,
      ['draft'],
      pairs(['both'], ['both']),
      pairs(['failed'], ['not run']),
    );
    const exactUnder = async (failures: 'missing' | 'exclude') =>
      tile(await buildReport(reader, { scoring: { ...defaultScoringOptions, failures } }), 'document_exact')
        ?.values[0]?.value;
    // With `missing`, the failed run counts as wrong: (1/2 + 1) / 2. With `exclude`, it does not count: (1 + 1) / 2.
    expect(await exactUnder('missing')).toBeCloseTo(3 / 4, 12);
    expect(await exactUnder('exclude')).toBe(1);
  });

  test('do not change by a single bit if the repeats are equal', async () => {
    const documents: Answer[][] = [
      ['both', 'a'],
      ['a', 'both'],
      ['none', 'b'],
      ['both', 'both'],
      ['b', 'failed'],
    ];
    const once = await buildReport(await writeRecord(config, ['1.0', 'draft'], pairs(...documents)));
    const thrice = await buildReport(
      await repeatedRecord(
        config,
        ['1.0', 'draft'],
        pairs(...documents),
        pairs(...documents),
        pairs(...documents),
      ),
    );
    expect(thrice.tiles.filter(({ label }) => !label.includes('latency'))).toEqual(
      once.tiles.filter(({ label }) => !label.includes('latency')),
    );
    for (const part of ['fields', 'slices', 'changes'] as const) expect(thrice[part]).toEqual(once[part]);
  });
});

describe('means of parts', () => {
  test('are between the smallest and the largest number, and equal a single number', () => {
    const part = fc.tuple(fc.nat(50), fc.nat(50));
    fc.assert(
      fc.property(fc.array(fc.option(part), { minLength: 1, maxLength: 6 }), (parts) => {
        const known = parts.filter((one) => one !== null);
        const mean = averageRepeats(parts, (part) => part);
        if (known.length === 0) return mean === null;
        return [0, 1].every((at) => {
          const values = known.map((one) => one[at] as number);
          const found = mean?.[at] as number;
          return found >= Math.min(...values) && found <= Math.max(...values);
        });
      }),
    );
    const repeats = [[0.1, 0.3], null, [0.1, 0.3], [0.1, 0.3]] as const;
    expect(averageRepeats(repeats, (part) => part)).toEqual([0.1, 0.3]);
  });
});

describe('comparisons of repeated runs', () => {
  test('use the sign-flip test on shares if a document is right in only some repeats', async () => {
    // Version 1.0 has all ten documents wrong in both repeats. The draft has each of them right in one of two repeats.
    const wrong = Array.from({ length: 10 }, (): Answer[] => ['none', 'both']);
    const half = Array.from({ length: 10 }, (): Answer[] => ['none', 'none']);
    const reader = await repeatedRecord(config, ['1.0', 'draft'], pairs(...wrong), pairs(...half));
    const { comparison } = await compareRecords({ reader, version: '1.0' }, { reader, version: 'draft' });
    const exact = comparison?.headline.find(({ metric }) => metric === 'document_exact');
    expect(exact?.difference.value).toBeCloseTo(0.5, 12);
    // All ten documents differ in the same direction, so 2 of 2^10 sign patterns are at least as extreme. McNemar's
    // test gives the same p.
    expect(exact?.p).toBeCloseTo(2 / 1024, 12);
    expect(exact?.difference.n).toBe(10);
  });

  test('use all repeats of a record, or one requested repeat', async () => {
    const before = await writeRecord(config, ['1.0'], pairs(['both'], ['both'], ['none'], ['a']));
    const after = await repeatedRecord(
      config,
      ['draft'],
      pairs(['both'], ['none'], ['none'], ['a']),
      pairs(['both'], ['both'], ['none'], ['both']),
    );
    const exactOf = async (repeat?: number) => {
      const { comparison } = await compareRecords(
        { reader: before },
        { reader: after, ...(repeat === undefined ? {} : { repeat }) },
      );
      return comparison?.headline.find(({ metric }) => metric === 'document_exact')?.difference.value;
    };
    // The baseline has 2 of 4 documents right. The candidate has 1 document right in the first repeat, and 3 in the
    // second. This is an average of 2 right documents per repeat.
    expect(await exactOf(1)).toBeCloseTo(-1 / 4, 12);
    expect(await exactOf(2)).toBeCloseTo(1 / 4, 12);
    expect(await exactOf()).toBeCloseTo(0, 12);
  });

  test('state which repeat the documents with new errors refer to', async () => {
    const reader = await repeatedRecord(
      config,
      ['1.0', 'draft'],
      pairs(['both', 'a'], ['both', 'both']),
      pairs(['both', 'both'], ['both', 'both']),
    );
    const model = await buildReport(reader);
    expect(changedValues(model.changes, 'newError').map(({ itemId }) => itemId)).toEqual(['d0']);
    expect(model.verdict.reasons.at(-1)).toMatch(/new errors, [^.]*use the first repeat\./);
  });
});

test('measures gate rules over all repeats', async () => {
  const reader = await repeatedRecord(config, ['draft'], pairs(['both'], ['both']), pairs(['a'], ['none']));
  const again = (positions: readonly number[]) => scoreDocuments(reader, defaultScoringOptions, positions);
  const evidence = await measureGate({
    candidate: await foldRecord(reader, { scoring: defaultScoringOptions }),
    pair: null,
    policy: gatePolicySchema.parse({ limits: [{ metric: 'recall', min: 0.9 }] }),
    statistics: defaultStatistics,
    noBaseline: { state: 'none', reason: 'none' },
    readCandidate: again,
    readPair: again,
  });
  // On average, the documents have 3/2 and 2/2 of 2 leaves right, which is 2.5 of 4 together.
  expect(evidence.rules[0]?.subjects[0]?.measurement?.value).toBeCloseTo(2.5 / 4, 12);
  expect(evidence.rules[0]?.subjects[0]?.measurement?.n).toBe(2);
});

describe('classes and packets', () => {
  test('gives a class the mean over repeats, and a matrix of the first repeat', async () => {
    const classes: ProcessorConfig = {
      type: 'CLASSIFY',
      classifications: ['x', 'y'].map((type) => ({ id: type, type, description: type })),
    };
    const answers = (...types: string[]): RecordedPair[] =>
      types.map((type, i) => ({
        id: `d${i}`,
        expected: { id: i < 2 ? 'x' : 'y', type: i < 2 ? 'x' : 'y', confidence: 1 },
        outputs: [{ id: type, type, confidence: 0.9 }],
      }));
    const reader = await repeatedRecord(
      classes,
      ['draft'],
      answers('x', 'x', 'y', 'y'),
      answers('x', 'y', 'y', 'x'),
    );
    const { classes: section } = await buildReport(reader);
    // Of 2 expected documents of class x, 1 + 1/2 are right. Class x is predicted 1 + 1/2 + 1/2 times. So recall and
    // precision are 3/4, and y has the same figures.
    for (const row of section?.perClass ?? []) {
      expect(row.recall[0]?.value).toBeCloseTo(3 / 4, 12);
      expect(row.precision[0]?.value).toBeCloseTo(3 / 4, 12);
      expect(row.support).toBe(2);
    }
    expect(section?.perClass).toHaveLength(2);
    const overall = (metric: string) =>
      section?.overall.find((row) => row.metric === metric)?.values[0]?.value;
    expect(overall('accuracy')).toBeCloseTo(3 / 4, 12);
    // The mean confusion matrix is [[1.5, .5], [.5, 1.5]]. So the F1 of both classes is 3/4, and kappa is (.75 - .5) /
    // .5.
    expect(overall('macro_f1')).toBeCloseTo(3 / 4, 12);
    expect(overall('cohens_kappa')).toBeCloseTo(1 / 2, 12);
    const matrix = section?.matrices[0];
    expect(JSON.stringify(matrix)).not.toContain('.5');
  });

  test('gives a packet the mean over repeats', async () => {
    const splitter: ProcessorConfig = {
      type: 'SPLITTER',
      splitClassifications: [{ id: 'x', type: 'x', description: 'x' }],
    };
    const split = (...starts: number[]) => ({
      splits: starts.map((startPage, i) => ({
        classificationId: 'x',
        type: 'x',
        startPage,
        endPage: (starts[i + 1] ?? 4) - 1,
      })),
    });
    const packet = (...starts: number[]): RecordedPair[] => [
      { id: 'p', expected: split(1, 2), outputs: [split(...starts)], pages: 3 },
    ];
    const model = await buildReport(await repeatedRecord(splitter, ['draft'], packet(1, 2), packet(1)));
    // In the first repeat, 2 of 2 predicted documents are right. In the second repeat, the two documents are merged
    // into 1 wrong document. On average, 1 document is right and 1.5 are predicted, so F1 is 2 x 1 / (2 + 1.5).
    expect(tile(model, 'document_f1')?.values[0]?.value).toBeCloseTo(2 / 3.5, 12);
    expect(tile(model, 'packet_exact')?.values[0]?.value).toBeCloseTo(1 / 2, 12);
  });
});
