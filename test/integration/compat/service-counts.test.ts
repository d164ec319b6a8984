// Tests the figures that goldset computes by the rules of the service, from item scores.
import { describe, expect, it } from 'vitest';
import { service2025 } from '../../../src/compat/service-2025.ts';
import {
  service2026Classes,
  service2026Fields,
  service2026Latency,
  service2026Splits,
} from '../../../src/compat/service-2026.ts';
import { scoreClassification } from '../../../src/scorers/classification/score-classification.ts';
import { scoreExtraction } from '../../../src/scorers/score-extraction.ts';
import { scoreSplitting } from '../../../src/scorers/splitting/score-splitting.ts';

const rows = ['bolt', 'nut', 'washer'].map((text, at) => ({ text, amount: at, unit: `u${at}` }));

describe('the rule of 2025', () => {
  it('divides right cells by the larger number of cells', () => {
    const ledger = scoreExtraction({ expected: { lines: rows }, predicted: { lines: rows.slice(0, 2) } });
    const { fields, arrayCardinalityMetrics } = service2025([ledger]);
    // Two of three rows with three columns are right, so 6 of 9 cells.
    expect(fields.get('lines')?.accuracyPerc).toBeCloseTo((100 * 6) / 9, 9);
    expect(fields.get('lines.text')).toMatchObject({ precisionPerc: 100 });
    expect(fields.get('lines.text')?.recallPerc).toBeCloseTo((100 * 2) / 3, 9);
    expect(arrayCardinalityMetrics.get('lines')).toBe(0);
  });

  it('takes means over the documents with a denominator above 0', () => {
    const { fields } = service2025([
      scoreExtraction({ expected: { a: 'x' }, predicted: { a: 'x' } }),
      scoreExtraction({ expected: { a: 'x' }, predicted: { a: 'y' } }),
      scoreExtraction({ expected: { a: null }, predicted: { a: 'y' } }),
      scoreExtraction({ expected: { a: 'x' }, predicted: {} }),
      scoreExtraction({ expected: { b: null }, predicted: {} }),
    ]);
    // The recall of the first four documents is 1, 0, undefined and 0, so the mean is 1/3. Their precision is 1, 0, 0
    // and undefined. `b` is never expected, so it has no figures.
    expect(fields.get('a')?.recallPerc).toBeCloseTo(100 / 3, 9);
    expect(fields.get('a')?.precisionPerc).toBeCloseTo(100 / 3, 9);
    expect(fields.has('b')).toBe(false);
  });
});

describe('the counts of 2026', () => {
  it('count places by field', () => {
    const counts = service2026Fields([
      scoreExtraction({ expected: { a: 'x' }, predicted: { a: 'x' } }),
      scoreExtraction({ expected: { a: 'x' }, predicted: { a: 'y' } }),
      scoreExtraction({ expected: { a: 'x' }, predicted: {} }),
      scoreExtraction({ expected: { a: null }, predicted: { a: 'y' } }),
      scoreExtraction({ expected: { a: null }, predicted: {} }),
    ]);
    expect(counts.get('a')).toEqual({
      countTotal: 5,
      countPresent: 3,
      countExpected: 3,
      countAccurate: 1,
      accuracy: 1 / 3,
    });
  });

  it('count documents by class', () => {
    const scored = (expected: string, predicted: string | null) =>
      scoreClassification({ expected, predicted });
    const counts = service2026Classes([
      scored('a', 'a'),
      scored('a', 'b'),
      scored('b', 'b'),
      scored('b', null),
    ]);
    expect(counts.get('a')).toMatchObject({
      countExpected: 2,
      countPredicted: 1,
      countCorrect: 1,
      precision: 1,
    });
    expect(counts.get('b')).toMatchObject({ countExpected: 2, countPredicted: 2, f1: 0.5 });
  });

  it('count splits over packets', () => {
    const split = (type: string, startPage: number, endPage: number) => ({ type, startPage, endPage });
    const score = scoreSplitting({
      expected: { splits: [split('a', 1, 2), split('b', 3, 3)] },
      predicted: { splits: [split('a', 1, 2), split('b', 3, 4), split('b', 5, 5)] },
    });
    // One of 2 expected and 3 predicted splits is correct, so F1 is 2 / 5.
    expect(service2026Splits([score])).toEqual({
      numSplitsExpected: 2,
      numSplitsPredicted: 3,
      numSplitsCorrect: 1,
      precision: 1 / 3,
      recall: 0.5,
      f1: 0.4,
    });
  });

  it('interpolate percentiles of times', () => {
    expect(service2026Latency([4, 1, 3, 2])?.p50).toBe(2.5);
    expect(service2026Latency([])).toBeNull();
  });
});
