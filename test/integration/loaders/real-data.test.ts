import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readInvoiceXml } from '../../../src/loaders/formats/invoice-xml.ts';
import { checkDataset, loadDataset } from '../../../src/loaders/load-dataset.ts';
import { isJsonObject } from '../../../src/model/json/json-value.ts';

const data = path.resolve(import.meta.dirname, '../../../../shared/data');

describe.skipIf(!existsSync(data))('real documents (skipped where ../shared/data is absent)', () => {
  test.each([
    ['sroie:sroie', 'EXTRACT', 64],
    ['sroie-text:sroie', 'EXTRACT', 130],
    ['sroie-text-all:sroie', 'EXTRACT', 194],
    ['zugferd:zugferd', 'EXTRACT', 45],
    ['packets:packets', 'SPLITTER', 12],
    ['packets:gcp-splitter', 'SPLITTER', 2],
    ['packets:aws-packets', 'SPLITTER', 1],
    ['pairs:invoice2data', 'EXTRACT', 6],
  ])('%s has no problem', async (spec, kind, items) => {
    const [loader, folder = ''] = spec.split(':');
    const check = await checkDataset(`${loader}:${path.join(data, folder)}`);
    expect(check.problems.map(({ message }) => message)).toEqual([]);
    expect([check.kind, check.items]).toEqual([kind, items]);
  });

  test('the packets hold 49 documents', async () => {
    let documents = 0;
    for await (const { expectedOutput } of (
      await loadDataset(`packets:${path.join(data, 'packets')}`)
    ).items())
      if (isJsonObject(expectedOutput) && Array.isArray(expectedOutput.splits))
        documents += expectedOutput.splits.length;
    expect(documents).toBe(49);
  });

  test('every ZUGFeRD invoice has number, date, totals and seller; 109 lines in all', async () => {
    let lines = 0;
    for await (const { id, expectedOutput } of (
      await loadDataset(`zugferd:${path.join(data, 'zugferd')}`)
    ).items()) {
      const value = isJsonObject(expectedOutput) ? expectedOutput.value : null;
      expect(value, id).toMatchObject({
        invoice_number: expect.any(String),
        issue_date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
        grand_total: expect.any(Number),
        seller_name: expect.any(String),
      });
      if (isJsonObject(value) && Array.isArray(value.line_items)) lines += value.line_items.length;
    }
    // The XML files have 118 lines. 9 of them contain only a note and no invoiced item.
    expect(lines).toBe(109);
  });

  test('an invoice reads the same from UBL and from CII', () => {
    const folder = path.join(data, 'xrechnung');
    const names = readdirSync(folder).filter((name) => name.endsWith('_ubl.xml'));
    expect(names.length).toBe(12);
    for (const name of names) {
      const ubl = readInvoiceXml(readFileSync(path.join(folder, name), 'utf8'));
      const cii = readInvoiceXml(readFileSync(path.join(folder, name.replace('_ubl', '_uncefact')), 'utf8'));
      // The two files of this invoice state different VAT ids of the seller.
      const { seller_vat_id, ...rest } = cii;
      if (name.startsWith('01.21a')) expect(ubl, name).toMatchObject(rest);
      else expect(ubl, name).toEqual({ ...rest, seller_vat_id });
    }
  });
});
