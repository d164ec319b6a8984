import { cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../src/workbench/server/view-server.ts';
import { long } from '../fixtures/long-form.ts';
import { folderOfRecords, hostileText } from '../fixtures/records/folder-of-records.ts';
import { folderOfLargeRecord } from '../fixtures/records/large-record.ts';
import { mislabelled, reviewedRecord } from '../fixtures/records/reviewed-record.ts';
import { seriousViolations } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser, showAddress } from './open-report.ts';
import { startAgainAfterFailure } from './start-again.ts';
import { ViewTab } from './view-tab.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

describe.skipIf(!executable)('goldset view in a browser', () => {
  const browser = new ReportBrowser();
  let server: ViewServer;
  let tab: ViewTab;
  let folder = '';
  let wrong = '';
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());
  // One server and one page, because starting them takes most of the time of a test.
  startAgainAfterFailure(
    async () => {
      folder = await folderOfRecords();
      const [reviewed, issues] = [await reviewedRecord(), await reviewedRecord({ isMislabelled: true })];
      wrong = issues.dataset;
      renameSync(path.join(reviewed.reports, 'first'), path.join(folder, 'first'));
      renameSync(path.join(issues.reports, 'first'), path.join(folder, 'mislabelled'));
      renameSync(path.join(await folderOfLargeRecord(), 'large'), path.join(folder, 'large'));
      server = await startViewServer(folder, { reviewer: 'Ada' });
      tab = new ViewTab(browser, server);
    },
    async () => {
      await tab.close();
      await server.close();
    },
  );

  it('lists records, filters them, and opens one whose hostile texts stay texts', async () => {
    const { page, foreign } = await tab.load('/');
    await page.locator('tbody tr').first().waitFor();
    await page.getByText('7 of 7 records').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(7);
    expect(page.url()).not.toContain('token');
    expect(await seriousViolations(page, 'light')).toEqual([]);
    await page.keyboard.press('Tab');
    await page.getByLabel('Filter').fill('scored');
    await page.getByText('1 of 7 records').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.locator('tbody a').click();
    await page.locator('.summary').waitFor();
    await showAddress(page, '#/document/doc-3');
    await page.getByText(hostileText.slice(0, 20)).first().waitFor({ state: 'attached' });
    expect(await page.title()).toContain('Document');
    expect(foreign()).toEqual([]);
  });

  it('shows the verdict of the last report until the record is scored', async () => {
    const { page } = await tab.load('/');
    const scored = `/records/${recordKey('scored')}`;
    const { summary } = JSON.parse(readFileSync(path.join(folder, 'scored/summary.json'), 'utf8'));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The server sends this response if the figures are not ready in time.
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
    const { page, foreign } = await tab.load(`/records/${recordKey('large')}#/document/doc-1010`);
    await page.locator('.document').getByText('R-1010').first().waitFor({ state: 'attached' });
    await page.locator('.document').getByText('<b>Total').first().waitFor();
    await page.keyboard.press('/');
    await page.getByLabel('Search', { exact: true }).fill('doc-1011');
    await page.keyboard.press('Enter');
    await page.locator('.document').getByText('R-1011').first().waitFor({ state: 'attached' });
    await page.locator('.document').getByText('cannot be opened').first().waitFor();
    expect(await page.locator('[role=alert]').count()).toBe(0);
    await showAddress(page, '#/documents');
    await page.getByText(/1.020 of 1.020 documents/).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('can be opened');
    expect(foreign()).toEqual([]);
  });

  it('reviews label issues by keys, without the names of the versions', async () => {
    const log = () => readFileSync(path.join(wrong, 'review/log.jsonl'), 'utf8').trimEnd().split('\n');
    const { page, foreign } = await tab.load(`/records/${recordKey('mislabelled')}/label-issues`);
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
    await page.getByText('accept value A or B as the label').waitFor();
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
    const { page, foreign } = await tab.load(`/compare/${id}/labels`);
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
    await tab.load(`/label-lists/${recordKey(path.join(server.folder, 'labels', `${id}.jsonl`))}`);
    await page.getByText('Compare by these answers').click();
    await page.getByText('9 of 9 values have no answer yet').waitFor();
    await tab.load('/');
    await page.getByRole('link', { name: 'Label the values that differ' }).waitFor();
    expect(foreign()).toEqual([]);
  });

  it('draws only the visible rows of a long list, and filters and sorts it', async () => {
    for (let n = 0; n < 90; n++) {
      mkdirSync(path.join(folder, `copy-${n}/record`), { recursive: true });
      for (const name of ['plan.json', 'summary.json'])
        cpSync(path.join(folder, 'plain/record', name), path.join(folder, `copy-${n}/record`, name));
    }
    const { page, foreign } = await tab.load('/');
    await page.getByText('97 of 97 records').waitFor();
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
    await page.getByText('11 of 97 records').waitFor();
    expect(await rows.count()).toBe(11);
    // In `npm test`, an earlier check already covers this list.
    if (long) expect(await seriousViolations(page, 'light', '.records')).toEqual([]);
    await page.reload();
    await page.getByText('11 of 97 records').waitFor();
    expect(foreign()).toEqual([]);
  });
});
