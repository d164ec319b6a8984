import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultStatistics } from '../../src/analysis/measure/settings.ts';
import { buildReport } from '../../src/analysis/sections/build-report.ts';
import type { ReportModel } from '../../src/model/report/report-model.ts';
import { sectionNames } from '../../src/report/html/section-blocks.ts';
import { long } from '../fixtures/long-form.ts';
import { sampleCauses } from '../fixtures/report/cause-section.ts';
import { confidentRecord } from '../fixtures/report/confident-record.ts';
import { violationsOfSections } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser } from './open-report.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

const few = { ...defaultStatistics, replicates: 50 };

describe.skipIf(!executable)('the confidence section in a browser', () => {
  const browser = new ReportBrowser();
  let model: ReportModel;
  let address = '';
  beforeAll(async () => {
    await browser.start();
    // With fewer documents, no threshold would be certified.
    model = await buildReport(await confidentRecord(650), { statistics: few });
    address = await browser.write('confidence', model);
  });
  afterAll(() => browser.stop());

  it('shows diagrams and the certificate, and selects a threshold with the slider', async () => {
    const { page, complaints } = await browser.open(address);
    await page.getByRole('link', { name: 'Confidence', exact: true }).click();
    await page.locator('.skip-review').waitFor();
    expect(await page.locator('.plots svg[role="img"]').count()).toBe(2);
    const sentences = model.confidence?.scopes[0]?.versions.map((version) => version?.certificate.sentence);
    expect(sentences).toEqual([expect.stringMatching(/^not certified/), expect.stringMatching(/^certified/)]);
    const shown = await page.locator('.certificates.verdicts li').allInnerTexts();
    expect(shown).toEqual([`1.0: ${sentences?.[0]}`, `draft: ${sentences?.[1]}`]);

    const slider = page.getByRole('slider', { name: 'Skip review from confidence' });
    await slider.focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.url()).toContain('at=0.99');
    const last = model.confidence?.scopes[0]?.versions[1]?.thresholds.at(-1);
    const sentence = page.locator('.certificates li').nth(1);
    const share = Math.round((last?.predictions.share ?? 0) * 100);
    await expect
      .poll(() => sentence.innerText())
      .toMatch(
        new RegExp(
          `^draft: If you accept values from confidence 0\\.99 on, ${share} of 100 values skip review, and `,
        ),
      );
    await page.locator('.for-analysts > summary').click();
    const row = page.locator('.threshold-reading tbody tr').last();
    expect(await row.locator('td').nth(1).innerText()).toBe(String(last?.documents.accepted));
    await slider.focus();
    await page.keyboard.press('Home');
    const all = model.confidence?.scopes[0]?.versions[1]?.thresholds[0];
    const accepted = () => row.locator('td').nth(1).innerText();
    await expect
      .poll(async () => (await accepted()).replace(/\s/g, ''))
      .toBe(String(all?.documents.accepted));
    await page.locator('.all-thresholds summary').click();
    expect(await page.locator('.threshold-table tbody tr').count()).toBe(28);
    expect(await page.locator('.threshold-table tr[aria-current] th').innerText()).toBe('0.00');
    if (process.env.GOLDSET_SHOTS)
      await page.screenshot({ path: `${process.env.GOLDSET_SHOTS}/overall.png`, fullPage: true });
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('opens a field, warns of a constant confidence, and keeps the field in the address', async () => {
    const { page, complaints } = await browser.open(`${address}#/confidence`);
    await page.getByRole('button', { name: 'seller_name' }).click();
    await expect.poll(() => page.url()).toContain('of=field%3Aseller_name');
    await page.locator('.for-analysts > summary').click();
    expect(await page.locator('.confidence-warnings').innerText()).toContain(
      'draft: Fewer than 3 of 10 bins contain a predicted value',
    );
    await page.reload();
    await page.locator('.confidence-warnings').waitFor({ state: 'attached' });
    expect(await page.getByRole('combobox', { name: 'Of' }).inputValue()).toBe('field:seller_name');
    if (process.env.GOLDSET_SHOTS) await page.screenshot({ path: `${process.env.GOLDSET_SHOTS}/field.png` });
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('is readable in the dark and on a narrow screen', async () => {
    const { page } = await browser.open(`${address}#/confidence`, {
      colorScheme: 'dark',
      viewport: { width: 420, height: 900 },
    });
    await page.locator('.skip-review').waitFor();
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(420);
    if (process.env.GOLDSET_SHOTS)
      await page.screenshot({ path: `${process.env.GOLDSET_SHOTS}/narrow.png`, fullPage: true });
    await browser.close(page);
  });

  it.runIf(long)(
    'has no accessibility violation in any section, width and theme',
    async () => {
      const whole = { ...model, causes: sampleCauses };
      const { page, complaints } = await browser.open(await browser.write('causes', whole));
      expect(await violationsOfSections(page, sectionNames(whole))).toEqual([]);
      expect(complaints).toEqual([]);
      await browser.close(page);
    },
    900_000,
  );
});
