import type { Span } from '../candidates/candidate.ts';
import type { LabelledLayout } from '../candidates/labelled-values.ts';
import type { ValueReader } from '../candidates/value-reader.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { findAmounts } from '../recognise/amounts.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import type { Evidence, ReadValue } from '../values/evidence.ts';
import { findAlignedTables } from './aligned-table.ts';
import { cellValue } from './cell-value.ts';
import { type ColumnPlan, planColumns, type TableRow } from './column-plan.ts';
import { cutCells } from './cut-cells.ts';
import { findHeaders, type TableHeader } from './find-header.ts';
import { readItemLines } from './item-lines.ts';
import { readRows } from './read-rows.ts';

/**
 * Returns the rows of an array from the table with the best matching header, on all its pages. If there is no such
 * table, or if `thorough` is `false`, reads lines that end in an amount.
 */
export function findRows(
  node: FieldNode,
  labelled: LabelledLayout,
  reader: ValueReader,
  conventions: DocumentConventions,
  thorough: boolean,
): Map<string, ReadValue>[] {
  const plans = planColumns(node, thorough);
  if (plans.length === 0) return [];
  const itemLines = () => readItemLines(labelled, plans, reader, !thorough);
  const table = thorough ? bestTable(labelled, plans, conventions, itemLines) : [];
  const fromTable = table.length > 0;
  const rows = fromTable ? table : itemLines();
  const isCut = cutCells(labelled.layout, rows);
  return rows
    .map((row) => fillRow(row, plans, conventions, isCut, fromTable))
    .filter((row) => row.size > (plans.length >= 3 ? 1 : 0));
}

/**
 * Returns the rows of the best table. One search looks for the usual headers of item tables. Another search looks for
 * aligned texts.
 *
 * If both searches find a table, the table with more rows whose amount is quantity times price wins. If neither table
 * has such rows, the table with more filled cells wins. A table that only the second search finds is rejected if it has
 * no such rows, and if the lines that end in an amount fill more cells.
 */
function bestTable(
  labelled: LabelledLayout,
  plans: readonly ColumnPlan[],
  conventions: DocumentConventions,
  itemLines: () => readonly TableRow[],
): readonly TableRow[] {
  const named = tableRows(labelled, plans);
  const [aligned] = findAlignedTables(labelled.layout, plans);
  if (aligned === undefined) return named;
  const hasPrices = plans.some(({ concept }) => concept?.id === 'amount' || concept?.id === 'unit_price');
  if (named.length === 0 && hasPrices && agreeingRows(aligned.rows, plans, conventions) === 0) {
    if (completeness(itemLines()) > completeness(aligned.rows)) return [];
  }
  const agreeing = agreeingRows(named, plans, conventions);
  const products = agreeingRows(aligned.rows, plans, conventions) - agreeing;
  if (products !== 0 || agreeing > 0) return products > 0 ? aligned.rows : named;
  const lead = completeness(aligned.rows) - completeness(named);
  return lead > 0 || (lead === 0 && !hasPrices) ? aligned.rows : named;
}

/**
 * Returns the number of filled cells. Does not count rows with less than 60 % of the cells of the fullest row: they can
 * be sums.
 */
function completeness(rows: readonly TableRow[]): number {
  const most = Math.max(0, ...rows.map(({ cells }) => cells.size));
  return rows.reduce((sum, { cells }) => sum + (cells.size >= 0.6 * most ? cells.size : 0), 0);
}

/** Returns the number of rows whose amount is the product of quantity and price. */
function agreeingRows(
  rows: readonly TableRow[],
  plans: readonly ColumnPlan[],
  conventions: DocumentConventions,
): number {
  const [quantity, price, amount] = ['quantity', 'unit_price', 'amount'].map((id) =>
    plans.findIndex((plan) => plan.concept?.id === id),
  );
  const numberAt = (row: TableRow, column: number | undefined): number => {
    const plan = plans[column ?? -1];
    const spans = row.cells.get(column ?? -1);
    const text = spans?.map((span) => span.segment.text.slice(span.start, span.end)).join(' ') ?? '';
    return plan === undefined
      ? Number.NaN
      : (findAmounts(text, conventions.decimalSign)[0]?.value ?? Number.NaN);
  };
  return rows.filter((row) => isProduct(numberAt(row, quantity), numberAt(row, price), numberAt(row, amount)))
    .length;
}

/** Ignores signs, because a credit note can print the amounts with a minus sign and the quantities without one. */
function isProduct(quantity: number, price: number, amount: number): boolean {
  return Math.abs(Math.abs(quantity * price) - Math.abs(amount)) <= Math.max(0.02, Math.abs(amount) * 0.002);
}

