import { readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../src/workbench/server/view-server.ts';
import { proposedDataset } from '../fixtures/records/proposed-dataset.ts';
import { mislabelled, reviewedRecord } from '../fixtures/records/reviewed-record.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser } from './open-report.ts';
import { startAgainAfterFailure } from './start-again.ts';
import { editElsewhere, ViewTab } from './view-tab.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

/** Holds requests until `release` is called. `count` returns the number of held requests. */
async function hold(page: Page, pattern: string) {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(pattern, async (route) => {
    count += 1;
    await released;
    await route.continue();
  });
  const release = async () => {
    resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
  return { release, count: () => count };
}

describe.skipIf(!executable)('keys that are pressed before the server has responded', () => {
  const browser = new ReportBrowser();
  let server: ViewServer;
  let tab: ViewTab;
  let dataset = '';
  let wrong = '';
  let proposed = '';
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());
  startAgainAfterFailure(
    async () => {
      const [reviewed, issues] = [await reviewedRecord(), await reviewedRecord({ isMislabelled: true })];
      [dataset, wrong, proposed] = [reviewed.dataset, issues.dataset, proposedDataset(4)];
      renameSync(path.join(issues.reports, 'first'), path.join(reviewed.reports, 'mislabelled'));
      server = await startViewServer(reviewed.reports, { reviewer: 'Ada', datasets: [proposed] });
      tab = new ViewTab(browser, server);
    },
    async () => {
      await tab.close();
      await server.close();
    },
  );

  const first = `/records/${recordKey('first')}`;
  const logOf = (folder: string) =>
    readFileSync(path.join(folder, 'review/log.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const last = () => logOf(dataset).at(-1);
  /** Opens a value of a document, and waits for its label. */
  const open = async (document: string, place: string, label: string) => {
    const { page } = await tab.load(`${first}#/document/${document}?value=${encodeURIComponent(place)}`);
    await page.locator('.gold-value').getByText(label).waitFor();
    return page;
  };
  const type = async (page: Page, text: string) => {
    await page.keyboard.press('e');
    await page.getByLabel('New label').fill(text);
    await page.keyboard.press('Enter');
  };
  const alerts = (page: Page) => page.locator('[role=alert]').allInnerTexts();

  it('change the label that earlier keys lead to', async () => {
    const page = await open('doc-21', 'total', '21.50');
    await type(page, '22.75');
    await page.locator('.gold-value').getByText('22.75').waitFor();
    const undo = await hold(page, '**/undo');
    await page.keyboard.press('z');
    await page.keyboard.press('a');
    await expect.poll(undo.count).toBe(1);
    await undo.release();
    await expect.poll(last).toMatchObject({ action: 'accept', before: '21.50', after: '21.00' });
    expect(await alerts(page)).toEqual([]);
    const count = logOf(dataset).length;
    for (const key of ['x', 'a', 'z', 'z', 'z']) await page.keyboard.press(key);
    await expect.poll(() => logOf(dataset).length).toBe(count + 5);
    const [x, a, ...undone] = logOf(dataset).slice(count);
    expect(undone.map(({ undoes }) => undoes)).toEqual([a.seq, x.seq, x.seq - 1]);
    await page.locator('.gold-value').getByText('21.50').waitFor();
  });

  it('do not replace a label that another tab changed in the meantime', async () => {
    const page = await open('doc-22', 'number', 'R-22');
    const edits = await hold(page, '**/edits');
    await page.keyboard.press('x');
    await expect.poll(edits.count).toBe(1);
    await page.evaluate("location.hash = '#/document/doc-22?value=total'");
    await page.locator('.gold-value').getByText('22.50').waitFor();
    await page.keyboard.press('x');
    const other = { item: 'doc-22', path: 'total', before: '"22.50"', after: '"30"' };
    const { page: elsewhere } = await new ViewTab(browser, server).load('/');
    expect(await editElsewhere(elsewhere, 'first', other)).toBe(200);
    await elsewhere.close();
    await edits.release();
    await page.getByText('The label of total in doc-22 has changed').waitFor();
    expect(logOf(dataset).slice(-2)).toMatchObject([
      { path: 'total', after: '30' },
      { path: 'number', after: null },
    ]);
    await page.locator('.gold-value').getByText('30').waitFor();
    await page.keyboard.press('x');
    await expect.poll(last).toMatchObject({ path: 'total', before: '30', after: null });
  });

  it('keep a typed label if another tab changed the label, and set it after the next Enter', async () => {
    const page = await open('doc-23', 'total', '23.50');
    await page.keyboard.press('e');
    await page.getByLabel('New label').fill('24');
    const other = { item: 'doc-23', path: 'total', before: '"23.50"', after: '"25"' };
    expect(await editElsewhere(page, 'first', other)).toBe(200);
    await page.locator('.gold-value').getByText('25').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The label of total in doc-23 has changed').waitFor();
    expect(await page.getByLabel('New label').inputValue()).toBe('24');
    await page.getByLabel('New label').press('Enter');
    await expect.poll(last).toMatchObject({ path: 'total', before: '25', after: '24' });
  });

  it('change the rows of a table after an edit of its values', async () => {
    const page = await open('doc-24', 'lines[0].sku', 'a24');
    const edits = await hold(page, '**/edits');
    await type(page, 'b24');
    await page.getByLabel('Insert a row below row 1').click();
    await page.getByLabel('Delete row 1').click();
    await expect.poll(edits.count).toBe(1);
    await edits.release();
    await expect.poll(last).toMatchObject({ path: 'lines', after: [{ sku: 'b24' }, {}] });
    // The page reports that the rows have changed, because the reviewer may have wanted to delete another row.
    await page.getByText('The rows of lines have changed.').waitFor();
  });

  it('open a field whose text stays, also if an earlier edit or a version is stored meanwhile', async () => {
    const page = await open('doc-25', 'total', '25.50');
    const edits = await hold(page, '**/edits');
    const field = page.getByLabel('New label');
    await page.keyboard.press('x');
    await page.keyboard.press('e');
    await field.fill('26');
    await edits.release();
    await page.locator('.gold-value').getByText('—').waitFor();
    expect(await field.inputValue()).toBe('26');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    const versions = await hold(page, '**/versions');
    await page.keyboard.press('Control+Enter');
    await expect.poll(versions.count).toBe(1);
    await page.keyboard.press('e');
    await field.fill('27');
    await versions.release();
    await page.locator('.review-bar:empty').waitFor({ state: 'attached' });
    await page.evaluate('new Promise((done) => setTimeout(done, 200))');
    expect(await field.inputValue()).toBe('27');
    await page.keyboard.press('Enter');
    await page.locator('.gold-note').waitFor();
    expect(last()).toMatchObject({ kind: 'edit', before: null, after: '27' });
    await page.locator('.review-bar').getByText('1 unsaved edit').waitFor();
  });

  it('ask again about a label issue whose decision was taken back', async () => {
    const { page } = await tab.load(`/records/${recordKey('mislabelled')}/label-issues`);
    const issue = page.locator('.issue');
    await issue.getByText(mislabelled[0]).first().waitFor();
    await issue.getByText('Accept A').waitFor();
    const edits = await hold(page, '**/edits');
    await page.keyboard.press('x');
    await issue.getByText(mislabelled[1]).first().waitFor();
    await page.keyboard.press('z');
    await expect.poll(edits.count).toBe(1);
    await edits.release();
    await expect.poll(() => logOf(wrong).map(({ kind }) => kind)).toEqual(['edit', 'undo']);
    await issue.getByText(mislabelled[0]).first().waitFor();
  });

  it('decide one value after the other on the labelling page, and none of a document that was not shown', async () => {
    const { page } = await tab.load(`/datasets/${recordKey(proposed)}/labelling`);
    const id = page.locator('.labelling-document b');
    const decisions = () => logOf(proposed).flatMap(({ kind, path: at }) => (kind === 'decision' ? at : []));
    const current = page.locator('.gold-value b');
    await id.waitFor();
    const [shown, place] = [await id.innerText(), await current.innerText()];
    if (await page.getByLabel('Label (').isVisible()) await page.keyboard.press('Escape');
    const writes = await hold(page, '**/decisions');
    for (const key of ['x', 'x', 'z', 'm']) await page.keyboard.press(key);
    await expect.poll(writes.count).toBe(1);
    expect(await current.innerText()).toBe(place);
    await writes.release();
    // `z` takes back the second decision, and `m` decides the same value again.
    await expect
      .poll(() => logOf(proposed).map(({ kind }) => kind))
      .toEqual(['decision', 'decision', 'undo', 'decision']);
    const [one, two, again] = decisions();
    expect([one, again]).toEqual([place, two]);
    expect(two).not.toBe(place);
    const next = await hold(page, '**/labelling?queue=open');
    await page.keyboard.press('Control+Enter');
    await expect.poll(next.count).toBe(1);
    const count = logOf(proposed).length;
    for (const key of ['x', 'Enter', 'Shift+Enter', 'ArrowRight']) await page.keyboard.press(key);
    expect(await id.innerText()).toBe(shown);
    await next.release();
    await expect.poll(() => id.innerText()).not.toBe(shown);
    await page.evaluate('new Promise((done) => setTimeout(done, 200))');
    expect(logOf(proposed)).toHaveLength(count);
    expect(logOf(proposed).every(({ item }) => item === undefined || item === shown)).toBe(true);
  });
});
