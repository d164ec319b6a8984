import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { ReportModel } from '../../src/model/report/report-model.ts';
import type { BlockOptions } from '../../src/report/html/build-blocks.ts';
import { renderHtml } from '../../src/report/html/render-html.ts';
import { findChromium } from './find-chromium.ts';

export interface OpenReport {
  readonly page: Page;
  /** Console messages, uncaught errors, and refused or attempted requests of the page. */
  readonly complaints: string[];
}

/** One browser for all test files of a process, because its start is slow. It ends with the process. */
let shared: Promise<Browser> | undefined;

/** Pages that no test uses at the moment: a page in a process that runs costs a third of a new one. */
const idle: Page[] = [];

function launch(): Promise<Browser> {
  return chromium.launch({
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
    ],
  });
}

/** Opens reports from disk in a browser and records their complaints. */
export class ReportBrowser {
  #browser: Browser | undefined;
  #dir = '';

  async start(): Promise<void> {
    this.#dir = await mkdtemp(path.join(tmpdir(), 'goldset-browser-'));
    shared ??= launch();
    this.#browser = await shared;
  }

  async stop(): Promise<void> {
    await rm(this.#dir, { recursive: true, force: true });
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

  async open(
    address: string,
    look: { colorScheme?: 'light' | 'dark'; viewport?: { width: number; height: number } } = {},
  ): Promise<OpenReport> {
    if (!this.#browser) throw new Error('the browser was not started');
    const page = idle.pop() ?? (await this.#browser.newPage());
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
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url().slice(0, 80)}`));
    await page.goto(address);
    return { page, complaints };
  }

  /** Empties a page of `open` and keeps it for the next report. */
  async close(page: Page): Promise<void> {
    page.removeAllListeners();
    await page.goto('about:blank');
    await page.mouse.move(0, 0);
    idle.push(page);
  }
}
