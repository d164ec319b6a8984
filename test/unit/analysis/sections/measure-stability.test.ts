import { expect, test } from 'vitest';
import { foldRecord } from '../../../../src/analysis/fold/fold-record.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { buildReport } from '../../../../src/analysis/sections/build-report.ts';
import { measureStability } from '../../../../src/analysis/sections/measure-stability.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { RecordReader } from '../../../../src/record/read/open-record.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { repeatedRecord } from '../../../fixtures/records/repeated-record.ts';
import type { RecordedPair } from '../../../fixtures/records/write-record.ts';

const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: { name: { type: ['string', 'null'] }, total: { type: ['number', 'null'] } },
    required: ['name', 'total'],
  },
};

const pair = (id: string, name: string | null, total: number | null, failed = false): RecordedPair => ({
  id,
  expected: { value: { name: 'A', total: 1 } },
  outputs: [failed ? new Error('no answer') : { value: { name, total } }],
});

const stabilityOf = async (reader: RecordReader) =>
  measureStability(await foldRecord(reader, { scoring: defaultScoringOptions }), defaultStatistics);

test('measures how often repeats of a document agree, and how often all are right', async () => {
  const reader = await repeatedRecord(
    config,
    ['draft'],
    [pair('steady', 'A', 1), pair('flips', 'A', 1), pair('wanders', 'A', 2)],
    [pair('steady', 'A', 1), pair('flips', 'A', 5), pair('wanders', 'A', 3)],
    [pair('steady', 'A', 1), pair('flips', 'A', 1), pair('wanders', 'A', null)],
  );
  const [draft] = await stabilityOf(reader);
  expect(draft).toMatchObject({ version: 'draft', repeats: 3 });
  // The documents are right in 3, 2 and 0 of 3 repeats. The probabilities that k drawn repeats are all right are 1, 2/3
  // and 0 for k = 1. They are 1, 1/3 and 0 for k = 2, and 1, 0 and 0 for k = 3.
  const found = draft?.passHat.map(({ value }) => value as number) ?? [];
  [5 / 9, 4 / 9, 1 / 3].forEach((wanted, i) => {
    expect(found[i]).toBeCloseTo(wanted, 12);
  });
  // Only the document "flips" changes between right and wrong, in 2 of its 3 pairs of repeats.
  expect(draft?.flips.value).toBeCloseTo(2 / 9, 12);
  // The total differs in 2 of 3 pairs of repeats of "flips", and in all three pairs of "wanders". The name never
  // changes.
  const [total, name] = draft?.fields ?? [];
  expect(total?.field).toBe('total');
  expect(total?.outcomeFlips.value).toBeCloseTo(2 / 9, 12);
  expect(total?.valueFlips.value).toBeCloseTo(5 / 9, 12);
  expect(total?.valueFlips.n).toBe(3);
  expect([name?.field, name?.valueFlips.value]).toEqual(['name', 0]);
});

test('counts a failed repeat as wrong and ignores a repeat that was not run', async () => {
  const notRun: RecordedPair = { ...pair('b', 'A', 1), outputs: [undefined] };
  const reader = await repeatedRecord(
    config,
    ['draft'],
    [pair('a', 'A', 1), pair('b', 'A', 1)],
    [pair('a', 'A', 1, true), notRun],
  );
  const [draft] = await stabilityOf(reader);
  // `a` is right in the first repeat and failed in the second. `b` has only one repeat, so it has no pairs of repeats.
  expect(draft?.flips).toMatchObject({ value: 1, n: 1, unscored: 1 });
  expect(draft?.passHat.map(({ value }) => value)).toEqual([0.75, 0]);
});

test('reports how stable a version is', async () => {
  const reader = await repeatedRecord(
    config,
    ['draft'],
    [pair('a', 'A', 1), pair('b', 'A', 2)],
    [pair('a', 'A', 1), pair('b', 'A', 1)],
  );
  const { method } = await buildReport(reader);
  // The text shows each figure with its interval and the number of documents.
  const half = String.raw`50\.0 % \[9\.5–90\.5\] \(n = 2\)`;
  expect(method.facts.find(({ name }) => name === 'Stability of draft')?.value).toMatch(
    new RegExp(
      String.raw`^fully right in one repeat: 75\.0 % \[[\d.]+–[\d.]+\] \(n = 2\); in all 2: ${half}; in exactly one of two: ${half}; two repeats differ most in total ${half}$`,
    ),
  );
});

test('gives no stability for one repeat', async () => {
  expect(await stabilityOf(await repeatedRecord(config, ['draft'], [pair('a', 'A', 1)]))).toEqual([]);
});

test('uses the predicted class as the value of a classified document', async () => {
  const classes: ProcessorConfig = {
    type: 'CLASSIFY',
    classifications: ['x', 'y', 'z'].map((type) => ({ id: type, type, description: type })),
  } as ProcessorConfig;
  const answer = (id: string, type: string): RecordedPair => ({
    id,
    expected: { id: 'x', type: 'x', confidence: 1 },
    outputs: [{ id: type, type, confidence: 0.9 }],
  });
  const reader = await repeatedRecord(
    classes,
    ['draft'],
    [answer('a', 'x'), answer('b', 'y')],
    [answer('a', 'x'), answer('b', 'z')],
  );
  const [draft] = await stabilityOf(reader);
  // `b` changes from one wrong class to another, so its value flips, but its outcome does not.
  expect(draft?.fields[0]?.valueFlips.value).toBe(0.5);
  expect(draft?.fields[0]?.outcomeFlips.value).toBe(0);
});
