import { readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoreRecord } from '../../src/usecases/score/score-record.ts';
import { recordKey } from '../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../src/workbench/server/view-server.ts';
import { reviewedPackets, reviewedRecord } from '../fixtures/records/reviewed-record.ts';
import { seriousViolations } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser, showAddress } from './open-report.ts';
import { startAgainAfterFailure } from './start-again.ts';
import { editElsewhere, ViewTab } from './view-tab.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

describe.skipIf(!executable)('labels on the page of a document in a browser', () => {
  const browser = new ReportBrowser();
  let server: ViewServer;
  let tab: ViewTab;
  let reports = '';
  let dataset = '';
  let packets = '';
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());
  // One server and one page, because starting them takes most of the time of a test.
  startAgainAfterFailure(
    async () => {
      ({ reports, dataset } = await reviewedRecord());
      const splits = await reviewedPackets();
      packets = splits.dataset;
      renameSync(path.join(splits.reports, 'first'), path.join(reports, 'packets'));
      server = await startViewServer(reports, { reviewer: 'Ada' });
      tab = new ViewTab(browser, server);
    },
    async () => {
      await tab.close();
      await server.close();
    },
  );

  const first = `/records/${recordKey('first')}`;
  const logLines = () =>
    readFileSync(path.join(dataset, 'review/log.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const labelIn = (id: string) => {
    const lines = readFileSync(path.join(dataset, 'items.jsonl'), 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line)).find((item) => item.id === id).expectedOutput.value;
  };

  /** Saves a version. The report then opens again with this version. */
  const save = async (page: Page) => {
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Control+Enter')]);
    await page.locator('.gold-note').waitFor();
  };

  it('accepts the draft as gold with one key, and saves a version with the next', async () => {
    const { page, foreign } = await tab.load(`${first}#/document/doc-20`);
    await page.locator('.gold-panel button').first().waitFor();
    await page.keyboard.press('a');
    await page.locator('.review-bar').getByText('1 unsaved edit').waitFor();
    expect(labelIn('doc-20').total).toBe('20.50');
    // 29 of 30 documents are fully right, one more than before the edit.
    await page.locator('.review-bar').getByText('29 of 30').or(page.getByText('97 of 100')).first().waitFor();
    await save(page);
    expect(labelIn('doc-20').total).toBe('20.00');
    expect(JSON.parse(readFileSync(path.join(dataset, 'history/changes.jsonl'), 'utf8'))).toMatchObject({
      version: 2,
      reviewer: 'Ada',
      item: 'doc-20',
      path: 'total',
      before: '20.50',
      after: '20.00',
    });
    expect(logLines().at(-2)).toMatchObject({ action: 'accept', from: { version: 'draft' } });
    const { model } = await scoreRecord({ record: path.join(reports, 'first'), gold: dataset, save: false });
    await showAddress(page, '#/summary');
    expect(await page.locator('.summary .headline').innerText()).toBe(model.summary.outcome.headline);
    expect(await page.locator('.summary').innerText()).toContain(model.summary.numbers[0]?.text ?? '-');
    expect(foreign()).toEqual([]);
  });

  it('types a label, takes it back, and states a label that the schema does not allow', async () => {
    const { page, foreign } = await tab.load(`${first}#/document/doc-21`);
    const value = page.locator('.gold-value');
    await value.waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('New label').fill(' 21.75 ');
    await page.keyboard.press('Enter');
    await value.getByText('21.75').waitFor();
    // Other tests check the other parts of the page for accessibility.
    expect(await seriousViolations(page, 'dark', '.gold-panel, .review-bar')).toEqual([]);
    await page.locator('#main').focus();
    await page.keyboard.press('x');
    await value.getByText('—').waitFor();
    await page.keyboard.press('z');
    await value.getByText('21.75').waitFor();
    await page.keyboard.press('z');
    await value.getByText('21.50').waitFor();
    expect(await page.locator('.review-bar').innerText()).toBe('');
    expect(labelIn('doc-21').total).toBe('21.50');
    expect(foreign()).toEqual([]);
  });

  it('keeps the lines of a label with several lines', async () => {
    const { page } = await tab.load(`${first}#/document/doc-21`);
    await page.locator('.gold-value').waitFor();
    const field = page.getByLabel('New label');
    await page.keyboard.press('e');
    await field.fill('1 High Street');
    await field.press('End');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Leeds');
    await page.keyboard.press('Enter');
    await expect.poll(() => logLines().at(-1).after).toBe('1 High Street\nLeeds');
    await page.locator('.gold-value').getByText('High Street').waitFor();
    const count = logLines().length;
    // Without a change, Enter closes the field and stores nothing. A change of one line keeps the other line.
    await page.keyboard.press('e');
    expect([await field.inputValue(), await field.getAttribute('rows')]).toEqual([
      '1 High Street\nLeeds',
      '2',
    ]);
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    expect(logLines()).toHaveLength(count);
    await page.keyboard.press('e');
    await field.press('Control+End');
    await page.keyboard.type(' LS1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('z');
    await expect
      .poll(() => logLines().slice(count))
      .toMatchObject([{ after: '1 High Street\nLeeds LS1' }, { kind: 'undo' }]);
    await page.keyboard.press('z');
    await page.locator('.gold-value').getByText('21.50').waitFor();
  });

  it('saves no version while a typed label is not set, because saving loads the page again', async () => {
    const { page } = await tab.load(`${first}#/document/doc-21`);
    await page.locator('.gold-value').getByText('21.50').waitFor();
    await page.keyboard.press('x');
    await page.locator('.review-bar').getByText('1 unsaved edit').waitFor();
    const before = logLines();
    await page.keyboard.press('e');
    const field = page.getByLabel('New label');
    await field.fill('typed, not set');
    await page.keyboard.press('Control+Enter');
    await page.locator('.review-bar').getByText('Set or cancel the typed label first.').waitFor();
    expect([await field.inputValue(), logLines()]).toEqual(['typed, not set', before]);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await page.locator('.gold-value').getByText('21.50').waitFor();
  });

  it('shows the newest label if the response to an earlier request arrives last', async () => {
    const { page } = await tab.load(`${first}#/document/doc-21`);
    const value = page.locator('.gold-value');
    await value.getByText('21.50').waitFor();
    let isHeld = true;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late: Promise<void>[] = [];
    await page.route('**/labels?item=doc-21', async (route) => {
      if (!isHeld) return route.continue();
      const response = await route.fetch();
      late.push(released.then(() => route.fulfill({ response })));
    });
    await page.keyboard.press('x');
    await page.locator('.review-bar').getByText('1 unsaved edit').waitFor();
    await expect.poll(() => late.length).toBeGreaterThan(0);
    isHeld = false;
    await page.keyboard.press('z');
    await expect.poll(() => page.locator('.review-bar').innerText()).toBe('');
    await value.getByText('21.50').waitFor();
    // Records every text that is shown, because a later response could hide a wrong text again.
    await page.evaluate(`globalThis.shown = [];
      new MutationObserver(() => shown.push(document.querySelector('.gold-value').innerText))
        .observe(document.querySelector('.gold-panel'), { subtree: true, childList: true, characterData: true })`);
    release();
    await Promise.all(late);
    await page.evaluate('new Promise((done) => setTimeout(done, 300))');
    const shown = [...(await page.evaluate<string[]>('shown')), await value.innerText()];
    expect(shown.filter((text) => !text.includes('21.50'))).toEqual([]);
    await page.unroute('**/labels?item=doc-21');
  });

  it('marks values as not scored, and lists the keys', async () => {
    const { page, foreign } = await tab.load(`${first}#/document/doc-21`);
    const value = page.locator('.gold-value');
    await value.waitFor();
    await page.keyboard.press('q');
    await page.getByLabel('Why is the value unclear?').fill('two totals');
    await page.keyboard.press('Enter');
    await value.getByText('unclear: two totals, so not scored').waitFor();
    await page.locator('#main').focus();
    await page.keyboard.press('m');
    await value.getByText('not annotated, so not scored').waitFor();
    await page.keyboard.press('z');
    await page.keyboard.press('Shift+Z');
    await value.getByText('not annotated, so not scored').waitFor();
    await page.keyboard.press('?');
    await page.getByText('not annotated, unclear').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('z');
    await value.getByText('unclear: two totals').waitFor();
    await page.keyboard.press('z');
    await value.getByText('21.50').waitFor();
    expect(foreign()).toEqual([]);
  });

  it('hides what the versions read until the label is typed in blind mode', async () => {
    const { page, foreign } = await tab.load(`${first}#/document/doc-21?value=total`);
    const panel = page.locator('.gold-panel');
    await panel.getByText('Accept draft').waitFor();
    await page.keyboard.press('Shift+B');
    await panel.getByText('hidden until then').waitFor();
    const shown = () => page.locator('.document').innerText();
    expect(await shown()).not.toContain('21.00');
    expect(await page.locator('.document .boxes polygon, .document mark').count()).toBe(0);
    expect(await seriousViolations(page, 'light', '.gold-panel')).toEqual([]);
    await page.keyboard.press('a');
    await page.keyboard.press('e');
    await page.getByLabel('New label').fill('22.75');
    await page.keyboard.press('Enter');
    await panel.getByText('The versions read 1.0').waitFor();
    expect(await shown()).toContain('21.00');
    expect(logLines().at(-1)).toMatchObject({ path: 'total', after: '22.75', blind: true });
    await page.keyboard.press('z');
    await panel.locator('.gold-value').getByText('21.50').waitFor();
    await page.keyboard.press('a');
    await expect.poll(() => logLines().at(-1)).toMatchObject({ action: 'accept', blind: false });
    await page.keyboard.press('z');
    await page.keyboard.press('Shift+B');
    await panel.getByText('Accept draft').waitFor();
    expect(foreign()).toEqual([]);
  });

  it('inserts, fills, moves and deletes rows', async () => {
    const { page, foreign } = await tab.load(`${first}#/document/doc-21?value=lines%5B0%5D.sku`);
    const rows = page.locator('.gold-rows tbody tr');
    await rows.first().waitFor();
    const texts = async () =>
      (await rows.locator('td:nth-of-type(2)').allInnerTexts()).map((text) => text.trim());
    await page.getByLabel('Insert a row below row 1').click();
    await page.getByLabel('Row 2, sku: —').click();
    await page.keyboard.press('e');
    await page.getByLabel('New label').fill('b21');
    await page.keyboard.press('Enter');
    await expect.poll(texts).toEqual(['a21', 'b21']);
    await page.getByLabel('Move row 2 up').click();
    await expect.poll(texts).toEqual(['b21', 'a21']);
    expect(await seriousViolations(page, 'light', '.gold-panel')).toEqual([]);
    await page.getByLabel('Delete row 2').click();
    await expect.poll(texts).toEqual(['b21']);
    await page.getByText('Undo the last edit').click();
    await expect.poll(texts).toEqual(['b21', 'a21']);
    await save(page);
    expect(labelIn('doc-21').lines).toEqual([{ sku: 'b21' }, { sku: 'a21' }]);
    expect(foreign()).toEqual([]);
  });

  it('changes types and page ranges of a packet, and adds and deletes documents', async () => {
    const { page, foreign } = await tab.load(`/records/${recordKey('packets')}#/document/pack-1`);
    const types = page.locator('.gold-segments').getByLabel('Type');
    await types.first().waitFor();
    await types.first().selectOption('letter');
    await page.getByLabel('last page').first().fill('1');
    await page.getByText('Add a document').click();
    await page.getByLabel('first page').last().fill('2');
    await page.getByLabel('last page').last().fill('0');
    await page.getByText('Set the documents').click();
    await page.getByText('a page number from 2').waitFor();
    await page.getByLabel('last page').last().fill('3');
    // Another tab changes the label. The typed documents stay, and replace the label only after a warning.
    const before = [{ type: 'invoice', startPage: 1, endPage: 3 }];
    const values = { before: JSON.stringify(before), after: '[]' };
    expect(await editElsewhere(page, 'packets', { item: 'pack-1', path: 'splits', ...values })).toBe(200);
    await page.getByText('Present label: no documents').waitFor();
    await page.getByText('Set the documents').click();
    await page.getByText('The label of splits in pack-1 has changed').waitFor();
    await page.getByText('Set the documents').click();
    await page.locator('.review-bar').getByText('2 unsaved edits').waitFor();
    expect(await seriousViolations(page, 'dark', '.gold-segments')).toEqual([]);
    await save(page);
    const [line = ''] = readFileSync(path.join(packets, 'items.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line).expectedOutput).toEqual({
      splits: [
        { type: 'letter', startPage: 1, endPage: 1 },
        { type: 'invoice', startPage: 2, endPage: 3 },
      ],
    });
    expect(foreign()).toEqual([expect.stringContaining('422'), expect.stringContaining('409')]);
  });
});
