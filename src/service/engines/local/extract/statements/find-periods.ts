import type { Span } from '../candidates/candidate.ts';
import type { Row, Segment, TextLayout } from '../layout/text-layout.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { contentWords } from '../lists/field-words.ts';
import { findAmounts } from '../recognise/amounts.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import type { Evidence, ReadValue } from '../values/evidence.ts';
import { FigureName, LineName, type NamedLine } from './figure-name.ts';
import { findPeriodHeaders, type PeriodColumn, type PeriodHeader } from './period-headers.ts';

/** Fields of an array with one entry per period of a financial figure. */
export interface PeriodFields {
  readonly value: FieldNode;
  readonly period: FieldNode;
}

/**
 * Returns the fields of an entry, if the items of an array have a number and the period to which the number belongs.
 */
export function periodFieldsOf(array: FieldNode): PeriodFields | undefined {
  const value = array.children.find(
    ({ kind, key }) => (kind === 'number' || kind === 'integer') && /value|amount|figure/i.test(key),
  );
  const period = array.children.find(
    ({ kind, key }) => kind === 'string' && /period|quarter|year/i.test(key),
  );
  return value === undefined || period === undefined ? undefined : { value, period };
}

interface StatementLine extends NamedLine {
  readonly header: PeriodHeader;
  readonly cells: readonly StatementCell[];
  readonly perShare: boolean;
}

interface StatementCell {
  readonly span: Span;
  readonly value: number;
  readonly percent: boolean;
}

/** The lines of all financial statements of a document: a label and one value per period. */
export class Statements {
  readonly #lines: readonly StatementLine[];
  readonly #yearEnd: number;
  readonly #conventions: DocumentConventions;

