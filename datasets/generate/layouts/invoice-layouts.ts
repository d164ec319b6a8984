import { type Field, type Invoice, metaFields, titleOf } from '../documents/invoice.ts';
import { Flow, marginLeft, marginRight } from '../drawing/flow.ts';
import { boldOf, textWidth, wrapText } from '../drawing/font-metrics.ts';
import { grey, paleGrey, type Sheet, white } from '../drawing/sheet.ts';
import { addressLines } from '../wording/companies.ts';
import {
  buyerBlock,
  closingBlock,
  currencyLine,
  footers,
  itemTable,
  shipBlock,
  totalsBlock,
  vatLine,
} from './invoice-blocks.ts';

const pageWidth = marginRight - marginLeft;

/**
 * Draws the header of further pages: the seller, and the title and number of the invoice. Returns the baseline at
 * which the content continues.
 */
export function continuation(sheet: Sheet, invoice: Invoice): number {
  const { family } = invoice.style;
  sheet.text(marginLeft, 50, invoice.seller.name, { font: boldOf(family), size: 9 });
  sheet.text(marginRight, 50, `${titleOf(invoice)} ${invoice.number}`, {
    font: family,
    size: 9,
    align: 'right',
  });
  sheet.rule(marginLeft, 56, marginRight, grey);
  return 84;
}

function noteCurrency(flow: Flow, invoice: Invoice): void {
  const line = currencyLine(invoice);
  if (line === null) return;
  flow.sheet.text(marginRight, flow.y - 4, line, {
    font: invoice.style.family,
    size: 8.5,
    align: 'right',
    colour: grey,
  });
  flow.y += 14;
}

/**
 * Layout with the sender at the top left, `label: value` lines at the top right, a ruled table, and totals on
 * the right.
 */
export function labelsLeft(invoice: Invoice): Sheet[] {
  const { family, accent } = invoice.style;
  const bold = boldOf(family);
  const flow = new Flow((sheet, page) => {
    if (page > 1) return continuation(sheet, invoice);
    sheet.text(marginLeft, 66, invoice.seller.name, { font: bold, size: 15, colour: accent });
    sheet.lines(
      marginLeft,
      82,
      [...addressLines(invoice.seller.address, null), invoice.seller.phone, ...vatLine(invoice)],
      {
        font: family,
        size: 8.5,
      },
    );
    sheet.text(marginRight, 66, titleOf(invoice), { font: bold, size: 18, align: 'right' });
    const fields = metaFields(invoice);
    const labelX = marginRight - Math.max(...fields.map((field) => textWidth(field.value, family, 9.5))) - 96;
    let y = 94;
    for (const field of fields) {
      sheet.text(labelX, y, `${field.label}:`, { font: family, size: 9.5, colour: grey });
      sheet.text(marginRight, y, field.value, { font: family, size: 9.5, align: 'right' });
      y += 14;
    }
    const below = Math.max(190, y + 16);
    const end = buyerBlock(sheet, marginLeft, below, invoice);
    return Math.max(end, shipBlock(sheet, 320, below, invoice)) + 30;
  });
  noteCurrency(flow, invoice);
  itemTable(flow, marginLeft, pageWidth, invoice, { family, size: 9, frame: 'rules', accent });
  totalsBlock(flow, marginRight - 4, invoice);
  closingBlock(flow, marginLeft, 300, invoice);
  footers(flow.sheets, invoice);
  return flow.sheets;
}

/** Layout with labels above their values in a grid of boxes, and a table with a grid. */
export function boxes(invoice: Invoice): Sheet[] {
  const { family, accent } = invoice.style;
  const bold = boldOf(family);
  const flow = new Flow((sheet, page) => {
    if (page > 1) return continuation(sheet, invoice);
    sheet.text(marginLeft, 64, titleOf(invoice), { font: bold, size: 20, colour: accent });
    sheet.text(marginRight, 58, invoice.seller.name, { font: bold, size: 11, align: 'right' });
    sheet.lines(marginRight, 71, [...addressLines(invoice.seller.address, null), ...vatLine(invoice)], {
      font: family,
      size: 8.5,
      align: 'right',
    });
    let y = drawBoxes(sheet, 136, invoice) + 22;
    const end = buyerBlock(sheet, marginLeft + 4, y, invoice);
    y = Math.max(end, shipBlock(sheet, 310, y, invoice));
    return y + 26;
  });
  noteCurrency(flow, invoice);
  itemTable(flow, marginLeft, pageWidth, invoice, { family, size: 9, frame: 'grid', accent });
  flow.y += 8;
  totalsBlock(flow, marginRight - 6, invoice, { width: 210, boxed: true });
  closingBlock(flow, marginLeft, pageWidth, invoice);
  footers(flow.sheets, invoice);
  return flow.sheets;
}

