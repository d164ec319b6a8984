import { figure, type Invoice, quantityText, totalRows } from '../documents/invoice.ts';
import type { Flow } from '../drawing/flow.ts';
import { boldOf, type FontFamily, textWidth } from '../drawing/font-metrics.ts';
import { black, grey, type Sheet } from '../drawing/sheet.ts';
import { type CarriedSums, type Column, drawTable, type TableStyle } from '../drawing/table.ts';
import { addressLines, countryName } from '../wording/companies.ts';

/** Returns the country name for an address, or `null` if sender and recipient are in the same country. */
export function foreignCountry(invoice: Invoice): string | null {
  const { seller, buyer, language } = invoice;
  return seller.address.country === buyer.address.country
    ? null
    : countryName(buyer.address.country, language);
}

export function vatLine(invoice: Invoice): string[] {
  return invoice.sellerVatShown ? [`${invoice.labels.vatId}: ${invoice.seller.vatId}`] : [];
}

/** Draws the name and address of the buyer below a caption. Returns the baseline for the content that follows. */
export function buyerBlock(sheet: Sheet, x: number, y: number, invoice: Invoice, size = 9.5): number {
  const { family } = invoice.style;
  sheet.text(x, y, invoice.labels.billTo, { font: boldOf(family), size: size - 1, colour: grey });
  const lines = [invoice.buyer.name, ...addressLines(invoice.buyer.address, foreignCountry(invoice))];
  return sheet.lines(x, y + size * 1.4, lines, { font: family, size });
}

export function shipBlock(sheet: Sheet, x: number, y: number, invoice: Invoice, size = 9.5): number {
  if (invoice.shipTo === null) return y;
  const { family } = invoice.style;
  const { name, address, country } = invoice.shipTo;
  sheet.text(x, y, invoice.labels.shipTo, { font: boldOf(family), size: size - 1, colour: grey });
  return sheet.lines(x, y + size * 1.4, [name, ...addressLines(address, country)], { font: family, size });
}

/** Draws the table of items. At each page break, shows the sum of the items so far. */
export function itemTable(
  flow: Flow,
  left: number,
  width: number,
  invoice: Invoice,
  style: TableStyle,
): void {
  const { labels, codesShown } = invoice;
  const number = Math.min(74, width * 0.16);
  const codeWidth = codesShown ? 62 : 0;
  const columns: Column[] = [
    ...(codesShown ? [{ label: labels.code, width: codeWidth, align: 'left' } as const] : []),
    { label: labels.description, width: width - codeWidth - number * 2 - 48, align: 'left' },
    { label: labels.quantity, width: 48, align: 'right' },
    { label: labels.unitPrice, width: number, align: 'right' },
    { label: labels.amount, width: number, align: 'right' },
  ];
  const rows = invoice.lines.map((line) => [
    ...(codesShown ? [line.code] : []),
    line.description,
    quantityText(invoice, line.quantity),
    figure(invoice, line.unitPrice),
    figure(invoice, line.amount),
  ]);
  const sums: CarriedSums = {
    carried: labels.carried,
    brought: labels.brought,
    before: (row) =>
      figure(
        invoice,
        invoice.lines.slice(0, row).reduce((sum, line) => sum + line.amount, 0),
      ),
  };
  drawTable(flow, left, columns, rows, style, sums);
}

/**
 * Returns the line above the table that names the currency. Returns `null` if the totals name the currency, or if the
 * page does not name it at all.
 */
export function currencyLine(invoice: Invoice): string | null {
  if (!invoice.currencyShown || invoice.style.money !== 'bare') return null;
  return invoice.labels.allAmountsIn.replace('%1', invoice.currency);
}

/** Draws the totals as two columns: labels on the left, and amounts right-aligned at `right`. */
export function totalsBlock(
  flow: Flow,
  right: number,
  invoice: Invoice,
  options: { width?: number; size?: number; boxed?: boolean } = {},
): void {
  const { width = 220, size = 9.5, boxed = false } = options;
  const { family } = invoice.style;
  const rows = totalRows(invoice);
  flow.need(rows.length * size * 1.6 + 14);
  flow.y += 6;
  for (const row of rows) {
    const font = row.strong ? boldOf(family) : family;
    const grown = row.strong ? size + 1 : size;
    if (row.strong) {
      if (boxed)
        flow.sheet.fill(right - width - 6, flow.y - grown - 2, width + 12, grown * 1.7, [0.9, 0.92, 0.95]);
      else flow.sheet.rule(right - width, flow.y - grown - 1, right, black, 0.8);
    }
    const y = flow.y + (row.strong ? 2 : 0);
    flow.sheet.text(right - width, y, row.label, { font, size: grown });
    flow.sheet.text(right, y, row.value, { font, size: grown, align: 'right' });
    flow.y += grown * 1.6 + (row.strong ? 3 : 0);
  }
}

/** Draws the texts below the totals: the sentence with the payment terms, and the notes. */
export function closingBlock(flow: Flow, left: number, width: number, invoice: Invoice): void {
  const { family } = invoice.style;
  const sentences = [
    ...(invoice.terms !== null && invoice.termsAs === 'sentence' ? [invoice.terms] : []),
    ...invoice.notes,
  ];
  flow.y += 14;
  for (const sentence of sentences) {
    flow.need(30);
    flow.y = flow.sheet.paragraph(left, flow.y, width, sentence, { font: family, size: 9 }) + 3;
  }
}

/**
 * Draws bank, contact and page number in the footer of every page. Call it after all pages are drawn, because the
 * footer shows the number of pages.
 */
export function footers(
  sheets: readonly Sheet[],
  invoice: Invoice,
  options: { numbered?: boolean; vat?: boolean } = {},
): void {
  const { seller, labels, style } = invoice;
  const bank = `${labels.bank}: IBAN ${seller.iban}`;
  const contact = [seller.name, seller.phone, seller.email, ...(options.vat ? vatLine(invoice) : [])].join(
    '  ·  ',
  );
  sheets.forEach((sheet, index) => {
    const middle = sheet.width / 2;
    sheet.rule(56, 795, sheet.width - 56, grey, 0.4);
    footLine(sheet, middle, 806, contact, style.family);
    footLine(sheet, middle, 816, bank, style.family);
    if (options.numbered ?? sheets.length > 1) {
      sheet.text(sheet.width - 56, 828, pageText(labels.page, index + 1, sheets.length), {
        font: style.family,
        size: 7.5,
        align: 'right',
      });
    }
  });
}

function footLine(sheet: Sheet, middle: number, y: number, text: string, family: FontFamily): void {
  const room = sheet.width - 112;
  const size = Math.min(7.5, (7.5 * room) / textWidth(text, family, 7.5));
  sheet.text(middle, y, text, { font: family, size, align: 'centre', colour: grey });
}

export function pageText(pattern: string, page: number, of: number): string {
  return pattern.replace('%1', String(page)).replace('%2', String(of));
}
