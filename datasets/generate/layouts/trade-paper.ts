import type { Field } from '../documents/invoice.ts';
import { Flow, marginLeft, marginRight } from '../drawing/flow.ts';
import { boldOf, type FontFamily, textWidth } from '../drawing/font-metrics.ts';
import { black, type Colour, grey, type Sheet } from '../drawing/sheet.ts';
import { type Column, drawTable } from '../drawing/table.ts';
import { addressLines, type Company } from '../wording/companies.ts';
import { pageText } from './invoice-blocks.ts';

/** An order, delivery note or quotation: two parties, references, a table and text below it. */
export interface TradePaper {
  readonly title: string;
  readonly issuer: Company;
  readonly issuerLines: readonly string[];
  readonly receiver: Company;
  readonly receiverCaption: string;
  readonly delivery: { readonly caption: string; readonly lines: readonly string[] } | null;
  readonly fields: readonly Field[];
  readonly lead: string | null;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly totals: readonly Field[];
  readonly notes: readonly string[];
  /** Captions of the signature lines. */
  readonly signatures: readonly string[];
  readonly pagePattern: string;
  readonly look: TradeStyle;
}

export interface TradeStyle {
  readonly head: 'left' | 'right' | 'boxed';
  readonly frame: 'band' | 'rules' | 'grid';
  readonly family: FontFamily;
  readonly accent: Colour;
}

const width = marginRight - marginLeft;

export function tradePaper(paper: TradePaper): Sheet[] {
  const { family, accent, frame } = paper.look;
  const flow = new Flow((sheet, page) => (page === 1 ? firstPage(sheet, paper) : laterPage(sheet, paper)));
  if (paper.lead !== null) {
    flow.y = flow.sheet.paragraph(marginLeft, flow.y, width, paper.lead, { font: family, size: 9.5 }) + 14;
  }
  drawTable(flow, marginLeft, paper.columns, paper.rows, { family, size: 9, frame, accent });
  drawTotals(flow, paper);
  flow.y += 14;
  for (const note of paper.notes) {
    flow.need(36);
    flow.y = flow.sheet.paragraph(marginLeft, flow.y, width - 60, note, { font: family, size: 9 }) + 4;
  }
  drawSignatures(flow, paper.signatures, family);
  drawFooters(flow.sheets, paper);
  return flow.sheets;
}

function firstPage(sheet: Sheet, paper: TradePaper): number {
  const { family, accent, head } = paper.look;
  const bold = boldOf(family);
  const issuer = [...addressLines(paper.issuer.address, null), ...paper.issuerLines];
  const issuerRight = head === 'right';
  const issuerX = issuerRight ? marginRight : marginLeft;
  const align = issuerRight ? 'right' : 'left';
  sheet.text(issuerX, 62, paper.issuer.name, {
    font: bold,
    size: 13,
    align,
    colour: issuerRight ? black : accent,
  });
  const issuerEnd = sheet.lines(issuerX, 76, issuer, { font: family, size: 8.5, align });
  const titleAlign = issuerRight ? 'left' : 'right';
  sheet.text(issuerRight ? marginLeft : marginRight, 64, paper.title, {
    font: bold,
    size: 18,
    align: titleAlign,
    colour: accent,
  });
  let y = Math.max(issuerEnd + 14, 140);
  if (head === 'boxed') return partiesOf(sheet, boxedFields(sheet, y, paper) + 24, paper);
  const fieldX = issuerRight ? marginLeft : 330;
  let fieldY = issuerRight ? 90 : 92;
  const valueX =
    fieldX + Math.max(...paper.fields.map((field) => textWidth(`${field.label}:`, family, 9))) + 10;
  for (const field of paper.fields) {
    sheet.text(fieldX, fieldY, `${field.label}:`, { font: family, size: 9 });
    sheet.text(valueX, fieldY, field.value, { font: bold, size: 9 });
    fieldY += 13.5;
  }
  y = Math.max(y, fieldY + 18);
  return partiesOf(sheet, y, paper);
}

function partiesOf(sheet: Sheet, y: number, paper: TradePaper): number {
  const { family } = paper.look;
  const caption = { font: boldOf(family), size: 8.5, colour: grey } as const;
  sheet.text(marginLeft, y, paper.receiverCaption, caption);
  let end = sheet.lines(
    marginLeft,
    y + 13,
    [paper.receiver.name, ...addressLines(paper.receiver.address, null)],
    { font: family, size: 9.5 },
  );
  if (paper.delivery !== null) {
    sheet.text(320, y, paper.delivery.caption, caption);
    end = Math.max(end, sheet.lines(320, y + 13, paper.delivery.lines, { font: family, size: 9.5 }));
  }
  return end + 26;
}

function boxedFields(sheet: Sheet, top: number, paper: TradePaper): number {
  const { family } = paper.look;
  const cell = width / 4;
  paper.fields.forEach((field, i) => {
    const x = marginLeft + (i % 4) * cell;
    const y = top + Math.floor(i / 4) * 30;
    const size = Math.min(9.5, (9.5 * (cell - 10)) / textWidth(field.value, boldOf(family), 9.5));
    sheet.box(x, y, cell, 30);
    sheet.text(x + 5, y + 10, field.label, { font: family, size: 7.5, colour: grey });
    sheet.text(x + 5, y + 24, field.value, { font: boldOf(family), size });
  });
  return top + Math.ceil(paper.fields.length / 4) * 30;
}

function laterPage(sheet: Sheet, paper: TradePaper): number {
  const { family } = paper.look;
  sheet.text(marginLeft, 50, paper.issuer.name, { font: boldOf(family), size: 9 });
  sheet.text(marginRight, 50, `${paper.title} ${paper.fields[0]?.value ?? ''}`, {
    font: family,
    size: 9,
    align: 'right',
  });
  sheet.rule(marginLeft, 56, marginRight, grey);
  return 84;
}

function drawTotals(flow: Flow, paper: TradePaper): void {
  const { family } = paper.look;
  if (paper.totals.length === 0) return;
  flow.need(paper.totals.length * 15 + 10);
  flow.y += 4;
  for (const total of paper.totals) {
    flow.sheet.text(marginRight - 200, flow.y, total.label, { font: boldOf(family), size: 9.5 });
    flow.sheet.text(marginRight - 4, flow.y, total.value, {
      font: boldOf(family),
      size: 9.5,
      align: 'right',
    });
    flow.y += 15;
  }
}

export function drawSignatures(flow: Flow, captions: readonly string[], family: FontFamily): void {
  if (captions.length === 0) return;
  flow.need(70);
  flow.y += 50;
  captions.forEach((caption, i) => {
    const x = marginLeft + i * (width / 2 + 10);
    flow.sheet.rule(x, flow.y, x + width / 2 - 20);
    flow.sheet.text(x, flow.y + 11, caption, { font: family, size: 8.5, colour: grey });
  });
  flow.y += 24;
}

function drawFooters(sheets: readonly Sheet[], paper: TradePaper): void {
  const { family } = paper.look;
  const contact = [paper.issuer.name, paper.issuer.phone, paper.issuer.email].join('  ·  ');
  sheets.forEach((sheet, i) => {
    sheet.rule(marginLeft, 795, marginRight, grey, 0.4);
    sheet.text(sheet.width / 2, 807, contact, { font: family, size: 7.5, align: 'centre', colour: grey });
    if (sheets.length === 1) return;
    sheet.text(marginRight, 822, pageText(paper.pagePattern, i + 1, sheets.length), {
      font: family,
      size: 7.5,
      align: 'right',
    });
  });
}
