import type { LabelledLayout } from '../candidates/labelled-values.ts';
import type { Row, Segment, TextLayout } from '../layout/text-layout.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import type { ReadValue } from '../values/evidence.ts';
import { findAlignedTables } from './aligned-table.ts';
import { cellValue } from './cell-value.ts';
import { type ColumnPlan, planColumns, type TableRow } from './column-plan.ts';
import { cutCells } from './cut-cells.ts';
import { fillRow } from './find-rows.ts';
import { headerFit } from './match-columns.ts';
import { isSumLabel } from './sum-lines.ts';

/** Returns the inner array of rows, if each item of `array` is a group of rows with a heading. */
export function groupedArrayOf(array: FieldNode): FieldNode | undefined {
  const inner = array.children.find((node) => node.kind === 'array' && node.children.length > 1);
  return inner !== undefined && array.children.some((node) => node !== inner) ? inner : undefined;
}

interface Heading {
  readonly row: number;
  readonly values: ReadonlyMap<string, ReadValue>;
}

/**
 * Returns the groups of rows in all tables that fit the inner array. A group starts at the heading above its rows. A
 * heading has a label that names a field of the group (`Age group: 30-34`). If there is no such heading, each line with
 * one text is a heading.
 */
export function findGroups(
  array: FieldNode,
  inner: FieldNode,
  { layout }: LabelledLayout,
  conventions: DocumentConventions,
): Map<string, ReadValue>[] {
  const plans = planColumns(inner, true);
  const outer = planColumns(array, true);
  const tables = findAlignedTables(layout, plans);
  const best = tables[0]?.score ?? 0;
  const rows = tables
    .filter(({ score }) => score >= 0.8 * best)
    .flatMap((table) => table.rows.map((row, index) => ({ row, at: table.firstRows[index] ?? 0 })))
    .sort((a, b) => a.at - b.at);
  const used = new Set(rows.flatMap(({ row }) => rowsOf(row)));
  const labelledHeadings = layout.rows.flatMap((row) => labelledHeading(row, outer, conventions) ?? []);
  const headings =
    labelledHeadings.length > 0 ? labelledHeadings : bareHeadings(layout, used, outer, conventions);
  const groups: { heading: Heading | undefined; rows: TableRow[] }[] = [];
  for (const { row, at } of rows) {
    const heading = headings.findLast((one) => one.row < at);
    const last = groups.at(-1);
    if (last !== undefined && sameGroup(last.heading, heading)) last.rows.push(row);
    else groups.push({ heading, rows: [row] });
  }
  const isCut = cutCells(
    layout,
    rows.map(({ row }) => row),
  );
  return groups.map(({ heading, rows: members }) => {
    const filled = new Map(heading?.values ?? []);
    for (const [index, row] of members.entries())
      for (const [key, value] of fillRow(row, plans, conventions, isCut, true))
        filled.set(`${inner.key}[${index}].${key}`, value);
    return filled;
  });
}

function rowsOf(row: TableRow): number[] {
  return [...row.cells.values()].flatMap((spans) => spans.map((span) => span.segment.row));
}

function sameGroup(a: Heading | undefined, b: Heading | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.values.size === 0) return false;
  return [...b.values].every(([key, { value }]) => a.values.get(key)?.value === value);
}

/** Reads a heading such as `Age group: 30-34`. */
function labelledHeading(
  row: Row,
  outer: readonly ColumnPlan[],
  conventions: DocumentConventions,
): Heading | undefined {
  const values = new Map<string, ReadValue>();
  for (const segment of row.segments) {
    const match = /^\W*([\p{L}][^:]{1,30}?)\s*[:#]\s*(?=\S)/u.exec(segment.text);
    const plan = match === null ? undefined : bestPlan(match[1] ?? '', outer);
    if (match === null || plan === undefined) continue;
    const spans = [{ segment, start: match[0].length, end: segment.text.length }];
    const value = cellValue(plan, spans, conventions);
    if (value !== null && !Array.isArray(value))
      values.set(plan.path, { value, spans, evidence: { score: 1 }, reason: 'label of a group of rows' });
  }
  return values.size === 0 ? undefined : { row: row.index, values };
}

function bestPlan(label: string, outer: readonly ColumnPlan[]): ColumnPlan | undefined {
  return outer.find((plan) => headerFit(label, plan) >= 0.9);
}

/**
 * Reads headings without a label: lines with one text that are not rows of a table. The text is the value of the first
 * text or date field of the group.
 */
function bareHeadings(
  layout: TextLayout,
  used: ReadonlySet<number>,
  outer: readonly ColumnPlan[],
  conventions: DocumentConventions,
): Heading[] {
  const plan = outer.find(({ node }) => node.kind === 'string' || node.kind === 'date');
  if (plan === undefined) return [];
  return layout.rows.flatMap((row) => {
    const [segment] = row.segments;
    if (segment === undefined || row.segments.length > 1 || used.has(row.index) || !isHeadingText(segment))
      return [];
    const spans = [{ segment, start: 0, end: segment.text.length }];
    const value = cellValue(plan, spans, conventions);
    const filled = {
      value,
      spans,
      evidence: { score: 0.7 },
      reason: 'line with one text above a group of rows',
    };
    return value === null ? [] : [{ row: row.index, values: new Map([[plan.path, filled]]) }];
  });
}

function isHeadingText({ text, words }: Segment): boolean {
  return (
    words.length <= 8 &&
    /\p{L}/u.test(text) &&
    !/[.;,]$/.test(text) &&
    !isSumLabel(text) &&
    !/^(?:page|seite)\s*\d/i.test(text)
  );
}
