import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeGroupOf } from '../../src/model/report/document-state.ts';
import { drawnPagesOf } from '../fixtures/report/drawn-pages.ts';
import { sampleModels } from '../fixtures/report-model.ts';
import { seriousViolations } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { drawn, ReportBrowser, showAddress } from './open-report.ts';
import { imageWidth, sampleReport } from './sample-reports.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

describe.skipIf(!executable)('the page of a document in a browser', () => {
  const browser = new ReportBrowser();
  const { model } = sampleReport('extract');
  const newErrors = model.changes.flatMap((document) =>
    changeGroupOf(document) === 'newErrors' ? document.itemId : [],
  );
  const shown = newErrors[0] ?? '';
  let extract = '';
  beforeAll(async () => {
    await browser.start();
    extract = await browser.sample('extract');
  });
  afterAll(() => browser.stop());

  const open = async (look: { width: number; height: number } = { width: 1360, height: 900 }) => {
    const opened = await browser.open(`${extract}#/document/${shown}`, { viewport: look });
    await opened.page.locator('.page img').waitFor();
    await opened.page.locator('.value-group').first().waitFor();
    return opened;
  };

  it('outlines the box of a value on hover and focus, and selects the value of a box with a click', async () => {
    const { page } = await open();
    const box = page.locator('.page polygon.now[data-key="seller_name"]');
    const row = page.locator('.leaves tr.tied th');
    await page.keyboard.press('f');
    const name = page.locator('.leaves .tie', { hasText: 'seller_name' });
    await name.hover();
    expect(await box.getAttribute('class')).toContain('active');
    await page.mouse.move(0, 0);
    expect(await box.getAttribute('class')).not.toContain('active');
    await name.focus();
    expect(await box.getAttribute('class')).toContain('active');
    await page.keyboard.press('Escape');
    expect(await box.getAttribute('class')).not.toContain('active');
    await page.keyboard.press('f');
    expect(await name.isVisible()).toBe(false);
    await box.click();
    expect(await row.innerText()).toContain('seller_name');
    expect(await name.evaluate((element) => element.matches(':focus'))).toBe(true);
    const [image, place] = await Promise.all([page.locator('.page img').boundingBox(), box.boundingBox()]);
    const citation = model.items.find((item) => item.itemId === shown)?.versions[1]?.citations
      .seller_name?.[0];
    const [left, right] = [citation?.polygon?.[0]?.x ?? 0, citation?.polygon?.[1]?.x ?? 0];
    const middle = ((place?.x ?? 0) + (place?.width ?? 0) / 2 - (image?.x ?? 0)) / (image?.width ?? 1);
    expect(middle).toBeCloseTo((left + right) / 2 / (citation?.pageWidth ?? 1), 2);
    await browser.close(page);
  });

  it('shows the boxes of both versions and of expected values, switches with v and hides with b', async () => {
    const { page } = await open();
    const kinds = () =>
      page
        .locator('.page polygon')
        .evaluateAll((boxes) => [...new Set(boxes.map((box) => box.classList[0]))].sort());
    expect(await kinds()).toEqual(['before', 'expected', 'now']);
    expect(await page.locator('.box-legend').innerText()).toMatch(/draft\s+1\.0\s+expected/);
    await page.keyboard.press('v');
    expect(await kinds()).toEqual(['expected', 'now']);
    await page.keyboard.press('v');
    expect(await kinds()).toEqual(['before', 'expected']);
    await page.keyboard.press('b');
    expect(await kinds()).toEqual([]);
    await page.getByRole('button', { name: 'draft' }).click();
    expect(await kinds()).toEqual(['expected', 'now']);
    await browser.close(page);
  });

  it('zooms with + - 0, keeps the selected box visible, and rotates the page', async () => {
    const { page } = await open();
    const width = async () => (await page.locator('.page').boundingBox())?.width ?? 0;
    const fit = await width();
    await page.keyboard.press('+');
    expect(await width()).toBeCloseTo(1.5 * fit, 0);
    for (let i = 0; i < 3; i++) await page.keyboard.press('+');
    await page.locator('.pages').evaluate((pane) => pane.scrollTo(pane.scrollWidth, pane.scrollHeight));
    await page.keyboard.press('n');
    const active = page.locator('.page polygon.active').first();
    const isInside = async () => {
      const [box, pane] = await Promise.all([active.boundingBox(), page.locator('.pages').boundingBox()]);
      return box && pane && box.y >= pane.y - 1 && box.y + box.height <= pane.y + pane.height + 1;
    };
    await expect.poll(isInside).toBe(true);
    await page.keyboard.press('0');
    expect(await width()).toBeCloseTo(fit, 0);
    const before = await page.locator('.page').boundingBox();
    await page.getByRole('button', { name: 'Rotate the page' }).click();
    const after = await page.locator('.page').boundingBox();
    const image = await page.locator('.page img').boundingBox();
    expect((after?.height ?? 0) / (after?.width ?? 1)).toBeCloseTo(
      (before?.width ?? 0) / (before?.height ?? 1),
      2,
    );
    expect(image?.width).toBeCloseTo(after?.width ?? 0, 0);
    expect(image?.x).toBeCloseTo(after?.x ?? 0, 0);
    await browser.close(page);
  });

  it('steps through errors with n and p, and turns the keys off for later reports', async () => {
    const { page } = await open();
    const wrong = await page.locator('.value-group[open] .tie').allInnerTexts();
    const focused = () => page.locator('.tie:focus').allInnerTexts();
    await page.keyboard.press('n');
    expect(await focused()).toEqual([wrong[0]]);
    if (wrong.length > 1) {
      await page.keyboard.press('n');
      expect(await focused()).toEqual([wrong[1]]);
      await page.keyboard.press('p');
    }
    await page.keyboard.press('p');
    expect(await focused()).toEqual([wrong[0]]);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    expect(await keys.innerText()).toContain('next, previous error');
    await keys.getByLabel('use these keys').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    await page.reload();
    await page.locator('.document h1').waitFor();
    await page.keyboard.press('u');
    expect(page.url()).toContain('#/document/');
    await page.getByRole('button', { name: 'Keys' }).click();
    await keys.getByLabel('use these keys').check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    await expect.poll(() => page.url()).toContain('#/documents');
    await browser.close(page);
  });

  it('shows the list next to the document from 1280 pixels on', async () => {
    const { page } = await open({ width: 1280, height: 800 });
    const list = page.getByRole('complementary', { name: 'List of documents' });
    expect(await list.locator('tr[aria-current]').innerText()).toContain(shown);
    await list.getByRole('link', { name: newErrors[1] ?? '' }).click();
    await page.getByRole('heading', { name: newErrors[1] ?? '', exact: true }).waitFor();
    expect(await list.locator('tr[aria-current]').innerText()).toContain(newErrors[1]);
    await page.setViewportSize({ width: 1279, height: 800 });
    await list.waitFor({ state: 'detached' });
    await browser.close(page);
  });

  it('saves the values of a document and the list of documents as CSV with E', async () => {
    const { page, complaints } = await open();
    const saved = async () => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Shift+E')]);
      return readFile(await download.path(), 'utf8');
    };
    expect(await saved()).toContain('"New errors"\r\n"Field","Expected","1.0","draft"\r\n');
    await showAddress(page, '#/documents?q=new-errors');
    await page.locator('.documents tbody a').first().waitFor();
    const rows = (await saved()).trim().split('\r\n');
    expect(rows).toHaveLength(newErrors.length + 1);
    expect(rows[1]).toContain(`"${newErrors[0]}"`);
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('names the command that searches the scanned pages, and explains the address of an unknown document', async () => {
    const source = drawnPagesOf(1, imageWidth);
    const open: typeof source.open = async (item) => ({ ...(await source.open(item)), hasUnreadScans: true });
    const file = await browser.write('scans', model, { images: { open } });
    const { page } = await browser.open(`${file}#/document/${shown}`);
    const note = page.locator('.page-pane > p', { hasText: 'goldset report RECORD --read-scans' });
    await note.waitFor();
    expect(await note.innerText()).toContain('Scanned pages were not searched for expected values.');
    await showAddress(page, '#/document/unknown%20id');
    await page.locator('h1', { hasText: 'Unknown document' }).waitFor();
    expect(await seriousViolations(page, 'light')).toEqual([]);
    await page.getByRole('link', { name: 'All documents' }).click();
    await page.locator('h1', { hasText: 'Documents' }).waitFor();
    await browser.close(page);
  });

  it('marks the values in the text of a text document', async () => {
    const items = model.items.slice(0, 1).map((item) => ({
      ...item,
      document: { kind: 'text' as const, path: null, text: 'From <b>Nobody</b> to all: 12.50' },
      versions: item.versions.map((version) => ({
        ...version,
        leaves: version.leaves
          .slice(0, 1)
          .map((leaf) => ({ ...leaf, outcome: 'correct' as const, expected: 'nobody', predicted: 'nobody' })),
      })),
    }));
    const { page } = await browser.open(
      `${await browser.write('text', { ...model, items })}#/document/${items[0]?.itemId}`,
    );
    await page.locator('.document-text mark').waitFor();
    expect(await page.locator('.document-text').innerText()).toBe('From <b>Nobody</b> to all: 12.50');
    expect(await page.locator('.document-text mark').allInnerTexts()).toEqual(['Nobody']);
    await browser.close(page);
  });

  it('shows pages with [ ], with the buttons of the strip, and with the values of a packet', async () => {
    const packets = sampleModels.splitter(4);
    const document = { kind: 'file' as const, path: 'packet.pdf' };
    const items = packets.items.map((item) => ({ ...item, document }));
    const wrong = items.find((item) => item.versions.some((version) => version.exact !== true));
    const file = await browser.write(
      'packet',
      { ...packets, items },
      { images: drawnPagesOf(3, imageWidth) },
    );
    const { page, complaints } = await browser.open(`${file}#/document/${wrong?.itemId}`);
    await page.locator('.page').nth(2).waitFor();
    const status = page.locator('.page-tools [role=status]');
    const at = (number: number) => expect.poll(() => status.innerText()).toBe(`page ${number} of 3`);
    await at(1);
    await page.keyboard.press(']');
    await at(2);
    await page.keyboard.press('[');
    await at(1);
    await page.getByRole('button', { name: 'Show page 3' }).click();
    await at(3);
    await page.keyboard.press('f');
    await page
      .locator('.tie', { hasText: /^pages? 1/ })
      .first()
      .click();
    await at(1);
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('prints a document on at most two pages of A4, without the tables that repeat its values', async () => {
    const { page } = await open();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
    await showAddress(page, '#/document/inv-0038');
    await page.locator('.array').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.array').first().isVisible()).toBe(false);
    expect(await page.locator('.page-tools').first().isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await browser.close(page);
  });

  it('marks missing rows and different characters, and shows the command for this document', async () => {
    const { page } = await browser.open(`${extract}#/document/inv-0038`);
    await page.locator('.missing-row').first().waitFor();
    expect(await page.locator('.failure').innerText()).toContain('timed_out');
    expect(await page.locator('#run-again').innerText()).toBe(
      "goldset run datasets/invoices --processor dp_4hT9 --versions 1.0,draft --only inv-0038 --comparator 'number=fuzzy:0.9'",
    );
    const wrong = model.items.find((item) =>
      item.versions[1]?.leaves.some((leaf) => leaf.field === 'total_amount' && leaf.outcome === 'incorrect'),
    );
    await showAddress(page, `#/document/${wrong?.itemId}`);
    await page.locator('.leaves mark, .leaves td.incorrect').first().waitFor();
    expect(await page.locator('.leaves td.incorrect').count()).toBeGreaterThan(0);
    await browser.close(page);
  });

  it('states why there is no image', async () => {
    const { page } = await browser.open(extract);
    const right = model.items.find((item) => item.versions.every((version) => version.exact));
    await showAddress(page, `#/document/${right?.itemId}`);
    // The page shows the document first, and reads the reason for the missing image later.
    await page.locator('.no-image', { hasText: 'right in every version' }).waitFor();
    await browser.close(page);
  });

  it('has no serious accessibility violation with a selected value, and fits 390 pixels', async () => {
    const { page } = await open({ width: 1280, height: 800 });
    await page.keyboard.press('n');
    expect(await seriousViolations(page, 'light')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await drawn(page);
    const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(over).toBeLessThanOrEqual(0);
    await browser.close(page);
  });
});
