import type { ChartConfiguration, ChartDataset, Scale, ScaleOptionsByType } from 'chart.js';
import type { ChartDefinition, ChartSeries } from '../../model/report/chart.ts';
import { formatInUnit, formatNumber } from '../blocks/format-measurement.ts';
import { dumbbellPlugin, hatchPlugin, labelPlugin, matrixPlugin, whiskerPlugin } from './chart-plugins.ts';
import type { ChartTheme } from './chart-theme.ts';

/** Returns the Chart.js config of a chart. The page and PNG files use the same config. */
export function chartConfig(definition: ChartDefinition, theme: ChartTheme): ChartConfiguration {
  const matrix = definition.kind === 'matrix';
  const hasDots = definition.kind === 'dumbbell' || definition.kind === 'dot-interval';
  const pad = 8 * theme.scale;
  return {
    type: chartType(definition),
    data: {
      labels: [...definition.categories],
      datasets: matrix ? [] : definition.series.map((series) => dataset(definition, series, theme)),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      indexAxis: definition.horizontal ? 'y' : 'x',
      layout: { padding: { top: pad, bottom: pad, left: pad, right: definition.labels ? 7 * pad : pad } },
      font: font(theme),
      color: theme.ink,
      scales: matrix ? matrixScales(definition, theme) : valueScales(definition, theme),
      plugins: {
        legend: {
          display: definition.series.length > 1 && !matrix,
          position: 'top',
          align: 'start',
          labels: {
            color: theme.ink,
            boxWidth: (hasDots ? 9 : 12) * theme.scale,
            boxHeight: (hasDots ? 9 : 12) * theme.scale,
            usePointStyle: hasDots,
            font: font(theme),
          },
        },
        title: {
          // Only a PNG file draws the title. The page has a heading with the title above the chart, which screen
          // readers can read.
          display: theme.scale > 1,
          text: definition.title,
          align: 'start',
          color: theme.ink,
          font: { ...font(theme, 15), weight: 'bold' },
          padding: { bottom: definition.subtitle === undefined ? 10 * theme.scale : 2 * theme.scale },
        },
        subtitle: {
          display: theme.scale > 1 && definition.subtitle !== undefined,
          text: definition.subtitle ?? '',
          align: 'start',
          color: theme.quiet,
          font: font(theme),
          padding: { bottom: 10 * theme.scale },
        },
        tooltip: {
          callbacks: { label: (item) => tooltip(definition, item.datasetIndex, item.dataIndex) },
        },
      },
    },
    plugins: [
      dumbbellPlugin(definition, theme),
      hatchPlugin(definition, theme),
      labelPlugin(definition, theme),
      whiskerPlugin(definition, theme),
      matrixPlugin(definition, theme),
    ],
  };
}

function isBar({ kind }: ChartDefinition): boolean {
  return kind === 'bar' || kind === 'stacked-bar';
}

function chartType(definition: ChartDefinition): 'bar' | 'line' | 'scatter' {
  if (isBar(definition)) return 'bar';
  const hasX = definition.series.some((series) => series.x);
  return definition.kind === 'scatter' || (definition.kind === 'line' && hasX) ? 'scatter' : 'line';
}

function dataset(definition: ChartDefinition, series: ChartSeries, theme: ChartTheme): ChartDataset {
  const { name, role, x, values } = series;
  const colour = theme.roles[role];
  const data = x ? values.map((y, at) => ({ x: x[at] ?? 0, y: y ?? Number.NaN })) : [...values];
  const shared = { label: name, data, borderColor: colour, backgroundColor: colour };
  if (isBar(definition)) {
    const thickness = { maxBarThickness: 22 * theme.scale, categoryPercentage: 0.78, barPercentage: 0.92 };
    return { ...shared, ...thickness, borderWidth: 0 } as ChartDataset;
  }
  const dots = ['scatter', 'dot-interval', 'dumbbell'].includes(definition.kind);
  const isRing = dots && role === 'baseline';
  return {
    ...shared,
    ...(isRing && { backgroundColor: theme.ground, pointBorderWidth: 2 * theme.scale }),
    type: chartType(definition),
    showLine: !dots || role === 'reference',
    pointRadius: (dots ? (role === 'reference' ? 0 : 4.5) : 2) * theme.scale,
    pointStyle: dots && role === 'reference' ? 'line' : pointStyle(series),
    borderWidth: 2 * theme.scale,
    borderDash: role === 'reference' ? [5 * theme.scale, 4 * theme.scale] : undefined,
    tension: 0,
    // Without this margin, a point at the end of the axis would be cut off.
    clip: 8 * theme.scale,
  } as ChartDataset;
}

function pointStyle(series: ChartSeries): string {
  if (series.role === 'better') return 'triangle';
  if (series.role === 'worse') return 'rectRot';
  return series.role === 'inconclusive' ? 'rectRounded' : 'circle';
}

type Scales = Record<string, Partial<ScaleOptionsByType<'linear'>> & { type?: string }>;