  constructor(layout: TextLayout, conventions: DocumentConventions) {
    const headers = findPeriodHeaders(layout);
    this.#conventions = conventions;
    this.#yearEnd = yearEndOf(headers);
    this.#lines = headers.flatMap((header, index) =>
      linesBelow(layout, header, headers[index + 1], conventions),
    );
  }

  /**
   * Returns one entry per period, from the line whose label names the array. `path` is the path of the array, such as
   * `balance_sheet.cash`.
   */
  entries(array: FieldNode, path: string, fields: PeriodFields): Map<string, ReadValue>[] {
    let best: StatementLine | undefined;
    let bestFit = 0;
    let rivalFit = 0;
    const figure = new FigureName(array, path);
    for (const line of this.#lines) {
      const fit = figure.fit(line);
      if (fit > bestFit) {
        rivalFit = bestFit;
        best = line;
        bestFit = fit;
      } else if (best !== undefined && !hasSameValues(line, best)) rivalFit = Math.max(rivalFit, fit);
    }
    if (best === undefined || bestFit < 0.75) return [];
    const line = best;
    return line.cells.map((cell, index) =>
      this.#entry(
        array,
        fields,
        line,
        figure.isOutflow ? { ...cell, value: Math.abs(cell.value) } : cell,
        line.header.columns[index] as PeriodColumn,
        { score: scoreOf(bestFit), rival: scoreOf(rivalFit) },
      ),
    );
  }

  #entry(
    array: FieldNode,
    fields: PeriodFields,
    line: StatementLine,
    { span, value, percent }: StatementCell,
    column: PeriodColumn,
    evidence: Evidence,
  ): Map<string, ReadValue> {
    const entry = new Map<string, ReadValue>();
    const set = (key: string, given: unknown, spans: readonly Span[]): void => {
      if (given !== null && given !== undefined)
        entry.set(key, {
          value: given,
          spans,
          evidence,
          reason: 'value of one period in a line of a financial statement',
        });
    };
    const title = [{ segment: column.segment, start: 0, end: column.segment.text.length }];
    for (const node of array.children) {
      if (node === fields.value) set(node.key, value, [span]);
      else if (node === fields.period) set(node.key, periodText(node, column, this.#yearEnd), title);
      else if (/^(?:scale|multiplier|factor)$/i.test(node.key))
        set(node.key, line.perShare || percent ? 1 : (line.header.scale ?? 1), [span]);
      else if (/^(?:unit|currency)$/i.test(node.key))
        set(node.key, percent ? '%' : this.#conventions.currency, [span]);
      else set(node.key, node.fallback ?? placeholderOf(node), [span]);
    }
    return entry;
  }
}

/**
 * Returns the score of a label. A label that fits only partly is weak evidence, because several lines of a
 * statement can share most of their words.
 */
function scoreOf(fit: number): number {
  return Math.max(0, fit ** 2);
}

function hasSameValues({ cells: one }: StatementLine, { cells: other }: StatementLine): boolean {
  return one.length === other.length && one.every(({ value }, index) => value === other[index]?.value);
}

/** Returns the text that a description requests for a missing value, as in `'NA' if unknown`. */
function placeholderOf(node: FieldNode): string | null {
  return /['"‘“](N\/?A|none|unknown)['"’”]/i.exec(node.description)?.[1] ?? null;
}

/**
 * Returns the last month of the fiscal year, 1 to 12. Reads the month from the balance sheet of a quarterly report,
 * which has two columns: the end of the quarter and the end of the previous fiscal year. Returns 12 if the document has
 * no such balance sheet.
 */
function yearEndOf(headers: readonly PeriodHeader[]): number {
  for (const { columns } of headers) {
    const days = columns.flatMap(({ year, month, months }) =>
      months === undefined && month !== undefined ? [{ year, month }] : [],
    );
    const [earlier, later] = days.sort((a, b) => a.year - b.year || a.month - b.month);
    if (earlier !== undefined && days.length === 2 && earlier.month !== later?.month) return earlier.month;
  }
  return 12;
}

/** Returns the period as `FY2025 Q2` if the description of the field shows this format, otherwise as printed. */
function periodText(
  node: FieldNode,
  { year, month, months, printed }: PeriodColumn,
  yearEnd: number,
): string {
  if (!/FY\d{4}/.test(node.description)) return printed;
  const end = month ?? yearEnd;
  const fiscal = `FY${end > yearEnd ? year + 1 : year}`;
  const elapsed = (end - yearEnd + 12) % 12 || 12;
  const quarter = Math.ceil(elapsed / 3);
  if (months === 12 || (months === undefined && elapsed === 12)) return fiscal;
  if (months === 6) return `${fiscal} H${quarter <= 2 ? 1 : 2}`;
  return months === 9 ? `${fiscal} YTD` : `${fiscal} Q${quarter}`;
}

const maxLines = 3_000;

function linesBelow(
  layout: TextLayout,
  header: PeriodHeader,
  next: PeriodHeader | undefined,
  conventions: DocumentConventions,
): StatementLine[] {
  const lines: StatementLine[] = [];
  let group = '';
  for (
    let index = header.row.index + 1;
    index < Math.min(layout.rows.length, header.row.index + maxLines);
    index++
  ) {
    const row = layout.rows[index] as Row;
    if (row.page !== header.row.page || index >= (next?.row.index ?? Infinity)) break;
    const first = row.segments[0];
    if (first === undefined || !/\p{L}/u.test(first.text)) continue;
    const cells = row.segments.slice(1).flatMap((segment) => valuesIn(segment, conventions));
    if (cells.length === 0) group = first.text;
    const values = cells.length > header.columns.length ? cellsUnder(header, cells) : cells;
    if (values.length !== header.columns.length) continue;
    const full = /^\p{Lu}\p{Ll}+$/u.test(first.text) ? `${group} ${first.text}` : first.text;
    lines.push({
      label: new LineName(first.text),
      words: contentWords(full),
      header,
      cells: values,
      isPercent: values.some(({ percent }) => percent),
      isBalance: header.columns.every(({ months }) => months === undefined),
      perShare: /per (?:\p{L}+ )?share/iu.test(full),
    });
  }
  return lines;
}

/**
 * Returns the cell below each year of a header. Other cells are ignored, because a table can have more
 * columns, such as a change in percent.
 */
function cellsUnder(header: PeriodHeader, cells: readonly StatementCell[]): StatementCell[] {
  const found = header.columns.map(({ left, right }) =>
    cells.find(({ span }) => {
      const { box } = span.segment;
      return box.right > left - 10 && box.left < right + 10 && box.right < right + 30;
    }),
  );
  const used = found.filter((cell) => cell !== undefined);
  return new Set(used).size === header.columns.length ? used : [];
}

function valuesIn(segment: Segment, conventions: DocumentConventions): StatementCell[] {
  const found = findAmounts(segment.text, conventions.decimalSign).map((amount) => ({
    span: { segment, start: amount.start, end: amount.end },
    percent: amount.percent,
    value: /\(\s*\$?\s*$/.test(segment.text.slice(0, amount.figures))
      ? -Math.abs(amount.value)
      : amount.value,
  }));
  if (found.length > 0 || !/^[—–-]$/.test(segment.text.trim())) return found;
  return [{ span: { segment, start: 0, end: segment.text.length }, value: 0, percent: false }];
}
