import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../src/workbench/server/view-server.ts';
import { folderOfRecords, hostileText } from '../fixtures/records/folder-of-records.ts';
import { reviewedRecord } from '../fixtures/records/reviewed-record.ts';
import { startRecord } from '../fixtures/records/running-record.ts';
import { seriousViolations } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser, showAddress } from './open-report.ts';
import { startAgainAfterFailure } from './start-again.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

describe.skipIf(!executable)('open pages of goldset view', () => {
  const browser = new ReportBrowser();
  let server: ViewServer;
  let reports = '';
  const record = `/records/${recordKey('first')}`;
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());
  startAgainAfterFailure(
    async () => {
      ({ reports } = await reviewedRecord());
      server = await startViewServer(reports, { reviewer: 'Ada' });
    },
    async () => {
      await Promise.all(tabs.splice(0).map((page) => page.close()));
      await server.close();
    },
  );
  const tabs: Page[] = [];
  /**
   * Opens addresses in tabs that share cookies, locks and channels. Reuses the tabs that are open. The first tab holds
   * the connection to the server, because it is ready before the other tabs load.
   */
  const openTabs = async (...targets: readonly string[]) => {
    for (const page of tabs.splice(targets.length)) await page.close();
    for (const [number, target] of targets.entries()) {
      const isFirst = tabs.length === 0;
      const page = tabs[number] ?? (await browser.newPage());
      tabs[number] = page;
      const own = `http://127.0.0.1:${server.port}${target}`;
      await page.goto(isFirst ? `${server.url}&to=${encodeURIComponent(target)}` : own);
      await page.locator('html[data-ready]').waitFor();
    }
    return tabs as [Page, Page];
  };

  /** Saves screenshots of a page at two widths in the folder of GOLDSET_PICTURES, if this variable is set. */
  const pictures = async (page: Page, name: string) => {
    const folder = process.env.GOLDSET_PICTURES;
    if (!folder) return;
    const size = page.viewportSize();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: path.join(folder, `${name}-${width}.png`) });
    }
    if (size) await page.setViewportSize(size);
  };

  it('show new records at once, also after the tab with the connection was closed', async () => {
    const [one, other] = await openTabs('/', '/');
    let connections = 0;
    const count = (request: { url(): string }) => {
      if (request.url().includes('/api/events')) connections++;
    };
    other.on('request', count);
    for (const page of [one, other]) await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    const copy = path.join(mkdtempSync(path.join(os.tmpdir(), 'goldset-copy-')), 'copy');
    cpSync(path.join(reports, 'first'), copy, { recursive: true });
    renameSync(copy, path.join(reports, 'second'));
    for (const page of [one, other]) await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(connections).toBe(0);
    await one.close();
    tabs.shift();
    await expect.poll(() => connections).toBe(1);
    rmSync(path.join(reports, 'second'), { recursive: true });
    await expect.poll(() => other.locator('tbody tr').count()).toBe(1);
    other.off('request', count);
  });

  it('show the edits of another tab, and that the record changed', async () => {
    const [one, other] = await openTabs(`${record}#/document/doc-20`, `${record}#/document/doc-20`);
    await one.bringToFront();
    await one.locator('.gold-panel button').first().waitFor();
    await one.keyboard.press('a');
    await other.locator('.review-bar').getByText('1 unsaved edit').waitFor();
    await other.locator('.gold-value').getByText('20.00').waitFor();
    await one.keyboard.press('z');
    await other.locator('.review-bar:empty').waitFor({ state: 'attached' });
    await other.locator('.gold-value').getByText('20.50').waitFor();
    // A tab cannot take back edits of another tab. It states that another tab has saved edits.
    await one.keyboard.press('a');
    await other.locator('.gold-value').getByText('20.00').waitFor();
    await other.bringToFront();
    await other.keyboard.press('z');
    await other.getByText('This tab has made no edit that can be taken back.').waitFor();
    await one.bringToFront();
    await Promise.all([one.waitForEvent('load'), one.keyboard.press('Control+Enter')]);
    await other
      .locator('.review-bar')
      .getByText('The edits were saved as a version in another tab.')
      .waitFor();
    await other.locator('.gold-value').getByText('20.00').waitFor();
    const summary = path.join(reports, 'first/record/summary.json');
    renameSync(summary, `${summary}.old`);
    await other.getByText('This record has changed.').waitFor();
    renameSync(`${summary}.old`, summary);
  });

  it('show a run of another process while it adds results, and when it ends', async () => {
    const running = await startRecord(path.join(reports, 'first'), path.join(reports, 'live'));
    const run = `/records/${recordKey('live')}/run`;
    const [list, page] = await openTabs('/', run);
    await list.getByText('0 of 60 runs so far').waitFor();
    running.add();
    running.add({ state: 'failed', failure: { reason: 'timed_out', message: hostileText }, output: null });
    running.add({ itemId: 'doc-1' });
    await list.getByText('3 of 60 runs so far · 1 failed').waitFor();
    await page.locator('.run-facts').getByText('3 of 60 runs').waitFor();
    const text = await page.locator('main').innerText();
    for (const part of [
      'Failures so far',
      'time limit',
      'The figures cover the results so far',
      'doc-1',
      hostileText.slice(0, 20),
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/better|worse/i);
    expect(await seriousViolations(page, 'light')).toEqual([]);
    await pictures(page, 'run');
    await pictures(list, 'list');
    await page.getByRole('link', { name: 'doc-1' }).first().click();
    await page.getByText('this page shows the results so far').waitFor();
    await page.goBack();
    await running.finish();
    await page.getByText('✓ finished').waitFor();
    await expect.poll(() => list.locator('tbody').innerText()).not.toContain('so far');
    rmSync(path.join(reports, 'live'), { recursive: true });
  });

  it('compare two selected versions, and state why two others cannot be compared', async () => {
    cpSync(path.join(reports, 'first'), path.join(reports, 'again'), { recursive: true });
    cpSync(path.join(await folderOfRecords(), 'plain'), path.join(reports, 'unlike'), { recursive: true });
    const [page] = await openTabs('/compare');
    await page.getByLabel('Baseline').selectOption({ label: 'unlike · draft' });
    await page.getByLabel('Candidate').selectOption({ label: 'first · draft' });
    await page.getByText('cannot be compared').waitFor();
    expect(await seriousViolations(page, 'dark')).toEqual([]);
    await pictures(page, 'compare');
    await page.getByLabel('Baseline').selectOption({ label: 'again · 1.0' });
    await page.getByRole('link', { name: 'Compare 30 documents' }).click();
    await page.locator('.summary').waitFor();
    await page.getByText('A comparison of two versions').waitFor();
    // Version 1.0 has 24 of 30 documents right, and the draft 28 of 30.
    expect(await page.locator('.summary').innerText()).toContain('80 → 93 of 100');
    await showAddress(page, '#/document/doc-21');
    await page.locator('.document').getByText('21.50').first().waitFor();
    for (const name of ['again', 'unlike']) rmSync(path.join(reports, name), { recursive: true });
  });

  it('state that the server has stopped, and keep the typed label', async () => {
    const [page] = await openTabs(`${record}#/document/doc-21`);
    await page.locator('.gold-panel button').first().waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('New label').fill('21.75');
    await server.close();
    await page.getByText('goldset view does not respond').waitFor();
    expect(await page.getByLabel('New label').inputValue()).toBe('21.75');
  });
});
