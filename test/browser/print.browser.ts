import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../fixtures/documents/read-pdf.ts';
import { sampleModels } from '../fixtures/report-model.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser } from './open-report.ts';

describe.skipIf(!findChromium())('printed sections', () => {
  const browser = new ReportBrowser();
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());

  // On paper, these packets need more lines than in a wide window.
  const longPackets = () => browser.write('long-packets', sampleModels.splitter(30));
  const extract = () => browser.sample('extract');
  it.each([
    ['packets', '.packet', longPackets],
    ['fields', '.chart .save', extract],
  ])(
    'have all stated pages, and equal pages from windows of every width: %s',
    async (section, drawn, open) => {
      const address = await open();
      const prints: (readonly string[])[] = [];
      for (const width of [1440, 390]) {
        const { page } = await browser.open(`${address}#/${section}`, { viewport: { width, height: 900 } });
        await page.locator(drawn).first().waitFor();
        const { pages } = await readPdf(await page.pdf({ format: 'Letter' }));
        const stated = pages.map(({ text }) => /^\d+ of \d+/.exec(text)?.[0]);
        expect(stated).toEqual(pages.map((_, at) => `${at + 1} of ${pages.length}`));
        prints.push(pages.map(({ text }) => text));
        await browser.close(page);
      }
      expect(prints[1]).toEqual(prints[0]);
    },
  );

  it('omit folded groups of values, and keep open ones', async () => {
    const { page } = await browser.open(`${await extract()}#/document/inv-0038`);
    const folded = page.locator('.value-group:not([open])').first();
    await folded.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await folded.isVisible()).toBe(false);
    expect(await page.locator('.value-group[open]').first().isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
    await browser.close(page);
  });

  it('explain the letters in the pages of packets, and do not mention columns that are hidden', async () => {
    const { page } = await browser.open(`${await browser.sample('splitter')}#/packets`);
    await page.locator('.legend').first().waitFor();
    const note = page.locator('p', { hasText: /trivial answers/i });
    expect(await note.innerText()).toBe(
      'Trivial answers: no cut, a cut at every page and each cut one page late.',
    );
    await page.emulateMedia({ media: 'print' });
    expect(await note.isVisible()).toBe(false);
    expect(await page.locator('.legend').first().isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
    await browser.close(page);
  });
});
