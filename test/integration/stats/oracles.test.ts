// Compares the statistics of goldset with every value of ../shared/oracles (scipy 1.10.1, scikit-learn 1.2.1,
// statsmodels 0.13.5). The other tests in this folder have copies of a few values, so that they run without ../shared.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ConfusionMatrix,
  classificationMetrics,
} from '../../../src/metrics/classification/classification-metrics.ts';
import { zeroCounts } from '../../../src/metrics/counts.ts';
import { adjustedRand, randIndex, vMeasure } from '../../../src/stats/intervals/clustering.ts';
import {
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  jeffreysInterval,
  wilsonInterval,
} from '../../../src/stats/intervals/share-interval.ts';
import { assignment } from '../../../src/stats/numeric/assignment.ts';
import { quantile } from '../../../src/stats/numeric/quantile.ts';
import { bootstrapRatio } from '../../../src/stats/resampling/bootstrap-ratio.ts';
import { jointSignFlips } from '../../../src/stats/resampling/joint-sign-flips.ts';
import { benjaminiHochberg, bonferroni, holm } from '../../../src/stats/tests/adjust-p-values.ts';
import { kendallTau } from '../../../src/stats/tests/kendall-tau.ts';
import { mcnemarExact, mcnemarMidP, signTest } from '../../../src/stats/tests/mcnemar-exact.ts';
import { pairedProportionDifference } from '../../../src/stats/tests/paired-proportion-difference.ts';
import { leafRate } from '../../fixtures/comparisons/leaf-rate.ts';

const folder = new URL('../../../../shared/oracles/', import.meta.url);

/** Oracles that a test has used. Tests in test/integration/metrics use `calibration`. */
const used = new Set(['calibration']);

function cases<T>(name: string): T[] {
  used.add(name);
  return (JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as { cases: T[] }).cases;
}

function close(found: number | null, wanted: number | null, tolerance = 1e-9): void {
  if (wanted === null || found === null) return expect(found).toBe(wanted);
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(tolerance);
}