function tableRows(labelled: LabelledLayout, plans: readonly ColumnPlan[]): TableRow[] {
  const headers = findHeaders(labelled.layout, plans);
  const ranked = [...headers].sort((a, b) => b.score - a.score || a.firstRow - b.firstRow);
  for (const best of ranked.slice(0, 4)) {
    const rows: TableRow[] = [];
    const matching = headers.filter((header) => sameColumns(header, best));
    for (const header of matching) {
      const next = headers.find((other) => other.firstRow > header.lastRow);
      const part = readRows(labelled, header, plans, next?.firstRow ?? Infinity);
      rows.push(...part.rows);
      if (part.ended && part.rows.length > 0) break;
      if (part.rows.length === 0 || next !== undefined) continue;
      rows.push(...rowsOverPage(labelled, header, plans, part.next));
    }
    if (rows.length > 0) return rows;
  }
  return [];
}

/** Returns the rows of a table that continues on later pages without repeating its header. */
function rowsOverPage(
  labelled: LabelledLayout,
  header: TableHeader,
  plans: readonly ColumnPlan[],
  from: number,
): TableRow[] {
  const { rows } = labelled.layout;
  const page = rows[header.lastRow]?.page;
  const requested = header.columns.filter((column) => column.plan >= 0).length;
  const found: TableRow[] = [];
  let start = rows.findIndex((row, index) => index >= from && row.page !== page);
  while (requested >= 3 && start > 0) {
    const part = readRows(labelled, header, plans, Infinity, start);
    const full = part.rows.filter((row) => row.cells.size >= requested);
    if (full.length === 0) break;
    found.push(...full);
    const current = rows[start]?.page;
    start = part.ended ? -1 : rows.findIndex((row, index) => index >= part.next && row.page !== current);
  }
  return found;
}

function sameColumns(a: TableHeader, b: TableHeader): boolean {
  if (a === b) return true;
  const plansOf = (header: TableHeader): string =>
    header.columns
      .map((column) => column.plan)
      .filter((plan) => plan >= 0)
      .join();
  return plansOf(a) === plansOf(b);
}

export function fillRow(
  row: TableRow,
  plans: readonly ColumnPlan[],
  conventions: DocumentConventions,
  isCut: (spans: readonly Span[]) => boolean,
  fromTable: boolean,
): Map<string, ReadValue> {
  const filled = new Map<string, ReadValue>();
  const numbers = new Map<string, number>();
  const fitOf = (column: number): number => row.sureness?.get(column) ?? 1;
  // The confidence is lower for a row with only few of the fields, because the row can belong to another
  // table.
  const rowFit = [...row.cells.keys()].reduce((sum, column) => sum + fitOf(column), 0) / plans.length;
  for (const [column, spans] of row.cells) {
    const plan = plans[column];
    if (plan === undefined) continue;
    const value = cellValue(plan, spans, conventions);
    if (value === null || value === '') continue;
    if (typeof value === 'number' && plan.concept !== undefined) numbers.set(plan.concept.id, value);
    const elements = Array.isArray(value) ? value : undefined;
    const isText = plan.shape === 'text' && plan.node.kind === 'string';
    const evidence: Evidence = {
      score: fromTable ? Math.sqrt(fitOf(column) * rowFit) : 0.75,
      isOpen: isText && !fromTable,
      isEndUnclear: isText && (spans.length > 1 || isCut(spans)),
    };
    for (const [index, one] of (elements ?? [value]).entries())
      filled.set(elements === undefined ? plan.path : `${plan.path}[${index}]`, {
        value: one,
        spans,
        evidence,
        reason: fromTable
          ? 'cell of a table under a header that fits the field'
          : 'part of a line that ends in an amount',
      });
  }
  addUnit(row, plans, conventions, filled);
  return withProduct(filled, plans, numbers);
}

/** Adds the unit of measure if the quantity cell contains one, as in `20 pcs`. */
function addUnit(
  row: TableRow,
  plans: readonly ColumnPlan[],
  conventions: DocumentConventions,
  filled: Map<string, ReadValue>,
): void {
  const unit = plans.find((plan) => plan.concept?.id === 'unit');
  const quantity = plans.findIndex((plan) => plan.concept?.id === 'quantity');
  const spans = row.cells.get(quantity);
  if (unit === undefined || spans === undefined || filled.has(unit.path)) return;
  const value = cellValue(unit, spans, conventions);
  if (value !== null)
    filled.set(unit.path, { value, spans, evidence: { score: 0.85 }, reason: 'unit next to the quantity' });
}

/** Checks whether quantity times price equals the amount, and adds the result to the evidence of these three values. */
function withProduct(
  filled: Map<string, ReadValue>,
  plans: readonly ColumnPlan[],
  numbers: ReadonlyMap<string, number>,
): Map<string, ReadValue> {
  const quantity = numbers.get('quantity');
  const price = numbers.get('unit_price');
  const amount = numbers.get('amount');
  if (quantity === undefined || price === undefined || amount === undefined) return filled;
  const sums = isProduct(quantity, price, amount) ? 'agree' : 'differ';
  return new Map(
    [...filled].map(([key, value]) => {
      const id = plans.find((plan) => plan.path === key)?.concept?.id ?? '';
      if (!['quantity', 'unit_price', 'amount'].includes(id)) return [key, value];
      return [key, { ...value, evidence: { ...value.evidence, sums } }];
    }),
  );
}
