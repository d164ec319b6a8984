// A wrong argument gives a usage error that names it, and never an internal error or a number.
import { expect, it } from 'vitest';
import { ConfusionMatrix } from '../../../src/metrics/classification/classification-metrics.ts';
import { scoreSplitting } from '../../../src/scorers/splitting/score-splitting.ts';
import { cohenKappa, matthewsCorrelation } from '../../../src/stats/intervals/agreement.ts';
import { adjustedRand } from '../../../src/stats/intervals/clustering.ts';
import { linearisedRatio, ratioInterval } from '../../../src/stats/intervals/linearised-ratio.ts';
import { passHatK } from '../../../src/stats/intervals/repeat-stability.ts';
import {
  clopperPearson,
  clopperPearsonUpper,
  jeffreysInterval,
  wilsonInterval,
} from '../../../src/stats/intervals/share-interval.ts';
import { assignment } from '../../../src/stats/numeric/assignment.ts';
import { quantile } from '../../../src/stats/numeric/quantile.ts';
import { bootstrapRatio } from '../../../src/stats/resampling/bootstrap-ratio.ts';
import { jointSignFlips } from '../../../src/stats/resampling/joint-sign-flips.ts';
import { pairedBootstrapDifference } from '../../../src/stats/resampling/paired-bootstrap-difference.ts';
import { benjaminiHochberg, bonferroni, holm } from '../../../src/stats/tests/adjust-p-values.ts';
import { kendallTau } from '../../../src/stats/tests/kendall-tau.ts';
import { mcnemarExact, mcnemarMidP, signTest } from '../../../src/stats/tests/mcnemar-exact.ts';
import { pairedProportionDifference } from '../../../src/stats/tests/paired-proportion-difference.ts';

const ones = { numerators: [1, 1], denominators: [1, 1] };
const gold = [{ type: 'A', startPage: 1, endPage: 2 }];
const flat = { units: [1], differences: [1] };

it.each<readonly [string, () => unknown, RegExp]>([
  ['wilsonInterval', () => wilsonInterval(5, 3), /whole numbers with 0 <= k <= n, got k = 5 and n = 3/],
  ['clopperPearson', () => clopperPearson(1, 2, 95), /confidence must be in \(0, 1\), got 95/],
  ['jeffreysInterval', () => jeffreysInterval(3, 2), /whole numbers with 0 <= k <= n/],
  ['mcnemarMidP', () => mcnemarMidP(-1, 2), /whole numbers, got -1 and 2/],
  ['signTest', () => signTest([Number.NaN]), /got NaN/],
  ['kendallTau', () => kendallTau([1, 2], [1]), /x and y differ in length/],
  ['benjaminiHochberg', () => benjaminiHochberg([1.1]), /\[0, 1\], got 1.1 at index 0/],
  ['bonferroni', () => bonferroni([-0.1]), /got -0.1/],
  [
    'pairedProportionDifference',
    () => pairedProportionDifference({ n: 3, onlyBaseline: 2, onlyCandidate: 2 }),
    /must be at most n = 3, .* got 2 and 2/,
  ],
  ['clopperPearsonUpper', () => clopperPearsonUpper(1, 2, 95), /confidence must be in \(0, 1\), got 95/],
  ['mcnemarExact', () => mcnemarExact(1.5, 2), /whole numbers, got 1.5 and 2/],
  ['holm', () => holm([0.1, Number.NaN]), /got NaN at index 1/],
  ['holm, above 1', () => holm([1.1]), /\[0, 1\], got 1.1 at index 0/],
  ['holm, below 0', () => holm([-0.1]), /got -0.1/],
  [
    'bootstrapRatio, NaN',
    () => bootstrapRatio({ ...ones, numerators: [1, Number.NaN] }),
    /got NaN at index 1/,
  ],
  ['bootstrapRatio, lengths', () => bootstrapRatio({ ...ones, numerators: [1] }), /differ in length/],
  ['bootstrapRatio, replicates', () => bootstrapRatio({ ...ones, replicates: 0 }), /replicates .* got 0/],
  [
    'bootstrapRatio, method',
    () => bootstrapRatio({ ...ones, method: 'bcaa' as 'bca' }),
    /method must be percentile, expanded or bca, got bcaa/,
  ],
  [
    'pairedBootstrapDifference',
    () =>
      pairedBootstrapDifference({
        baseline: ones,
        candidate: { ...ones, denominators: [1, Infinity] },
      }),
    /got Infinity/,
  ],
  ['linearisedRatio', () => linearisedRatio({ ...ones, clusters: ['a'] }), /one cluster label per document/],
  ['jointSignFlips', () => jointSignFlips([flat], { unitId: String, flips: 0 }), /flips must be/],
  ['jointSignFlips, alpha', () => jointSignFlips([flat], { unitId: String, alpha: 1 }), /alpha must be/],
  [
    'jointSignFlips, weight',
    () => jointSignFlips([{ ...flat, weight: 0 }], { unitId: String }),
    /weights must/,
  ],
  [
    'jointSignFlips, differences',
    () => jointSignFlips([{ units: [1], differences: [1, 2] }], { unitId: String }),
    /one difference per unit/,
  ],
  [
    'jointSignFlips, NaN',
    () => jointSignFlips([{ units: [1], differences: [Number.NaN] }], { unitId: String }),
    /got NaN/,
  ],
  ['ratioInterval', () => ratioInterval({ ...ones, numerators: [2, 2] }), /ratios in \[0, 1\], got 2/],
  ['quantile', () => quantile([1, Number.NaN], 0.5), /got NaN/],
  ['quantile, q', () => quantile([1], 1.5), /q = 1.5/],
  [
    'cohenKappa',
    () =>
      cohenKappa([
        [1, -1],
        [0, 1],
      ]),
    /counts must be 0 or more, got -1/,
  ],
  ['matthewsCorrelation', () => matthewsCorrelation([[Number.NaN]]), /got NaN/],
  ['adjustedRand', () => adjustedRand([1], [1, 2]), /expected and predicted differ in length/],
  ['assignment', () => assignment([1, 2, 3], 2, 2), /2 x 2 costs, got 3/],
  ['passHatK', () => passHatK(3, 2, 1), /0 <= right <= repeats/],
  ['ConfusionMatrix', () => new ConfusionMatrix().add('a', 'a', Number.NaN), /got NaN/],
  [
    'scoreSplitting',
    () => scoreSplitting({ expected: gold, predicted: gold, pages: 1e12 }),
    /pages .* got 1000000000000/,
  ],
  [
    'scoreSplitting, part of a page',
    () => scoreSplitting({ expected: gold, predicted: gold, pages: 2.5 }),
    /got 2.5/,
  ],
])('%s', (_, call, message) => {
  expect(call).toThrow(message);
  expect(call).toThrow(expect.objectContaining({ code: 'USAGE' }));
});
