import { figure, type Invoice, metaFields, quantityText, titleOf, totalRows } from '../documents/invoice.ts';
import { wrapText } from '../drawing/font-metrics.ts';
import { cropped, Sheet } from '../drawing/sheet.ts';
import { addressLines } from '../wording/companies.ts';
import { currencyLine, vatLine } from './invoice-blocks.ts';

const left = 18;
const right = 262;
const size = 8.5;

/**
 * Draws a till receipt that is a full invoice: narrow, in a typewriter font, with quantity and price below each
 * item.
 */
export function compact(invoice: Invoice): Sheet[] {
  const sheet = new Sheet(280, 1400);
  const row = (label: string, value: string, font: 'mono' | 'mono-bold' = 'mono'): void => {
    sheet.text(left, y, label, { font, size });
    sheet.text(right, y, value, { font, size, align: 'right' });
    y += 12;
  };
  let y = 30;
  for (const line of wrapText(invoice.seller.name, 'mono-bold', 11, right - left)) {
    sheet.text(140, y, line, { font: 'mono-bold', size: 11, align: 'centre' });
    y += 14;
  }
  for (const line of [
    ...addressLines(invoice.seller.address, null),
    invoice.seller.phone,
    ...vatLine(invoice),
  ]) {
    sheet.text(140, y, line, { font: 'mono', size, align: 'centre' });
    y += 11;
  }
  y += 10;
  sheet.text(140, y, titleOf(invoice), { font: 'mono-bold', size: 11, align: 'centre' });
  y += 20;
  for (const field of metaFields(invoice)) row(`${field.label}:`, field.value);
  y += 6;
  sheet.text(left, y, `${invoice.labels.billTo}:`, { font: 'mono', size });
  y =
    sheet.lines(left, y + 12, [invoice.buyer.name, ...addressLines(invoice.buyer.address, null)], {
      font: 'mono',
      size,
    }) + 4;
  sheet.rule(left, y - 6, right);
  y += 8;
  for (const line of invoice.lines) {
    y = sheet.paragraph(left, y, right - left, line.description, { font: 'mono', size }, 1.3);
    row(
      `  ${quantityText(invoice, line.quantity)} x ${figure(invoice, line.unitPrice)}`,
      figure(invoice, line.amount),
    );
  }
  sheet.rule(left, y - 6, right);
  y += 8;
  const currency = currencyLine(invoice);
  if (currency !== null) row(currency, '');
  for (const total of totalRows(invoice)) row(total.label, total.value, total.strong ? 'mono-bold' : 'mono');
  y += 8;
  if (invoice.terms !== null && invoice.termsAs === 'sentence') {
    y = sheet.paragraph(left, y, right - left, invoice.terms, { font: 'mono', size });
  }
  for (const note of invoice.notes) y = sheet.paragraph(left, y, right - left, note, { font: 'mono', size });
  return [cropped(sheet, 24)];
}
