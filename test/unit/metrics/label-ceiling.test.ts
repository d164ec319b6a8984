import { describe, expect, it } from 'vitest';
import { labelCeiling } from '../../../src/metrics/label-ceiling.ts';
import { ratioInterval } from '../../../src/stats/intervals/linearised-ratio.ts';
import { times } from '../../fixtures/long-form.ts';
import { monteCarloError } from '../../fixtures/simulations/clustered-certificates.ts';
import { ceilingCoverage } from '../../fixtures/simulations/double-labels.ts';
import { splitCeilingCoverage } from '../../fixtures/simulations/double-splits.ts';

const leaves = Array.from({ length: 60 }, () => 10);
const differing = leaves.map((_, at) => (at < 6 ? 2 : 0));

describe('the label ceiling', () => {
  it('counts half of the differing leaves of independent labels as errors of the gold', () => {
    const found = labelCeiling({ differing, leaves });
    // 12 of 600 leaves differ, which is a share of .02. Half of them count as errors of the gold.
    expect(found).toMatchObject({ leaves: 600, documents: 60, agreement: { value: 0.98 } });
    expect(found?.value).toBeCloseTo(0.99, 12);
    const d = ratioInterval({ numerators: differing, denominators: leaves });
    expect(found?.low).toBeCloseTo(1 - (d?.high ?? 0) / 2, 12);
    expect(found?.high).toBeCloseTo(1 - (d?.low ?? 0) / 2, 12);
  });

  it('counts all differing leaves of adjudicated labels', () => {
    expect(labelCeiling({ differing, leaves, isAdjudicated: true })?.value).toBeCloseTo(0.98, 12);
  });

  it('is the square root of the agreement for whole documents', () => {
    // In a document, both annotations are right with the probability .9 x .9 = .81. So 19 of 100 documents differ.
    const each = Array.from({ length: 100 }, () => 1);
    const wrong = each.map((_, at) => (at < 19 ? 1 : 0));
    const found = labelCeiling({ differing: wrong, leaves: each, isWhole: true });
    expect(found?.value).toBeCloseTo(0.9, 12);
    expect(found?.low).toBeCloseTo(Math.sqrt(found?.agreement.low ?? 0), 12);
    expect(found?.high).toBeCloseTo(Math.sqrt(found?.agreement.high ?? 0), 12);
    const adjudicated = labelCeiling({ differing: wrong, leaves: each, isWhole: true, isAdjudicated: true });
    expect(adjudicated?.value).toBeCloseTo(0.81, 12);
  });

  it('counts a place of F1 once, although F1 counts it in both annotations', () => {
    const twice = labelCeiling({
      differing: differing.map((count) => 2 * count),
      leaves: leaves.map((count) => 2 * count),
      perLeaf: 2,
    });
    expect(twice).toEqual(labelCeiling({ differing, leaves }));
  });

  it('does not claim perfect labels if none differ', () => {
    const found = labelCeiling({ differing: leaves.map(() => 0), leaves });
    expect(found).toMatchObject({ value: 1, high: 1 });
    // No document differs. 60 such documents cannot exclude that 1 - .025^(1/60) = 6 % of the leaves differ.
    expect(found?.low).toBeCloseTo(1 - (1 - 0.025 ** (1 / 60)) / 2, 9);
  });

  it('widens if the documents of a cluster differ together', () => {
    const clusters = leaves.map((_, at) => Math.floor(at / 6));
    const alone = labelCeiling({ differing, leaves });
    const together = labelCeiling({ differing, leaves, clusters });
    expect(together?.low).toBeLessThan(alone?.low ?? 0);
  });

  it('is null without a labelled leaf, and ignores documents without one', () => {
    expect(labelCeiling({ differing: [], leaves: [] })).toBeNull();
    expect(labelCeiling({ differing: [0], leaves: [0] })).toBeNull();
    const some = labelCeiling({ differing: [...differing, 0], leaves: [...leaves, 0] });
    expect(some).toEqual(labelCeiling({ differing, leaves }));
    expect(() => labelCeiling({ differing: [1], leaves: [] })).toThrow('expected one number of leaves');
  });

  it('contains the true ceiling in at least 93.5 % of the data sets', () => {
    const repetitions = times(25, 2000);
    for (const isAdjudicated of [false, true]) {
      const design = { documents: 30, leaves: 12, errors: 0.02, spread: 0.5, isAdjudicated } as const;
      const { coverage } = ceilingCoverage(design, repetitions);
      expect(coverage + 2 * monteCarloError(coverage, repetitions)).toBeGreaterThanOrEqual(0.935);
    }
  });

  it('contains the true ceilings of packets in at least 93.5 % of the data sets', () => {
    const repetitions = times(25, 2000);
    const design = { packets: 30, pages: 6, errors: 0.02, isAdjudicated: false };
    for (const [metric, coverage] of splitCeilingCoverage(design, repetitions))
      expect(coverage + 2 * monteCarloError(coverage, repetitions), metric).toBeGreaterThanOrEqual(0.935);
  });
});