function drawBoxes(sheet: Sheet, top: number, invoice: Invoice): number {
  const { family } = invoice.style;
  const perRow = 3;
  const width = pageWidth / perRow;
  const height = 32;
  const fields = metaFields(invoice);
  fields.forEach((field, i) => {
    const x = marginLeft + (i % perRow) * width;
    const y = top + Math.floor(i / perRow) * height;
    sheet.box(x, y, width, height);
    sheet.text(x + 5, y + 11, field.label, { font: family, size: 7.5, colour: grey });
    const size = Math.min(10, (10 * (width - 10)) / textWidth(field.value, boldOf(family), 10));
    sheet.text(x + 5, y + 25, field.value, { font: boldOf(family), size });
  });
  return top + Math.ceil(fields.length / perRow) * height;
}

/** Layout with a row of labels and a row of values below it, across the page. */
export function metaRow(invoice: Invoice): Sheet[] {
  const { family, accent } = invoice.style;
  const bold = boldOf(family);
  const flow = new Flow((sheet, page) => {
    if (page > 1) return continuation(sheet, invoice);
    sheet.text(marginLeft, 62, invoice.seller.name, { font: bold, size: 13 });
    const line = [...addressLines(invoice.seller.address, null), ...vatLine(invoice)].join(', ');
    sheet.text(marginLeft, 76, line, { font: family, size: 8, colour: grey });
    sheet.rule(marginLeft, 84, marginRight, accent, 2);
    const end = Math.max(buyerBlock(sheet, marginLeft, 112, invoice), shipBlock(sheet, 330, 112, invoice));
    sheet.text(marginLeft, end + 24, titleOf(invoice), { font: bold, size: 16, colour: accent });
    return drawMetaRow(sheet, end + 38, invoice) + 30;
  });
  noteCurrency(flow, invoice);
  itemTable(flow, marginLeft, pageWidth, invoice, { family, size: 9, frame: 'band', accent, striped: true });
  totalsBlock(flow, marginRight - 4, invoice, { width: 200 });
  closingBlock(flow, marginLeft, 300, invoice);
  footers(flow.sheets, invoice, { numbered: true });
  return flow.sheets;
}

function drawMetaRow(sheet: Sheet, top: number, invoice: Invoice): number {
  const fields = metaFields(invoice);
  const fit = metaWidths(fields, invoice).reduce((sum, width) => sum + width, 0) <= pageWidth;
  if (fit) return drawMetaCells(sheet, top, fields, invoice);
  const half = Math.ceil(fields.length / 2);
  return drawMetaCells(
    sheet,
    drawMetaCells(sheet, top, fields.slice(0, half), invoice),
    fields.slice(half),
    invoice,
  );
}

/** Returns the width that each column of the row needs. */
function metaWidths(fields: readonly Field[], invoice: Invoice): number[] {
  const { family } = invoice.style;
  return fields.map(
    (field) => Math.max(textWidth(field.label, boldOf(family), 8), textWidth(field.value, family, 9)) + 12,
  );
}

function drawMetaCells(sheet: Sheet, top: number, fields: readonly Field[], invoice: Invoice): number {
  const { family } = invoice.style;
  const natural = metaWidths(fields, invoice);
  const scale = pageWidth / natural.reduce((sum, width) => sum + width, 0);
  sheet.fill(marginLeft, top, pageWidth, 16, paleGrey);
  sheet.box(marginLeft, top, pageWidth, 34);
  let x = marginLeft;
  fields.forEach((field, i) => {
    if (i > 0) sheet.column(x, top, top + 34);
    sheet.text(x + 6, top + 11, field.label, { font: boldOf(family), size: 8 });
    sheet.text(x + 6, top + 28, field.value, { font: family, size: 9 });
    x += (natural[i] as number) * scale;
  });
  return top + 34;
}

