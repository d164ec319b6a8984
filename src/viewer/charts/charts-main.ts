import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js';
import type { ChartDefinition } from '../../model/report/chart.ts';
import { chartConfig } from './chart-config.ts';
import type { ChartTheme } from './chart-theme.ts';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
  Tooltip,
);

/**
 * Draws a chart on a canvas. Returns a function that removes the chart. `pixelRatio` is the number of drawn pixels per
 * pixel of the page, by default the ratio of the screen.
 */
export type DrawChart = (
  canvas: HTMLCanvasElement,
  definition: ChartDefinition,
  theme: ChartTheme,
  pixelRatio?: number,
) => () => void;

const drawChart: DrawChart = (canvas, definition, theme, pixelRatio) => {
  const config = chartConfig(definition, theme);
  const options =
    pixelRatio === undefined ? config.options : { ...config.options, devicePixelRatio: pixelRatio };
  const chart = new Chart(canvas, { ...config, options });
  return () => chart.destroy();
};

// The build writes this file as a separate script. The page runs it when it shows the first chart.
Object.assign(globalThis, { goldsetDrawChart: drawChart });
