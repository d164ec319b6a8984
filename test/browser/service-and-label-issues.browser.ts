import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rankLabelIssues } from '../../src/analysis/label-issues/find-label-issues.ts';
import { defaultStatistics } from '../../src/analysis/measure/settings.ts';
import { reconcile } from '../../src/analysis/reconcile/reconcile.ts';
import { buildReport } from '../../src/analysis/sections/build-report.ts';
import { processorConfigSchema } from '../../src/model/processor/processor-config.ts';
import { long } from '../fixtures/long-form.ts';
import { writeRecord } from '../fixtures/records/write-record.ts';
import { violationsOfSections } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser } from './open-report.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

const classes = ['a', 'b'].map((id) => ({ id, type: id, description: id }));
const config = processorConfigSchema.parse({ type: 'CLASSIFY', classifications: classes });
const answer = (type: string) => ({ id: type, type, confidence: 0.9 });

describe.skipIf(!executable)('service figures and label issues in a browser', () => {
  const browser = new ReportBrowser();
  let address = '';
  beforeAll(async () => {
    await browser.start();
    // Thirty documents. The outputs equal the labels, except in one document with a wrong label.
    const reader = await writeRecord(
      config,
      ['1.0'],
      Array.from({ length: 30 }, (_, at) => ({
        id: `doc-${at}`,
        expected: answer(at === 5 ? 'b' : at < 15 ? 'a' : 'b'),
        outputs: [answer(at < 15 ? 'a' : 'b')],
      })),
    );
    const metrics = { type: 'CLASSIFY', numFiles: 30, accuracyPerc: 0.9, distribution: { a: 15, b: 15 } };
    const batch = { id: 'bpr_1', status: 'PROCESSED', metrics };
    const model = {
      ...(await buildReport(reader, { statistics: { ...defaultStatistics, replicates: 200 } })),
      reconciliation: await reconcile(reader, batch),
      labelIssues: await rankLabelIssues([reader]),
    };
    address = await browser.write('service', model);
  });
  afterAll(() => browser.stop());

  it('shows different figures with their findings, and hides equal ones', async () => {
    const { page, complaints } = await browser.open(address);
    await page.getByRole('link', { name: 'Service figures', exact: true }).click();
    const table = page.getByRole('region', { name: 'Figures that differ or were not compared' });
    const row = table.locator('tr', { hasText: /^accuracyPerc/ });
    await row.first().waitFor();
    expect((await row.locator('td').allInnerTexts()).slice(0, 3)).toEqual(['0.9667', '0.9000', '≠ differs']);
    const equal = page.getByText('3 equal figures');
    expect(await page.getByText('distribution.a').isVisible()).toBe(false);
    await equal.click();
    expect(await page.getByText('distribution.a').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('links each label issue to its document', async () => {
    const { page, complaints } = await browser.open(address);
    await page.getByRole('link', { name: 'Label issues', exact: true }).click();
    const link = page.getByRole('link', { name: 'doc-5', exact: true });
    const row = page.locator('tr', { has: link });
    await row.first().waitFor();
    expect((await row.locator('td').allInnerTexts()).slice(0, 3)).toEqual(['type', 'b', 'a']);
    await link.click();
    await expect.poll(() => page.url()).toContain('#/document/doc-5');
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it.runIf(long)(
    'has no accessibility violation in any width and theme',
    async () => {
      const { page, complaints } = await browser.open(address);
      expect(await violationsOfSections(page, ['reconciliation', 'labelIssues'])).toEqual([]);
      expect(complaints).toEqual([]);
      await browser.close(page);
    },
    900_000,
  );
});
