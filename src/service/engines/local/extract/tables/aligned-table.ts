import type { Span } from '../candidates/candidate.ts';
import type { Row, Segment, TextLayout } from '../layout/text-layout.ts';
import { assignColumns, type ColumnChoice } from './assign-columns.ts';
import type { ColumnPlan, TableRow } from './column-plan.ts';
import { traitsOf } from './column-traits.ts';
import { cutAtEdges } from './cut-at-edges.ts';
import { cellsIn, findColumns, type GridColumn, overlap } from './grid-columns.ts';
import { type GridLine, type GridRecord, groupRecords } from './group-records.ts';
import { headerFit } from './match-columns.ts';
import { isSumLabel } from './sum-lines.ts';

/** A table without drawn lines, whose columns were found by the alignment of texts. */
export interface AlignedTable {
  readonly rows: readonly TableRow[];
  /** Index of the first printed row of each table row. */
  readonly firstRows: readonly number[];
  /**
   * Sum of the scores of all columns. The score of a column is how well the column fits its field (0 to 1), times 0.3 if
   * the header does not name the field.
   */
  readonly score: number;
  readonly headerRow: number;
}

const maxRows = 5_000;
const maxHeaderRows = 3;

/** Maximum number of rows that are tried as headers. Rows that can name the most fields come first. */
const maxCandidates = 40;

/**
 * Returns the tables whose headers name the fields, best first. A table includes its continuation on later pages. No
 * printed row belongs to two tables.
 */
export function findAlignedTables(layout: TextLayout, plans: readonly ColumnPlan[]): AlignedTable[] {
  if (!layout.geometry || plans.length === 0) return [];
  const fits = new HeaderFits(plans);
  const candidates = layout.rows
    .filter(canBeHeader)
    .map((row) => ({ row, count: fits.count(row) }))
    .filter(({ count }) => count >= Math.min(2, plans.length));
  candidates.sort((a, b) => b.count - a.count || a.row.index - b.row.index);
  const found = candidates
    .slice(0, maxCandidates)
    .flatMap(({ row }) => bestTableAt(layout, row, plans) ?? [])
    .sort((a, b) => weight(b) - weight(a) || a.headerRow - b.headerRow);
  const kept: AlignedTable[] = [];
  for (const table of found) if (kept.every((other) => isApart(table, other))) kept.push(table);
  return kept;
}

/**
 * Returns the score of the columns of a table, plus a small bonus for each doubling of the number of rows. So the longer
 * of two tables with similar headers wins.
 */
function weight({ score, rows }: AlignedTable): number {
  return score + 0.1 * Math.log2(1 + rows.length);
}

function isApart(a: AlignedTable, b: AlignedTable): boolean {
  const end = ({ firstRows, headerRow }: AlignedTable): number => firstRows.at(-1) ?? headerRow;
  return a.headerRow > end(b) || b.headerRow > end(a);
}

/**
 * Computes how well header texts fit the fields. Caches the results, because documents repeat their headers.
 */
class HeaderFits {
  readonly #plans: readonly ColumnPlan[];
  readonly #best = new Map<string, ReadonlySet<number>>();

  constructor(plans: readonly ColumnPlan[]) {
    this.#plans = plans;
  }

