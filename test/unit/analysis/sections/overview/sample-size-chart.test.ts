import { describe, expect, it } from 'vitest';
import { sampleSizeChart } from '../../../../../src/analysis/sections/overview/sample-size-chart.ts';
import type { SampleSizeSection } from '../../../../../src/model/report/sections/sample-size-section.ts';

const section = (documents: number, needed: readonly (number | null)[]): SampleSizeSection => ({
  effects: [0.03, 0.05],
  power: 0.8,
  confidence: 0.95,
  looks: 1,
  basis: 'observed',
  documents,
  clusters: null,
  rows: [],
  curve: { effects: [0.3, 0.1, 0.05], questions: [{ label: 'fully right documents', documents: needed }] },
  advice: [],
});

describe('sampleSizeChart', () => {
  it('draws the documents per change next to the number of the report, and names the smallest change', () => {
    const chart = sampleSizeChart(section(54, [20, 54, 680]));
    expect(chart).toMatchObject({
      section: 'sampleSize',
      title: '54 documents suffice for a change of 10 of 100 in fully right documents',
      scale: 'log',
      categories: ['a change of 30 of 100', 'a change of 10 of 100', 'a change of 5 of 100'],
    });
    expect(chart?.series.map(({ role, values }) => [role, values])).toEqual([
      ['candidate', [20, 54, 680]],
      ['reference', [54, 54, 54]],
    ]);
  });

  it('states that the documents are too few for the largest change', () => {
    expect(sampleSizeChart(section(19, [20, 54, 680]))?.title).toBe(
      '19 documents are too few for a change of 30 of 100 in fully right documents',
    );
    expect(sampleSizeChart(section(1, [20, 54, 680]))?.title).toMatch(/^1 document is too few/);
  });

  it('omits changes that no number of documents shows, and is absent without any', () => {
    expect(sampleSizeChart(section(54, [20, null, 680]))?.categories).toHaveLength(2);
    expect(sampleSizeChart(section(54, [null, null, null]))).toBeNull();
    expect(sampleSizeChart(section(0, [20, 54, 680]))).toBeNull();
    expect(sampleSizeChart(null)).toBeNull();
  });
});
