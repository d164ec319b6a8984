import { describe, expect, it } from 'vitest';
import type { ChartDefinition } from '../../../../src/model/report/chart.ts';
import { chartConfig, wrapName } from '../../../../src/viewer/charts/chart-config.ts';
import { chartRows } from '../../../../src/viewer/charts/chart-rows.ts';
import { lightTheme, printTheme } from '../../../../src/viewer/charts/chart-theme.ts';
import { sampleModels } from '../../../fixtures/report-model.ts';

const charts = sampleModels.extract(20).charts;
const chart = (id: string) => charts.find((definition) => definition.id === id) as ChartDefinition;

describe('chartConfig', () => {
  it('returns a chart with one data set per series', () => {
    const config = chartConfig(chart('field-change'), lightTheme);
    expect(config).toMatchObject({ type: 'line', options: { indexAxis: 'y' } });
    expect(config.data.datasets.map((set) => set.label)).toEqual(['1.0', 'draft']);
    expect(config.data.datasets[0]?.data).toEqual(chart('field-change').series[0]?.values);
  });

  it('stacks outcomes on both axes and in the colours of the roles', () => {
    const config = chartConfig(chart('field-outcomes'), lightTheme);
    expect(config.options?.scales).toMatchObject({ x: { stacked: true }, y: { stacked: true } });
    expect(config.data.datasets[1]?.backgroundColor).toBe(lightTheme.roles.incorrect);
  });

  it('widens the axis to the ends of the intervals', () => {
    const definition = chart('group-change');
    const lows = (definition.series[0]?.low ?? []).filter((value) => value !== null);
    const { scales } = chartConfig(definition, lightTheme).options ?? {};
    expect(scales?.x).toMatchObject({ suggestedMin: Math.min(...lows) });
  });

  it('shows the title only in the file, because the page has a heading', () => {
    const shown = (theme: typeof lightTheme) =>
      chartConfig(chart('field-change'), theme).options?.plugins?.title?.display;
    expect([shown(lightTheme), shown(printTheme)]).toEqual([false, true]);
  });

  it('draws the baseline as a ring and the candidate as a dot', () => {
    const [before, now] = chartConfig(chart('field-change'), lightTheme).data.datasets;
    expect(before?.backgroundColor).toBe(lightTheme.ground);
    expect(now?.backgroundColor).toBe(lightTheme.roles.candidate);
  });

  it('writes numbers at 1, 2 and 5 times a power of ten of a log scale', () => {
    const { scales } =
      chartConfig({ ...chart('group-change'), scale: 'log', format: 'ms' }, lightTheme).options ?? {};
    const ticks = scales?.x?.ticks as unknown as { callback: (tick: number) => string };
    expect([100, 200, 300, 1000].map((tick) => ticks.callback(tick))).toEqual([
      '100\u202fms',
      '200\u202fms',
      '',
      '1.00\u202fs',
    ]);
    expect(scales?.x).toMatchObject({ type: 'logarithmic' });
  });

  it('draws x values as points on a linear axis', () => {
    const config = chartConfig(
      {
        id: 'risk',
        title: 'Risk',
        kind: 'line',
        xLabel: 'coverage',
        yLabel: 'error',
        categories: [],
        format: 'share',
        series: [{ name: 'all', role: 'candidate', x: [0, 1], values: [0.1, null] }],
      },
      lightTheme,
    );
    expect(config.data.datasets[0]?.data).toEqual([
      { x: 0, y: 0.1 },
      { x: 1, y: Number.NaN },
    ]);
    expect(config.options?.scales?.x).toMatchObject({ type: 'linear' });
  });

  it('needs more rows for more categories of a horizontal chart', () => {
    const few = { ...chart('field-change'), categories: ['a', 'b'] };
    expect(chartRows(few)).toBe(2);
    expect(chartRows({ ...few, kind: 'bar' })).toBe(3);
  });
});

describe('wrapName', () => {
  it.each([
    ['total', ['total']],
    ['shipping_address.postal_code', ['shipping_address.', 'postal_code']],
    ['Typical time of documents', ['Typical time of', 'documents']],
    ['x'.repeat(40), ['x'.repeat(17), `${'x'.repeat(16)}…`]],
  ])('breaks %s after a word, into at most two lines', (name, lines) => {
    expect(wrapName(name, 17)).toEqual(lines);
  });
});