/** Layout with a tinted column on the left for the sender and all references. The items are to its right. */
export function twoColumn(invoice: Invoice): Sheet[] {
  const { family, accent } = invoice.style;
  const bold = boldOf(family);
  const left = 212;
  const flow = new Flow((sheet, page) => {
    sheet.fill(0, 0, 188, sheet.height, [0.95, 0.95, 0.93]);
    if (page > 1) {
      sheet.text(24, 60, invoice.number, { font: family, size: 9 });
      return 70;
    }
    drawSidebar(sheet, invoice);
    sheet.text(left, 66, titleOf(invoice), { font: bold, size: 22, colour: accent });
    const end = buyerBlock(sheet, left, 100, invoice);
    return Math.max(end, shipBlock(sheet, 385, 100, invoice)) + 34;
  }, 780);
  const line = currencyLine(invoice);
  if (line !== null) {
    flow.sheet.text(565, flow.y - 6, line, { font: family, size: 8.5, align: 'right', colour: grey });
    flow.y += 12;
  }
  itemTable(flow, left, 353, invoice, { family, size: 8.5, frame: 'rules', accent });
  totalsBlock(flow, 561, invoice, { width: 180, size: 9 });
  closingBlock(flow, left, 340, invoice);
  return flow.sheets;
}

function drawSidebar(sheet: Sheet, invoice: Invoice): void {
  const { family, accent } = invoice.style;
  const x = 24;
  let y = sheet.lines(x, 64, wrapText(invoice.seller.name, boldOf(family), 12, 150), {
    font: boldOf(family),
    size: 12,
    colour: accent,
  });
  const contact = [...addressLines(invoice.seller.address, null), invoice.seller.phone, invoice.seller.email];
  y = sheet.lines(x, y + 4, contact, { font: family, size: 8 }) + 18;
  for (const field of metaFields(invoice)) {
    sheet.text(x, y, field.label, { font: family, size: 7.5, colour: grey });
    y = sheet.paragraph(x, y + 12, 150, field.value, { font: boldOf(family), size: 9.5 }) + 9;
  }
  const foot = [...vatLine(invoice), `IBAN ${invoice.seller.iban}`];
  sheet.lines(x, 780, foot, { font: family, size: 7.5 });
}

/**
 * Layout with a dark band across the top. The number of the invoice is printed twice: in white in the band, and with
 * the other references below the band.
 */
export function banner(invoice: Invoice): Sheet[] {
  const { family, accent } = invoice.style;
  const bold = boldOf(family);
  const flow = new Flow((sheet, page) => {
    if (page > 1) return continuation(sheet, invoice);
    sheet.fill(0, 0, sheet.width, 92, accent);
    sheet.text(marginLeft, 48, invoice.seller.name, { font: bold, size: 17, colour: white });
    sheet.text(marginLeft, 66, addressLines(invoice.seller.address, null).join(' | '), {
      font: family,
      size: 8.5,
      colour: white,
    });
    sheet.text(marginRight, 48, titleOf(invoice), { font: bold, size: 17, align: 'right', colour: white });
    sheet.text(marginRight, 66, invoice.number, { font: family, size: 11, align: 'right', colour: white });
    const end = buyerBlock(sheet, marginLeft, 124, invoice);
    let y = 124;
    for (const field of metaFields(invoice)) {
      sheet.text(410, y, field.label, { font: family, size: 9, align: 'right', colour: grey });
      sheet.text(420, y, field.value, { font: bold, size: 9 });
      y += 15;
    }
    return (
      Math.max(y + 10, invoice.shipTo === null ? end : shipBlock(sheet, marginLeft, end + 14, invoice)) + 24
    );
  });
  noteCurrency(flow, invoice);
  itemTable(flow, marginLeft, pageWidth, invoice, { family, size: 9.5, frame: 'band', accent });
  totalsBlock(flow, marginRight - 4, invoice, { width: 230, size: 10 });
  closingBlock(flow, marginLeft, 360, invoice);
  footers(flow.sheets, invoice, { vat: true });
  return flow.sheets;
}
