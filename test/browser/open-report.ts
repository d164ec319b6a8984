import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { ReportModel } from '../../src/model/report/report-model.ts';
import type { BlockOptions } from '../../src/report/html/build-blocks.ts';
import { renderHtml } from '../../src/report/html/render-html.ts';
import { findChromium } from './find-chromium.ts';
import { type SampleName, sampleReport } from './sample-reports.ts';

export interface OpenReport {
  readonly page: Page;
  /**
   * Console messages, uncaught errors, and requests of the page that were rejected or that the page should not send.
   */
  readonly complaints: string[];
}

/**
 * One browser for all test files of a process, because its start is slow. The browser ends with the process. All pages
 * belong to one context, because a page in a new context costs twice as much.
 */
let shared: Promise<BrowserContext> | undefined;

/**
 * Open pages that no test uses now, each with the report that it shows. The page that has been unused for the longest
 * time comes first.
 */
const idle: { readonly page: Page; readonly file: string }[] = [];
/**
 * If at least this many pages are open, an unused page loads the next report. This takes a third of the time of opening
 * a new page.
 */
const pagesKept = 3;

/** Addresses of the sample reports. Each report is written once per process, for all test files. */
const samples = new Map<SampleName, Promise<string>>();

async function writeSample(name: SampleName): Promise<string> {
  const { model, options } = sampleReport(name);
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'goldset-sample-')), `${name}.html`);
  await writeFile(file, await renderHtml(model, options));
  return pathToFileURL(file).href;
}

/**
 * Returns an unused page that shows the report `file`. If no unused page shows this report and enough pages are open,
 * returns the page that has been unused for the longest time. Otherwise returns `null`.
 */
function takeIdle(file: string): { readonly page: Page; readonly isLoaded: boolean } | null {
  const at = idle.findIndex((one) => one.file === file);
  if (at < 0 && idle.length < pagesKept) return null;
  const [taken] = idle.splice(Math.max(0, at), 1);
  return taken === undefined ? null : { page: taken.page, isLoaded: at >= 0 };
}

/**
 * Features of Chromium to turn off, because they take processor time in the background of each page. Two of them took a
 * quarter of the time: the suggestions of the address bar, and a process that Chromium starts in advance. This list
 * replaces the list of Playwright, so it repeats the entries of Playwright that matter here.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** Deletes the settings of the reports. Returns whether there were any. */
const clearSettings = 'localStorage.length > 0 && (localStorage.clear() ?? true)';

async function launch(): Promise<BrowserContext> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  });
  return browser.newContext();
}

/** Opens reports from disk in a browser, and records their errors and warnings. */
export class ReportBrowser {
  #context: BrowserContext | undefined;
  #dir = '';

  async start(): Promise<void> {
    this.#dir = await mkdtemp(path.join(tmpdir(), 'goldset-browser-'));
    shared ??= launch();
    this.#context = await shared;
  }

  async stop(): Promise<void> {
    await rm(this.#dir, { recursive: true, force: true });
  }

  /**
   * Opens a page that shares cookies, locks and channels with the other pages of this process. The caller closes it.
   */
  async newPage(): Promise<Page> {
    if (!this.#context) throw new Error('the browser was not started');
    return this.#context.newPage();
  }

  sample(name: SampleName): Promise<string> {
    const address = samples.get(name) ?? writeSample(name);
    samples.set(name, address);
    return address;
  }

  async write(name: string, model: ReportModel, options: BlockOptions = { images: null }): Promise<string> {
    return this.writePage(name, await renderHtml(model, options));
  }

  /** Writes a page to a file and returns its address. */
  async writePage(name: string, html: string): Promise<string> {
    const file = path.join(this.#dir, `${name}.html`);
    await writeFile(file, html);
    return pathToFileURL(file).href;
  }

  /** Opens a report at an address. If a page already shows the report, resets this page to the state of the address. */
  async open(
    address: string,
    look: { colorScheme?: 'light' | 'dark'; viewport?: { width: number; height: number } } = {},
  ): Promise<OpenReport> {
    const { href, hash } = new URL(address);
    const file = href.slice(0, href.length - hash.length);
    const known = takeIdle(file);
    const page = known?.page ?? (await this.newPage());
    // Chromium draws a page in the background only once per second.
    await page.bringToFront();
    await page.setViewportSize(look.viewport ?? { width: 1360, height: 900 });
    await page.emulateMedia({ colorScheme: look.colorScheme ?? 'light', media: null });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!/^(file|data|blob):/.test(request.url())) complaints.push(`request: ${request.url()}`);
    });
    page.on('requestfailed', (request) => {
      complaints.push(`failed: ${request.url().slice(0, 80)} ${request.failure()?.errorText}`);
    });
    if (known?.isLoaded) await showAddress(page, hash);
    else await page.goto(address);
    // A failed test can leave changed settings, such as the colours.
    if (file.startsWith('file:') && (await page.evaluate(clearSettings))) await page.reload();
    return { page, complaints };
  }

  /** Shows the summary of the report, and keeps the page open for the next test. */
  async close(page: Page): Promise<void> {
    page.removeAllListeners();
    await page.mouse.move(0, 0);
    const [file = ''] = page.url().split('#');
    await showAddress(page, '');
    idle.push({ page, file });
  }
}

/** Changes the part of the address after `#`, and waits until the page has read and drawn the new content. */
export async function showAddress(page: Page, hash: string): Promise<void> {
  await page.evaluate(`new Promise((changed) => {
    const before = location.href;
    location.hash = ${JSON.stringify(hash || '#/')};
    if (location.href === before) changed();
    else addEventListener('hashchange', changed, { once: true });
  })`);
  await drawn(page);
  await page.locator('#main').getByText('Reading…', { exact: true }).first().waitFor({ state: 'detached' });
}

/** Waits until the page has drawn all earlier changes. */
export async function drawn(page: Page): Promise<void> {
  const frame = 'new Promise((drawn) => requestAnimationFrame(drawn))';
  await page.evaluate(`(async () => { for (let frames = 0; frames < 3; frames++) await ${frame}; })()`);
}
