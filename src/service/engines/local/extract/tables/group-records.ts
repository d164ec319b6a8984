import type { Row, Segment } from '../layout/text-layout.ts';
import { type ColumnTraits, isNumberCell } from './column-traits.ts';
import { median } from './grid-columns.ts';
import { isSumLabel } from './sum-lines.ts';

/** A printed line of a table, with its texts per column. */
export interface GridLine {
  readonly row: Row;
  readonly cells: ReadonlyMap<number, readonly Segment[]>;
}

/** A row of the table, which can have several printed lines. */
export interface GridRecord {
  readonly cells: ReadonlyMap<number, readonly Segment[]>;
  readonly firstRow: number;
}

interface OpenRecord {
  readonly cells: Map<number, Segment[]>;
  readonly firstRow: number;
  bottom: number;
}

/**
 * Groups printed lines into table rows. Each line with a value in the leading column starts a row. Other lines continue
 * a wrapped text or fill columns that are still empty. Sums and headings between the rows are left out.
 */
export function groupRecords(lines: readonly GridLine[], traits: readonly ColumnTraits[]): GridRecord[] {
  const lead = leadingColumn(lines, traits);
  const typical = median(lines.filter(({ cells }) => cells.has(lead)).map(({ cells }) => cells.size));
  const rights = traits.map((_, column) =>
    Math.max(0, ...lines.flatMap(({ cells }) => (cells.get(column) ?? []).map(({ box }) => box.right))),
  );
  const bold =
    lines.filter(({ row }) => row.segments.every((segment) => segment.bold)).length * 2 > lines.length;
  const records: OpenRecord[] = [];
  let open: OpenRecord | undefined;
  let ended = false;
  for (const line of lines) {
    const { row, cells } = line;
    if (isSumLine(line, typical)) {
      open = undefined;
      ended = true;
      continue;
    }
    if (open !== undefined && continues(open, line, lead, traits, rights, bold)) {
      for (const [column, segments] of cells)
        open.cells.set(column, [...(open.cells.get(column) ?? []), ...segments]);
      open.bottom = row.bottom;
      continue;
    }
    const isFull = cells.size >= Math.max(2, typical * 0.6);
    const starts = cells.has(lead) ? cells.size >= Math.min(2, typical) : isFull;
    if (!starts || (ended && !isFull) || !fitsTypes(line, traits)) {
      open = undefined;
      continue;
    }
    ended = false;
    open = {
      cells: new Map([...cells].map(([column, segments]) => [column, [...segments]])),
      firstRow: row.index,
      bottom: row.bottom,
    };
    records.push(open);
  }
  return records;
}

/**
 * Returns the leftmost column that starts the rows: a column with numbers, dates or codes in most rows. If
 * there is none, returns the leftmost column with short texts in most rows.
 */
function leadingColumn(lines: readonly GridLine[], traits: readonly ColumnTraits[]): number {
  const counts = traits.map(
    (_, column) => lines.filter(({ cells }) => cells.size > 1 && cells.has(column)).length,
  );
  const most = Math.max(0, ...counts);
  for (const isSuitable of [isValue, isShort]) {
    const suitable = traits.map(isSuitable);
    const found = counts.findIndex((count, column) => suitable[column] && count >= 0.75 * most);
    if (found >= 0) return found;
  }
  return 0;
}

function isValue(traits: ColumnTraits): boolean {
  return Math.max(traits.number, traits.date, traits.code, traits.time) > 0.7;
}

function isShort(traits: ColumnTraits): boolean {
  return isValue(traits) || traits.words <= 1.6;
}

function isSumLine({ row, cells }: GridLine, typical: number): boolean {
  const first = row.segments.find((segment) => /\p{L}/u.test(segment.text));
  return (
    first !== undefined &&
    isSumLabel(first.text) &&
    (cells.size <= Math.max(2, typical - 2) || cells.size < typical * 0.7)
  );
}

/**
 * Returns whether most cells in the columns of numbers and dates have a digit or are a mark such as `-`. Headings and
 * prose usually have words there.
 */
function fitsTypes({ cells }: GridLine, traits: readonly ColumnTraits[]): boolean {
  let checked = 0;
  let wrong = 0;
  for (const [column, segments] of cells) {
    const expected = traits[column];
    if (expected === undefined || (expected.number < 0.7 && expected.date < 0.7)) continue;
    checked += 1;
    const text = segments.map((segment) => segment.text).join(' ');
    if (!/\d/.test(text) && !/^\W{1,3}$/.test(text)) wrong += 1;
  }
  return wrong === 0 || wrong * 2 < checked;
}

function continues(
  open: OpenRecord,
  { row, cells }: GridLine,
  lead: number,
  traits: readonly ColumnTraits[],
  rights: readonly number[],
  bold: boolean,
): boolean {
  if (cells.has(lead) && open.cells.has(lead) && traits[lead] !== undefined && isShort(traits[lead]))
    return false;
  const height = Math.max(6, row.segments[0]?.height ?? 6);
  const gap = row.top - open.bottom;
  if (gap > 1.1 * height || row.segments.every((segment) => segment.bold) !== bold) return false;
  const columns = [...cells.keys()];
  if (columns.every((column) => !open.cells.has(column))) return true;
  return columns.every((column) => {
    const previous = open.cells.get(column)?.at(-1);
    const next = cells.get(column)?.[0];
    if (previous === undefined || next === undefined) return true;
    return !isNumberCell(next.text) && isWrapped(previous, next, rights[column] ?? 0);
  });
}

/**
 * Returns whether a text continues the text above it. The signs are a comma or dash before the line break, a lower-case
 * letter after the line break, or a first word that did not fit at the end of the line above.
 */
function isWrapped(previous: Segment, next: Segment, right: number): boolean {
  if (Math.abs(next.box.left - previous.box.left) > 2 * Math.max(6, next.height)) return false;
  if (/[,;:&(–/-]$/.test(previous.text) || /^\p{Ll}/u.test(next.text)) return true;
  const first = next.words[0];
  const width = first === undefined ? 0 : first.box.right - first.box.left;
  return previous.box.right + width > right - 0.2 * next.height;
}
