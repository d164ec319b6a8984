import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCounts, countLeaves } from '../../src/metrics/counts.ts';
import { expectedLeaves, metrics, predictedLeaves } from '../../src/model/score/metrics.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../src/scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../src/scorers/score-extraction.ts';
import { leafRate } from '../fixtures/comparisons/leaf-rate.ts';
import { times } from '../fixtures/long-form.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });
const schema = {
  type: 'object',
  properties: {
    number: nullable('string'),
    total: {
      type: 'object',
      'service:type': 'currency',
      properties: { amount: nullable('number'), iso_4217_currency_code: nullable('string') },
    },
    seller: {
      type: 'object',
      properties: { name: nullable('string'), since: { ...nullable('string'), 'service:type': 'date' } },
    },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          text: nullable('string'),
          amount: nullable('number'),
          taxes: { type: 'array', items: { type: 'object', properties: { rate: nullable('number') } } },
        },
      },
    },
  },
};

/** Replaces a value by null, by an empty text or by a missing key at random, so that all four states occur. */
const loose = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: value }, fc.constantFrom(null, '', undefined));
const object = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .record(members)
    .map((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)));
const word = fc.constantFrom('nut', 'bolt', 'Bolt', ' nut ', 'washer');
const amount = fc.constantFrom(1, 2, 2.5, '2,50', 3);
const money = object({ amount: loose(amount), iso_4217_currency_code: fc.constantFrom('EUR', 'USD', null) });
const date = fc.constantFrom('2025-04-03', '3 April 2025', '03/04/2025', 'soon');
const line = object({
  text: loose(word),
  amount: loose(amount),
  taxes: loose(fc.array(object({ rate: loose(amount) }), { maxLength: 3 })),
  surprise: fc.constantFrom(undefined, undefined, 'x'),
});
const document = object({
  number: loose(word),
  total: loose(fc.oneof(money, amount)),
  seller: loose(fc.oneof(object({ name: loose(word), since: loose(date) }), word)),
  lines: loose(
    fc.oneof(
      { weight: 5, arbitrary: fc.array(fc.oneof({ weight: 9, arbitrary: line }, word), { maxLength: 5 }) },
      fc.constant([]),
    ),
  ),
  extra: fc.constantFrom(undefined, undefined, { deep: ['a', 'b'] }, 7),
});

const optionSets: readonly ExtractionScoringOptions[] = [
  defaultScoringOptions,
  { ...defaultScoringOptions, emptiness: 'strict' },
  { ...defaultScoringOptions, unlabelled: 'ignore' },
  { ...defaultScoringOptions, emptiness: 'strict', unlabelled: 'ignore', exclude: ['seller'] },
  { ...defaultScoringOptions, exclude: ['lines.amount', 'total'] },
  { ...defaultScoringOptions, alignment: [{ field: '*', method: 'index' }] },
  { ...defaultScoringOptions, alignment: [{ field: 'lines', method: { key: ['text'] } }] },
  {
    ...defaultScoringOptions,
    comparators: [{ field: '**.text', comparator: 'fuzzy', options: { threshold: 0.5 } }],
  },
];
const options = fc.constantFrom(...optionSets);

/** Counts the leaves with a value independently of the scorer. Money is one leaf. */
function naiveLeaves(value: unknown, strict: boolean, key = ''): number {
  if (value === undefined) return 0;
  const empty =
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (typeof value === 'object' && Object.keys(value as object).length === 0);
  if (empty) return strict && key !== '' ? 1 : 0;
  if (Array.isArray(value)) return value.reduce((sum: number, row) => sum + naiveLeaves(row, strict, key), 0);
  if (typeof value !== 'object') return 1;
  const entries = Object.entries(value as object);
  if (key === 'total')
    return strict || entries.some(([, part]) => naiveLeaves(part, false, 'part') > 0) ? 1 : 0;
  return entries.reduce((sum, [name, member]) => sum + naiveLeaves(member, strict, name), 0);
}

