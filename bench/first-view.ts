import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../test/browser/find-chromium.ts';
import { writeScaleSet } from '../test/fixtures/records/write-scale-set.ts';
import { measureCommand } from './scale/measure-command.ts';

/**
 * Measures how fast the page of a comparison responds: `node bench/first-view.ts [documents | index.html]` (100,000
 * documents by default). Writes a dataset, runs and compares two versions on it, and opens the page in Chromium from a
 * warm disk. Each time is the median of 5. The first view lasts from the start of the navigation until the verdict is
 * painted. All other times last from the key press or the click until the changed page is painted.
 */
const [argument = '100000'] = process.argv.slice(2);
const repeats = 5;

/**
 * Script that runs before the scripts of the page. Records when the verdict is painted. `watch(selector)`
 * records the time of the next key press or click, and when the last change of the selected elements is
 * painted. All times are in milliseconds since the start of the navigation.
 */
const observePage = `
globalThis.measured = {};
const afterPaint = (then) => requestAnimationFrame(() => setTimeout(then));
const observe = (onChange) => {
  const observer = new MutationObserver(() => onChange(observer));
  observer.observe(document, { childList: true, subtree: true, characterData: true });
};
observe((observer) => {
  if (document.querySelector('.verdict .headline') === null) return;
  observer.disconnect();
  afterPaint(() => { measured.firstView = performance.now(); });
});
for (const type of ['keydown', 'pointerdown'])
  addEventListener(type, ({ timeStamp }) => { measured.started ??= timeStamp; }, { capture: true });
globalThis.watch = (selector) => {
  const text = () => [...document.querySelectorAll(selector)].map((one) => one.textContent).join('|');
  let last = text();
  delete measured.started;
  delete measured.changed;
  measured.observer?.disconnect();
  observe((observer) => {
    measured.observer = observer;
    const now = text();
    if (now === last) return;
    last = now;
    afterPaint(() => { measured.changed = performance.now(); });
  });
};
globalThis.settled = () =>
  new Promise((done) => afterPaint(() => afterPaint(() => setTimeout(done, 200))));
`;

const executablePath = findChromium();
if (executablePath === undefined) throw new Error('Chromium was not found; set GOLDSET_CHROMIUM');
const folder = await mkdtemp(path.join(os.tmpdir(), 'goldset-first-view-'));
try {
  const file = argument.endsWith('.html') ? path.resolve(argument) : await writeComparison(Number(argument));
  console.log(
    `${os.cpus()[0]?.model ?? 'unknown'}, ${os.cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, load ${os.loadavg()[0]?.toFixed(1)}`,
  );
  console.log(`file: ${((await stat(file)).size / 1e6).toFixed(2)} MB`);
  await measurePage(executablePath, pathToFileURL(file).href);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs and compares two versions of a synthetic set. Returns the page. */
async function writeComparison(documents: number): Promise<string> {
  const { dataset, predictions } = await writeScaleSet(documents, path.join(folder, 'set'));
  const [baseline, candidate, out] = ['baseline', 'candidate', 'comparison'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  const run = (version: 0 | 1, to: string) =>
    measureCommand(['run', dataset, '--predictions', predictions[version], '--out', to, '--format', 'json']);
  const usages = [
    await run(0, baseline),
    await run(1, candidate),
    await measureCommand(['compare', baseline, candidate, '--out', out, '--format', 'html']),
  ];
  const failed = usages.find(({ exitCode }) => exitCode !== 0);
  if (failed !== undefined) throw new Error(`a command ended with ${failed.exitCode}`);
  return path.join(out, 'index.html');
}

async function measurePage(executable: string, address: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const times = new Map<string, number[]>();
    const add = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
    // The first page warms the disk and the browser, and is not counted.
    for (let repeat = -1; repeat < repeats; repeat++) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
      const note = repeat < 0 ? () => {} : add;
      await page.addInitScript(observePage);
      await page.goto(address, { waitUntil: 'commit' });
      await page.waitForFunction('measured.firstView !== undefined');
      note('first view', await page.evaluate<number>('measured.firstView'));
      await page.waitForSelector('html[data-ready=yes]');
      await measureList(page, note);
      await measureSearch(page, note);
      await page.close();
    }
    for (const [name, list] of times)
      console.log(
        `${name.padEnd(42)} ${median(list).toFixed(0).padStart(5)} ms  (${list.map((ms) => ms.toFixed(0)).join(', ')})`,
      );
  } finally {
    await browser.close();
  }
}

type Note = (name: string, ms: number) => void;

/** Opens the list of documents, filters it by key presses and by a button, and sorts it. */
async function measureList(page: Page, note: Note): Promise<void> {
  note(
    'open the list of documents',
    await until(page, 'table.documents tbody a', () => page.keyboard.type('gd')),
  );
  const filter = page.locator('#filter');
  const count = '.visually-hidden[role=status]';
  for (const [given, key] of [
    ['', '9'],
    ['d9', '9'],
    ['field:t', 'o'],
    ['tag:vendor=v', '7'],
    ['wron', 'g'],
  ] as const) {
    await filter.fill(given);
    await settle(page);
    note(
      `filter: type ${key} after "${given}"`,
      await until(page, `${count}, table.documents tbody`, () => filter.press(key)),
    );
  }
  await filter.fill('');
  await settle(page);
  note(
    'filter: button new errors',
    await until(page, count, () => page.getByRole('button', { name: 'new errors' }).first().click()),
  );
  await filter.fill('');
  await settle(page);
  note(
    'sort by document',
    await until(page, 'table.documents', () => page.locator('table.documents thead button').first().click()),
  );
}

/** Searches the report for a document. */
async function measureSearch(page: Page, note: Note): Promise<void> {
  await filterless(page);
  const field = page.locator('dialog.search input');
  for (const [given, key] of [
    ['', '9'],
    ['d9999', '9'],
  ] as const) {
    await field.fill(given);
    await settle(page);
    note(
      `search: type ${key} after "${given}"`,
      await until(page, 'dialog.search [role=status], dialog.search ul', () => field.press(key)),
    );
  }
}

/** Removes the focus from any text box, and opens the search of the report. */
async function filterless(page: Page): Promise<void> {
  await page.evaluate('document.activeElement?.blur()');
  await page.keyboard.press('/');
  await page.locator('dialog.search input').waitFor();
}

/** Waits until the page has painted everything, and then a little longer. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('settled()');
}

/**
 * Returns the time in ms from the key press or click of `act` until the last change of the selected elements is
 * painted. A change is the last one if no other follows within 200 ms.
 */
async function until(page: Page, selector: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`watch(${JSON.stringify(selector)})`);
  await act();
  await page.waitForFunction('measured.changed !== undefined', undefined, { timeout: 10_000 });
  await settle(page);
  return page.evaluate<number>('measured.changed - measured.started');
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
