import { expect, test } from 'vitest';
import { compareRuns, type JudgedItems } from '../../../../src/analysis/compare/compare-runs.ts';
import { compareAnswerSchema } from '../../../../src/model/compare-answer.ts';
import type { ProcessorConfig } from '../../../../src/model/processor-config.ts';
import { scoreClassification } from '../../../../src/scorers/classification/score-classification.ts';
import { scoreExtraction } from '../../../../src/scorers/extraction/score-extraction.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { writeRecord } from '../../../fixtures/write-record.ts';

const schema = {
  type: 'object',
  properties: { a: { type: ['string', 'null'] }, b: { type: ['string', 'null'] } },
  required: ['a', 'b'],
};
const config: ProcessorConfig = { type: 'EXTRACT', schema };
const gold = (i: number) => ({ value: { a: `a${i}`, b: `b${i}` } });
/** A wrong `a` in the documents below `wrong`. */
const read = (i: number, wrong: number) => ({
  value: { ...gold(i).value, ...(i < wrong ? { a: 'x' } : {}) },
});

function judged(name: string, n: number, wrong: number, options = defaultScoringOptions): JudgedItems {
  return {
    name,
    config,
    items: Array.from({ length: n }, (_, i) => ({
      id: `i${i}`,
      tags: { half: i % 2 === 0 ? 'even' : 'odd' },
      latencyMs: 100 + wrong,
      judgement: {
        kind: 'EXTRACT' as const,
        ledger: scoreExtraction({ expected: gold(i), predicted: read(i, wrong), schema }, options),
      },
    })),
  };
}

test('judged items and the records they came from compare alike, and fit the published schema', async () => {
  const records = await Promise.all(
    [12, 2].map((wrong, side) =>
      writeRecord(
        config,
        [side === 0 ? 'old' : 'new'],
        Array.from({ length: 40 }, (_, i) => ({
          id: `i${i}`,
          expected: gold(i),
          outputs: [read(i, wrong)],
          tags: { half: i % 2 === 0 ? 'even' : 'odd' },
        })),
      ),
    ),
  );
  const [before, after] = records as [(typeof records)[0], (typeof records)[0]];
  const fromRecords = await compareRuns(before, after);
  const fromItems = await compareRuns(judged('old', 40, 12), judged('new', 40, 2));
  for (const answer of [fromRecords, fromItems]) compareAnswerSchema.parse(answer);
  for (const part of [
    'recommendation',
    'sentence',
    'headline',
    'fields',
    'broke',
    'fixed',
    'slices',
  ] as const)
    expect(fromItems[part]).toEqual(fromRecords[part]);
  // a: 28 of 40 right, then 38 of 40; 10 documents were fixed, none broke: McNemar p = 2 / 2^10.
  const a = fromItems.fields.find(({ scope }) => scope === 'field:a');
  expect(a?.difference.value).toBeCloseTo(38 / 40 - 28 / 40, 12);
  expect(a?.p).toBeCloseTo(2 / 1024, 12);
  expect(fromItems.fixed.map(({ itemId }) => itemId)).toEqual(
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((i) => `i${i}`),
  );
  expect(fromItems.broke).toEqual([]);
  expect(fromItems.recommendation).toBe('publish');
});

test('a loss in one field is named, and swapping the sides turns every sign', async () => {
  const down = await compareRuns(judged('old', 60, 0), judged('new', 60, 15));
  expect(down.recommendation).toBe('do-not-publish');
  expect(down.fields.filter(({ verdict }) => verdict === 'regressed').map(({ scope }) => scope)).toEqual([
    'field:a',
  ]);
  expect(down.broke).toHaveLength(15);
  expect(down.broke[0]).toEqual({ itemId: 'i0', path: 'a', expected: 'a0', baseline: 'a0', candidate: 'x' });
  const up = await compareRuns(judged('new', 60, 15), judged('old', 60, 0));
  expect(up.headline.map(({ difference }) => difference.value)).toEqual(
    down.headline.map(({ difference }) => -(difference.value as number)),
  );
  // Every document took 15 ms longer: no spread, so the interval is that value.
  expect(down.speed[0]?.difference).toMatchObject({ value: 15, interval: { low: 15, high: 15 } });
});

test('the same items twice differ in nothing', async () => {
  const answer = await compareRuns(judged('a', 30, 5), judged('b', 30, 5));
  expect(answer.broke.length + answer.fixed.length + answer.changedWrong.length).toBe(0);
  expect(answer.headline.map(({ difference }) => difference.value)).toEqual([0, 0]);
  expect(answer.recommendation).not.toBe('do-not-publish');
});

test('other items, other scorers and other kinds are refused; common keeps the shared ones', async () => {
  const [five, six] = [judged('a', 5, 1), judged('b', 6, 1)];
  await expect(compareRuns(five, six)).rejects.toMatchObject({ code: 'RECORDS_NOT_COMPARABLE' });
  const common = await compareRuns(five, six, { common: true });
  expect([common.documents, common.restrictions]).toEqual([5, ['only the 5 shared items; 1 left out']]);
  const strict = judged('b', 5, 1, { ...defaultScoringOptions, emptiness: 'strict' });
  await expect(compareRuns(five, strict)).rejects.toThrow('emptiness: service / strict');
  const record = await writeRecord(config, ['1.0'], []);
  await expect(compareRuns(five, record)).rejects.toMatchObject({ code: 'USAGE' });
});

test('classes are compared one by one, with intervals and verdicts', async () => {
  const classifications = ['invoice', 'letter'].map((type) => ({ id: type, type, description: '' }));
  const side = (name: string, wrong: number): JudgedItems => ({
    name,
    config: { type: 'CLASSIFY', classifications },
    items: Array.from({ length: 60 }, (_, i) => {
      const type = i < 30 ? 'invoice' : 'letter';
      const answered = i < wrong ? 'letter' : type;
      const input = { expected: { type }, predicted: { id: answered, type: answered }, classifications };
      return {
        id: `d${i}`,
        judgement: { kind: 'CLASSIFY', answer: scoreClassification(input, { failures: 'missing' }) },
      };
    }),
  });
  const answer = await compareRuns(side('old', 0), side('new', 12));
  compareAnswerSchema.parse(answer);
  // invoice: 18 of 30 found, none too many: F1 = 36 / 48; letter: 30 found of 42 said: 60 / 72.
  expect(answer.classes.map(({ scope, candidate }) => [scope, candidate.value])).toEqual([
    ['class:invoice', 36 / 48],
    ['class:letter', 60 / 72],
  ]);
  expect(answer.classes.every(({ verdict }) => verdict === 'regressed')).toBe(true);
  expect(answer.recommendation).toBe('do-not-publish');
});
