import type { Box } from '../../../parsed-document.ts';
import { joinedForm } from '../layout/fold-text.ts';
import { boxAround, makeSegment, type Row, type Segment, type TextLayout } from '../layout/text-layout.ts';
import { type ColumnPlan, knownHeaders } from './column-plan.ts';

export interface HeaderColumn {
  readonly box: Box;
  readonly text: string;
  readonly joined: string;
  /** Index in the list of column plans, or -1 if no field requests the column. */
  readonly plan: number;
  /** Ids of the concepts that the header can mean, such as `quantity`. */
  readonly concepts: readonly string[];
}

export interface TableHeader {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly columns: readonly HeaderColumn[];
  /**
   * Score of the header. Requested and known columns raise the score. Unknown cells and additional header
   * rows lower the score.
   */
  readonly score: number;
}

interface Cell {
  readonly box: Box;
  readonly texts: readonly string[];
  readonly joined: string;
}

const maxHeaders = 400;

/** Returns the possible headers of the requested table, at most 400. A header has one to six rows. */
export function findHeaders(layout: TextLayout, plans: readonly ColumnPlan[]): TableHeader[] {
  const headers: TableHeader[] = [];
  let from = 0;
  for (const row of layout.rows) {
    if (row.index < from || !canBeHeader(row)) continue;
    const header = headerAt(layout, row, plans);
    if (header === undefined) continue;
    headers.push(header);
    if (headers.length >= maxHeaders) break;
    from = header.lastRow + 1;
  }
  return headers;
}

function canBeHeader(row: Row): boolean {
  return (
    row.segments.length >= 1 &&
    row.segments.length <= 25 &&
    !row.segments.some((one) => /\d[.,]\d{2}(?!\d)/.test(one.text))
  );
}

function headerAt(layout: TextLayout, row: Row, plans: readonly ColumnPlan[]): TableHeader | undefined {
  let best: TableHeader | undefined;
  let cells = cellsOf(row, plans);
  if (!cells.some((cell) => isKnown(cell.joined, plans))) return undefined;
  let previous = row;
  for (let last = row.index; last <= row.index + 5; last++) {
    if (last > row.index) {
      const next = layout.rows[last];
      if (next === undefined || next.page !== row.page) break;
      if (isMarginNote(next, cells)) continue;
      if (!canBeHeader(next)) break;
      const height = Math.max(6, previous.segments[0]?.height ?? 6);
      if (next.top - previous.bottom > 1.2 * height || next.segments.some((one) => /\d/.test(one.text)))
        break;
      cells = stack(cells, cellsOf(next, plans));
      previous = next;
    }
    const header = scoreHeader(cells, row.index, last, plans);
    if (header !== undefined && (best === undefined || header.score > best.score)) best = header;
  }
  return best;
}

/** Returns whether a row contains only text to the left or right of the table. */
function isMarginNote(row: Row, cells: readonly Cell[]): boolean {
  const left = Math.min(...cells.map((cell) => cell.box.left));
  const right = Math.max(...cells.map((cell) => cell.box.right));
  return row.segments.every((segment) => segment.box.right < left - 2 || segment.box.left > right + 12);
}

/** Returns the cells of a row. Splits a cell that consists of several known headers. */
function cellsOf(row: Row, plans: readonly ColumnPlan[]): Cell[] {
  return row.segments
    .flatMap((segment) => cutKnown(segment, plans))
    .map((segment) => ({
      box: segment.box,
      texts: [segment.text],
      joined: segment.tokens.map((token) => token.text).join(''),
    }));
}

function cutKnown(segment: Segment, plans: readonly ColumnPlan[]): Segment[] {
  const joined = segment.tokens.map((token) => token.text).join('');
  if (segment.words.length < 2 || segment.words.length > 12 || isKnown(joined, plans)) return [segment];
  const pieces: Segment[] = [];
  let at = 0;
  while (at < segment.words.length) {
    let matched = 0;
    for (let length = Math.min(4, segment.words.length - at); length >= 1; length--) {
      const piece = makeSegment(segment.words.slice(at, at + length), segment.page);
      if (!isKnown(piece.tokens.map((token) => token.text).join(''), plans)) continue;
      pieces.push(piece);
      matched = length;
      break;
    }
    if (matched === 0) return [segment];
    at += matched;
  }
  // Keeps headers with the same meaning together, as in `Product / Service`.
  const kinds = new Set(
    pieces.map((piece) => knownHeaders.get(piece.tokens.map((token) => token.text).join(''))?.[0]),
  );
  if (pieces.length > 1 && kinds.size === 1) return [segment];
  return pieces;
}

function isKnown(joined: string, plans: readonly ColumnPlan[]): boolean {
  return knownHeaders.has(joined) || plans.some((plan) => plan.labels.has(joined));
}

