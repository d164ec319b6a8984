import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { renderHtml } from '../src/report/html/render-html.ts';
import { findChromium } from '../test/browser/find-chromium.ts';
import { sampleModels } from '../test/fixtures/report-model.ts';

/**
 * Prints the size of the page and the median time to its first screen, without page images: `node bench/report-size.ts`.
 * Opens each set of generated documents from disk three times, each time in a new browser page.
 */
const sizes = [1000, 10_000, 100_000];
const repeats = 3;

const executablePath = findChromium();
const dir = await mkdtemp(path.join(tmpdir(), 'goldset-bench-'));
console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`,
);
console.log('documents  file, MB  written, s  first screen, ms  documents table, ms  values omitted');
for (const documents of sizes) {
  const model = sampleModels.large(documents);
  const start = performance.now();
  const html = await renderHtml(model, { images: null });
  const written = (performance.now() - start) / 1000;
  const file = path.join(dir, `${documents}.html`);
  await writeFile(file, html);
  const [, omitted] = /"omitted":\{"details":(\d+)/.exec(html) ?? [];
  if (omitted === undefined) throw new Error('the head block of the page has no omitted.details');
  const [first, table] = executablePath ? await openingTimes(executablePath, file) : [Number.NaN, Number.NaN];
  console.log(
    [
      documents,
      (Buffer.byteLength(html) / 1e6).toFixed(2),
      written.toFixed(1),
      first.toFixed(0),
      table.toFixed(0),
      omitted,
    ]
      .map((cell) => String(cell).padStart(9))
      .join('  '),
  );
}
await rm(dir, { recursive: true });

async function openingTimes(executable: string, file: string): Promise<[first: number, table: number]> {
  const browser = await chromium.launch({
    executablePath: executable,
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  const first: number[] = [];
  const table: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const page = await browser.newPage();
    const opened = performance.now();
    await page.goto(pathToFileURL(file).href, { waitUntil: 'commit' });
    await page.locator('.verdict .headline').waitFor();
    first.push(performance.now() - opened);
    await page.waitForLoadState('domcontentloaded');
    const asked = performance.now();
    await page.evaluate("location.hash = '#/documents?q=new-errors'");
    await page.locator('table.documents tbody a').first().waitFor();
    table.push(performance.now() - asked);
    await page.close();
  }
  await browser.close();
  return [median(first), median(table)];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
