import {
  type NotablePart,
  plainNextStep,
  type ReportSummary,
  type SummaryNumber,
  type Tone,
} from '../../model/report/summary.ts';
import { type Box, colors, type PdfPages, type TextStyle } from './pdf-pages.ts';

const toneColors: Readonly<Record<Tone, string>> = {
  better: colors.better,
  worse: colors.worse,
  stop: colors.stop,
  amber: colors.amber,
  inconclusive: colors.ink,
  neutral: colors.ink,
};

const gap = 14;

/** Draws the first page: the verdict, the figures with their meaning, and the reasons for the verdict. */
export function drawSummaryPage(pages: PdfPages, summary: ReportSummary): void {
  pages.startPage('Summary');
  const { area } = pages;
  const end = area.y + area.height;
  let y = drawHeading(pages, summary, area);
  y = drawOutcome(pages, summary, { ...area, y }) + gap;
  y = drawNumbers(pages, summary.numbers, { ...area, y });
  for (const note of summary.notes.slice(0, 4))
    y = pages.text('P', note, { ...area, y }, { size: 8.5, color: colors.quiet, lines: 2 }) + 2;
  y = drawBusiness(pages, summary, { ...area, y: y + gap });
  y = drawParts(pages, summary, { ...area, y });
  drawReasons(pages, summary.why, { ...area, y: y + gap, height: end - y - gap });
}

function drawHeading(pages: PdfPages, { heading }: ReportSummary, area: Box): number {
  let y = pages.text('H1', heading.title, area, { size: 18, bold: true, lines: 2 });
  y = pages.text('P', heading.subject, { ...area, y }, { size: 11, lines: 2 });
  return (
    pages.text('P', heading.facts.join(' · '), { ...area, y }, { size: 9, color: colors.quiet, lines: 2 }) +
    gap
  );
}

/** Draws the verdict in a box whose left edge has the colour of the verdict. */
function drawOutcome(pages: PdfPages, { outcome }: ReportSummary, area: Box): number {
  const color = toneColors[outcome.tone];
  const ground = colors.panel;
  const inner = { x: area.x + 18, width: area.width - 32 };
  const texts: readonly (readonly [tag: string, text: string, style: TextStyle])[] = [
    ['H2', `${outcome.sign} ${outcome.headline}`, { size: 15, bold: true, color, ground, lines: 3 }],
    ...outcome.sentences.slice(0, 6).map((text) => ['P', text, { size: 10, ground, lines: 3 }] as const),
    ['P', plainNextStep(outcome), { size: 10, bold: true, ground, lines: 4 }],
    ['P', outcome.rules, { size: 8.5, color: colors.quiet, ground, lines: 2 }],
  ];
  const padding = 12;
  const between = 5;
  const shown = texts.filter(([, text]) => text !== '');
  const heights = shown.map(([, text, style]) => pages.textHeight(text, inner.width, style) + between);
  const height = heights.reduce((sum, one) => sum + one, 2 * padding - between);
  pages.shapes((doc) => {
    doc.rect(area.x, area.y, area.width, height).fill(ground);
    doc.rect(area.x, area.y, 5, height).fill(color);
  });
  let y = area.y + padding;
  for (const [i, [tag, text, style]] of shown.entries()) {
    pages.text(tag, text, { ...inner, y }, style);
    y += heights[i] ?? 0;
  }
  return area.y + height;
}

/** Draws the figures next to each other, each with a line that shows its value and its range. */
function drawNumbers(pages: PdfPages, numbers: readonly SummaryNumber[], area: Box): number {
  if (numbers.length === 0) return area.y;
  const width = (area.width - (numbers.length - 1) * gap) / numbers.length;
  const ends = numbers.map((number, i) =>
    drawNumber(pages, number, { ...area, x: area.x + i * (width + gap), width }),
  );
  return Math.max(...ends) + 6;
}

