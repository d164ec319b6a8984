import { createRequire } from 'node:module';
import path from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { ChartJSNodeCanvas } from 'chartjs-node-canvas';
import type { ChartDefinition } from '../../model/chart.ts';
import { chartConfig, chartRows } from '../chart-config.ts';
import { printTheme } from '../chart-theme.ts';
import { writeFileAtomically } from '../write-file-atomically.ts';
import { chartFileName } from './chart-file-name.ts';

const width = 1600;

/** Writes each chart as `<id>.png`, 1600 pixels wide on white, and returns the files. */
export async function renderCharts(charts: readonly ChartDefinition[], dir: string): Promise<string[]> {
  const files: string[] = [];
  for (const definition of charts) {
    const file = path.join(dir, chartFileName(definition.id, files.length));
    await writeFileAtomically(file, renderChart(definition));
    files.push(file);
  }
  return files;
}

/** One chart as PNG bytes; the same definition gives the same bytes. */
export function renderChart(definition: ChartDefinition): Uint8Array {
  const canvas = new ChartJSNodeCanvas({
    width,
    height: chartHeight(definition),
    backgroundColour: printTheme.ground,
    chartCallback: (chart) => {
      chart.defaults.font.family = printTheme.fontFamily;
    },
  });
  registerFonts();
  return canvas.renderToBufferSync(chartConfig(definition, printTheme));
}

function chartHeight(definition: ChartDefinition): number {
  const rows = chartRows(definition);
  return rows === 0 ? 900 : Math.min(8000, Math.max(480, Math.round(260 + rows * 48)));
}

let registered = false;

/** The bundled font, so that charts look the same on machines without any. */
function registerFonts(): void {
  if (registered) return;
  const fonts = path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
  for (const file of ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf']) {
    GlobalFonts.registerFromPath(path.join(fonts, 'ttf', file), printTheme.fontFamily);
  }
  registered = true;
}
