import type { ParsedPage } from '../../../parsed-document.ts';
import { captionedValues } from '../candidates/captioned-value.ts';
import { makeSegment, type Row, type Segment, type TextLayout } from '../layout/text-layout.ts';
import { findMarks } from '../recognise/booleans.ts';
import type { FormEntry } from './form-entries.ts';

/** An entry of a printed form, which has no form fields: a caption with the text next to it. */
export interface PrintedEntry extends FormEntry {
  readonly caption: Segment;
  /** The segment of the value. Absent if the entry is empty. It is the caption if both are in one segment. */
  readonly value: Segment | undefined;
  /** Position of the value in its segment. */
  readonly start: number;
}

interface Pair {
  readonly caption: Segment;
  readonly name: string;
  readonly value: Segment | undefined;
  /** Position of the value in its segment. */
  readonly start: number;
}

/** A page is a printed form if it has at least this number of entries and most of its texts belong to entries. */
const minEntries = 5;
const minShare = 0.6;
/** Minimum text height of a heading, relative to the captions. */
const minHeading = 1.08;
/** Minimum number of values in columns of captions and values. */
const minValues = 3;
/** Minimum share of the rows that have several cells, on a page with columns of captions and values. */
const minDivided = 0.2;
const maxCaption = 60;
/** Pages with more rows or texts than this are not examined. The limits protect against hostile files. */
const [maxRows, maxTexts] = [400, 2000];

/** Returns the entries of all printed forms of a document, in reading order. */
export function printedEntries(layout: TextLayout): PrintedEntry[] {
  if (!layout.geometry) return [];
  let id = -1;
  return layout.pages.flatMap((page) => {
    if (page.source !== 'text' || (page.fields ?? []).length > 0) return [];
    const rows = layout.rows.filter((row) => row.page === page);
    const texts = rows.reduce((sum, { segments }) => sum + segments.length, 0);
    if (rows.length < 3 || rows.length > maxRows || texts > maxTexts) return [];
    const pairs = pairsOn(layout, page, rows);
    if (pairs.length < minEntries) return [];
    const all = rows
      .filter((row) => !hasOptions(row))
      .flatMap(({ segments }) => segments)
      .filter(({ text }) => /\p{L}{2}|\d/u.test(text));
    const used = new Set(
      pairs.flatMap(({ caption, value }) => (value === undefined ? [caption] : [caption, value])),
    );
    const headings = all.filter((one) => !used.has(one) && isHeading(one, pairs));
    if (used.size + headings.length < minShare * all.length) return [];
    return pairs.map(({ caption, name, value, start }): PrintedEntry => {
      const line = value === undefined ? undefined : valueFrom(value, start, page);
      const heading = headingOf(caption, headings);
      return {
        kind: 'text',
        lines: line === undefined ? [] : [line === value ? line : { ...line, id: id-- }],
        isDivided: false,
        captions: [
          { place: 'left', text: name },
          ...(heading === undefined ? [] : [{ place: 'heading' as const, text: heading.text }]),
        ],
        page,
        box: (value ?? caption).box,
        caption,
        value,
        start,
      };
    });
  });
}

function valueFrom(value: Segment, start: number, page: ParsedPage): Segment {
  if (start === 0) return value;
  return makeSegment(
    value.words.filter((_, index) => (value.starts[index] ?? 0) >= start),
    page,
  );
}

function pairsOn(layout: TextLayout, page: ParsedPage, rows: readonly Row[]): Pair[] {
  const captioned = captionedPairs(layout, page, rows);
  if (captioned.length >= minEntries) return captioned;
  const signed = rows.flatMap(signedPairs);
  if (signed.length >= minEntries) return signed;
  const isDivided = rows.filter(({ segments }) => segments.length > 1).length >= minDivided * rows.length;
  return isDivided ? columnPairs(rows) : [];
}

/**
 * Returns the small captions with larger text above or below them. Also returns captions of the same size without such
 * a text, because they belong to empty entries.
 */
function captionedPairs(layout: TextLayout, page: ParsedPage, rows: readonly Row[]): Pair[] {
  const values = captionedValues(layout);
  const captions = rows.flatMap(({ segments }) => segments).filter(({ id }) => values.has(id));
  if (captions.length < 3) return [];
  const usual = middleHeight(captions);
  const taken = new Set(captions.map(({ id }) => values.get(id)?.value));
  return layout.segments
    .filter((one) => one.page === page && !taken.has(one))
    .filter((one) => Math.abs(one.height - usual) < 0.04 * usual && /\p{L}{2}/u.test(one.text))
    .filter(({ text }) => text.length <= maxCaption)
    .map((caption) => ({ caption, name: caption.text, value: values.get(caption.id)?.value, start: 0 }));
}

/** The end of a caption: a colon, or dots or lines up to the value. */
const captionEnd = /[:：](?=\s|$)|\.{4}|_{4}|(?:\. ){4}/u;
const maxLine = 250;

