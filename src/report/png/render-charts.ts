import { createRequire } from 'node:module';
import path from 'node:path';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { Chart, type ChartConfiguration, registerables } from 'chart.js';
import { oneLine } from '../../base/phrases.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import type { ChartDefinition } from '../../model/report/chart.ts';
import { chartConfig } from '../../viewer/charts/chart-config.ts';
import { chartRows } from '../../viewer/charts/chart-rows.ts';
import { printTheme } from '../../viewer/charts/chart-theme.ts';

const width = 1600;

/** Writes each chart as `<id>.png` with a white background, 1600 pixels wide. Returns the paths of the files. */
export async function renderCharts(charts: readonly ChartDefinition[], dir: string): Promise<string[]> {
  const files: string[] = [];
  for (const definition of charts) {
    const file = path.join(dir, chartFileName(definition.id, files.length));
    await writeFileAtomically(file, renderChart(definition));
    files.push(file);
  }
  return files;
}

/** Returns the file name of a chart. Keeps only safe characters of the id, because ids come from data. */
export function chartFileName(id: string, position: number): string {
  const safe = id.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
  return `${safe === '' ? `chart-${position + 1}` : safe.slice(0, 80)}.png`;
}

/** Renders a chart as PNG. Equal definitions give equal bytes. */
export function renderChart(definition: ChartDefinition): Uint8Array {
  return drawChart(definition, (canvas) => canvas.toBuffer('image/png'));
}

/** A chart as JPEG, and its size in pixels. */
export interface ChartPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

/** Renders a chart as JPEG, because a PDF file can contain JPEG data unchanged. */
export function chartPicture(definition: ChartDefinition): ChartPicture {
  const { title } = definition;
  return drawChart(definition, (canvas) => {
    const { width, height } = canvas;
    return { bytes: canvas.toBuffer('image/jpeg', 85), width, height, title };
  });
}

/** Draws a chart, and returns the result of `encode` for its canvas. */
function drawChart<Result>(definition: ChartDefinition, encode: (canvas: Canvas) => Result): Result {
  const canvas = createCanvas(width, chartHeight(definition));
  // Chart.js can draw on any canvas with the standard methods, although its types accept only a canvas of a browser.
  const chart = new Chart(
    canvas as unknown as ConstructorParameters<typeof Chart>[0],
    stillConfig(chartConfig(withPlainNames(definition), printTheme)),
  );
  // Chart.js clears the canvas before it draws, so the background is painted under the finished chart.
  const context = canvas.getContext('2d');
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = printTheme.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const result = encode(canvas);
  chart.destroy();
  return result;
}

/**
 * Replaces control characters and direction marks in the title and the categories, because these texts come from data.
 */
function withPlainNames(definition: ChartDefinition): ChartDefinition {
  return { ...definition, title: oneLine(definition.title), categories: definition.categories.map(oneLine) };
}

/** Returns the config of a chart without animation, in the size of the canvas. */
function stillConfig(config: ChartConfiguration): ChartConfiguration {
  return {
    ...config,
    options: { ...config.options, animation: false, responsive: false, devicePixelRatio: 1 },
  };
}

function chartHeight(definition: ChartDefinition): number {
  const rows = chartRows(definition);
  return rows === 0 ? 900 : Math.min(8000, Math.max(480, Math.round(260 + rows * 48)));
}

Chart.register(...registerables);
Chart.defaults.font.family = printTheme.fontFamily;

// The bundled font makes charts look the same on every machine.
const fonts = path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
for (const file of ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'])
  GlobalFonts.registerFromPath(path.join(fonts, 'ttf', file), printTheme.fontFamily);
