import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { zeroCounts } from '../../../../src/metrics/counts.ts';
import type { SplittingScore } from '../../../../src/model/score/class-and-split-scores.ts';
import { type Metric, type MetricName, metrics, metricsOf } from '../../../../src/model/score/metrics.ts';
import { fillComparatorsPage, fillMetricsPage } from '../../../docs/generators/metrics-page.ts';
import { leafRate } from '../../../fixtures/leaf-rate.ts';

describe('rates of leaves by hand', () => {
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
  const byHand: Partial<Record<MetricName, readonly [numerator: number, denominator: number]>> = {
    precision: [4, 8],
    recall: [4, 6],
    f1: [8, 14],
    presence_precision: [5, 8],
    presence_recall: [5, 6],
    hallucination_rate: [3, 14],
    omission_rate: [1, 6],
    field_accuracy: [15, 20],
    coverage: [8, 20],
  };

  it.each(metrics.filter(({ ofLeaves }) => ofLeaves !== undefined))('$name', ({ name }) => {
    const [numerator, denominator] = byHand[name] ?? [];
    expect(leafRate(name, counts)).toEqual({
      numerator,
      denominator,
      value: (numerator ?? Number.NaN) / (denominator ?? Number.NaN),
    });
    expect(leafRate(name, zeroCounts)).toEqual({ numerator: 0, denominator: 0, value: null });
  });
});

describe('declarations', () => {
  it.each(metrics)(
    '$name gives the parts of its example',
    ({ ofLeaves, ofPacket, exactOf, example }: Metric) => {
      if (exactOf !== undefined)
        return expect([ofLeaves, ofPacket, example]).toEqual([undefined, undefined, undefined]);
      const parts =
        ofLeaves?.({ ...zeroCounts, ...example?.given }) ?? ofPacket?.(example?.given as SplittingScore);
      expect(parts).toEqual(example?.parts);
      expect(parts).toHaveLength(2);
    },
  );

  it('have unique names', () => {
    expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
  });

  it('belong to processor types', () => {
    expect(metricsOf('CLASSIFY')).toEqual(['f1', 'precision', 'recall', 'accuracy']);
    expect(metricsOf('EXTRACT')).toContain('document_exact');
    expect(metricsOf('SPLITTER')).toContain('f1');
    expect(metricsOf('SPLITTER')).not.toContain('coverage');
  });

  it('make the tables of docs/metrics.md and docs/metrics/comparators.md', () => {
    const page = readFileSync('docs/metrics.md', 'utf8');
    expect(fillMetricsPage(page)).toBe(page);
    const comparatorsPage = readFileSync('docs/metrics/comparators.md', 'utf8');
    expect(fillComparatorsPage(comparatorsPage)).toBe(comparatorsPage);
  });
});