/** Returns the caption at the start of a text, with the position after it. Returns `undefined` if there is no caption. */
function captionIn(text: string): { readonly name: string; readonly end: number } | undefined {
  const line = text.slice(0, maxLine);
  const at = line.search(captionEnd);
  const name = line.slice(0, Math.max(0, at)).trim();
  if (at < 1 || name.length > maxCaption || !/\p{L}/u.test(name)) return undefined;
  return { name, end: at + (/^[:：._\s]+/u.exec(text.slice(at))?.[0].length ?? 0) };
}

/** Returns the captions of a row, with the text after them. A caption ends in a colon or in dots. */
function signedPairs({ segments }: Row): Pair[] {
  const signed = segments.map(({ text }) => captionIn(text));
  return segments.flatMap((caption, at): Pair[] => {
    const found = signed[at];
    if (found === undefined) return [];
    const { name, end } = found;
    if (end < caption.text.length) return [{ caption, name, value: caption, start: end }];
    const isFree = at + 1 < segments.length && signed[at + 1] === undefined;
    return [{ caption, name, value: isFree ? segments[at + 1] : undefined, start: 0 }];
  });
}

/** Maximum difference of the left edges of cells in one column, in points. */
const maxSlant = 3;

/**
 * Returns the captions and values in neighbouring columns: one column of captions, and to its right one column of
 * values. Each value has a caption in its row, but a caption can have no value. A column with a heading is a column of
 * captions.
 */
function columnPairs(rows: readonly Row[]): Pair[] {
  const columns = columnsOf(rows.filter((row) => !hasOptions(row)));
  const pairs: Pair[] = [];
  for (let at = 0; at < columns.length; at++) {
    const captions = columns[at] as Column;
    const next = columns[at + 1];
    const values: Column = next === undefined || hasHeading(next) ? new Map() : next;
    if (![...values.keys()].every((row) => captions.has(row))) return [];
    if (values === next) at += 1;
    else if (!hasHeading(captions)) return [];
    const usual = middleHeight(captions.values());
    for (const [row, caption] of captions) {
      const isCaption = Math.abs(caption.height - usual) < 0.04 * usual && !/\d{3}/.test(caption.text);
      if (isCaption && caption.text.length <= maxCaption)
        pairs.push({ caption, name: caption.text, value: values.get(row), start: 0 });
    }
  }
  return pairs.filter(({ value }) => value !== undefined).length >= minValues ? pairs : [];
}

/** The cells of a column by the index of their row. */
type Column = Map<number, Segment>;

/**
 * Returns the columns of cells with the same left edge. A column usually has at least two cells. A column with a single
 * cell counts only if its row also has a cell of a longer column, and no cell of another single-cell column. Several
 * single cells in one row are options to mark.
 */
function columnsOf(rows: readonly Row[]): Column[] {
  const columns: { left: number; cells: Column }[] = [];
  for (const { index, segments } of rows) {
    for (const segment of segments) {
      const { left } = segment.box;
      const column = columns.find((one) => Math.abs(one.left - left) <= maxSlant);
      if (column === undefined) columns.push({ left, cells: new Map([[index, segment]]) });
      else column.cells.set(index, segment);
    }
  }
  const rowsOf = (wanted: (size: number) => boolean) =>
    columns.filter(({ cells }) => wanted(cells.size)).flatMap(({ cells }) => [...cells.keys()]);
  const [long, single] = [new Set(rowsOf((size) => size > 1)), rowsOf((size) => size === 1)];
  const isAlone = (row: number) => long.has(row) && single.filter((other) => other === row).length === 1;
  return columns
    .filter(({ cells }) => cells.size > 1 || [...cells.keys()].every(isAlone))
    .sort((a, b) => a.left - b.left)
    .map(({ cells }) => cells);
}

function middleHeight(segments: Iterable<Segment>): number {
  const heights = Array.from(segments, ({ height }) => height).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}

/** Returns whether a column has a cell in larger type, with a cell in normal type below it. */
function hasHeading(column: Column): boolean {
  const usual = middleHeight(column.values());
  const isLarge = [...column.values()].map(({ height }) => height >= minHeading * usual);
  return isLarge.indexOf(true) >= 0 && isLarge.lastIndexOf(false) > isLarge.indexOf(true);
}

/** Returns whether a row has options to mark. */
function hasOptions({ segments }: Row): boolean {
  return segments.some(({ text }) => text.length <= maxLine && findMarks(text).length > 0);
}

function isHeading(segment: Segment, pairs: readonly Pair[]): boolean {
  const usual = pairs[0]?.caption.height ?? 0;
  return segment.height >= minHeading * usual && segment.text.split(' ').length <= 5;
}

/** Returns the nearest heading above a caption at about the same left edge. */
function headingOf({ box }: Segment, headings: readonly Segment[]): Segment | undefined {
  return headings
    .filter((one) => one.box.bottom <= box.top + 2 && Math.abs(one.box.left - box.left) < 8)
    .sort((a, b) => b.box.bottom - a.box.bottom)[0];
}
