import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareRecords } from '../../src/analysis/compare/compare-records.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import { writeRecord } from '../fixtures/records/write-record.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser, showAddress } from './open-report.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

const text = { type: ['string', 'null'] };
const config = (other: string): ProcessorConfig => ({
  type: 'EXTRACT',
  schema: { type: 'object', properties: { a: text, [other]: text }, required: ['a', other] },
});
const side = (version: string, other: string, wrong: number) =>
  writeRecord(
    config(other),
    [version],
    Array.from({ length: 40 }, (_, i) => ({
      id: `i${i}`,
      expected: { value: { a: `${i}`, old: 'x' } },
      outputs: [{ value: { a: i < wrong ? 'wrong' : `${i}`, [other]: 'x' } }],
      tags: { half: i % 2 === 0 ? 'even' : 'odd' },
    })),
  );

describe.skipIf(!executable)('a comparison of two records in a browser', () => {
  const browser = new ReportBrowser();
  let address = '';
  beforeAll(async () => {
    await browser.start();
    const model = await compareRecords(
      { reader: await side('1.0', 'old', 0) },
      { reader: await side('draft', '<b>new', 20) },
    );
    address = await browser.write('compared', model);
  });
  afterAll(() => browser.stop());

  it('lists what is not comparable, and shows changes of slices and speed', async () => {
    const { page, complaints } = await browser.open(address);
    expect(await page.locator('.not-comparable').innerText()).toContain('renamed to <b>new');
    await showAddress(page, '#/slices');
    // An address from an earlier version of the report still opens this section.
    await page.getByRole('heading', { name: 'Groups of documents', exact: true }).waitFor();
    await page.locator('.groups tbody tr').first().waitFor();
    const slices = await page.locator('.groups tbody tr').allInnerTexts();
    expect(slices.map((row) => row.includes('worse'))).toEqual([true, true]);
    await showAddress(page, '#/speed');
    await page.getByRole('columnheader', { name: 'Change' }).waitFor();
    expect(await page.locator('main').innerText()).toContain('Average time');
    await showAddress(page, '#/fields');
    expect(await page.locator('tr', { hasText: 'old' }).first().innerText()).toContain('not comparable');
    expect(complaints).toEqual([]);
    await browser.close(page);
  });
});