  /** Returns how many fields the texts of a row can name, at most one more than the number of these texts. */
  count(row: Row): number {
    const named = new Set<number>();
    let cells = 0;
    for (const segment of row.segments) {
      const words = segment.text.split(' ');
      const before = named.size;
      for (let from = 0; from < words.length; from++)
        for (let length = Math.min(3, words.length - from); length >= 1; length--)
          for (const plan of this.#fitting(words.slice(from, from + length).join(' '))) named.add(plan);
      if (named.size > before) cells += 1;
    }
    return row.segments.length === 1
      ? Math.min(named.size, 1 + Number(row.segments[0]?.words.length === named.size))
      : Math.max(cells, Math.min(named.size, cells + 1));
  }

  #fitting(text: string): ReadonlySet<number> {
    let found = this.#best.get(text);
    if (found === undefined) {
      found = new Set(this.#plans.flatMap((plan, index) => (headerFit(text, plan) >= 0.6 ? [index] : [])));
      this.#best.set(text, found);
    }
    return found;
  }
}

function canBeHeader(row: Row): boolean {
  return (
    row.segments.length <= 25 &&
    row.segments.length >= 2 &&
    !row.segments.some((one) => one.words.length > 7 || /\d[.,]\d{2}(?!\d)/.test(one.text))
  );
}

function bestTableAt(
  layout: TextLayout,
  header: Row,
  plans: readonly ColumnPlan[],
): AlignedTable | undefined {
  let best: AlignedTable | undefined;
  const rows = [header];
  for (let extra = 0; extra < maxHeaderRows; extra++) {
    const table = readTable(layout, rows, plans);
    if (
      table !== undefined &&
      table.rows.length > 0 &&
      (best === undefined || table.score > best.score + 0.05)
    )
      best = table;
    const last = rows.at(-1) as Row;
    const next = layout.rows[last.index + 1];
    if (next === undefined || next.page !== header.page || !continuesHeader(last, next)) break;
    rows.push(next);
  }
  return best;
}

function continuesHeader(last: Row, next: Row): boolean {
  const height = Math.max(6, last.segments[0]?.height ?? 6);
  return next.top - last.bottom < 1.2 * height && !next.segments.some((one) => /\d{2}/.test(one.text));
}

function readTable(
  layout: TextLayout,
  header: readonly Row[],
  plans: readonly ColumnPlan[],
): AlignedTable | undefined {
  const last = header.at(-1) as Row;
  const body = cutAtEdges(tableRegion(layout, header, last.index + 1));
  if (body.length === 0) return undefined;
  const columns = findColumns(body);
  if (columns.length < 2) return undefined;
  const texts = headerTexts(header, columns);
  const lines = body.map((row): GridLine => ({ row, cells: cellsIn(row, columns) }));
  const traits = columns.map((_, column) =>
    traitsOf(
      lines
        .filter(({ cells }) => cells.size > 1)
        .flatMap(({ cells }) => (cells.has(column) ? [cells.get(column) ?? []] : [])),
    ),
  );
  const choices = assignColumns(
    traits.map((one, index) => ({ header: texts[index] ?? '', traits: one })),
    plans,
  );
  if (choices.size < Math.min(2, plans.length)) return undefined;
  const records = groupRecords(lines, traits);
  const score = [...choices.values()].reduce((sum, { fit, named }) => sum + (named ? fit : 0.3 * fit), 0);
  return {
    rows: records.map((record) => tableRow(record, choices)),
    firstRows: records.map(({ firstRow }) => firstRow),
    score,
    headerRow: header[0]?.index ?? 0,
  };
}

function tableRow({ cells }: GridRecord, choices: ReadonlyMap<number, ColumnChoice>): TableRow {
  const found = new Map<number, readonly Span[]>();
  const sureness = new Map<number, number>();
  for (const [column, segments] of cells) {
    const choice = choices.get(column);
    if (choice === undefined) continue;
    found.set(
      choice.plan,
      segments.map((segment) => ({ segment, start: 0, end: segment.text.length })),
    );
    sureness.set(choice.plan, choice.fit);
  }
  return { cells: found, sureness };
}

/** Returns the text above each column. */
function headerTexts(header: readonly Row[], columns: readonly GridColumn[]): string[] {
  const texts = columns.map((): string[] => []);
  for (const row of header)
    for (const [column, segments] of cellsIn(row, columns, true))
      texts[column]?.push(...segments.map(({ text }) => text));
  return texts.map((parts) => parts.join(' '));
}

/** Returns the printed rows below the header of a table. Includes the rows on later pages that repeat the header. */
function tableRegion(layout: TextLayout, header: readonly Row[], from: number): Row[] {
  const cells = header.flatMap((row) => row.segments);
  const extent = {
    left: Math.min(...cells.map(({ box }) => box.left)),
    right: Math.max(...cells.map(({ box }) => box.right)),
  };
  const titles = new Set(header.map(textOf));
  const body: Row[] = [];
  let page = header[0]?.page;
  let previous = header.at(-1) as Row;
  for (let index = from; index < Math.min(layout.rows.length, from + maxRows); index++) {
    const row = layout.rows[index] as Row;
    if (row.page !== page) {
      const start = nextPageStart(layout, index, titles);
      if (start === undefined) break;
      page = row.page;
      previous = layout.rows[start - 1] ?? row;
      index = start - 1;
      continue;
    }
    if (titles.has(textOf(row))) continue;
    const height = Math.max(6, row.segments[0]?.height ?? 6);
    const gap = previous.page === row.page ? row.top - previous.bottom : 0;
    if (isOtherText(row, cells, extent) || gap > 5 * height) {
      // The table can continue on the next page, after the footer of the current page.
      const next = layout.rows.findIndex((other, at) => at > index && other.page !== row.page);
      const start = next < 0 || body.length < 3 ? undefined : nextPageStart(layout, next, titles);
      if (start === undefined || !isNextPage(layout, row, start) || !isPageEnd(row)) break;
      page = layout.rows[start]?.page;
      previous = layout.rows[start - 1] as Row;
      index = start - 1;
      continue;
    }
    body.push(row);
    previous = row;
  }
  while (body.length > 0 && isNote(body.at(-1) as Row, extent)) body.pop();
  return body;
}

function isNextPage(layout: TextLayout, row: Row, start: number): boolean {
  return layout.rows[start]?.page.number === row.page.number + 1;
}

/** Returns whether a row is in the lowest fifth of its page, like a footer. */
function isPageEnd(row: Row): boolean {
  return row.top > 0.8 * row.page.height;
}

/** Returns whether a row is one text at the left edge of the table. Such a row at the end of a table is a note. */
function isNote(row: Row, extent: GridColumn): boolean {
  return row.segments.length === 1 && (row.segments[0]?.box.left ?? 0) < extent.left + 20;
}

/**
 * Returns the index of the first row below the repeated header of a table. Searches the page of row `from`, at most 30
 * rows from there. Returns `undefined` if these rows do not repeat the header.
 */
function nextPageStart(layout: TextLayout, from: number, titles: ReadonlySet<string>): number | undefined {
  const page = layout.rows[from]?.page;
  for (let index = from; index < Math.min(from + 30, layout.rows.length); index++) {
    const row = layout.rows[index];
    if (row === undefined || row.page !== page) return undefined;
    if (titles.has(textOf(row))) return index + 1;
  }
  return undefined;
}

/** Returns whether a row is prose: one long text below several columns, or text outside the table. */
function isOtherText(row: Row, header: readonly Segment[], extent: GridColumn): boolean {
  if (row.segments.every(({ box }) => overlap(box, extent) < 0)) return true;
  if (row.segments.length > 2 || row.segments.some(({ text }) => isSumLabel(text))) return false;
  return row.segments.some((segment) => {
    const under = header.filter(({ box }) => overlap(segment.box, box) > 0.5 * (box.right - box.left)).length;
    return segment.words.length >= 5 && under >= 3;
  });
}

function textOf(row: Row): string {
  return row.segments.map(({ text }) => text).join(' ');
}