function valueScales(definition: ChartDefinition, theme: ChartTheme): Scales {
  const { horizontal, kind, format, bounds, series, xLabel, yLabel } = definition;
  const stacked = kind === 'stacked-bar';
  const value = {
    ...axis(horizontal ? xLabel : yLabel, theme),
    ...(definition.scale === 'log' && { type: 'logarithmic' }),
    stacked,
    suggestedMin: bounds?.[0] ?? outermost(definition, 'low', Math.min),
    suggestedMax: bounds?.[1] ?? outermost(definition, 'high', Math.max),
    grid: {
      color: (line: { tick: { value: number } }) =>
        format === 'points' && line.tick.value === 0 ? theme.quiet : theme.hairline,
      lineWidth: theme.scale,
    },
    beginAtZero: kind !== 'line' && definition.scale !== 'log',
    ticks: {
      ...ticks(theme),
      maxRotation: 0,
      callback: (tick: string | number) => axisNumber(Number(tick), definition),
    },
    ...(kind === 'stacked-bar' && bounds && { max: bounds[1] }),
  };
  const category = {
    ...axis(horizontal ? yLabel : xLabel, theme),
    ...(series.some(({ x }) => x) ? { type: 'linear' } : { type: 'category', offset: true }),
    stacked,
    ticks: {
      ...ticks(theme),
      autoSkip: !horizontal,
      ...(horizontal && { callback: rowName(definition, theme) }),
    },
    grid: { display: false },
  };
  return (horizontal ? { x: value, y: category } : { x: category, y: value }) as unknown as Scales;
}

/**
 * Returns a function that breaks the name of a row into one or two lines. The lines are shorter if the chart is narrow.
 */
function rowName({ categories }: ChartDefinition, theme: ChartTheme) {
  return function (this: Scale, _: number | string, row: number): string[] {
    const isNarrow = this.chart.width < 560 * theme.scale;
    return wrapName(categories[row] ?? '', isNarrow ? 20 : 34);
  };
}

/**
 * Returns a text in one or two lines of at most `length` characters. Breaks the text after the last space, underscore,
 * dot or hyphen that fits into the first line, unless the first line would then be very short. If the rest does not fit
 * into the second line, ends this line with an ellipsis.
 */
export function wrapName(text: string, length: number): string[] {
  if (text.length <= length) return [text];
  const start = text.slice(0, length);
  const last = Math.max(...[' ', '_', '.', '-'].map((end) => start.lastIndexOf(end)));
  const first = last < length / 3 ? start : start.slice(0, last + 1);
  const rest = text.slice(first.length);
  return [first.trimEnd(), rest.length <= length ? rest : `${rest.slice(0, length - 1)}…`];
}

/**
 * Returns the lowest lower end (`low`, `Math.min`) or the highest upper end (`high`, `Math.max`) of all intervals. The
 * axis extends to this value, so that no interval is cut off. Returns `undefined` if there are no intervals.
 */
function outermost(
  definition: ChartDefinition,
  end: 'low' | 'high',
  pick: (...values: number[]) => number,
): number | undefined {
  const values = definition.series.flatMap((series) => series[end] ?? []).filter((value) => value !== null);
  return values.length === 0 ? undefined : values.reduce((a, b) => pick(a, b));
}

function matrixScales(definition: ChartDefinition, theme: ChartTheme): Scales {
  const names = definition.series.map((series) => series.name);
  const scale = (label: string, labels: readonly string[], position: string) => ({
    ...axis(label, theme),
    type: 'category',
    labels: [...labels],
    offset: true,
    position,
    grid: { display: false },
    ticks: { ...ticks(theme), autoSkip: false, ...(position === 'top' && { minRotation: 40 }) },
  });
  return {
    x: scale(definition.xLabel, definition.categories, 'top'),
    y: scale(definition.yLabel, names, 'left'),
  } as unknown as Scales;
}

function axis(text: string, theme: ChartTheme) {
  return {
    title: { display: text !== '', text, color: theme.quiet, font: font(theme) },
    grid: { color: theme.hairline, lineWidth: theme.scale },
    border: { color: theme.hairline },
  };
}

function ticks(theme: ChartTheme) {
  return { color: theme.quiet, font: font(theme, 11.5) };
}

function font({ fontFamily, scale }: ChartTheme, size = 12) {
  return { family: fontFamily, size: size * scale };
}

function axisNumber(value: number, definition: ChartDefinition): string {
  // A log scale has lines at 1, 2, 3, ..., 9 times each power of ten. Only the lines at 1, 2 and 5 times a power of ten
  // have space for a number.
  if (definition.scale === 'log' && !/^[125]/.test(value.toExponential())) return '';
  if (definition.format === 'share') return formatNumber(value * 100, 0);
  if (definition.format === 'points')
    return formatNumber(value * 100, Math.abs(value) < 0.02 && value !== 0 ? 1 : 0);
  return definition.format === 'ms'
    ? formatInUnit(value, 'ms')
    : formatNumber(value, Number.isInteger(value) ? 0 : 1);
}

function tooltip(definition: ChartDefinition, seriesIndex: number, index: number): string {
  const series = definition.series[seriesIndex];
  const value = series?.values[index];
  if (!series || value == null) return '';
  const low = series.low?.[index];
  const high = series.high?.[index];
  const number = (of: number) => formatInUnit(of, definition.format);
  const interval = low == null || high == null ? '' : ` [${number(low)} to ${number(high)}]`;
  return `${series.name}: ${number(value)}${interval}`;
}
