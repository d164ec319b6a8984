import { expect, test } from 'vitest';
import {
  type CompareRecordsOptions,
  compareRecords,
} from '../../../../src/analysis/compare/compare-records.ts';
import { compareResult } from '../../../../src/analysis/compare/compare-result.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { RunPlan } from '../../../../src/model/record/run-record.ts';
import type { RecordReader } from '../../../../src/record/read/open-record.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { changedValues } from '../../../fixtures/changed-values.ts';
import { parseResult } from '../../../fixtures/documents/parse-result.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const schema = {
  type: 'object',
  properties: { a: { type: ['string', 'null'] }, b: { type: ['string', 'null'] } },
  required: ['a', 'b'],
};
const config: ProcessorConfig = { type: 'EXTRACT', schema };
const gold = (i: number) => ({ value: { a: `a${i}`, b: `b${i}` } });
/** Returns an output in which `a` is wrong if `i` is below `wrong`. */
const read = (i: number, wrong: number) => ({
  value: { ...gold(i).value, ...(i < wrong ? { a: 'x' } : {}) },
});

/** Writes a record of `n` documents. `a` is wrong in the first `wrong` documents. */
function scoredRecord(name: string, n: number, wrong: number): Promise<RecordReader> {
  return writeRecord(
    config,
    [name],
    Array.from({ length: n }, (_, i) => ({
      id: `i${i}`,
      expected: gold(i),
      outputs: [read(i, wrong)],
      tags: { half: i % 2 === 0 ? 'even' : 'odd' },
    })),
  );
}

async function compared(before: RecordReader, after: RecordReader, options: CompareRecordsOptions = {}) {
  return compareResult(await compareRecords({ reader: before }, { reader: after }, options));
}

test('fits the published schema and has the exact figures of a small comparison', async () => {
  const answer = await compared(await scoredRecord('old', 40, 12), await scoredRecord('new', 40, 2));
  parseResult('compare.json', JSON.stringify(answer));
  // Field `a` is right in 28 of 40 documents before and in 38 after. 10 documents are now right and none is newly
  // wrong, so McNemar's test gives p = 2 / 2^10.
  const a = answer.fields.find(({ scope }) => scope === 'field:a');
  expect(a?.difference.value).toBeCloseTo(38 / 40 - 28 / 40, 12);
  expect(a?.p).toBeCloseTo(2 / 1024, 12);
  expect(changedValues(answer.changes, 'nowRight').map(({ itemId }) => itemId)).toEqual(
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((i) => `i${i}`),
  );
  expect(changedValues(answer.changes, 'newError')).toEqual([]);
  expect(answer.recommendation).toBe('publish');
});

test('names the field with a loss, and reverses every sign if the sides are swapped', async () => {
  const down = await compared(await scoredRecord('old', 60, 0), await scoredRecord('new', 60, 15));
  expect(down.recommendation).toBe('do-not-publish');
  expect(down.fields.filter(({ verdict }) => verdict === 'regressed').map(({ scope }) => scope)).toEqual([
    'field:a',
  ]);
  expect(changedValues(down.changes, 'newError')).toHaveLength(15);
  expect(changedValues(down.changes, 'newError')[0]).toEqual({
    itemId: 'i0',
    path: 'a',
    expected: 'a0',
    baseline: 'a0',
    candidate: 'x',
  });
  const up = await compared(await scoredRecord('new', 60, 15), await scoredRecord('old', 60, 0));
  expect(up.headline.map(({ difference }) => difference.value)).toEqual(
    down.headline.map(({ difference }) => -(difference.value as number)),
  );
});

test('finds no difference between two runs of the same outputs', async () => {
  const answer = await compared(await scoredRecord('a', 30, 5), await scoredRecord('b', 30, 5));
  expect(answer.changes.length).toBe(0);
  expect(answer.headline.map(({ difference }) => difference.value)).toEqual([0, 0]);
  expect(answer.recommendation).not.toBe('do-not-publish');
});

test('rejects records with different items or scorers; `common` keeps the shared items', async () => {
  const [five, six] = [await scoredRecord('a', 5, 1), await scoredRecord('b', 6, 1)];
  await expect(compared(five, six)).rejects.toMatchObject({ code: 'RECORDS_NOT_COMPARABLE' });
  const common = await compared(five, six, { common: true });
  expect(common.documents).toBe(5);
  expect(common.restrictions).toHaveLength(1);
  expect(common.restrictions[0]).toContain('only the 5 shared items');
  // Returns other scoring options for the candidate than for the baseline.
  const byPlan = ({ versions }: RunPlan) => ({
    scoring: {
      ...defaultScoringOptions,
      emptiness: versions[0]?.requested === 'a' ? ('service' as const) : ('strict' as const),
    },
    statistics: defaultStatistics,
  });
  const other = await scoredRecord('b', 5, 1);
  await expect(compared(five, other, { optionsOf: byPlan })).rejects.toThrow('emptiness: service / strict');
});

test('compares each class, with interval and verdict', async () => {
  const classifications = ['invoice', 'letter'].map((type) => ({ id: type, type, description: '' }));
  const side = (name: string, wrong: number) =>
    writeRecord(
      { type: 'CLASSIFY', classifications },
      [name],
      Array.from({ length: 60 }, (_, i) => {
        const type = i < 30 ? 'invoice' : 'letter';
        const answered = i < wrong ? 'letter' : type;
        return { id: `d${i}`, expected: { type }, outputs: [{ id: answered, type: answered }] };
      }),
    );
  const answer = await compared(await side('old', 0), await side('new', 12));
  parseResult('compare.json', JSON.stringify(answer));
  // The candidate finds 18 of 30 invoices and predicts invoice 18 times, so F1 is 36 / 48. It finds all 30 letters and
  // predicts letter 42 times, so F1 is 60 / 72.
  expect(answer.classes.map(({ scope, candidate }) => [scope, candidate.value])).toEqual([
    ['class:invoice', 36 / 48],
    ['class:letter', 60 / 72],
  ]);
  expect(answer.classes.every(({ verdict }) => verdict === 'regressed')).toBe(true);
  expect(answer.recommendation).toBe('do-not-publish');
});

test('without gold, the suggested command names both compared records', async () => {
  const recordOf = (value: string) =>
    writeRecord(config, ['1.0'], [{ id: 'i', expected: undefined, outputs: [{ value: { a: value } }] }]);
  const [before, after] = [await recordOf('x'), await recordOf('y')];
  const { summary } = await compareRecords(
    { reader: before, version: '1.0' },
    { reader: after, version: '1.0' },
  );
  expect(summary.outcome.state).toBe('noGold');
  expect(before.dir).not.toBe(after.dir);
  expect(summary.outcome.nextStep).toContain(
    `\`goldset compare ${before.dir} ${after.dir} --label-differences FILE\``,
  );
});
