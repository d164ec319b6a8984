import type { ChartDefinition, ChartSeries } from '../../model/report/chart.ts';
import type { TrendResult } from '../../model/results/score-results.ts';
import { measuredSeries } from '../sections/overview/charts.ts';

const roles: readonly ChartSeries['role'][] = ['candidate', 'baseline', 'better', 'worse', 'inconclusive'];

/**
 * Returns charts over time: the headline rates with their intervals, and the F1 of the fields or classes that changed
 * most.
 */
export function trendCharts({ dataset, points }: TrendResult): ChartDefinition[] {
  const shares = (points.at(-1)?.headline ?? []).filter(({ value }) => value.unit === 'share').slice(0, 2);
  const headline = shares.map(({ label, value: { metric } }, i) =>
    measuredSeries(
      label,
      roles[i] ?? 'reference',
      points.map((point) => point.headline.find(({ value }) => value.metric === metric)?.value),
    ),
  );
  const moved = mostChanged(points).map((name, i) =>
    measuredSeries(
      name,
      roles[i] ?? 'reference',
      points.map(({ parts }) => parts.find((part) => part.name === name)?.f1),
    ),
  );
  const chart = (id: string, title: string, series: ChartSeries[]): ChartDefinition => ({
    id,
    title,
    kind: 'line',
    xLabel: 'run',
    yLabel: '%',
    categories: points.map(({ createdAt, version }) => `${createdAt.slice(0, 10)} ${version}`),
    series,
    format: 'share',
  });
  const charts = [chart('trend', `${dataset} over ${points.length} runs`, headline)];
  // A chart with one series has no legend, so the title names the series.
  const title =
    moved.length === 1 ? `F1 of ${moved[0]?.name}` : 'F1 of the fields or classes that changed most';
  return moved.length === 0 ? charts : [...charts, chart('trend-parts', title, moved)];
}

/** Returns the fields or classes with the largest difference between the highest and the lowest F1 of all runs. */
function mostChanged(points: TrendResult['points']): string[] {
  const ranges = (points.at(-1)?.parts ?? []).map(({ name }) => {
    const values = points.flatMap(({ parts }) => parts.find((part) => part.name === name)?.f1.value ?? []);
    const range = values.length < 2 ? 0 : Math.max(...values) - Math.min(...values);
    return { name, range };
  });
  return ranges
    .filter(({ range }) => range > 0)
    .sort((a, b) => b.range - a.range)
    .slice(0, roles.length)
    .map(({ name }) => name);
}
