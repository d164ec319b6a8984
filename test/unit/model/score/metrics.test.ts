import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { zeroCounts } from '../../../../src/metrics/counts.ts';
import { addCitations, countCitations, zeroCitations } from '../../../../src/model/score/citation-counts.ts';
import type { SplittingScore } from '../../../../src/model/score/class-and-split-scores.ts';
import { type Metric, type MetricName, metrics, metricsOf } from '../../../../src/model/score/metrics.ts';
import { fillComparatorsPage, fillMetricsPage } from '../../../docs/generators/metrics-page.ts';
import { leafRate } from '../../../fixtures/comparisons/leaf-rate.ts';

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

describe('rates of citations by hand', () => {
  const counts = {
    ...zeroCitations,
    supported: 6,
    unsupported: 2,
    uncited: 5,
    unchecked: 1,
    ocr: 3,
    located: 4,
    rightPage: 3,
    overlap: 2.5,
  };
  const byHand: Partial<Record<MetricName, readonly [numerator: number, denominator: number]>> = {
    citation_support: [6, 8],
    citation_coverage: [9, 14],
    citation_page: [3, 4],
    citation_overlap: [2.5, 4],
  };

  it.each(metrics.filter(({ ofCitations }) => ofCitations !== undefined))(
    '$name',
    ({ name, ofCitations }) => {
      expect(ofCitations?.(counts)).toEqual(byHand[name]);
      expect(ofCitations?.(zeroCitations)).toEqual([0, 0]);
    },
  );

  it('count each value once, and add up', () => {
    const place = { rightPage: true, overlap: 0.25 };
    const citations = [
      { path: 'a', field: 'a', state: 'supported', ocr: true, place },
      { path: 'b', field: 'b', state: 'unsupported', ocr: false, place: { rightPage: false, overlap: 0 } },
      { path: 'c', field: 'c', state: 'unchecked', ocr: true },
      { path: 'd', field: 'd', state: 'uncited', ocr: false },
    ] as const;
    const counted = countCitations(citations);
    expect(counted).toEqual({
      ...{ supported: 1, unsupported: 1, uncited: 1, unchecked: 1 },
      ...{ ocr: 1, located: 2, rightPage: 1, overlap: 0.25 },
    });
    expect(addCitations(...citations.map((one) => countCitations([one])))).toEqual(counted);
  });
});

describe('declarations', () => {
  it.each(metrics)(
    '$name gives the parts of its example',
    ({ ofLeaves, ofCitations, ofPacket, exactOf, example }: Metric) => {
      if (exactOf !== undefined)
        return expect([ofLeaves, ofPacket, example]).toEqual([undefined, undefined, undefined]);
      const parts =
        ofLeaves?.({ ...zeroCounts, ...example?.given }) ??
        ofCitations?.({ ...zeroCitations, ...example?.given }) ??
        ofPacket?.(example?.given as SplittingScore);
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
    expect(metricsOf('EXTRACT')).toContain('citation_support');
    expect(metricsOf('SPLITTER')).not.toContain('citation_support');
  });

  it('make the tables of docs/metrics.md and docs/metrics/comparators.md', () => {
    const page = readFileSync('docs/metrics.md', 'utf8');
    expect(fillMetricsPage(page)).toBe(page);
    const comparatorsPage = readFileSync('docs/metrics/comparators.md', 'utf8');
    expect(fillComparatorsPage(comparatorsPage)).toBe(comparatorsPage);
  });
});
