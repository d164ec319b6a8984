// Tests the laws of every metric. A metric that is not in the registry fails the last test.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readModuleExports } from '../../docs/generators/public-exports.ts';
import { times } from '../../fixtures/long-form.ts';
import type { RegisteredMetric, Value } from './metrics.ts';
import * as registry from './metrics.ts';

const runs = times(2, 40);
const declared = readModuleExports(['metrics', 'compat']);
const numberOf = (value: Value): number | null =>
  typeof value === 'object' && value !== null ? value.value : value;

function hold<T>(metrics: readonly RegisteredMetric<T>[]): void {
  describe.each(metrics.map((metric) => ({ metric, name: metric.name })))('$name', ({ metric }) => {
    const { world, value, range, best, additive, symmetric } = metric;
    const set = fc.array(world.item, { minLength: 1, maxLength: 5 });
    const property = (holds: (items: T[]) => void) => fc.assert(fc.property(set, holds), { numRuns: runs });
    const same = (found: Value, wanted: Value) => {
      const [a, b] = [numberOf(found), numberOf(wanted)];
      if (a === null || b === null) expect(a).toBe(b);
      else expect(a).toBeCloseTo(b, 10);
    };

    it('stays in its range, and is never NaN', () => {
      property((items) => {
        const found = numberOf(value(items));
        if (found === null) return;
        expect(found).toBeGreaterThanOrEqual(range[0] - 1e-12);
        expect(found).toBeLessThanOrEqual(range[1] + 1e-12);
      });
    });

    it('does not depend on the order of items', () => {
      property((items) => same(value(items.toReversed()), value(items)));
    });

    it('does not depend on names', () => {
      property((items) => same(value(items.map((item) => world.relabelled(item))), value(items)));
    });

    if (best !== undefined) {
      it('has the best value of its range for a perfect prediction', () => {
        expect(range).toContain(best);
        property((items) => {
          const perfect = numberOf(value(items.map((item) => world.perfect(item))));
          if (perfect !== null) expect(perfect).toBeCloseTo(best, 10);
        });
      });
    }

    if (additive)
      it('has numerators and denominators that add up over sets', () => {
        fc.assert(
          fc.property(set, set, (some, others) => {
            const parts = [value(some), value(others), value([...some, ...others])];
            const [a, b, all] = parts.map((part) =>
              typeof part === 'object' && part !== null ? part : null,
            );
            expect(all, 'an additive metric is a rate').not.toBeNull();
            expect((a?.numerator ?? 0) + (b?.numerator ?? 0)).toBeCloseTo(all?.numerator ?? Number.NaN, 9);
            expect((a?.denominator ?? 0) + (b?.denominator ?? 0)).toBeCloseTo(
              all?.denominator ?? Number.NaN,
              9,
            );
          }),
          { numRuns: runs },
        );
      });

    if (symmetric)
      it('does not change if expectation and prediction swap places', () => {
        const { swapped } = world;
        if (swapped === undefined) throw new Error(`${metric.name}: its world cannot be swapped`);
        property((items) => same(value(items.map(swapped)), value(items)));
      });
  });
}

describe('extraction', () => hold(registry.extraction));
describe('classification', () => hold(registry.classification));
describe('splitting', () => hold(registry.splitting));
describe('confidence', () => hold(registry.confidence));

describe('membership', () => {
  const names = new Set(
    [registry.extraction, registry.classification, registry.splitting, registry.confidence]
      .flat()
      .map(({ name }) => name),
  );

  /**
   * Exported functions of `src/metrics` and `src/compat` that are not metrics, each with the reason or with the test
   * that covers it.
   */
  const others: Readonly<Record<string, string>> = {
    addCounts: 'sums',
    countLeaves: 'counts',
    rate: 'any ratio; tested with the rates',
    meanOfRates: 'tested as the macro metrics',
    matchRates: 'tested as the metrics of classes',
    boundaryKappa: 'tested as boundary_kappa',
    classificationMetrics: 'its members are tested',
    equalWidthBins: 'a table; tested as expectedCalibrationError',
    equalMassBins: 'a table; tested as expectedCalibrationError of equal mass',
    riskCoverageCurve: 'a curve; tested as riskCoverageArea',
    automationTable: 'a table with bounds; see its unit tests',
    certifyThreshold: 'a procedure; see its simulations',
    degenerateConfidence: 'flags',
    service2026Latency: 'times',
    straightThrough: 'a row of the automation table',
    labelCeiling: 'a bound for labels; see its unit tests and simulations',
    findWrongClusters: 'a test; see its unit tests and simulations',
    documentsNeeded: 'a step of certifyThreshold',
    acceptedAt: 'a step of certifyThreshold',
    bestTotal: 'a step of the scores of other projects',
    treeEditDistance: 'a step of treeEditAccuracy',
    countNodes: 'a step of treeEditAccuracy',
  };

  it('every metric is in the registry', () => {
    const exported = declared.filter(({ kind }) => kind === 'function');
    expect(exported.length).toBeGreaterThan(20);
    expect(exported.map(({ name }) => name).filter((name) => !names.has(name) && !(name in others))).toEqual(
      [],
    );
    const known = new Set(exported.map(({ name }) => name));
    expect(Object.keys(others).filter((name) => !known.has(name))).toEqual([]);
  });

  it('every member of the result of classificationMetrics is in the registry', () => {
    const declaration = declared.find(({ name }) => name === 'ClassificationMetrics');
    const members = [...(declaration?.signature ?? '').matchAll(/^ {2}readonly (\w+):/gm)].map(
      (match) => match[1] as string,
    );
    expect(members).toContain('kappa');
    const missing = members.filter((name) => !names.has(name) && name !== 'perClass' && name !== 'majority');
    expect(missing).toEqual([]);
  });
});