describe.skipIf(!existsSync(folder))('figures of ../shared/oracles', () => {
  it('binomial intervals', () => {
    interface Case {
      successes: number;
      trials: number;
      alpha: number;
      wilson: [number, number];
      clopperPearson: [number, number];
      jeffreys: [number, number];
      clopperPearsonOneSidedUpper: number;
      clopperPearsonOneSidedLower: number;
    }
    const all = cases<Case>('binomial-intervals');
    expect(all.length).toBeGreaterThan(50);
    for (const { successes: k, trials: n, alpha, ...wanted } of all) {
      const wilson = wilsonInterval(k, n, 1 - alpha);
      close(wilson.low, wanted.wilson[0]);
      close(wilson.high, wanted.wilson[1]);
      const exact = clopperPearson(k, n, 1 - alpha);
      close(exact.low, wanted.clopperPearson[0]);
      close(exact.high, wanted.clopperPearson[1]);
      const jeffreys = jeffreysInterval(k, n, 1 - alpha);
      close(jeffreys.low, wanted.jeffreys[0]);
      close(jeffreys.high, wanted.jeffreys[1]);
      close(clopperPearsonUpper(k, n, 1 - alpha), wanted.clopperPearsonOneSidedUpper);
      close(clopperPearsonLower(k, n, 1 - alpha), wanted.clopperPearsonOneSidedLower);
    }
  });

  it('McNemar, exact and mid-p', () => {
    interface Case {
      onlyBaselineCorrect: number;
      onlyCandidateCorrect: number;
      exactP: number;
      midP: number;
    }
    for (const { onlyBaselineCorrect: b, onlyCandidateCorrect: c, exactP, midP } of cases<Case>('mcnemar')) {
      close(mcnemarExact(b, c), exactP);
      close(mcnemarMidP(b, c), midP);
    }
  });

  it('p-values adjusted for many questions', () => {
    for (const { p, ...wanted } of cases<{
      p: number[];
      holm: number[];
      benjaminiHochberg: number[];
      bonferroni: number[];
    }>('multiple-comparisons')) {
      for (const [i, found] of holm(p).entries()) close(found, wanted.holm[i] as number);
      for (const [i, found] of benjaminiHochberg(p).entries())
        close(found, wanted.benjaminiHochberg[i] as number);
      for (const [i, found] of bonferroni(p).entries()) close(found, wanted.bonferroni[i] as number);
    }
  });

  it('quantiles', () => {
    for (const { x, ...wanted } of cases<{ x: number[] } & Record<string, number>>('quantiles')) {
      for (const [name, value] of Object.entries(wanted)) {
        close(quantile(x as unknown as number[], Number(name.slice(1)) / 100), value as number);
      }
    }
  });

  it('sign-flip permutation, sign test and tau-b of pairs', () => {
    for (const { baseline, candidate, ...wanted } of cases<{
      baseline: number[];
      candidate: number[];
      signFlipExactP: number;
      signTestP: number;
      kendallTauB: number;
    }>('paired-tests')) {
      const differences = candidate.map((value, i) => value - (baseline[i] as number));
      const question = { units: [...differences.keys()], differences };
      const { rawP, adjustedP } = jointSignFlips([question], { unitId: String });
      close(rawP[0] as number, wanted.signFlipExactP);
      close(adjustedP[0] as number, wanted.signFlipExactP);
      close(signTest(differences), wanted.signTestP);
      close(kendallTau(baseline, candidate), wanted.kendallTauB);
    }
  });

  it('difference of paired proportions', () => {
    for (const { n, onlyBaselineCorrect, onlyCandidateCorrect, difference, agrestiMin95, wald95 } of cases<{
      n: number;
      onlyBaselineCorrect: number;
      onlyCandidateCorrect: number;
      difference: number;
      agrestiMin95: [number, number];
      wald95: [number, number];
    }>('paired-difference')) {
      const found = pairedProportionDifference({
        n,
        onlyBaseline: onlyBaselineCorrect,
        onlyCandidate: onlyCandidateCorrect,
      });
      close(found.difference, difference);
      close(found.low, agrestiMin95[0]);
      close(found.high, agrestiMin95[1]);
      const plain = pairedProportionDifference({
        n,
        onlyBaseline: onlyBaselineCorrect,
        onlyCandidate: onlyCandidateCorrect,
        method: 'wald',
      });
      close(plain.low, wald95[0]);
      close(plain.high, wald95[1]);
    }
  });

  it('document bootstrap, to .005', () => {
    for (const { correct, expected, predicted, microF1, percentile95, standardError } of cases<{
      correct: number[];
      expected: number[];
      predicted: number[];
      microF1: number;
      percentile95: [number, number];
      standardError: number;
    }>('document-bootstrap')) {
      const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
      const counts = {
        ...zeroCounts,
        correct: sum(correct),
        missing: sum(expected) - sum(correct),
        spurious: sum(predicted) - sum(correct),
      };
      close(leafRate('f1', counts).value, microF1);
      const found = bootstrapRatio({
        numerators: correct.map((count) => 2 * count),
        denominators: expected.map((count, i) => count + (predicted[i] as number)),
        replicates: 20_000,
        seed: 7,
      });
      close(found?.low ?? null, percentile95[0], 0.005);
      close(found?.high ?? null, percentile95[1], 0.005);
      close(found?.standardError ?? null, standardError, 0.001);
    }
  });

  it('minimum-cost assignment, with its dual certificate', () => {
    const all = cases<{ cost: number[][]; optimum: number }>('assignment');
    expect(all.length).toBeGreaterThan(40);
    for (const { cost, optimum } of all) {
      const width = cost[0]?.length ?? 0;
      const found = assignment(cost.flat(), cost.length, width);
      close(found.cost, optimum);
      cost.forEach((row, i) => {
        row.forEach((value, j) => {
          expect((found.u[i] as number) + (found.v[j] as number)).toBeLessThanOrEqual(value + 1e-9);
        });
      });
    }
  });

  it('V-measure, Rand and adjusted Rand of pages', () => {
    interface Case {
      expected: number[];
      predicted: number[];
      rand: number;
      adjustedRand: number;
      homogeneity: number;
      completeness: number;
      vMeasure: number;
    }
    for (const wanted of cases<Case>('page-clustering')) {
      const found = vMeasure(wanted.expected, wanted.predicted);
      close(found.homogeneity, wanted.homogeneity);
      close(found.completeness, wanted.completeness);
      close(found.vMeasure, wanted.vMeasure);
      close(randIndex(wanted.expected, wanted.predicted), wanted.rand);
      close(adjustedRand(wanted.expected, wanted.predicted), wanted.adjustedRand);
    }
  });

  it('classification', () => {
    interface Case {
      labels: string[];
      expected: string[];
      predicted: string[];
      accuracy: number;
      confusionMatrix: number[][];
      perClass: { precision: number | null; recall: number | null; support: number }[];
      macroF1_zeroDivision0: number;
      weightedF1_zeroDivision0: number;
      cohenKappa: number | null;
      mcc: number;
      balancedAccuracy: number | null;
    }
    for (const wanted of cases<Case>('classification')) {
      const matrix = new ConfusionMatrix(wanted.labels);
      wanted.expected.forEach((label, i) => {
        matrix.add(label, wanted.predicted[i] as string);
      });
      const found = classificationMetrics(matrix);
      close(found.accuracy.value, wanted.accuracy);
      expect(matrix.table().map((row) => row.slice(0, -1))).toEqual(wanted.confusionMatrix);
      for (const [i, { precision, recall, support }] of wanted.perClass.entries()) {
        close(found.perClass[i]?.precision.value ?? null, precision);
        close(found.perClass[i]?.recall.value ?? null, recall);
        expect(found.perClass[i]?.support).toBe(support);
      }
      // scikit-learn counts an undefined F1 as 0, and goldset leaves it out of the mean.
      const zeroFilled = found.macroF1.numerator / wanted.labels.length;
      close(zeroFilled, wanted.macroF1_zeroDivision0);
      close(found.weightedF1.value, wanted.weightedF1_zeroDivision0);
      close(found.kappa, wanted.cohenKappa);
      // The reference has no value if a label of the list is never expected.
      if (wanted.balancedAccuracy !== null) close(found.balancedAccuracy.value, wanted.balancedAccuracy);
      // scikit-learn writes 0 for an undefined coefficient.
      close(found.mcc ?? 0, wanted.mcc);
    }
  });

  it('use every file of the folder (calibration: see metrics/confidence)', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    expect(files.map((file) => file.replace('.json', '')).filter((name) => !used.has(name))).toEqual([]);
  });
});
