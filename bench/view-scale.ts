import { copyFileSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { recordKey } from '../src/usecases/view/list-records.ts';
import { findChromium } from '../test/browser/find-chromium.ts';
import { folderOfRecords } from '../test/fixtures/records/folder-of-records.ts';
import { writeScaleSet } from '../test/fixtures/records/write-scale-set.ts';
import { measureCommand } from './scale/measure-command.ts';
import { appendRows } from './view/append-rows.ts';
import { longestFrame, observe, timed } from './view/measured-page.ts';
import { startView } from './view/view-process.ts';

/**
 * Measures `goldset view` in Chromium: `node bench/view-scale.ts [documents] [records ...]`. Defaults: one record of
 * 100,000 documents, and folders of 1,000 and 10,000 records. With 0 documents, skips the record. Times include the
 * browser. The longest frame is the longest time between two frames. The longest frame includes time in which other
 * processes use the processor. The longest task is the time of the script alone.
 */
const [documents = 100_000, ...given] = process.argv.slice(2).map(Number);
const counts = given.length === 0 ? [1000, 10_000] : given;

const executablePath = findChromium();
if (executablePath === undefined) throw new Error('Chromium was not found; set GOLDSET_CHROMIUM');
const folder = await mkdtemp(path.join(os.tmpdir(), 'goldset-view-scale-'));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const load = () => os.loadavg()[0]?.toFixed(1);
console.log(
  `${os.cpus()[0]?.model ?? 'unknown'}, ${os.cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, load at the start ${load()}`,
);
try {
  const small = await folderOfRecords();
  for (const count of counts) await measureFolder(browser, small, count);
  if (documents > 0) await measureRecord(browser);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
console.log(`load at the end ${load()}`);

function print(what: string, ...facts: readonly string[]): void {
  console.log(`${what.padEnd(44)} ${facts.join('; ')}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Writes a folder of small records with reports, and opens its list without and with a stored catalogue. */
async function measureFolder(browser: Browser, small: string, count: number): Promise<void> {
  const records = path.join(folder, `records-${count}`);
  const files = ['summary.json', ...['plan', 'summary'].map((name) => `record/${name}.json`)];
  for (let n = 0; n < count; n++) {
    mkdirSync(path.join(records, `record-${n}/record`), { recursive: true });
    for (const file of [...files, 'record/items.jsonl', 'record/rows.jsonl'])
      copyFileSync(path.join(small, 'scored', file), path.join(records, `record-${n}`, file));
  }
  for (const state of ['cold', 'warm']) {
    const started = performance.now();
    const view = await startView(records);
    const ready = performance.now();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    await observe(page);
    await page.goto(view.url, { waitUntil: 'commit' });
    await page.locator('tbody tr a').first().waitFor();
    const first = performance.now();
    await page
      .getByText(new RegExp(`^${grouped(count)} of ${grouped(count)} records$`))
      .waitFor({ timeout: 120_000 });
    const all = performance.now();
    print(
      `${count} records, ${state}`,
      `process started in ${seconds(ready - started)}`,
      `then first rows after ${seconds(first - ready)}, all after ${seconds(all - ready)}`,
      await longestFrame(page),
    );
    if (state === 'warm') await measureList(page, count);
    print(`${count} records, ${state}: memory`, `${view.peakMb().toFixed(0)} MB at most`);
    await page.close();
    await view.stop();
  }
}

/** Returns a pattern that matches a number with any character between its groups of three digits. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '.');
}

async function measureList(page: Page, count: number): Promise<void> {
  const status = `document.querySelector('.list-filters [role=status]').textContent`;
  await page.evaluate(`globalThis.before = ${status}`);
  const filter = await timed(page, `type('.list-filters input', 'record-77')`, `${status} !== before`);
  print(`${count} records: filter`, `${filter.toFixed(0)} ms`, await longestFrame(page));
  await timed(page, `type('.list-filters input', '')`, `${status} === before`);
  await page.evaluate('frames = { longest: 0, task: 0 }');
  const direction = `document.querySelector('th button.sort').closest('th').ariaSort`;
  const sort = await timed(
    page,
    `const button = document.querySelector('th button.sort'); button.click(); setTimeout(() => { globalThis.once = ${direction}; button.click(); }, 50)`,
    `globalThis.once !== undefined && ${direction} !== once`,
  );
  print(`${count} records: sort by name, twice`, `${sort.toFixed(0)} ms`, await longestFrame(page));
  for (let step = 1; step <= 40; step++) {
    await page.evaluate(`document.querySelector('.virtual').scrollTop = ${step * 1300}`);
    await setTimeout(16);
  }
  print(`${count} records: scroll 40 times by 25 rows`, await longestFrame(page));
}

/**
 * Opens a large record, searches its documents and opens them. Measures this first without other work, and then while
 * rows are appended to a run.
 */
async function measureRecord(browser: Browser): Promise<void> {
  const reports = path.join(folder, 'reports');
  const { dataset, predictions } = await writeScaleSet(documents, path.join(folder, 'set'));
  const out = path.join(reports, 'large');
  const run = ['run', dataset, '--predictions', predictions[0], '--out', out, '--format', 'json'];
  const { exitCode, wallMs } = await measureCommand(run);
  if (exitCode !== 0) throw new Error(`goldset run ended with ${exitCode}`);
  print(`${documents} documents: import`, seconds(wallMs));
  const view = await startView(reports);
  const address = (key: string, rest = '') =>
    `${view.url}&to=${encodeURIComponent(`/records/${key}${rest}`)}`;
  const open = async (target: string) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    await observe(page);
    await page.goto(target, { waitUntil: 'commit' });
    return page;
  };
  const large = recordKey('large');
  for (const state of ['first', 'again']) {
    const start = performance.now();
    const page = await open(address(large));
    await page.locator('.summary').first().waitFor({ timeout: 300_000 });
    print(
      `${documents} documents: open, ${state}`,
      seconds(performance.now() - start),
      await longestFrame(page),
    );
    await page.close();
  }
  const page = await open(address(large, '#/documents'));
  await page.locator('table.documents tbody a').first().waitFor({ timeout: 60_000 });
  print(`${documents} documents: list of documents`, await longestFrame(page));
  await measureSearch(page, 'alone');
  const stop = appendRows(path.join(out, 'record'), path.join(reports, 'running/record'), 50);
  const live = await open(address(recordKey('running'), '/run'));
  await live.getByText(/ of /).first().waitFor({ timeout: 60_000 });
  await setTimeout(3000);
  await longestFrame(live);
  await setTimeout(10_000);
  print('50 rows per second: page of the run', await longestFrame(live));
  await live.goto(new URL('/', view.url).href);
  await live.locator('tbody a').first().waitFor();
  await setTimeout(3000);
  await longestFrame(live);
  await setTimeout(10_000);
  print('50 rows per second: list of records', await longestFrame(live));
  await longestFrame(page);
  await page.bringToFront();
  await measureSearch(page, 'with 50 rows per second');
  print('rows appended', String(stop()));
  print(`${documents} documents: memory`, `${view.peakMb().toFixed(0)} MB at most`);
  await view.stop();
}

/** Searches documents by their ids, and opens each one. */
async function measureSearch(page: Page, state: string): Promise<void> {
  const searched: number[] = [];
  const opened: number[] = [];
  await longestFrame(page);
  for (let n = 0; n < 30; n++) {
    const id = `d${(n * 7919 + 99_999) % documents}`;
    await page.evaluate('document.activeElement?.blur()');
    await page.keyboard.press('/');
    await page.locator('dialog.search input').waitFor();
    searched.push(
      await timed(
        page,
        `type('dialog.search input', '${id}')`,
        `[...document.querySelectorAll('dialog.search li a')].some((link) => link.textContent === '${id}')`,
      ),
    );
    opened.push(
      await timed(
        page,
        `document.querySelector('dialog.search form').requestSubmit()`,
        `document.querySelector('.document h1')?.textContent === '${id}' && document.querySelector('.document .raw') !== null`,
      ),
    );
  }
  const facts = (times: number[]) =>
    `median ${times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]?.toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`;
  print(`search of 30 ids, ${state}`, facts(searched));
  print(`open the 30 documents, ${state}`, facts(opened), await longestFrame(page));
}
