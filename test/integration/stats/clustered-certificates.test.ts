// Measures how often a certified threshold is invalid if documents of a cluster fail together, as in
// bench/clustered-certificates.ts but with fewer data sets.
import { describe, expect, it } from 'vitest';
import { times } from '../../fixtures/long-form.ts';
import {
  type ClusterDesign,
  certifiedShares,
  falseClusterShare,
  monteCarloError,
} from '../../fixtures/simulations/clustered-certificates.ts';

const repetitions = times(80, 2000);
const breachLimit = 0.05;

/** Passes if the share minus 2 Monte Carlo standard errors is not above the limit. */
function expectAtMost(share: number, limit: number): void {
  expect(share - 2 * monteCarloError(share, repetitions)).toBeLessThanOrEqual(limit);
}

describe('certificates over clusters', () => {
  const designs: ClusterDesign[] = [
    { goal: 0.05, documents: 500, size: 5, correlation: 0.64, risk: 0.0505 },
    { goal: 0.05, documents: 2000, size: 20, correlation: 0.64, risk: 0.0505 },
    { goal: 0.2, documents: 500, size: 'pareto', correlation: 0.64, risk: 0.202 },
  ];
  it.each(designs)('certify a risk of 1.01 times the goal in at most 5 % of data sets: %o', (design) => {
    const shares = certifiedShares(design, ['fixed-sequence', 'split'], repetitions);
    expectAtMost(shares['fixed-sequence'], breachLimit);
    expectAtMost(shares.split, breachLimit);
  });

  it('find a risk of .3 times the goal', () => {
    const design = { goal: 0.05, documents: 500, size: 5, correlation: 0.16, risk: 0.015 } as const;
    const power = certifiedShares(design, ['fixed-sequence'], repetitions)['fixed-sequence'];
    // In 2,000 data sets, bench/clustered-certificates.ts measures a power of 70 %.
    expect(power + 2 * monteCarloError(power, repetitions)).toBeGreaterThan(0.65);
  });

  it('would be wrong too often if the documents counted as independent', () => {
    const design = { goal: 0.05, documents: 500, size: 20, correlation: 0.64, risk: 0.0505 } as const;
    const shares = certifiedShares(design, ['independent', 'tag test'], repetitions);
    expect(shares.independent - 2 * monteCarloError(shares.independent, repetitions)).toBeGreaterThan(0.2);
    // Without clusterBy, the tag test prevents at least 40 % of these certificates.
    expect(shares['tag test']).toBeLessThan(shares.independent * 0.6);
  });
});

describe('the test for clusters of wrong documents', () => {
  it('rejects at most 5 % of the sets of independent documents', () => {
    const share = falseClusterShare(500, 0.05, repetitions);
    expectAtMost(share, 0.05);
    expect(share).toBeGreaterThan(0);
  });
});
