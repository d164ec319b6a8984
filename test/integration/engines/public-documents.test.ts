import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../src/service/engines/local/parse/parse-document.ts';
import type { ParsedDocument } from '../../../src/service/engines/parsed-document.ts';
import { date, extract, number, text, textDocument } from '../../fixtures/documents/text-document.ts';

const data = '../shared/data';

/**
 * Returns the text of a receipt from its boxes. The vertical position of a box determines its line, and the horizontal
 * position determines its column.
 */
function layBoxes(csv: string): string {
  const boxes = csv
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => {
      const parts = line.split(',');
      const at = (index: number): number => Number(parts[index]);
      return {
        left: Math.min(at(0), at(6)),
        right: Math.max(at(2), at(4)),
        middle: (at(1) + at(5)) / 2,
        height: at(5) - at(1),
        text: parts.slice(8).join(','),
      };
    });
  const widths = boxes
    .map((box) => (box.right - box.left) / Math.max(1, box.text.length))
    .sort((a, b) => a - b);
  const letter = widths[widths.length >> 1] ?? 8;
  const rows: (typeof boxes)[] = [];
  for (const box of boxes.sort((a, b) => a.middle - b.middle)) {
    const row = rows.at(-1);
    const mean = row === undefined ? Infinity : row.reduce((sum, one) => sum + one.middle, 0) / row.length;
    const reach = 0.5 * Math.min(box.height, row?.[0]?.height ?? 0) + 1;
    if (row !== undefined && Math.abs(box.middle - mean) < reach) row.push(box);
    else rows.push([box]);
  }
  return rows
    .map((row) =>
      row
        .sort((a, b) => a.left - b.left)
        .reduce((line, box) => {
          const column = Math.round(box.left / letter);
          return line.padEnd(line === '' ? column : Math.max(column, line.length + 2)) + box.text;
        }, ''),
    )
    .join('\n');
}

const tidy = (value: unknown): string => String(value).normalize('NFKC').replace(/\s+/g, ' ').trim();

/** Returns 1 minus the edit distance divided by the greater length. */
function similarity(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === b[j] ? 0 : 1)),
      );
    }
    row = next;
  }
  return 1 - (row.at(-1) ?? 0) / Math.max(1, a.length, b.length);
}

describe.skipIf(!existsSync(`${data}/sroie/box`))('receipts of ../shared/data/sroie without an image', () => {
  const ids = existsSync(`${data}/sroie/key`)
    ? readdirSync(`${data}/sroie/key`)
        .map((file) => file.slice(0, 3))
        .filter((id) => !existsSync(`${data}/sroie/img/${id}.jpg`))
    : [];
  const properties = {
    company: text('Name of the shop'),
    date: text('Date as printed'),
    address: text('Address of the shop'),
    total: text('Total amount as printed'),
  };

  const read = ids.map((id) => {
    const gold = JSON.parse(readFileSync(`${data}/sroie/key/${id}.json`, 'utf8')) as Record<string, string>;
    const document = textDocument(layBoxes(readFileSync(`${data}/sroie/box/${id}.csv`, 'utf8')));
    return { gold, ...extract(document, properties) };
  });

  it('reaches the minimum accuracy overall and per field', () => {
    const right: Record<string, number> = {};
    let wanted = 0;
    let given = 0;
    let good = 0;
    for (const { gold, value } of read) {
      for (const field of Object.keys(properties)) {
        const expected = gold[field];
        if (expected !== undefined) wanted += 1;
        if (value[field] === null || expected === undefined) continue;
        given += 1;
        const [a, b] = [tidy(expected), tidy(value[field])];
        if (a !== b && !(/company|address/.test(field) && similarity(a, b) >= 0.85)) continue;
        good += 1;
        right[field] = (right[field] ?? 0) + 1;
      }
    }
    expect(ids.length).toBeGreaterThan(100);
    expect((2 * good) / (wanted + given)).toBeGreaterThan(0.94);
    expect((right.date ?? 0) / ids.length).toBeGreaterThan(0.95);
    expect((right.total ?? 0) / ids.length).toBeGreaterThan(0.91);
  });

  it('is more accurate at confidences of at least 0.9 than below', () => {
    const sure = { right: 0, all: 0 };
    const unsure = { right: 0, all: 0 };
    for (const { gold, value, metadata } of read) {
      for (const field of Object.keys(metadata)) {
        const group = (metadata[field]?.logprobsConfidence ?? 0) >= 0.9 ? sure : unsure;
        group.all += 1;
        if (similarity(tidy(gold[field]), tidy(value[field])) >= (/company|address/.test(field) ? 0.85 : 1))
          group.right += 1;
      }
    }
    expect(sure.all).toBeGreaterThan(80);
    expect(sure.right / sure.all).toBeGreaterThan(0.88);
    expect(unsure.right / unsure.all).toBeLessThan(sure.right / sure.all);
  });
});

describe.skipIf(!existsSync(`${data}/zugferd/pdf`))('invoices of ../shared/data/zugferd', () => {
  const properties = {
    invoice_number: text(),
    issue_date: date(),
    currency: text('ISO 4217 code'),
    grand_total: number(),
    seller_name: text(),
  };
  const read = (name: string): Promise<ParsedDocument> =>
    parseDocument(new Uint8Array(readFileSync(`${data}/zugferd/pdf/${name}.pdf`)), `${name}.pdf`, {
      effort: 'performance',
    });

  it.each([
    ['fx__EN16931_Einfach', '471102', '2018-03-05', 529.87, 'Lieferant GmbH'],
    [
      'v1__Mustangproject__MustangGnuaccountingBeispielRE-20170509_505',
      'RE-20170509/505',
      '2017-05-09',
      571.04,
      'Bei Spiel GmbH',
    ],
    [
      'v1__Intarsys__ZUGFeRD_1p0_EXTENDED_Rechnungskorrektur',
      'RK21012345',
      '2013-09-16',
      -8.79,
      'MUSTERLIEFERANT GMBH',
    ],
  ])('reads the header of %s', async (name, invoiceNumber, issued, total, seller) => {
    expect(extract(await read(name), properties).value).toEqual({
      invoice_number: invoiceNumber,
      issue_date: issued,
      currency: 'EUR',
      grand_total: total,
      seller_name: seller,
    });
  });
});
