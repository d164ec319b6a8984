import type { Span } from '../candidates/candidate.ts';
import type { LabelledLayout } from '../candidates/labelled-values.ts';
import type { Row, Segment } from '../layout/text-layout.ts';
import { findAmounts } from '../recognise/amounts.ts';
import { assignCells, isOutsideTable } from './assign-cells.ts';
import { type ColumnPlan, knownHeaders, type TableRow } from './column-plan.ts';
import type { TableHeader } from './find-header.ts';

const sumConcepts = new Set([
  'grand_total',
  'net_total',
  'tax_total',
  'amount_due',
  'rounding',
  'cash_tendered',
  'change',
  'line_total_sum',
  'total_quantity',
  'amount_paid',
]);
const carriedForward =
  /^\W*(?:übertrag|uebertrag|(?:amount |total |balance )?(?:carr(?:y|ied) (?:over|forward)|brought forward)|zwischensumme|sub-?\s?total|à reporter|a reporter|report(?:é)?|suma y sigue|riporto|transport|te transporteren)[\s:]*(?:\p{L}{3}\s|\p{Sc})?[\d.,' ]*\p{Sc}?\W*$/iu;
const taxLine =
  /^\W*(?:plus|zzgl\.?|incl\.?|inkl\.?|dont)?\s*(?:(?:vat|gst|sst|tax|mwst|ust|tva|iva|btw|mva|moms)\.?\W*\d{1,2}(?:[.,]\d{1,2})?\s?%|\d{1,2}(?:[.,]\d{1,2})?\s?%\s*(?:vat|gst|sst|tax|mwst|ust|tva|iva|btw|mva|moms)\b\.?)(?:\s*(?:auf|von|on|of|sur|de|di|su|over)\s[\d.,' ]+(?:\p{Sc}|EUR)?)?\W*$/iu;
const rowLimit = 5_000;

/**
 * Returns the rows from `start` to the sums, the next header or the end of the page. `ended` is `false` if the table can
 * continue on the next page. `next` is the index of the printed row at which reading stopped.
 */
export function readRows(
  labelled: LabelledLayout,
  header: TableHeader,
  plans: readonly ColumnPlan[],
  before: number,
  start = header.lastRow + 1,
): { rows: TableRow[]; ended: boolean; next: number } {
  const { layout } = labelled;
  const body: { row: Row; cells: Map<number, Segment[]> }[] = [];
  const page = layout.rows[start]?.page;
  let ended = false;
  let index = start;
  let last = layout.rows[start]?.top ?? 0;
  if (page === layout.rows[header.lastRow]?.page) last = layout.rows[header.lastRow]?.bottom ?? last;
  for (; index < Math.min(before, start + rowLimit); index++) {
    const row = layout.rows[index];
    if (row === undefined || row.page !== page) break;
    const height = Math.max(8, row.segments[0]?.height ?? 8);
    if (row.segments.every((segment) => isOutsideTable(segment, header))) continue;
    // A text far below the last row is the page footer. The table can continue on the next page.
    if (row.top - last > 5.5 * height && body.length > 0) break;
    if (isCarriedForward(row) && body.length > 0) break;
    if (body.length > 0 && isOtherHeader(row)) {
      ended = true;
      break;
    }
    if (isSum(labelled, row, header)) {
      ended = !isCarriedForward(row);
      break;
    }
    if (!isCarriedForward(row)) body.push({ row, cells: assignCells(row, header) });
    last = row.bottom;
  }
  return { rows: groupRows(body, header, plans), ended, next: index };
}

/**
 * Returns whether a row is the header of another table. Such a row has at least three cells, no digits and at
 * least two known headers.
 */
function isOtherHeader(row: Row): boolean {
  if (row.segments.length < 3 || row.segments.some((segment) => /\d/.test(segment.text))) return false;
  const known = row.segments.filter((segment) =>
    knownHeaders.has(segment.tokens.map((token) => token.text).join('')),
  );
  return known.length >= 2;
}

function isCarriedForward(row: Row): boolean {
  return row.segments.some((segment) => carriedForward.test(segment.text));
}

/** Returns whether a row has the label of a sum or a tax, and fills at most three columns. */
function isSum(labelled: LabelledLayout, row: Row, header: TableHeader): boolean {
  const named = row.segments.some((segment) =>
    (labelled.bySegment.get(segment.id) ?? []).some(
      (hit) =>
        hit.atStart &&
        (hit.concepts.some((id) => sumConcepts.has(id)) ||
          /^(?:total|totals|summe|gesamt|totaal|totale|jumlah|nettotal)$/.test(hit.joined)) &&
        (hit.colon || hit.endsSegment || hit.segment.text.length < 45),
    ),
  );
  if (!named && !row.segments.some((segment) => taxLine.test(segment.text))) return false;
  const filled = new Set([...assignCells(row, header).keys()]);
  return filled.size <= 3;
}

function groupRows(
  body: readonly { row: Row; cells: Map<number, Segment[]> }[],
  header: TableHeader,
  plans: readonly ColumnPlan[],
): TableRow[] {
  const anchors = anchorColumns(header, plans, body);
  const text = header.columns.findIndex(
    (column) => plans[column.plan]?.concept?.id === 'description' || column.concepts.includes('description'),
  );
  const rightMost = Math.max(
    ...body.flatMap(({ cells }) => (cells.get(text) ?? []).map((one) => one.box.right)),
    0,
  );
  const bare = body.filter(
    ({ cells }, index) =>
      hasAnchor(cells, anchors) &&
      (cells.get(text) ?? []).length === 0 &&
      !hasNumbers(body[index - 1]?.cells ?? new Map(), header, plans),
  ).length;
  const anchored = body.filter(({ cells }) => hasAnchor(cells, anchors)).length;
  const textAbove = text >= 0 && bare * 2 > anchored;
  const rows: OpenRow[] = [];
  let pending: Segment[] = [];
  let partial: OpenRow | undefined;
  for (const { row, cells } of body) {
    const description = cells.get(text) ?? [];
    if (hasAnchor(cells, anchors)) {
      const own = new Map(cells);
      if (partial !== undefined && fitsTogether(partial, cells, text, row)) {
        for (const [column, segments] of partial.cells)
          own.set(column, [...segments, ...(column === text ? description : [])]);
      } else if (textAbove && pending.length > 0) own.set(text, [...pending, ...description]);
      pending = [];
      partial = undefined;
      rows.push({ cells: own, bottom: row.bottom });
    } else if (hasNumbers(cells, header, plans)) {
      partial = { cells: new Map(cells), bottom: row.bottom };
    } else {
      if (textAbove) pending.push(...description);
      else continueRow(rows.at(-1), cells, text, row, rightMost);
    }
  }
  return rows.map(({ cells }) => ({
    cells: new Map(
      [...cells].flatMap(([column, segments]): [number, Span[]][] => {
        const plan = header.columns[column]?.plan ?? -1;
        return plan < 0
          ? []
          : [[plan, segments.map((segment) => ({ segment, start: 0, end: segment.text.length }))]];
      }),
    ),
  }));
}

interface OpenRow {
  readonly cells: Map<number, Segment[]>;
  bottom: number;
}

/** Returns whether a row has a number in a column whose field is a number or an amount. */
function hasNumbers(
  cells: ReadonlyMap<number, readonly Segment[]>,
  header: TableHeader,
  plans: readonly ColumnPlan[],
): boolean {
  return [...cells].some(([column, segments]) => {
    const shape = plans[header.columns[column]?.plan ?? -1]?.shape;
    return (
      (shape === 'number' || shape === 'amount') &&
      segments.some((segment) => findAmounts(segment.text).length > 0)
    );
  });
}

/**
 * Returns whether two printed lines belong to one table row. The amount can be printed one line lower than the rest.
 */
function fitsTogether(
  partial: OpenRow,
  cells: ReadonlyMap<number, readonly Segment[]>,
  text: number,
  row: Row,
): boolean {
  const height = Math.max(6, row.segments[0]?.height ?? 6);
  if (row.top - partial.bottom > 1.5 * height) return false;
  return [...partial.cells.keys()].every(
    (column) =>
      column === text ||
      !cells.has(column) ||
      !partial.cells.get(column)?.some((one) => /\d[.,]\d/.test(one.text)),
  );
}

/**
 * Returns the columns whose values mark the start of a table row. Prefers the line amount, then the other
 * columns with a number or date.
 */
function anchorColumns(
  header: TableHeader,
  plans: readonly ColumnPlan[],
  body: readonly { cells: Map<number, Segment[]> }[],
): number[] {
  for (const concept of ['amount', 'unit_price', 'quantity', 'position', 'item_code', 'date']) {
    const found = header.columns.flatMap((column, index) =>
      plans[column.plan]?.concept?.id === concept || (column.plan < 0 && column.concepts.includes(concept))
        ? [index]
        : [],
    );
    if (found.length > 0 && body.some(({ cells }) => hasAnchor(cells, found))) return found;
  }
  const numeric = header.columns.flatMap((column, index) =>
    plans[column.plan]?.shape === 'number' ? [index] : [],
  );
  return numeric.length > 0 ? numeric : header.columns.map((_, index) => index);
}

function hasAnchor(cells: ReadonlyMap<number, readonly Segment[]>, anchors: readonly number[]): boolean {
  return anchors.some((column) =>
    (cells.get(column) ?? []).some(
      (segment) => findAmounts(segment.text).length > 0 || /^\S*\d\S*$/.test(segment.text),
    ),
  );
}

/**
 * Adds the text of a line to the row above it, if the text continues the description or the row has no
 * description yet.
 */
function continueRow(
  row: OpenRow | undefined,
  cells: ReadonlyMap<number, readonly Segment[]>,
  text: number,
  line: Row,
  rightMost: number,
): void {
  if (row === undefined) return;
  const description = cells.get(text) ?? [];
  const previous = row.cells.get(text)?.at(-1);
  const first = description[0];
  if (first !== undefined && previous !== undefined && isWrapped(previous, first, row.bottom, rightMost)) {
    row.cells.set(text, [...(row.cells.get(text) ?? []), ...description]);
    row.bottom = line.bottom;
  } else if (
    first !== undefined &&
    previous === undefined &&
    line.top - row.bottom < 2 * Math.max(6, first.height)
  ) {
    row.cells.set(text, [...description]);
    row.bottom = line.bottom;
  }
}

function isWrapped(previous: Segment, next: Segment, bottom: number, rightMost: number): boolean {
  const gap = next.box.top - bottom;
  if (
    gap > 0.9 * Math.max(6, next.height) ||
    Math.abs(next.box.left - previous.box.left) > 3 * Math.max(6, next.height)
  )
    return false;
  if (/^[\p{L} .-]{2,25}:|^\W*(?:gtin|ean|sku|art|ref|serial|sn|\d[\d.,]*\s*(?:%|€)?\s*$)/iu.test(next.text))
    return false;
  if (/[:,(&-]$/.test(previous.text) || /^\p{Ll}/u.test(next.text)) return true;
  const { left, right } = previous.box;
  const slack = previous.words.length >= 2 ? 0.22 : 0.12;
  return right >= rightMost - slack * (rightMost - left);
}