describe('laws of item scores', () => {
  it('every leaf with a value is counted exactly once on its side', () => {
    fc.assert(
      fc.property(document, document, options, (expected, predicted, chosen) => {
        const score = scoreExtraction({ expected, predicted, schema }, chosen);
        const strict = chosen.emptiness === 'strict';
        const aside = score.leaves.filter(({ outcome }) => outcome === 'excluded');
        const stated = (value: unknown) => naiveLeaves(value, strict, 'total') > 0;
        const expectedAside = aside.filter((leaf) => stated(leaf.expected)).length;
        const predictedAside = aside.filter((leaf) => stated(leaf.predicted)).length;
        expect(expectedLeaves(score.counts) + expectedAside).toBe(naiveLeaves(expected, strict));
        expect(predictedLeaves(score.counts) + predictedAside).toBe(naiveLeaves(predicted, strict));
        expect(score.counts).toEqual(countLeaves(score.leaves));
      }),
      { numRuns: times(80, 500) },
    );
  });

  it('a perfect prediction is exact and has the highest score', () => {
    fc.assert(
      fc.property(document, document, options, (expected, predicted, chosen) => {
        const perfect = scoreExtraction({ expected, predicted: expected, schema }, chosen);
        expect(perfect.counts).toMatchObject({ incorrect: 0, missing: 0, spurious: 0 });
        expect(perfect.exact).not.toBe(false);
        const other = scoreExtraction({ expected, predicted, schema }, chosen);
        expect(other.counts.correct).toBeLessThanOrEqual(perfect.counts.correct);
        expect(leafRate('f1', other.counts).value ?? 0).toBeLessThanOrEqual(
          leafRate('f1', perfect.counts).value ?? 1,
        );
      }),
      { numRuns: times(50, 300) },
    );
  });

  it(
    'F1 is the same when expectation and prediction swap places',
    () => {
      // Money is always complete here. Otherwise, the comparison would depend on the currency code and the decimals of
      // the gold, and swapping gold and prediction would have an effect.
      const wholeMoney = object({ amount, iso_4217_currency_code: fc.constantFrom('EUR', 'USD') });
      const side = fc
        .record({ rest: document, total: loose(wholeMoney) })
        .map(({ rest, total }) => ({ ...(rest as Record<string, unknown>), total }));
      const sides = fc.record({ left: side, right: side });
      fc.assert(
        fc.property(sides, ({ left, right }) => {
          const there = scoreExtraction({ expected: left, predicted: right, schema }).counts;
          const back = scoreExtraction({ expected: right, predicted: left, schema }).counts;
          expect(back).toMatchObject({
            correct: there.correct,
            missing: there.spurious + (there.incorrect - back.incorrect),
          });
          expect(leafRate('f1', back).value).toBe(leafRate('f1', there).value);
          expect(leafRate('precision', back).value).toBe(leafRate('recall', there).value);
        }),
        { numRuns: times(50, 100_000) },
      );
    },
    times(120_000, 900_000),
  );

  it('counts add up over documents in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(document, document), { maxLength: 6 }), (pairs) => {
        const scores = pairs.map(([expected, predicted]) => scoreExtraction({ expected, predicted, schema }));
        const all = addCounts(...scores.map(({ counts }) => counts));
        expect(addCounts(...scores.toReversed().map(({ counts }) => counts))).toEqual(all);
        expect(countLeaves(scores.flatMap(({ leaves }) => leaves))).toEqual(all);
      }),
      { numRuns: times(25, 150) },
    );
  });

  it('rates stay within 0 and 1, and are null exactly if the denominator is 0', () => {
    const counts = fc.record({
      correct: fc.nat(3),
      incorrect: fc.nat(3),
      missing: fc.nat(3),
      spurious: fc.nat(3),
      absent: fc.nat(3),
      excluded: fc.nat(3),
      unscored: fc.nat(3),
    });
    const all = metrics.filter(({ ofLeaves }) => ofLeaves !== undefined);
    fc.assert(
      fc.property(counts, fc.constantFrom(...all), (some, { name }) => {
        const rateOf = (given: typeof some) => leafRate(name, given);
        const { numerator, denominator, value } = rateOf(some);
        if (denominator === 0) expect(value).toBeNull();
        else expect(value).toBe(numerator / denominator);
        expect(value ?? 0).toBeGreaterThanOrEqual(0);
        expect(value ?? 1).toBeLessThanOrEqual(1);
        expect(rateOf({ ...some, excluded: 0, unscored: 9 })).toEqual(rateOf(some));
      }),
    );
  });
});
