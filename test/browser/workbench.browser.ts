import { cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoreRecord } from '../../src/usecases/score/score-record.ts';
import { recordKey } from '../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../src/workbench/server/view-server.ts';
import { long } from '../fixtures/long-form.ts';
import { folderOfRecords, hostileText } from '../fixtures/records/folder-of-records.ts';
import { folderOfLargeRecord } from '../fixtures/records/large-record.ts';
import { mislabelled, reviewedPackets, reviewedRecord } from '../fixtures/records/reviewed-record.ts';
import { seriousViolations } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { type OpenReport, ReportBrowser, showAddress } from './open-report.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

describe.skipIf(!executable)('goldset view in a browser', () => {
  const browser = new ReportBrowser();
  let server: ViewServer;
  let opened: OpenReport | undefined;
  let dataset = '';
  let folder = '';
  let packets = '';
  let wrong = '';
  beforeAll(async () => {
    await browser.start();
    folder = await folderOfRecords();
    const [reviewed, splits] = [await reviewedRecord(), await reviewedPackets()];
    ({ dataset } = reviewed);
    packets = splits.dataset;
    const issues = await reviewedRecord({ isMislabelled: true });
    wrong = issues.dataset;
    renameSync(path.join(issues.reports, 'first'), path.join(folder, 'mislabelled'));
    renameSync(path.join(reviewed.reports, 'first'), path.join(folder, 'first'));
    renameSync(path.join(splits.reports, 'first'), path.join(folder, 'packets'));
    renameSync(path.join(await folderOfLargeRecord(), 'large'), path.join(folder, 'large'));
    // One server and one page, because starting them takes most of the time of a test.
    server = await startViewServer(folder, { reviewer: 'Ada' });
  });
  afterAll(async () => {
    await opened?.page.close();
    await server.close();
    await browser.stop();
  });

  /**
   * Opens a page of the server. The first call uses the printed address with the token. If the page is already loaded,
   * shows its summary first, so that selections of the previous test end. Returns the page, and a function `foreign`
   * that lists requests to other hosts.
   */
  const load = async (to: string) => {
    const address = new URL(to, server.url);
    if (opened === undefined) opened = await browser.open(`${server.url}&to=${encodeURIComponent(to)}`);
    else {
      opened.complaints.length = 0;
      const isLoaded = address.hash !== '' && new URL(opened.page.url()).pathname === address.pathname;
      if (isLoaded) await showAddress(opened.page, '#/summary');
      if (isLoaded) await showAddress(opened.page, address.hash);
      else await opened.page.goto(address.href);
    }
    const { page, complaints } = opened;
    await page.locator('html[data-ready]').waitFor();
    return { page, foreign: () => complaints.filter(isForeign) };
  };
  const isForeign = (text: string) => {
    const host = `http://127.0.0.1:${server.port}`;
    // If the script of the page has read a stream to its end, the browser reports the request of the stream as failed.
    const streams = ['events', 'records'].map((name) => `failed: ${host}/api/${name}`);
    // Requests that were still running when the page was left.
    const isLeft = text.startsWith(`failed: ${host}/`) && text.endsWith('net::ERR_ABORTED');
    return !text.startsWith(`request: ${host}/`) && !isLeft && !streams.some((one) => text.startsWith(one));
  };
  const first = `/records/${recordKey('first')}`;
  const logLines = () =>
    readFileSync(path.join(dataset, 'review/log.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const labelIn = (id: string) => {
    const lines = readFileSync(path.join(dataset, 'items.jsonl'), 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line)).find((item) => item.id === id).expectedOutput.value;
  };

  it('lists records, filters them, and opens one whose hostile texts stay texts', async () => {
    const { page, foreign } = await load('/');
    await page.locator('tbody tr').first().waitFor();
    await page.getByText('8 of 8 records').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(8);
    expect(page.url()).not.toContain('token');
    expect(await seriousViolations(page, 'light')).toEqual([]);
    await page.keyboard.press('Tab');
    await page.getByLabel('Filter').fill('scored');
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.locator('tbody a').click();
    await page.locator('.summary').waitFor();
    await page.evaluate("location.hash = '#/document/doc-3'");
    await page.getByText(hostileText.slice(0, 20)).first().waitFor({ state: 'attached' });
    expect(await page.title()).toContain('Document');
    expect(foreign()).toEqual([]);
  });

  it('shows the verdict of the last report until the record is scored', async () => {
    const { page } = await load('/');
    const scored = `/records/${recordKey('scored')}`;
    const { summary } = JSON.parse(readFileSync(path.join(folder, 'scored/summary.json'), 'utf8'));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The server responds so if the figures are not ready in time.
    await page.route(`**${scored}`, async (route) =>
      route.request().resourceType() === 'document'
        ? route.fulfill({ response: await route.fetch({ url: new URL('/', server.url).href }) })
        : route.continue(),
    );
    await page.route('**/scored', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(new URL(scored, server.url).href);
    const verdict = page.getByRole('region', { name: 'Verdict of the last report' });
    await verdict.getByText(summary.outcome.headline).waitFor();
    expect(await verdict.innerText()).toContain(summary.numbers[0].text);
    await page.getByText('goldset scores the 12 documents.').waitFor();
    expect(await seriousViolations(page, 'light')).toEqual([]);
    await page.unroute(`**${scored}`);
    release();
    await page.locator('.summary').first().waitFor();
    await page.unroute('**/scored');
  });

  it('opens documents that the report of a large record does not show, with their texts', async () => {
    const { page, foreign } = await load(`/records/${recordKey('large')}#/document/doc-1010`);
    await page.locator('.document').getByText('R-1010').first().waitFor({ state: 'attached' });
    await page.locator('.document').getByText('<b>Total').first().waitFor();
    await page.keyboard.press('/');
    await page.getByLabel('Search', { exact: true }).fill('doc-1011');
    await page.keyboard.press('Enter');
    await page.locator('.document').getByText('R-1011').first().waitFor({ state: 'attached' });
    await page.locator('.document').getByText('cannot be opened').first().waitFor();
    expect(await page.locator('[role=alert]').count()).toBe(0);
    await page.evaluate("location.hash = '#/documents'");
    await page.getByText(/1.020 of 1.020 documents/).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('can be opened');
    expect(foreign()).toEqual([]);
  });

  it('accepts the draft as gold with one key, and saves a version with the next', async () => {
    const { page, foreign } = await load(`${first}#/document/doc-20`);
    await page.locator('.gold-panel button').first().waitFor();
    await page.keyboard.press('a');
    await page.locator('.review-bar').getByText('1 unsaved edit').waitFor();
    expect(labelIn('doc-20').total).toBe('20.50');
    // 29 of 30 documents are fully right. Before the edit, it was 28.
    await page.locator('.review-bar').getByText('29 of 30').or(page.getByText('97 of 100')).first().waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('.gold-note').waitFor();
    expect(labelIn('doc-20').total).toBe('20.00');
    expect(JSON.parse(readFileSync(path.join(dataset, 'history/changes.jsonl'), 'utf8'))).toMatchObject({
      version: 2,
      reviewer: 'Ada',
      item: 'doc-20',
      path: 'total',
      before: '20.50',
      after: '20.00',
    });
    const log = readFileSync(path.join(dataset, 'review/log.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ from: { version: 'draft' } });
    const { model } = await scoreRecord({ record: path.join(folder, 'first'), gold: dataset, save: false });
    await page.evaluate("location.hash = '#/summary'");
    await page.locator('.summary').waitFor();
    expect(await page.locator('.summary .headline').innerText()).toBe(model.summary.outcome.headline);
    expect(await page.locator('.summary').innerText()).toContain(model.summary.numbers[0]?.text ?? '-');
    expect(foreign()).toEqual([]);
  });

  it('types a label, takes it back, and states a label that the schema does not allow', async () => {
    const { page, foreign } = await load(`${first}#/document/doc-21`);
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
    // Each key must act on the result of the key before it, even if the server has not yet responded.
    await page.keyboard.press('x');
    await page.keyboard.press('a');
    await page.keyboard.press('z');
    await page.keyboard.press('z');
    const before = 6;
    await expect.poll(() => logLines().length, { timeout: 20_000 }).toBe(before + 4);
    const [x, a, ...undone] = logLines().slice(before);
    expect(undone.map(({ undoes }) => undoes)).toEqual([a.seq, x.seq]);
    expect(labelIn('doc-21').total).toBe('21.50');
    expect(foreign()).toEqual([]);
  });

  it('keeps the lines of a label with several lines', async () => {
    const { page } = await load(`${first}#/document/doc-21`);
    // The machine may be busy with other work.
    const slow = { timeout: 20_000 };
    await page.locator('.gold-value').waitFor();
    const field = page.getByLabel('New label');
    await page.keyboard.press('e');
    await field.fill('1 High Street');
    await field.press('End');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Leeds');
    await page.keyboard.press('Enter');
    await expect.poll(() => logLines().at(-1).after, slow).toBe('1 High Street\nLeeds');
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
    await expect.poll(() => logLines().at(-1).after, slow).toBe('1 High Street\nLeeds LS1');
    await page.keyboard.press('z');
    await expect.poll(() => logLines().length, slow).toBe(count + 2);
    await page.keyboard.press('z');
    await page.locator('.gold-value').getByText('21.50').waitFor();
  });

  it('saves no version while a typed label is not set, because saving loads the page again', async () => {
    const { page } = await load(`${first}#/document/doc-21`);
    const log = () => readFileSync(path.join(dataset, 'review/log.jsonl'), 'utf8');
    await page.locator('.gold-value').getByText('21.50').waitFor();
    await page.keyboard.press('x');
    await page.locator('.review-bar').getByText('1 unsaved edit').waitFor();
    const before = log();
    await page.keyboard.press('e');
    const field = page.getByLabel('New label');
    await field.fill('typed, not set');
    await page.keyboard.press('Control+Enter');
    await page.evaluate('new Promise((done) => setTimeout(done, 100))');
    expect([await field.inputValue(), log()]).toEqual(['typed, not set', before]);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await page.locator('.gold-value').getByText('21.50').waitFor();
  });

  it('shows the newest label if the response to an earlier request arrives last', async () => {
    const { page } = await load(`${first}#/document/doc-21`);
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
    await expect.poll(() => late.length, { timeout: 20_000 }).toBeGreaterThan(0);
    isHeld = false;
    await page.keyboard.press('z');
    await expect.poll(() => page.locator('.review-bar').innerText(), { timeout: 20_000 }).toBe('');
    await value.getByText('21.50').waitFor();
    // A further response could show the newest label again, so every shown text is kept.
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
    const { page, foreign } = await load(`${first}#/document/doc-21`);
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
    const { page, foreign } = await load(`${first}#/document/doc-21?value=total`);
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
    const log = readFileSync(path.join(dataset, 'review/log.jsonl'), 'utf8').trimEnd().split('\n');
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ path: 'total', after: '22.75', blind: true });
    await page.keyboard.press('z');
    await panel.locator('.gold-value').getByText('21.50').waitFor();
    await page.keyboard.press('a');
    await page.locator('.review-bar').getByText('1 unsaved edit').waitFor();
    const accepted = () => readFileSync(path.join(dataset, 'review/log.jsonl'), 'utf8').trimEnd().split('\n');
    await expect
      .poll(() => JSON.parse(accepted().at(-1) ?? ''))
      .toMatchObject({ action: 'accept', blind: false });
    await page.keyboard.press('z');
    await page.keyboard.press('Shift+B');
    await panel.getByText('Accept draft').waitFor();
    expect(foreign()).toEqual([]);
  });

  it('reviews label issues by keys, without the names of the versions', async () => {
    const log = () => readFileSync(path.join(wrong, 'review/log.jsonl'), 'utf8').trimEnd().split('\n');
    const { page, foreign } = await load(`/records/${recordKey('mislabelled')}/label-issues`);
    const issue = page.locator('.issue');
    await issue.getByText('Accept A').waitFor();
    await page.getByText('0 of 2 reviewed').waitFor();
    await page.keyboard.press('ArrowRight');
    await issue.getByText(mislabelled[1]).first().waitFor();
    await issue.getByText('Accept A').waitFor();
    await page.keyboard.press('y');
    await page.getByText('1 of 2 reviewed, 0 changed').waitFor();
    expect(await page.getByLabel('Random order').isChecked()).toBe(false);
    await page.keyboard.press('z');
    await page.getByText('0 of 2 reviewed').waitFor();
    await issue.getByText('Accept A').waitFor();
    await page.keyboard.press('a');
    await page.getByText('1 of 2 reviewed, 1 changed').waitFor();
    await page.getByText('Review 1 doubtful labels').click();
    await page.reload();
    await issue.getByText(mislabelled[0]).first().waitFor();
    await issue.getByText('Accept A').waitFor();
    await page.keyboard.press('x');
    await page.getByText('Review 1 doubtful labels').click();
    await issue.getByText('Accept B').waitFor();
    expect(await issue.innerText()).not.toMatch(/draft|1\.0/);
    expect(await issue.locator('.choices').innerText()).toMatch(/A\s+12\s+B\s+12\.50/);
    expect(await seriousViolations(page, 'dark')).toEqual([]);
    await page.keyboard.press('?');
    await page.getByText('accept value A, B as the label').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('b');
    await page.getByText('3 of 3 reviewed, 3 changed').waitFor();
    expect(JSON.parse(log().at(-1) ?? '')).toMatchObject({ after: '12.50', from: { version: '1.0' } });
    await page.keyboard.press('Control+Enter');
    await page.getByText('Saved as version 2 of the dataset: 3 labels changed').waitFor();
    await page.getByText('Every label issue is reviewed').waitFor();
    expect(foreign()).toEqual([]);
  });

  it('asks for the values in which two versions differ, and hides what they read', async () => {
    const id = `${recordKey('mislabelled')}.0-${recordKey('mislabelled')}.1`;
    const { page, foreign } = await load(`/compare/${id}/labels`);
    await page.getByText('0 of 9 values answered').waitFor();
    const issue = page.locator('.issue');
    const first = await issue.locator('h2').innerText();
    await issue.getByLabel('Label').fill('R-1');
    expect(await issue.locator('.choices').count()).toBe(0);
    expect(await seriousViolations(page, 'light', 'main')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('1 of 9 values answered').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('v');
    await issue.getByText('Choose B').waitFor();
    await page.keyboard.press('b');
    await page.getByText('2 of 9 values answered').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('z');
    await page.keyboard.press('z');
    await page.getByText('0 of 9 values answered').waitFor();
    expect(await issue.locator('h2').innerText()).toBe(first);
    await load(`/label-lists/${recordKey(path.join(server.folder, 'labels', `${id}.jsonl`))}`);
    await page.getByText('Compare by these answers').click();
    await page.getByText('9 of 9 values have no answer yet').waitFor();
    expect(foreign()).toEqual([]);
  });

  it('inserts, fills, moves and deletes rows', async () => {
    const { page, foreign } = await load(`${first}#/document/doc-21?value=lines%5B0%5D.sku`);
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
    await page.keyboard.press('Control+Enter');
    await page.locator('.gold-note').waitFor();
    await expect.poll(() => labelIn('doc-21').lines).toEqual([{ sku: 'b21' }, { sku: 'a21' }]);
    expect(foreign()).toEqual([]);
  });

  it('changes types and page ranges of a packet, and adds and deletes documents', async () => {
    const { page, foreign } = await load(`/records/${recordKey('packets')}#/document/pack-1`);
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
    await page.getByText('Set the documents').click();
    await page.locator('.review-bar').getByText('1 unsaved edit').waitFor();
    expect(await seriousViolations(page, 'dark', '.gold-segments')).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.locator('.gold-note').waitFor();
    const [line = ''] = readFileSync(path.join(packets, 'items.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line).expectedOutput).toEqual({
      splits: [
        { type: 'letter', startPage: 1, endPage: 1 },
        { type: 'invoice', startPage: 2, endPage: 3 },
      ],
    });
    expect(foreign()).toEqual([expect.stringContaining('422')]);
  });

  it('draws only the visible rows of a long list, and filters and sorts it', async () => {
    for (let n = 0; n < 90; n++) {
      mkdirSync(path.join(folder, `copy-${n}/record`), { recursive: true });
      for (const name of ['plan.json', 'summary.json'])
        cpSync(path.join(folder, 'plain/record', name), path.join(folder, `copy-${n}/record`, name));
    }
    const { page, foreign } = await load('/');
    await page.getByText('98 of 98 records').waitFor();
    const rows = page.locator('tbody tr:not(.spacer)');
    expect(await rows.count()).toBeLessThan(60);
    expect(await rows.last().innerText()).not.toContain('copy-89');
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('button', { name: 'Record' }).click();
    await rows.first().getByText('unfinished').first().waitFor();
    await page.evaluate("document.querySelector('.virtual').scrollTo(0, 1e9)");
    await rows.getByText('copy-0', { exact: true }).waitFor();
    await page.getByLabel('Processor').selectOption('p');
    await page.getByLabel('Filter').fill('copy-8');
    await page.getByText('11 of 98 records').waitFor();
    expect(await rows.count()).toBe(11);
    // In `npm test`, an earlier check already covers this list.
    if (long) expect(await seriousViolations(page, 'light', '.records')).toEqual([]);
    await page.reload();
    await page.getByText('11 of 98 records').waitFor();
    await page.getByRole('link', { name: 'Label the values that differ' }).waitFor();
    expect(foreign()).toEqual([]);
  });
});
