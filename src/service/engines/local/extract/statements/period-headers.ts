import { foldText } from '../layout/fold-text.ts';
import type { Row, Segment, TextLayout } from '../layout/text-layout.ts';
import { monthNames } from '../lexicon/words.ts';

/** A column of a financial statement: a period or a day, with its place on the page. */
export interface PeriodColumn {
  readonly year: number;
  /** Month in which the period ends, 1 to 12, or `undefined` if only the year is printed. */
  readonly month: number | undefined;
  /** Length in months, or `undefined` for a balance at one day. */
  readonly months: number | undefined;
  readonly printed: string;
  readonly segment: Segment;
  /** Left and right edge of the printed year, in points. */
  readonly left: number;
  readonly right: number;
}

/** The period columns of one statement. */
export interface PeriodHeader {
  /** The printed row with the years. */
  readonly row: Row;
  readonly columns: readonly PeriodColumn[];
  /** Number by which the values are multiplied, for example 1000 for "in thousands". */
  readonly scale: number | undefined;
}

const months = new Map(monthNames.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));
const lengths: readonly (readonly [number, RegExp])[] = [
  [3, /\b(?:three|3) months?\b|\bquarter|\bdrei Monate\b|\btrois mois\b/i],
  [6, /\b(?:six|6) months?\b|\bhalf[- ]year\b|\bsechs Monate\b|\bsix mois\b/i],
  [9, /\b(?:nine|9) months?\b|\bneun Monate\b|\bneuf mois\b/i],
  [12, /\b(?:twelve|12) months?\b|\b(?:fiscal )?years? ended\b|\bGeschäftsjahr\b|\bexercice\b/i],
];
const scales: readonly (readonly [number, RegExp])[] = [
  [1_000_000_000, /\b(?:in|dollars in|amounts in) billions\b|\bin Mrd\b/i],
  [1_000_000, /\b(?:in|dollars in|amounts in) millions\b|\bin Mio\b|\ben millions\b/i],
  [
    1_000,
    /\b(?:in|dollars in|amounts in) thousands\b|\bin Tausend\b|\bT(?:EUR|€)|\ben milliers\b|\b(?:presented|stated) in thousands\b/i,
  ],
];
const headerRows = 5;

/** Returns the period headers of a document. A header has at least two years in one printed row. */
export function findPeriodHeaders(layout: TextLayout): PeriodHeader[] {
  let documentScale: number | undefined;
  return layout.rows.flatMap((row): PeriodHeader[] => {
    const years = row.segments.flatMap(yearCells);
    const others = row.segments.some(({ text }) =>
      /\d[.,]\d|\d{5,}/.test(text.replace(/\b(?:19|20)\d\d\b/g, '')),
    );
    if (years.length < 2 || others || row.segments.some(({ words }) => words.length > 8)) return [];
    const above = layout.rows
      .slice(Math.max(0, row.index - headerRows), row.index + 1)
      .filter((one) => one.page === row.page);
    const near = above.flatMap((one) => one.segments);
    const scale = scaleIn(near.map(({ text }) => text).join(' ')) ?? documentScale;
    documentScale ??= scale;
    return [{ row, scale, columns: years.map((cell) => columnOf(cell, near)) }];
  });
}

function yearCells(segment: Segment): { year: number; segment: Segment; left: number; right: number }[] {
  return segment.words.flatMap(({ text, box }) => {
    const year = /^((?:19|20)\d\d)[,.]?$/.exec(text)?.[1];
    return year === undefined ? [] : [{ year: Number(year), segment, left: box.left, right: box.right }];
  });
}

function columnOf(cell: ReturnType<typeof yearCells>[number], near: readonly Segment[]): PeriodColumn {
  const centre = (cell.left + cell.right) / 2;
  const nearest = (test: (text: string) => boolean): Segment | undefined =>
    near
      .filter(({ text }) => test(text))
      .map((segment) => ({ segment, away: distance(segment, centre) }))
      .filter(({ away }) => away < 60)
      .sort((a, b) => a.away - b.away || b.segment.row - a.segment.row)[0]?.segment;
  const length = nearest((text) => monthsOf(text) !== undefined);
  const day = nearest((text) => monthIn(text) !== undefined);
  return {
    year: cell.year,
    month: monthIn(day?.text ?? ''),
    months: length === undefined ? undefined : monthsOf(length.text),
    printed: [...new Set([length?.text, day?.text, String(cell.year)])]
      .filter((part) => part !== undefined)
      .join(' '),
    segment: cell.segment,
    left: cell.left,
    right: cell.right,
  };
}

function distance({ box }: Segment, x: number): number {
  return Math.max(0, box.left - x, x - box.right);
}

function monthsOf(text: string): number | undefined {
  return lengths.find(([, pattern]) => pattern.test(text))?.[0];
}

function monthIn(text: string): number | undefined {
  for (const match of text.matchAll(/(\p{L}{3,10})\.?\s+\d{1,2}(?!\d)|\d{1,2}\.?\s+(\p{L}{3,10})/gu)) {
    const month = months.get(foldText(match[1] ?? match[2] ?? ''));
    if (month !== undefined) return month;
  }
  return undefined;
}

function scaleIn(text: string): number | undefined {
  return scales.find(([, pattern]) => pattern.test(text))?.[0];
}
