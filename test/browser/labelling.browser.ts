import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prefillDataset } from '../../src/usecases/dataset/prefill-dataset.ts';
import { runDataset } from '../../src/usecases/run/run-dataset.ts';
import { recordKey } from '../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../src/workbench/server/view-server.ts';
import { FaultServer } from '../fixtures/faults/fault-server.ts';
import { proposedDataset } from '../fixtures/records/proposed-dataset.ts';
import { seriousViolations } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser } from './open-report.ts';
import { startAgainAfterFailure } from './start-again.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

describe.skipIf(!executable)('labelling in a browser', () => {
  const browser = new ReportBrowser();
  const folders: string[] = [];
  /** Folder of a dataset with 4 proposals. Only the last test labels these documents. */
  let proposed = '';
  let page: Page;
  let server: ViewServer | undefined;
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());
  startAgainAfterFailure(
    async () => {
      page = await browser.newPage();
      proposed = proposedDataset(4);
      folders.push(proposed);
    },
    async () => {
      await page.close();
      await server?.close();
      server = undefined;
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  );

  /** Stops the server of the previous call, starts one for `folder`, and opens a page of it. */
  const open = async (folder: string, to?: string) => {
    await page.goto('about:blank');
    await server?.close();
    server = await startViewServer(folder, { reviewer: 'Ada' });
    await page.goto(server.url + (to === undefined ? '' : `&to=${encodeURIComponent(to)}`));
    await page.locator('html[data-ready]').waitFor();
  };
  const lines = (folder: string, name: string) =>
    readFileSync(path.join(folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const current = (page: Page) => page.locator('.gold-value b').textContent();
  const shownId = () => page.locator('.labelling-document b').textContent();

  it('leads from documents without gold to a first report by keyboard only', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'goldset-labelling-'));
    folders.push(folder);
    const documents = path.join(folder, 'letters');
    mkdirSync(documents);
    for (let n = 1; n <= 3; n++) writeFileSync(path.join(documents, `letter-${n}.txt`), `text ${n}`);
    await using service = await new FaultServer().start().then((started) => ({
      url: started.url,
      [Symbol.asyncDispose]: () => started.stop(),
    }));
    const target = { processor: 'dp_1', target: service.url, token: 't' };
    await prefillDataset({ dataset: documents, ...target });
    await page.setViewportSize({ width: 1360, height: 900 });
    await open(documents);
    await page.getByRole('link', { name: 'Label documents' }).waitFor();
    // The record of the proposals has no gold, so it is not in the list.
    await page.getByText('This folder has no records.').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    let id = '';
    for (let n = 0; n < 3; n++) {
      await page.getByText(`${n} of 3 labelled`).waitFor();
      // The number of labelled documents changes before the next document is shown.
      await expect.poll(shownId).not.toBe(id);
      id = (await shownId()) ?? '';
      const field = page.getByLabel('Label (');
      if (await field.isVisible()) {
        await page.keyboard.type(`text ${id.at(-1)}`);
        await page.keyboard.press('Enter');
      } else if (n === 0) {
        await page.keyboard.press('e');
        await page.keyboard.type('corrected');
        await page.keyboard.press('Enter');
      } else await page.keyboard.press('Enter');
    }
    await page.getByText('Every document is labelled.').waitFor();
    expect(lines(documents, 'items.jsonl')).toHaveLength(3);
    const { model } = await runDataset({
      dataset: documents,
      ...target,
      versions: 'draft',
      out: path.join(folder, 'report'),
      format: 'html',
    });
    const figures = model.summary.numbers.find(({ key }) => key === 'fullyRight');
    const sources = lines(documents, 'items.jsonl').map(({ goldSource }) => goldSource);
    const changed = sources.reduce((sum, source) => sum + source.changed, 0);
    expect(figures?.mark?.after).toBeCloseTo((3 - changed) / 3, 10);
    const html = readFileSync(path.join(folder, 'report/index.html'), 'utf8');
    expect(html).toContain(`${3 - changed} of 3 confirmed unchanged`);
    expect(html).toContain('is under evaluation here');
  });

  it('lists datasets with their counts, and fits a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(proposed, '/');
    await page.getByText('version 1 · 0 of 4 labelled · 4 with proposals').waitFor();
    expect(await seriousViolations(page, 'dark')).toEqual([]);
    await page.getByRole('link', { name: 'Label documents' }).click();
    await page.locator('.labelling-values li').first().waitFor();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
  });

  it('confirms a group, edits a table, marks values, skips and takes back with keys', async () => {
    await page.setViewportSize({ width: 1360, height: 900 });
    await open(proposed, `/datasets/${recordKey(proposed)}/labelling`);
    await page.locator('.labelling-values li').first().waitFor();
    const first = await shownId();
    await page.keyboard.press('ArrowRight');
    await expect.poll(shownId).not.toBe(first);
    const place = async () => `${await shownId()} ${await current(page)}`;
    const name = async () => (await current(page)) ?? '';
    // Decide every value of this document: confirm proposals with Enter, type the values whose proposals are hidden,
    // state with x that there is no value, and edit the table.
    await page.keyboard.press('Shift+Enter');
    await page.locator('.labelling-values .decided').first().waitFor();
    const id = (await shownId()) ?? '';
    const proposal = lines(proposed, 'proposals.jsonl').find((one) => one.id === id).output.value;
    let last = '';
    const editTable = async (label: string, text: string) => {
      await page.keyboard.press('e');
      await page.getByLabel(label).fill(text);
      await page.keyboard.press('Enter');
    };
    while (await page.getByText('0 of 4 labelled').isVisible()) {
      last = await name();
      if (last === 'lines') await editTable('amount, row 1', '55');
      else if (await page.getByLabel('Label (').isVisible()) {
        await page.keyboard.type(String(proposal[last]));
        await page.keyboard.press('Enter');
      } else await page.keyboard.press(last === 'currency' ? 'x' : 'Enter');
      await expect.poll(place).not.toBe(`${id} ${last}`);
    }
    expect(lines(proposed, 'items.jsonl')).toMatchObject([
      { id, expectedOutput: { value: { currency: null, lines: [{ amount: 55 }] } } },
    ]);
    await page.keyboard.press('z');
    await page.getByText('0 of 4 labelled').waitFor();
    await expect.poll(name).toBe(last);
    await page.keyboard.press('q');
    await page.keyboard.type('two tables');
    await page.keyboard.press('Escape');
    while ((await name()) !== 'lines') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Add a row' }).press('Enter');
    await page.getByLabel('sku, row 2').fill('second');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => lines(proposed, 'review/log.jsonl').findLast(({ kind }) => kind === 'decision').value)
      .toEqual([
        { sku: expect.any(String), amount: expect.any(Number) },
        { sku: 'second', amount: null },
      ]);
    expect(await seriousViolations(page, 'light')).toEqual([]);
  });

  it('saves a partly labelled document with one key, and lists it', async () => {
    const folder = proposedDataset(2);
    folders.push(folder);
    await open(folder, `/datasets/${recordKey(folder)}/labelling`);
    await page.locator('.labelling-values li').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Decide at least one value first.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Enter');
    await page.locator('.labelling-values .decided').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('1 of 2 labelled').waitFor();
    const [item] = lines(folder, 'items.jsonl');
    expect(item.notScored).toMatchObject({ currency: 'not-annotated' });
    expect(Object.keys(item.notScored)).not.toContain('total');
    await page.getByRole('link', { name: 'All records' }).click();
    await page.getByText('1 of 2 labelled · 1 of them partly · 1 with proposals').waitFor();
    // The remaining values are shown again, one by one. If the user marks a value as not annotated a second time, it is
    // not shown again.
    await page.getByRole('link', { name: 'Label the remaining values' }).click();
    const remaining = Object.keys(item.notScored);
    await page.getByText(`${remaining.length} of 6 values left`).waitFor();
    expect(await page.getByRole('button', { name: /Confirm the group/ }).count()).toBe(0);
    // `z` does not take back decisions that were made in the previous queue.
    await page.keyboard.press('z');
    await page.getByText('There is no decision of this tab to take back.').waitFor();
    expect(Object.keys(lines(folder, 'items.jsonl')[0].notScored)).toEqual(remaining);
    // After a decision is undone, the page selects the value of this decision, and not the first undecided value.
    const [first, second] = remaining as [string, string];
    await expect.poll(() => current(page)).toBe(first);
    while ((await current(page)) !== second) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await page.getByText(`${remaining.length - 1} of 6 values left`).waitFor();
    await page.keyboard.press('z');
    await page.getByText(`${remaining.length} of 6 values left`).waitFor();
    await expect.poll(() => current(page)).toBe(second);
    while ((await current(page)) !== first) await page.keyboard.press('ArrowUp');
    for (const [at, name] of remaining.entries()) {
      await expect.poll(() => current(page)).toBe(name);
      if (await page.getByLabel('Label (').isVisible()) await page.keyboard.press('Escape');
      await page.keyboard.press(at === 0 ? 'm' : 'x');
      if (at < remaining.length - 1)
        await page.getByText(`${remaining.length - 1 - at} of 6 values left`).waitFor();
    }
    await page.getByText('No further document.').waitFor();
    expect(lines(folder, 'items.jsonl')[0].notScored).toEqual({ [remaining[0] as string]: 'not-annotated' });
    await page.getByRole('link', { name: 'Label 1 further document' }).click();
    await page.getByRole('link', { name: 'Label the remaining values of 1 document' }).waitFor();
    await page.locator('.labelling-values li').first().waitFor();
    // Values without a proposal are decided one by one: the key for a whole group does nothing.
    const before = lines(folder, 'review/log.jsonl').length;
    await page.keyboard.press('Shift+X');
    await page.keyboard.press('ArrowDown');
    expect(lines(folder, 'review/log.jsonl')).toHaveLength(before);
  });
});
