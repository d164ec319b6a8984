import { describe, expect, it } from 'vitest';
import { addCounts, countLeaves, zeroCounts } from '../../../src/metrics/counts.ts';
import { FieldTable } from '../../../src/metrics/extraction/field-table.ts';
import {
  coverage,
  f1,
  fieldAccuracy,
  hallucinationRate,
  meanOfRates,
  omissionRate,
  precision,
  presencePrecision,
  presenceRecall,
  rate,
  recall,
} from '../../../src/metrics/rates.ts';
import { scoreExtraction } from '../../../src/scorers/extraction/score-extraction.ts';
import { defaultScoringOptions } from '../../../src/scorers/extraction/scoring-options.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });
const schema = {
  type: 'object',
  properties: {
    number: nullable('string'),
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { a: nullable('number'), b: nullable('number'), c: nullable('number') },
      },
    },
  },
};
const row = (n: number) => ({ a: n, b: n + 100, c: n + 200 });
const documents = [
  // two of three rows are right, the third is gone
  {
    expected: { number: 'x', lines: [row(1), row(2), row(3)] },
    predicted: { number: 'x', lines: [row(2), row(1)] },
  },
  // number invented, rows right
  { expected: { number: null, lines: [row(1)] }, predicted: { number: 'y', lines: [row(1)] } },
  // everything right, no rows on either side
  { expected: { number: 'abcd', lines: [] }, predicted: { number: 'abcd', lines: [] } },
  // nearly right: 1 of 4 characters differs
  { expected: { number: 'abcd', lines: [] }, predicted: { number: 'abcx', lines: [row(5)] } },
];
const table = new FieldTable();
for (const document of documents) table.add(scoreExtraction({ ...document, schema }));

describe('field table', () => {
  it('counts a field, with the documents that have and expect it', () => {
    expect(table.documents).toBe(4);
    expect(table.fields().map(({ field }) => field)).toEqual(['number', 'lines.a', 'lines.b', 'lines.c']);
    const [number, a] = table.fields();
    expect(number).toMatchObject({
      documents: 4,
      support: 3,
      counts: { correct: 2, incorrect: 1, spurious: 1 },
    });
    // soft score: 1 + 1 + .75 + 0 over the four leaves that either side has
    expect(number?.softScore).toEqual({ numerator: 2.75, denominator: 4, value: 2.75 / 4 });
    // rows 3 + 1 expected, 2 + 1 + 1 predicted, 3 right
    expect(a).toMatchObject({ documents: 3, support: 2, counts: { correct: 3, missing: 1, spurious: 1 } });
  });

  it('sums children under their parent, and everything', () => {
    expect(table.subtree('lines')).toMatchObject({
      documents: 3,
      support: 2,
      counts: { correct: 9, missing: 3, spurious: 3, incorrect: 0 },
    });
    expect(table.overall().counts).toMatchObject({ correct: 11, incorrect: 1, missing: 3, spurious: 4 });
    expect([...table.vectors('lines').correct]).toEqual([6, 3, 0, 0]);
    expect([...table.vectors('lines').expected]).toEqual([9, 3, 0, 0]);
    expect([...table.vectors('lines').predicted]).toEqual([6, 3, 0, 3]);
    expect([...table.vectors('unknown').correct]).toEqual([0, 0, 0, 0]);
    expect(table.countsOf(1, 'number').spurious).toBe(1);
    expect(table.countsOf(99)).toEqual(zeroCounts);
  });

  it('documents that are right throughout', () => {
    expect(table.exact()).toEqual([false, false, true, false]);
    expect(table.documentExact()).toEqual({ numerator: 1, denominator: 4, value: 0.25 });
    expect(new FieldTable().documentExact().value).toBeNull();
  });

  it('rows: exact, dropped, invented, out of order, right in number, cells by the service rule', () => {
    expect(table.arrays()).toEqual([
      {
        field: 'lines',
        arrays: 4,
        expectedRows: 4,
        predictedRows: 4,
        exactRows: 3,
        dropped: 1,
        invented: 1,
        inversions: 1,
        duplicated: 0,
        merged: 0,
        split: 0,
        outOfOrder: 1,
        ties: 0,
        cardinalityRight: { numerator: 2, denominator: 4, value: 0.5 },
        rowRecall: { numerator: 3, denominator: 4, value: 0.75 },
        rowPrecision: { numerator: 3, denominator: 4, value: 0.75 },
        // 6 of max(9, 6), 3 of 3, 0 of 0, 0 of max(0, 3)
        cells: { numerator: 9, denominator: 15, value: 0.6 },
        approximated: 0,
      },
    ]);
  });

  it('keeps thousands of documents apart', () => {
    const large = new FieldTable();
    const ledgers = documents.map((document) => scoreExtraction({ ...document, schema }));
    for (let i = 0; i < 5000; i++) large.add(ledgers[i % 4] as (typeof ledgers)[number]);
    expect(large.overall().counts.correct).toBe(1250 * 11);
    expect(large.vectors('number').correct.reduce((sum, count) => sum + count, 0)).toBe(2500);
    expect(large.countsOf(4999, 'number').incorrect).toBe(1);
  });
});

describe('rates by hand', () => {
  const counts = {
    ...zeroCounts,
    correct: 4,
    incorrect: 1,
    missing: 1,
    spurious: 3,
    absent: 11,
    excluded: 50,
    unscored: 9,
  };

  it.each([
    ['precision', precision, 4, 8],
    ['recall', recall, 4, 6],
    ['f1', f1, 8, 14],
    ['presence precision', presencePrecision, 5, 8],
    ['presence recall', presenceRecall, 5, 6],
    ['hallucination rate', hallucinationRate, 3, 14],
    ['omission rate', omissionRate, 1, 6],
    ['field accuracy', fieldAccuracy, 15, 20],
    ['coverage', coverage, 8, 20],
  ])('%s', (_name, rateOf, numerator, denominator) => {
    expect(rateOf(counts)).toEqual({ numerator, denominator, value: numerator / denominator });
    expect(rateOf(zeroCounts)).toEqual({ numerator: 0, denominator: 0, value: null });
  });

  it('means leave undefined rates out and say how many', () => {
    expect(meanOfRates([rate(1, 2), rate(1, 1), rate(0, 0)])).toEqual({
      numerator: 1.5,
      denominator: 2,
      value: 0.75,
      undefinedRates: 1,
    });
    expect(meanOfRates([])).toMatchObject({ value: null, undefinedRates: 0 });
  });

  it('counts add up', () => {
    expect(addCounts(counts, counts).spurious).toBe(6);
    expect(addCounts()).toEqual(zeroCounts);
    expect(countLeaves([{ outcome: 'absent' }, { outcome: 'correct' }, { outcome: 'absent' }])).toEqual({
      ...zeroCounts,
      absent: 2,
      correct: 1,
    });
  });

  it('refuses a document that was judged by other rules', () => {
    const mixed = new FieldTable();
    mixed.add(scoreExtraction({ expected: { a: 1 }, predicted: { a: 1 } }));
    mixed.add(scoreExtraction({ expected: { a: 1 }, predicted: { a: 1 } }, { ...defaultScoringOptions }));
    const other = scoreExtraction({ expected: { a: 1 }, predicted: { a: 1 } }, { emptiness: 'strict' });
    expect(() => mixed.add(other)).toThrow(/emptiness: service \/ strict/);
    expect(mixed.documents).toBe(2);
  });
});
