import type { Page } from 'playwright-core';
import { recordKey } from '../../src/usecases/view/list-records.ts';
import type { ViewServer } from '../../src/workbench/server/view-server.ts';
import { type OpenReport, type ReportBrowser, showAddress } from './open-report.ts';

/** One tab that shows pages of a server of `goldset view`. */
export class ViewTab {
  readonly #browser: ReportBrowser;
  readonly #server: ViewServer;
  #opened: OpenReport | undefined;

  constructor(browser: ReportBrowser, server: ViewServer) {
    this.#browser = browser;
    this.#server = server;
  }

  /**
   * Opens a page of the server, with the token in the first call. If the page is already loaded, shows its summary
   * first, so that selections of the previous test end. Returns the page and a function `foreign`, which lists requests
   * to other hosts.
   */
  async load(to: string): Promise<{ readonly page: Page; readonly foreign: () => string[] }> {
    const address = new URL(to, this.#server.url);
    if (this.#opened === undefined)
      this.#opened = await this.#browser.open(`${this.#server.url}&to=${encodeURIComponent(to)}`);
    else {
      const { page, complaints } = this.#opened;
      complaints.length = 0;
      const isLoaded = address.hash !== '' && new URL(page.url()).pathname === address.pathname;
      if (isLoaded) await showAddress(page, '#/summary');
      if (isLoaded) await showAddress(page, address.hash);
      else await page.goto(address.href);
    }
    const { page, complaints } = this.#opened;
    await page.locator('html[data-ready]').waitFor();
    return { page, foreign: () => complaints.filter((text) => this.#isForeign(text)) };
  }

  async close(): Promise<void> {
    await this.#opened?.page.close();
  }

  #isForeign(text: string): boolean {
    const host = `http://127.0.0.1:${this.#server.port}`;
    // If the script of the page has read a stream to its end, the browser reports the request of the stream as failed.
    const streams = ['events', 'records'].map((name) => `failed: ${host}/api/${name}`);
    // The request was still running when the page was left.
    const isLeft = text.startsWith(`failed: ${host}/`) && text.endsWith('net::ERR_ABORTED');
    return !text.startsWith(`request: ${host}/`) && !isLeft && !streams.some((one) => text.startsWith(one));
  }
}

/** Edits a label of a record as another tab does. Returns the status of the response. */
export function editElsewhere(page: Page, record: string, body: object): Promise<number> {
  return page.evaluate(
    async ([address, text]) => {
      const headers = { 'content-type': 'application/json', 'x-goldset': '1' };
      const response = await fetch(address as string, { method: 'POST', headers, body: text as string });
      return response.status;
    },
    [`/api/records/${recordKey(record)}/edits`, JSON.stringify({ action: 'edit', ...body })],
  );
}