function drawNumber(pages: PdfPages, number: SummaryNumber, area: Box): number {
  const quiet = { size: 8.5, color: colors.quiet, lines: 3 };
  let y = pages.text('H3', number.label.toUpperCase(), area, {
    size: 8,
    bold: true,
    color: colors.quiet,
    lines: 2,
  });
  y = pages.text('P', number.text, { ...area, y: y + 2 }, { size: 14, bold: true, lines: 2 });
  y = pages.text('P', number.range, { ...area, y }, { size: 9 });
  if (number.mark !== null) y = drawMark(pages, number.mark, { ...area, y: y + 6, height: 12 });
  y = pages.text('P', number.counts, { ...area, y: y + 2 }, quiet);
  y = pages.text('P', number.detail ?? '', { ...area, y }, { size: 9, lines: 4 });
  return pages.text('P', number.reference ?? '', { ...area, y }, quiet);
}

/**
 * Draws a line from 0 to 100 with the range, the value of the baseline (ring), the share itself (dot) and the target
 * (tick).
 */
function drawMark(pages: PdfPages, mark: NonNullable<SummaryNumber['mark']>, box: Box): number {
  const { before, after, low, high, target } = mark;
  const radius = 3.5;
  const middle = box.y + box.height / 2;
  const at = (share: number) => box.x + radius + share * (box.width - 2 * radius);
  pages.shapes((doc) => {
    doc.lineWidth(1).strokeColor(colors.line).moveTo(at(0), middle).lineTo(at(1), middle).stroke();
    if (low !== null && high !== null)
      doc.lineWidth(3).strokeColor('#9dbbdc').moveTo(at(low), middle).lineTo(at(high), middle).stroke();
    if (target !== null)
      doc
        .lineWidth(1.2)
        .strokeColor(colors.ink)
        .moveTo(at(target), box.y)
        .lineTo(at(target), box.y + box.height)
        .stroke();
    if (before !== null)
      doc
        .lineWidth(1.4)
        .circle(at(before), middle, radius - 0.7)
        .fillAndStroke(colors.ground, colors.baseline);
    doc.circle(at(after), middle, radius).fill(colors.candidate);
  });
  return box.y + box.height;
}

function drawBusiness(pages: PdfPages, { business }: ReportSummary, area: Box): number {
  const lines = business?.lines ?? [];
  if (lines.length === 0) return area.y;
  let y = pages.text('H2', 'What it means for you', area, { size: 12, bold: true }) + 3;
  for (const { text, assumptions } of lines.slice(0, 6)) {
    y = pages.text('P', text, { ...area, y }, { size: 10.5, lines: 2 });
    const from = assumptions.length === 0 ? '' : `From: ${assumptions.join(', ')}`;
    y = pages.text('P', from, { ...area, y }, { size: 8, color: colors.quiet, lines: 2 }) + 2;
  }
  return y + gap / 2;
}

function drawParts(pages: PdfPages, { gains, losses, weakest }: ReportSummary, area: Box): number {
  let y = area.y;
  const rows: readonly (readonly [string, readonly NotablePart[], string])[] = [
    ['Clearly worse', losses, colors.worse],
    ['Biggest gains', gains, colors.better],
    ['Weakest now', weakest, colors.ink],
  ];
  const labelWidth = 100;
  for (const [label, parts, color] of rows) {
    if (parts.length === 0) continue;
    pages.text('P', label, { x: area.x, y, width: labelWidth }, { bold: true, color });
    const text = parts.map((part) => `${part.name} ${part.text}`).join(' · ');
    y =
      pages.text('P', text, { x: area.x + labelWidth, y, width: area.width - labelWidth }, { lines: 2 }) + 2;
  }
  return y;
}

function drawReasons(pages: PdfPages, reasons: readonly string[], box: Box): void {
  const style = { size: 8.5, color: colors.quiet, lines: 6 };
  if (reasons.length === 0 || box.height < 40) return;
  let y = pages.text('H2', 'Why this verdict', box, { size: 9.5, bold: true, color: colors.quiet });
  for (const reason of reasons) {
    if (y + pages.textHeight(reason, box.width, style) > box.y + box.height) return;
    y = pages.text('P', reason, { ...box, y }, style) + 1;
  }
}
