import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  brierScore,
  degenerateConfidence,
  equalMassBins,
  equalWidthBins,
  expectedCalibrationError,
} from '../../../src/metrics/confidence/calibration.ts';
import {
  auroc,
  averagePrecision,
  riskCoverageArea,
  riskCoverageCurve,
} from '../../../src/metrics/confidence/confidence-ranking.ts';

const oracle = new URL('../../../../shared/oracles/calibration.json', import.meta.url);

interface OracleCase {
  readonly confidence: number[];
  readonly correct: number[];
  readonly brier: number;
  readonly auroc: number | null;
  readonly averagePrecision: number | null;
  readonly eceEqualWidth10: number;
  readonly eceEqualWidth15: number;
  readonly eceEqualMass10: number;
}

const answers = (...pairs: [confidence: number, right: 0 | 1][]) => ({
  confidence: pairs.map(([confidence]) => confidence),
  correct: pairs.map(([, right]) => right),
});
const nothing = answers();

describe.skipIf(!existsSync(oracle))('calibration figures of scikit-learn and numpy (shared/oracles)', () => {
  const { cases } = JSON.parse(existsSync(oracle) ? readFileSync(oracle, 'utf8') : '{"cases":[]}') as {
    cases: OracleCase[];
  };
  it.each(cases.map((one, i) => [i, one] as const))('case %i', (_, one) => {
    const close = (value: number | null, wanted: number | null) =>
      wanted === null ? expect(value).toBeNull() : expect(value).toBeCloseTo(wanted, 9);
    close(brierScore(one), one.brier);
    close(auroc(one), one.auroc);
    close(averagePrecision(one), one.averagePrecision);
    close(expectedCalibrationError(equalWidthBins(one, 10)), one.eceEqualWidth10);
    close(expectedCalibrationError(equalWidthBins(one, 15)), one.eceEqualWidth15);
    close(expectedCalibrationError(equalMassBins(one, 10, 'as-given')), one.eceEqualMass10);
  });
  it('has cases', () => expect(cases.length).toBeGreaterThan(5));
});

describe('calibration by hand', () => {
  it('gives the Brier score as the mean of the squared errors', () => {
    // The squared errors are (.9 - 1)^2 = .01 and (.6 - 0)^2 = .36.
    expect(brierScore(answers([0.9, 1], [0.6, 0]))).toBeCloseTo(0.185, 12);
    expect(brierScore(nothing)).toBeNull();
    expect(brierScore(answers([1, 1]))).toBe(0);
  });
  it('weights each bin by its number of answers', () => {
    // The bin [.5, .6) has one answer with an error of .5. The bin [.9, 1] has three answers with an error of .1 each.
    // The mean over the four answers is (.5 + .3) / 4.
    const bins = equalWidthBins(answers([0.5, 0], [0.9, 1], [0.9, 1], [0.9, 1]));
    expect(expectedCalibrationError(bins)).toBeCloseTo(0.2, 12);
    expect(bins.map((bin) => bin.count)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 3]);
    expect(expectedCalibrationError(equalWidthBins(nothing))).toBeNull();
  });
  it('puts the edge between two bins into the upper one, and 1 into the last bin', () => {
    const edges = Array.from({ length: 11 }, (_, i) => [i / 10, 1] as [number, 1]);
    expect(equalWidthBins(answers(...edges)).map((bin) => bin.count)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
  });
  it('divides answers into bins of equal counts, and spreads ties evenly over the bins', () => {
    const five = answers([0.1, 0], [0.2, 0], [0.3, 1], [0.4, 1], [0.5, 1]);
    expect(
      equalMassBins(five, 2).map(({ low, high, count, correct }) => [low, high, count, correct]),
    ).toEqual([
      [0.1, 0.3, 3, 1],
      [0.4, 0.5, 2, 2],
    ]);
    // Two of the four answers are right, and all have the same confidence. Each bin of two answers therefore has an
    // accuracy of 1/2.
    const level = expectedCalibrationError(equalMassBins(answers([0.5, 1], [0.5, 1], [0.5, 0], [0.5, 0]), 2));
    expect(level).toBe(0);
    expect(
      expectedCalibrationError(equalMassBins(answers([0.5, 1], [0.5, 1], [0.5, 0], [0.5, 0]), 2, 'as-given')),
    ).toBe(0.5);
  });
});

describe('ranking by hand', () => {
  it('counts pairs in the right order, and ties as one half', () => {
    expect(auroc(answers([0.9, 1], [0.7, 0], [0.6, 1]))).toBe(0.5);
    expect(auroc(answers([0.9, 1], [0.9, 0]))).toBe(0.5);
    expect(auroc(answers([0.9, 1], [0.8, 1]))).toBeNull();
    expect(auroc(nothing)).toBeNull();
  });
  it('averages precision over right answers', () => {
    // The precision is 1/1 at the first right answer, and 2/3 at the second one.
    expect(averagePrecision(answers([0.9, 1], [0.7, 0], [0.6, 1]))).toBeCloseTo(5 / 6, 12);
    expect(averagePrecision(answers([0.9, 0]))).toBeNull();
  });
  it('draws the risk-coverage curve', () => {
    const three = answers([0.6, 1], [0.9, 1], [0.7, 0]);
    expect(riskCoverageCurve(three)).toEqual([
      { confidence: 0.9, coverage: 1 / 3, risk: 0 },
      { confidence: 0.7, coverage: 2 / 3, risk: 1 / 2 },
      { confidence: 0.6, coverage: 1, risk: 1 / 3 },
    ]);
    expect(riskCoverageArea(three)).toBeCloseTo((0 + 1 / 2 + 1 / 3) / 3, 12);
    // One of two answers with the same confidence is wrong. The expected number of errors is one half after the first
    // answer, and one after both answers.
    expect(riskCoverageArea(answers([0.5, 1], [0.5, 0]))).toBeCloseTo((0.5 + 0.5) / 2, 12);
    expect(riskCoverageArea(nothing)).toBeNull();
    expect(riskCoverageCurve(nothing)).toEqual([]);
  });
});

describe('degenerate confidence', () => {
  const constant = (value: number, right: number, wrong: number) => ({
    confidence: new Array<number>(right + wrong).fill(value),
    correct: Array.from({ length: right + wrong }, (_, i) => (i < right ? 1 : 0)),
  });
  it('flags a constant that is perfectly calibrated', () => {
    const flat = constant(0.99, 99, 1);
    expect(expectedCalibrationError(equalWidthBins(flat))).toBeCloseTo(0, 12);
    expect(degenerateConfidence(flat)).toEqual(['few-bins', 'no-ranking']);
  });
  it('flags answers that are all right', () => {
    expect(degenerateConfidence(answers([0.1, 1], [0.5, 1], [0.9, 1]))).toEqual(['one-class']);
  });
  it('does not flag a confidence that separates right from wrong answers', () => {
    expect(degenerateConfidence(answers([0.1, 0], [0.5, 1], [0.9, 1]))).toEqual([]);
    expect(degenerateConfidence(nothing)).toEqual([]);
  });
});
