// A mistake of the caller is named as such; it is neither called an internal error nor turned into a number.
import { expect, it } from 'vitest';
import * as goldset from '../../../src/index.ts';

const ones = { numerators: [1, 1], denominators: [1, 1] };
const gold = [{ type: 'A', startPage: 1, endPage: 2 }];

it.each<readonly [string, () => unknown, RegExp]>([
  ['wilsonInterval', () => goldset.wilsonInterval(5, 3), /whole numbers 0 <= k <= n, got k = 5, n = 3/],
  ['clopperPearson', () => goldset.clopperPearson(1, 2, 95), /confidence must lie in \(0, 1\), got 95/],
  ['mcnemarExact', () => goldset.mcnemarExact(1.5, 2), /whole numbers, got 1.5 and 2/],
  ['holm', () => goldset.holm([0.1, Number.NaN]), /got NaN at place 1/],
  ['weightedHolm', () => goldset.weightedHolm([0.1], [0]), /weight above 0/],
  ['benjaminiHochberg', () => goldset.benjaminiHochberg([1.1]), /\[0, 1\], got 1.1 at place 0/],
  ['bonferroni', () => goldset.bonferroni([-0.1]), /got -0.1/],
  [
    'bootstrapRatio, NaN',
    () => goldset.bootstrapRatio({ ...ones, numerators: [1, Number.NaN] }),
    /got NaN at place 1/,
  ],
  ['bootstrapRatio, lengths', () => goldset.bootstrapRatio({ ...ones, numerators: [1] }), /differ in length/],
  [
    'bootstrapRatio, replicates',
    () => goldset.bootstrapRatio({ ...ones, replicates: 0 }),
    /replicates .* got 0/,
  ],
  [
    'bootstrapRatio, method',
    () => goldset.bootstrapRatio({ ...ones, method: 'bcaa' as 'bca' }),
    /method must be percentile, expanded or bca, got bcaa/,
  ],
  [
    'pairedBootstrapDifference',
    () =>
      goldset.pairedBootstrapDifference({
        baseline: ones,
        candidate: { ...ones, denominators: [1, Infinity] },
      }),
    /got Infinity/,
  ],
  [
    'linearisedRatio',
    () => goldset.linearisedRatio({ ...ones, clusters: ['a'] }),
    /one cluster label a document/,
  ],
  ['wilsonRatio', () => goldset.wilsonRatio({ ...ones, numerators: [2, 2] }), /ratios in \[0, 1\], got 2/],
  ['signFlipPermutation', () => goldset.signFlipPermutation([1, Number.NaN]), /got NaN/],
  ['signTest', () => goldset.signTest([Number.NaN]), /got NaN/],
  ['quantile', () => goldset.quantile([1, Number.NaN], 0.5), /got NaN/],
  ['quantile, q', () => goldset.quantile([1], 1.5), /q = 1.5/],
  ['kendallTau', () => goldset.kendallTau([1, 2], [1]), /same items/],
  [
    'cohenKappa',
    () =>
      goldset.cohenKappa([
        [1, -1],
        [0, 1],
      ]),
    /counts must be 0 or more, got -1/,
  ],
  ['matthewsCorrelation', () => goldset.matthewsCorrelation([[Number.NaN]]), /got NaN/],
  ['adjustedRand', () => goldset.adjustedRand([1], [1, 2]), /same points/],
  ['assignment', () => goldset.assignment([1, 2, 3], 2, 2), /2 x 2 costs, got 3/],
  [
    'detectableDifference',
    () => goldset.detectableDifference({ n: Number.NaN, standardError: 1 }),
    /got NaN and 1/,
  ],
  [
    'detectableDifference, power',
    () => goldset.detectableDifference({ n: 5, standardError: 1, power: 80 }),
    /power/,
  ],
  ['passHatK', () => goldset.passHatK(3, 2, 1), /0 <= right <= repeats/],
  ['ConfusionMatrix', () => new goldset.ConfusionMatrix().add('a', 'a', Number.NaN), /got NaN/],
  [
    'scoreSplitting',
    () => goldset.scoreSplitting({ expected: gold, predicted: gold, pages: 1e12 }),
    /pages .* got 1000000000000/,
  ],
  [
    'scoreSplitting, part of a page',
    () => goldset.scoreSplitting({ expected: gold, predicted: gold, pages: 2.5 }),
    /got 2.5/,
  ],
])('%s', (_, call, message) => {
  expect(call).toThrow(message);
  expect(call).toThrow(expect.objectContaining({ code: 'USAGE' }));
});
