import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTrend } from '../../src/analysis/trend/record-trend.ts';
import { trendCharts } from '../../src/analysis/trend/trend-charts.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import { renderTrend } from '../../src/report/trend/render-trend.ts';
import { writeRecord } from '../fixtures/records/write-record.ts';
import { seriousViolations } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser } from './open-report.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] },
};

async function run(day: string, wrong: number) {
  const items = Array.from({ length: 20 }, (_, at) => ({
    id: `i${at}`,
    expected: { value: { a: `${at}` } },
    outputs: [{ value: { a: at < wrong ? 'wrong' : `${at}` } }],
  }));
  const reader = await writeRecord(config, ['draft'], items);
  const plan = { ...reader.plan, createdAt: `${day}T00:00:00.000Z` };
  return { name: `<b>${day}`, reader: { ...reader, plan }, version: 'draft' };
}

describe.skipIf(!executable)('the page of a trend in a browser', () => {
  const browser = new ReportBrowser();
  let address = '';
  beforeAll(async () => {
    await browser.start();
    const answer = await recordTrend([await run('2026-01-01', 8), await run('2026-02-01', 1)]);
    address = await browser.writePage('trend', renderTrend(answer, trendCharts(answer)));
  });
  afterAll(() => browser.stop());

  it('is accessible in light and in dark, and fits 320 pixels', async () => {
    const { page, complaints } = await browser.open(address, { viewport: { width: 320, height: 700 } });
    expect(await page.locator('tbody tr').count()).toBe(2);
    expect(await page.locator('tbody').innerText()).toContain('<b>2026-02-01');
    expect(await seriousViolations(page, 'dark')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    // The browser computes these colours from the system colours.
    const ground =
      'matchMedia("(prefers-color-scheme: dark)").matches && getComputedStyle(document.body).color';
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate(ground)).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await page.evaluate(ground)).toBe(false);
    expect(complaints).toEqual([]);
    await browser.close(page);
  });
});
