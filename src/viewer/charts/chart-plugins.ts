import type { Chart, Plugin } from 'chart.js';
import type { ChartDefinition } from '../../model/report/chart.ts';
import { formatInUnit } from '../blocks/format-measurement.ts';
import type { ChartTheme } from './chart-theme.ts';

/** Draws the interval of each value as a line with caps at its ends. Draws nothing in dumbbell charts and matrices. */
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
          if (definition.kind === 'dumbbell') return;
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
  /**
   * Adds a line between two points. `along` is the position on the value axis, and `across` the position on the other
   * axis.
   */
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

/**
 * Draws the rows of a dumbbell chart. The interval of the last series is a bar with end marks, and a line connects the
 * first and the last series. Rows whose change may be chance are pale.
 */
export function dumbbellPlugin(definition: ChartDefinition, theme: ChartTheme): Plugin {
  return {
    id: 'dumbbell',
    beforeDatasetsDraw(chart) {
      const last = definition.series.length - 1;
      const series = definition.series[last];
      const scale = chart.scales.x;
      if (definition.kind !== 'dumbbell' || !series || !scale) return;
      const { ctx } = chart;
      const colour = theme.roles[series.role];
      const points = (at: number) => chart.getDatasetMeta(at).data;
      definition.categories.forEach((_, row) => {
        const element = points(last)[row];
        const [low, high] = [series.low?.[row], series.high?.[row]];
        if (!element || series.values[row] == null) return;
        ctx.save();
        ctx.globalAlpha = definition.dimmed?.[row] ? 0.45 : 1;
        if (low != null && high != null) {
          const [from, to] = [scale.getPixelForValue(low), scale.getPixelForValue(high)];
          const half = 4 * theme.scale;
          ctx.fillStyle = colour;
          ctx.globalAlpha *= 0.3;
          ctx.fillRect(from, element.y - half, to - from, 2 * half);
          ctx.globalAlpha = definition.dimmed?.[row] ? 0.45 : 1;
          for (const end of [from, to])
            ctx.fillRect(end - theme.scale / 2, element.y - 1.5 * half, theme.scale, 3 * half);
        }
        const first = last > 0 && definition.series[0]?.values[row] != null ? points(0)[row] : undefined;
        if (first) {
          ctx.strokeStyle = colour;
          ctx.lineWidth = 2 * theme.scale;
          ctx.beginPath();
          ctx.moveTo(first.x, element.y);
          ctx.lineTo(element.x, element.y);
          ctx.stroke();
        }
        ctx.restore();
      });
    },
  };
}

/** Writes the text of each row at its right end. */
export function labelPlugin(definition: ChartDefinition, theme: ChartTheme): Plugin {
  return {
    id: 'labels',
    afterDatasetsDraw(chart) {
      const scale = chart.scales.y;
      if (!definition.labels || !definition.horizontal || !scale) return;
      const { ctx, chartArea } = chart;
      ctx.save();
      ctx.fillStyle = theme.ink;
      ctx.font = `${12 * theme.scale}px ${theme.fontFamily}`;
      ctx.textBaseline = 'middle';
      definition.labels.forEach((text, row) => {
        ctx.fillText(text, chartArea.right + 8 * theme.scale, scale.getPixelForValue(row));
      });
      ctx.restore();
    },
  };
}

/** Adds hatching to the bars of missing values, so that they can be recognised without their colour. */
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

/**
 * Draws a matrix with one row per series and one column per category. Right answers and errors have different colours,
 * which are stronger for larger shares of the row. Cells with errors also have a border. Cells with the value 0 stay
 * empty.
 */
export function matrixPlugin(definition: ChartDefinition, theme: ChartTheme): Plugin {
  return {
    id: 'matrix',
    beforeDatasetsDraw(chart) {
      if (definition.kind !== 'matrix') return;
      const { ctx, chartArea } = chart;
      const width = chartArea.width / Math.max(1, definition.categories.length);
      const height = chartArea.height / Math.max(1, definition.series.length);
      ctx.save();
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      definition.series.forEach((series, row) => {
        const sum = series.values.reduce<number>((total, value) => total + Math.abs(value ?? 0), 0);
        series.values.forEach((value, column) => {
          if (!value) return;
          const isRight = series.name === definition.categories[column];
          const box = [
            chartArea.left + column * width + theme.scale,
            chartArea.top + row * height + theme.scale,
            width - 2 * theme.scale,
            height - 2 * theme.scale,
          ] as const;
          const share = Math.abs(value) / sum;
          if (!isRight) {
            ctx.fillStyle = theme.errorCell;
            ctx.fillRect(...box);
          }
          ctx.globalAlpha = isRight ? 0.08 + 0.24 * share : 0.3 * share;
          ctx.fillStyle = isRight ? theme.roles.correct : theme.roles.worse;
          ctx.fillRect(...box);
          ctx.globalAlpha = 1;
          if (!isRight) {
            ctx.strokeStyle = theme.roles.worse;
            ctx.lineWidth = 2 * theme.scale;
            ctx.strokeRect(...box);
          }
          ctx.fillStyle = theme.ink;
          ctx.font = `${isRight ? '' : 'bold '}${12 * theme.scale}px ${theme.fontFamily}`;
          ctx.fillText(formatInUnit(value, definition.format), box[0] + box[2] / 2, box[1] + box[3] / 2);
        });
      });
      ctx.restore();
    },
  };
}
