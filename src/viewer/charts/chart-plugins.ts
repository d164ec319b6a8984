import type { Chart, Plugin } from 'chart.js';
import type { ChartDefinition } from '../../model/report/chart.ts';
import { formatInUnit } from '../blocks/format-measurement.ts';
import type { ChartTheme } from './chart-theme.ts';

/** Draws the interval of every value as a line with end caps. */
export function whiskerPlugin(definition: ChartDefinition, theme: ChartTheme): Plugin {
  return {
    id: 'whiskers',
    afterDatasetsDraw(chart) {
      definition.series.forEach((series, number) => {
        if (!series.low || !series.high || definition.kind === 'matrix' || !chart.isDatasetVisible(number))
          return;
        const meta = chart.getDatasetMeta(number);
        const bars = definition.kind === 'bar' || definition.kind === 'stacked-bar';
        series.values.forEach((value, index) => {
          const element = meta.data[index];
          const low = series.low?.[index];
          const high = series.high?.[index];
          if (value === null || low == null || high == null || !element) return;
          const colour = bars ? theme.ink : theme.roles[series.role];
          drawWhisker(chart, definition.horizontal === true, element, [low, high], colour, theme.scale);
        });
      });
    },
  };
}

function drawWhisker(
  chart: Chart,
  horizontal: boolean,
  at: { x: number; y: number },
  [low, high]: [number, number],
  colour: string,
  scale: number,
): void {
  const values = horizontal ? chart.scales.x : chart.scales.y;
  if (!values) return;
  const ends = [values.getPixelForValue(low), values.getPixelForValue(high)] as const;
  const across = horizontal ? at.y : at.x;
  const cap = 3 * scale;
  const { ctx } = chart;
  /** Draws a line between two points. `along` is the position on the value axis, and `across` on the other axis. */
  const line = (...points: [along: number, across: number][]) => {
    const [start, end] = points.map(([a, b]): [number, number] => (horizontal ? [a, b] : [b, a]));
    if (start) ctx.moveTo(...start);
    if (end) ctx.lineTo(...end);
  };
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.2 * scale;
  ctx.beginPath();
  line([ends[0], across], [ends[1], across]);
  for (const end of ends) line([end, across - cap], [end, across + cap]);
  ctx.stroke();
  ctx.restore();
}

/** Hatches the bars of missing values, so that colour is not their only mark. */
export function hatchPlugin(definition: ChartDefinition, theme: ChartTheme): Plugin {
  return {
    id: 'hatching',
    afterDatasetDraw(chart, { index }) {
      if (definition.series[index]?.role !== 'missing' || !definition.kind.endsWith('bar')) return;
      const { ctx } = chart;
      for (const element of chart.getDatasetMeta(index).data) {
        const bar = element.getProps?.(
          ['x', 'y', 'base', 'width', 'height'] as never,
          true,
        ) as unknown as Bar;
        const { horizontal } = definition;
        const width = horizontal ? Math.abs(bar.x - bar.base) : bar.width;
        const height = horizontal ? bar.height : Math.abs(bar.y - bar.base);
        const left = horizontal ? Math.min(bar.x, bar.base) : bar.x - bar.width / 2;
        const top = horizontal ? bar.y - bar.height / 2 : Math.min(bar.y, bar.base);
        if (!(width > 0 && height > 0)) continue;
        ctx.save();
        ctx.beginPath();
        ctx.rect(left, top, width, height);
        ctx.clip();
        ctx.strokeStyle = theme.ground;
        ctx.lineWidth = 1.2 * theme.scale;
        ctx.beginPath();
        for (let x = left - height; x < left + width; x += 5 * theme.scale) {
          ctx.moveTo(x, top + height);
          ctx.lineTo(x + height, top);
        }
        ctx.stroke();
        ctx.restore();
      }
    },
  };
}

type Bar = Readonly<Record<'x' | 'y' | 'base' | 'width' | 'height', number>>;

/** Draws a matrix with one row per series and one column per category. Cells are shaded by their share of the row. */
export function matrixPlugin(definition: ChartDefinition, theme: ChartTheme): Plugin {
  return {
    id: 'matrix',
    beforeDatasetsDraw(chart) {
      if (definition.kind !== 'matrix') return;
      const { ctx, chartArea } = chart;
      const width = chartArea.width / Math.max(1, definition.categories.length);
      const height = chartArea.height / Math.max(1, definition.series.length);
      definition.series.forEach((series, row) => {
        const sum = series.values.reduce<number>((total, value) => total + Math.abs(value ?? 0), 0);
        series.values.forEach((value, column) => {
          if (value === null) return;
          const left = chartArea.left + column * width;
          const top = chartArea.top + row * height;
          const share = sum === 0 ? 0 : Math.abs(value) / sum;
          ctx.save();
          ctx.globalAlpha = value === 0 ? 0 : 0.12 + 0.78 * share;
          ctx.fillStyle =
            series.name === definition.categories[column] ? theme.roles.correct : theme.roles.incorrect;
          ctx.fillRect(left + 1, top + 1, width - 2, height - 2);
          ctx.globalAlpha = 1;
          ctx.fillStyle =
            value === 0 ? theme.quiet : share > 0.55 && theme.name === 'light' ? '#ffffff' : theme.ink;
          ctx.font = `${12 * theme.scale}px ${theme.fontFamily}`;
          ctx.textAlign = 'center';
          ctx.textBaseline = 'middle';
          ctx.fillText(formatInUnit(value, definition.format), left + width / 2, top + height / 2);
          ctx.restore();
        });
      });
    },
  };
}