function stack(upper: readonly Cell[], lower: readonly Cell[]): Cell[] {
  const result: Cell[] = [...upper];
  for (const cell of lower) {
    const at = result.findIndex(
      (other) => other.box.left < cell.box.right && other.box.right > cell.box.left,
    );
    const over = result[at];
    if (over === undefined) result.push(cell);
    else
      result[at] = {
        box: boxAround([over.box, cell.box]),
        texts: [...over.texts, ...cell.texts],
        joined: over.joined + cell.joined,
      };
  }
  return result.sort((a, b) => a.box.left - b.box.left);
}

/** Drops cells that contain digits and are left of the first header, because they are notes next to the table. */
function withoutSidebar(cells: readonly Cell[], plans: readonly ColumnPlan[]): readonly Cell[] {
  const isHeader = (cell: Cell): boolean =>
    isKnown(cell.joined, plans) || cell.texts.some((one) => isKnown(joinedForm(one), plans));
  const first = cells.findIndex(isHeader);
  return cells.filter((cell, index) => index >= first || !/\d/.test(cell.joined));
}

function scoreHeader(
  all: readonly Cell[],
  firstRow: number,
  lastRow: number,
  plans: readonly ColumnPlan[],
): TableHeader | undefined {
  const cells = withoutSidebar(all, plans);
  const read = cells.map((cell) => readCell(cell, plans));
  const known = read.filter((one) => one.matches.length > 0 || one.concepts.length > 0).length;
  if (known < 2 || known < cells.length * 0.5) return undefined;
  const assigned = new Set<number>();
  const plansOf = new Map<number, number>();
  const pairs = read.flatMap(({ matches }, index) => matches.map((match) => ({ index, ...match })));
  // The least ambiguous header of a field comes first: `Description` before `Item`.
  pairs.sort((a, b) => a.order - b.order || a.index - b.index);
  for (const { index, plan } of pairs) {
    if (assigned.has(plan) || plansOf.has(index)) continue;
    assigned.add(plan);
    plansOf.set(index, plan);
  }
  preferLastAmount(read, plansOf, plans);
  if (assigned.size < Math.min(2, plans.length)) return undefined;
  const columns = cells.map((cell, index) => ({
    box: cell.box,
    text: cell.texts.join(' '),
    joined: cell.joined,
    plan: plansOf.get(index) ?? -1,
    concepts: read[index]?.concepts ?? [],
  }));
  const score =
    assigned.size +
    0.2 * (known - assigned.size) -
    0.1 * (cells.length - known) -
    0.05 * (lastRow - firstRow);
  return { firstRow, lastRow, columns, score };
}

/** If several columns can be the line amount, chooses the rightmost one. */
function preferLastAmount(
  read: readonly { matches: readonly Match[] }[],
  plansOf: Map<number, number>,
  plans: readonly ColumnPlan[],
): void {
  const amount = plans.findIndex((plan) => plan.concept?.id === 'amount');
  if (amount < 0) return;
  const possible = [...read.keys()].filter(
    (index) =>
      read[index]?.matches.some((match) => match.plan === amount) &&
      (plansOf.get(index) ?? amount) === amount,
  );
  const last = possible.at(-1);
  if (last === undefined) return;
  for (const index of possible) plansOf.delete(index);
  plansOf.set(last, amount);
  // If `Amount` is printed before the description and again at the end, the first `Amount` is the header of the
  // quantity.
  const quantity = plans.findIndex((plan) => plan.concept?.id === 'quantity');
  const described = [...plansOf].find(([, plan]) => plans[plan]?.concept?.id === 'description')?.[0] ?? -1;
  const first = possible[0] ?? -1;
  const isTaken = [...plansOf.values()].includes(quantity);
  if (quantity >= 0 && !isTaken && first >= 0 && first < described && first !== last)
    plansOf.set(first, quantity);
}

interface Match {
  readonly plan: number;
  /**
   * Index of the header in the labels of the field. Labels are sorted by ambiguity, and the label with index 0 is the
   * least ambiguous.
   */
  readonly order: number;
}

function readCell(
  cell: Cell,
  plans: readonly ColumnPlan[],
): { matches: Match[]; concepts: readonly string[] } {
  const texts = cell.texts.map((text) => joinedForm(text));
  const forms = [cell.joined, ...texts].flatMap((form) => [form, withoutUnit(form)]);
  let known: readonly string[] = [];
  for (const form of forms) {
    const matches = plans.flatMap((plan, index) =>
      plan.labels.has(form) ? [{ plan: index, order: [...plan.labels].indexOf(form) }] : [],
    );
    const concepts = knownHeaders.get(form) ?? [];
    if (known.length === 0) known = concepts;
    if (matches.length > 0) return { matches, concepts };
  }
  return { matches: [], concepts: known };
}

/** Removes the currency at the end of a header: `amountrm` becomes `amount`. */
function withoutUnit(joined: string): string {
  return joined.replace(/(?:in)?(?:rm|myr|eur|usd|gbp|chf|sgd|euro)$/, '');
}
