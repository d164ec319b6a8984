import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import type { ChartDefinition } from '../../../../src/model/report/chart.ts';
import { chartFileName, renderChart, renderCharts } from '../../../../src/report/png/render-charts.ts';
import { sampleModels } from '../../../fixtures/report-model.ts';

const bars: ChartDefinition = {
  id: 'bars',
  title: 'Bars',
  kind: 'bar',
  xLabel: '',
  yLabel: 'share',
  categories: ['a'],
  bounds: [0, 1],
  format: 'share',
  series: [{ name: 'draft', role: 'candidate', values: [0.5] }],
};

/** Returns the number of pixels of a PNG for which a condition is true. */
async function countPixels(
  png: Uint8Array,
  test: (r: number, g: number, b: number) => boolean,
): Promise<number> {
  const image = await loadImage(Buffer.from(png));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4)
    if (test(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0)) count++;
  return count;
}

const blue = (r: number, g: number, b: number) => r < 60 && g > 70 && g < 130 && b > 140;

describe('renderChart', () => {
  it('is 1600 pixels wide on white', async () => {
    const image = await loadImage(Buffer.from(renderChart(bars)));
    expect(image.width).toBe(1600);
    expect(await countPixels(renderChart(bars), (r, g, b) => r + g + b === 765)).toBeGreaterThan(
      image.height * 800,
    );
  });

  it('draws a bar twice as high for twice the value', async () => {
    const half = await countPixels(renderChart(bars), blue);
    const full = await countPixels(
      renderChart({ ...bars, series: [{ name: 'draft', role: 'candidate', values: [1] }] }),
      blue,
    );
    expect(full / half).toBeGreaterThan(1.9);
    expect(full / half).toBeLessThan(2.1);
  });

  it('draws the interval', async () => {
    const dark = (r: number, g: number, b: number) => r < 50 && g < 50 && b < 60;
    const series = { name: 'draft', role: 'candidate', values: [0.5] } as const;
    const without = await countPixels(renderChart(bars), dark);
    const wide = await countPixels(
      renderChart({ ...bars, series: [{ ...series, low: [0.1], high: [0.9] }] }),
      dark,
    );
    expect(wide - without).toBeGreaterThan(500);
  });

  it('returns the same bytes for the same definition', () => {
    expect(Buffer.compare(Buffer.from(renderChart(bars)), Buffer.from(renderChart(bars)))).toBe(0);
  });

  it('draws a matrix of counts', async () => {
    const matrix: ChartDefinition = {
      ...bars,
      kind: 'matrix',
      categories: ['a', 'b'],
      format: 'count',
      series: [
        { name: 'a', role: 'candidate', values: [9, 1] },
        { name: 'b', role: 'candidate', values: [0, 10] },
      ],
    };
    // Cells with only right values are pale blue. The cell with an error has a light red background and an orange
    // border.
    const png = renderChart(matrix);
    expect(await countPixels(png, (r, _, b) => b > r + 15 && b > 200)).toBeGreaterThan(20_000);
    expect(await countPixels(png, (r, g, b) => r > 230 && b < 190 && g > 180)).toBeGreaterThan(10_000);
    expect(await countPixels(png, (r, g, b) => r > 170 && r < 200 && g < 90 && b < 40)).toBeGreaterThan(1000);
  });
});

describe('renderCharts', () => {
  it('writes one file per chart', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'goldset-png-'));
    const files = await renderCharts(sampleModels.extract(10).charts.slice(0, 2), dir);
    expect(files.map((file) => path.basename(file))).toEqual(['field-change.png', 'group-change.png']);
    expect((await readFile(files[0] ?? '')).subarray(1, 4).toString()).toBe('PNG');
    await rm(dir, { recursive: true });
  });

  it('keeps hostile ids inside the folder', () => {
    expect([chartFileName('../../etc/passwd', 0), chartFileName('\0', 2)]).toEqual([
      'etc-passwd.png',
      'chart-3.png',
    ]);
  });
});
