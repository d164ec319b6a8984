import type { LabelHit } from '../labels/find-labels.ts';
import { boxAround, type Segment, type TextLayout } from '../layout/text-layout.ts';
import type { FieldPlan, PlanShape } from '../lexicon/plan-fields.ts';
import { answerCells } from './answer-cells.ts';
import type { Candidate, FoundValue } from './candidate.ts';
import { captionedValue, isCaption } from './captioned-value.ts';
import type { ValueReader } from './value-reader.ts';

/** The text of a document with the labels found in it. */
export interface LabelledLayout {
  readonly layout: TextLayout;
  readonly hits: readonly LabelHit[];
  readonly bySegment: ReadonlyMap<number, readonly LabelHit[]>;
}

export function withLabels(layout: TextLayout, hits: readonly LabelHit[]): LabelledLayout {
  const bySegment = new Map<number, LabelHit[]>();
  for (const hit of hits) {
    const list = bySegment.get(hit.segment.id);
    if (list === undefined) bySegment.set(hit.segment.id, [hit]);
    else list.push(hit);
  }
  return { layout, hits, bySegment };
}

/** Value formats that accept any text. */
const openShapes = new Set<PlanShape>(['text', 'company', 'address', 'enum']);

/**
 * Maximum number of labels examined per field. The maximum limits the time for a document that repeats one label very
 * often.
 */
const maxHits = 1_500;

/** Returns the values near every label of the fields: after the label, to its right and below it. */
export function labelledValues(
  labelled: LabelledLayout,
  fields: readonly FieldPlan[],
  reader: ValueReader,
): Candidate[] {
  const candidates: Candidate[] = [];
  const seen = new Map<number, number>();
  for (const hit of labelled.hits) {
    for (const owner of hit.owners) {
      const count = (seen.get(owner.field) ?? 0) + 1;
      seen.set(owner.field, count);
      if (count > maxHits) continue;
      const field = fields[owner.field];
      if (field === undefined || field.shape === 'enum') continue;
      const strength =
        owner.weight * placeFactor(hit, field.shape) + Math.min(0.12, hit.joined.length * 0.008);
      for (const near of valuesNear(labelled, hit, field.shape, reader)) {
        candidates.push({
          ...near.value,
          field: owner.field,
          score: strength * near.factor,
          reason: `${near.where} the label "${hit.segment.text.slice(hit.start, hit.end)}"`,
          labelled: true,
        });
      }
    }
  }
  return candidates;
}

/**
 * Returns the weight of a label by its position. A label inside a sentence is weaker evidence than a label at
 * the start of a line or before a colon.
 */
function placeFactor(hit: LabelHit, shape: PlanShape): number {
  if (hit.atStart) return hit.colon || hit.endsSegment ? 1 : openShapes.has(shape) ? 0.45 : 0.9;
  if (hit.colon) return 0.9;
  if (openShapes.has(shape)) return hit.endsSegment ? 0.45 : 0.2;
  return hit.endsSegment ? 0.8 : 0.7;
}

/**
 * Returns whether the text after a label explains the label, as in `Name (as shown on ...)`. Such a text is
 * not a value.
 */
function hasNote(hit: LabelHit): boolean {
  return hit.atStart && !hit.colon && /^\s*(?:\(|\p{Ll}{2})/u.test(hit.segment.text.slice(hit.end));
}

interface NearValue {
  readonly value: FoundValue;
  readonly factor: number;
  readonly where: string;
}

/** Texts such as `-` and `n/a` that state that there is no value. */
const noValue =
  /^\s*(?:[-–—]{1,3}|n\s?\/\s?a|n\.a\.|none|nil|keine?|entfällt|aucune?|néant|ninguno|nessuno|geen)\s*$/iu;

function valuesNear(
  labelled: LabelledLayout,
  hit: LabelHit,
  shape: PlanShape,
  reader: ValueReader,
): NearValue[] {
  const after = valuesAfter(labelled, hit, shape, reader);
  if (after.length > 0) return after;
  if (hit.colon && !hit.endsSegment && openShapes.has(shape)) return [];
  const captioned = captionedValue(labelled.layout, hit);
  if (captioned !== undefined) return valuesOfCaption(captioned, shape, reader);
  if (declaresNoValue(labelled, hit)) return [];
  const right = labelled.layout.geometry ? valuesRight(labelled, hit, shape, reader) : [];
  // Ignores names and addresses below the label, because `findParties` reads them.
  if (labelled.layout.geometry && (shape === 'company' || shape === 'address')) return right;
  const below = valuesBelow(labelled, hit, shape, reader, right.length > 0);
  return [...right, ...below];
}

/** Returns the most probable value in a text in larger type that touches a caption. */
function valuesOfCaption(segment: Segment, shape: PlanShape, reader: ValueReader): NearValue[] {
  return preferredValues(reader.read(segment, 0, segment.text.length, shape), shape)
    .slice(0, 1)
    .map((value) => ({ value, factor: 0.97, where: 'in larger type, directly above or below' }));
}

/** Returns whether a text such as `n/a` is at the place of the value: after the label, to its right or below it. */
function declaresNoValue(labelled: LabelledLayout, hit: LabelHit): boolean {
  const row = labelled.layout.rows[hit.segment.row];
  const right = row?.segments[row.segments.indexOf(hit.segment) + 1];
  const after = hit.segment.text.slice(hit.end).replace(/^\s*[.:：]\s*/, ' ');
  if (right === undefined && /^\s/.test(after) && noValue.test(after)) return true;
  if (right !== undefined && noValue.test(right.text)) return true;
  if (!labelled.layout.geometry || (hit.colon && right !== undefined)) return false;
  const below = segmentsBelow(labelled.layout, hit.segment, 1)[0];
  return (
    below !== undefined && noValue.test(below.text) && Math.abs(below.box.left - hit.segment.box.left) < 20
  );
}

function valuesAfter(
  labelled: LabelledLayout,
  hit: LabelHit,
  shape: PlanShape,
  reader: ValueReader,
): NearValue[] {
  const { segment } = hit;
  if (hit.endsSegment) return [];
  const open = openShapes.has(shape);
  // A tax number can end in a word that is otherwise a label (`CHE-123.456.789 MWST`).
  const whole = shape === 'vat-id';
  const next = nextLabel(labelled, hit, open);
  const to = next?.start ?? segment.text.length;
  const values = reader
    .read(segment, hit.end, whole ? segment.text.length : to, shape)
    .filter((value) => (value.spans[0]?.start ?? 0) < to && !(shape === 'amount' && isBase(hit, value)));
  if (open && hasNote(hit)) return [];
  if (open) {
    return values.map((value) => ({ value, factor: hit.colon ? 1 : 0.75, where: 'after' }));
  }
  return preferredValues(values, shape).map((value, index) => {
    const gap = segment.text.slice(hit.end, value.spans[0]?.start ?? hit.end);
    const words = gap.replace(/\([^)]*\)/g, '').match(/\p{L}{3,}/gu)?.length ?? 0;
    return { value, factor: (1 - Math.min(0.5, words * 0.12)) * 0.9 ** index, where: 'after' };
  });
}

/**
 * Returns the next label on the line, which ends the value of `hit`. Skips a second label of the same value,
 * as in `Invoice date / Service date:`.
 */
function nextLabel(labelled: LabelledLayout, hit: LabelHit, open: boolean): LabelHit | undefined {
  let end = hit.end;
  for (const other of labelled.bySegment.get(hit.segment.id) ?? []) {
    if (other.start < hit.end || !(other.colon || (!open && other.concepts.length > 0))) continue;
    if (!/^\s*(?:[/=&+]|und|and|et|y|e|en)\s*$/iu.test(hit.segment.text.slice(end, other.start)))
      return other;
    end = other.end;
  }
  return undefined;
}

/** Returns whether an amount after a tax label is the taxed amount, as in `19 % VAT on 120.00`. */
function isBase(hit: LabelHit, value: FoundValue): boolean {
  const lead = hit.segment.text.slice(hit.end, value.spans[0]?.start ?? hit.end);
  // In `VAT of 24.00`, the amount is the tax. In `20 % VAT of 120.00`, the amount is the taxed amount.
  const rated = /\d\s?%/.test(hit.segment.text.slice(0, value.spans[0]?.start ?? hit.end));
  const base = /(?:^|\s)(?:(auf|on|sur|su|sobre|over)|von|aus|of|de|di|van)\s*(?:€|EUR|EURO)?\s*$/iu.exec(
    lead,
  );
  return base !== null && (rated || base[1] !== undefined);
}

/**
 * Returns the most probable values on a line, best first. Prefers the last values for an amount field, and the first
 * values for other fields.
 */
function preferredValues(values: readonly FoundValue[], shape: PlanShape): FoundValue[] {
  if (shape !== 'amount') return values.slice(0, 2);
  const money = values.filter(
    (value) => (value.amount?.decimals ?? 0) === 2 || value.amount?.currency !== undefined,
  );
  return (money.length > 0 ? money : values).toReversed().slice(0, 3);
}

/**
 * A numbered title such as `6.11 Notices`. A bare number next to such a title is a page number in a table of contents.
 */
const numberedTitle = /^\d+\.\d+\.?\s/;

function valuesRight(
  labelled: LabelledLayout,
  hit: LabelHit,
  shape: PlanShape,
  reader: ValueReader,
): NearValue[] {
  const row = labelled.layout.rows[hit.segment.row];
  if (row === undefined) return [];
  const behind = row.segments.slice(row.segments.indexOf(hit.segment) + 1);
  const rest = shape === 'boolean' ? answersIn(labelled, behind) : behind;
  const open = openShapes.has(shape);
  const values: FoundValue[] = [];
  for (const segment of rest.slice(0, open ? 2 : 8)) {
    const hits = labelled.bySegment.get(segment.id) ?? [];
    if (hits.some((other) => other.atStart && (other.colon || other.concepts.length > 0))) break;
    // A cell that ends in a colon labels another value.
    if (open && /[:：]\s*$/.test(segment.text)) break;
    if (areHeaders(labelled, hit.segment, segment) || isCaption(labelled.layout, segment)) break;
    if (open && numberedTitle.test(hit.segment.text) && /^\d{1,4}$/.test(segment.text)) break;
    const found = reader.read(segment, 0, segment.text.length, shape);
    values.push(...found);
    if (open && found.length > 0) break;
    const isText = (segment.text.match(/\p{L}/gu)?.length ?? 0) > 12 && found.length === 0;
    if (isText || (found.length > 0 && shape !== 'amount')) break;
  }
  const tail = hit.endsSegment ? 1 : 0.85;
  return preferredValues(values, shape).map((value, index) => ({
    value,
    factor: (open ? 0.85 : 0.97) * tail * 0.9 ** index,
    where: 'to the right of',
  }));
}

/**
 * Returns whether cells of a row are headers. Headers have no digits. Close below each header is a cell that has digits
 * and the same left edge.
 */
function areHeaders({ layout }: LabelledLayout, ...cells: readonly Segment[]): boolean {
  return (
    layout.geometry &&
    cells.every((cell) => {
      const [below] = segmentsBelow(layout, cell, 1);
      const isFlush =
        below !== undefined &&
        Math.abs(below.box.left - cell.box.left) < 0.5 * cell.height &&
        below.box.top - cell.box.bottom < 2 * cell.height;
      return isFlush && !/\d/.test(cell.text) && /\d/.test(below.text);
    })
  );
}

function valuesBelow(
  labelled: LabelledLayout,
  hit: LabelHit,
  shape: PlanShape,
  reader: ValueReader,
  hasRightValue: boolean,
): NearValue[] {
  const { layout } = labelled;
  const header = layout.geometry && isHeader(labelled, hit.segment);
  if (!hit.endsSegment && !header && !hasNote(hit)) return [];
  if (header && shape === 'amount') return columnAmounts(labelled, hit, reader);
  const below = segmentsBelow(layout, hasNote(hit) ? hit.segment : labelPart(hit), header ? 4 : 2);
  for (const segment of shape === 'boolean' ? answersBelow(labelled, hit, below) : below) {
    const hits = labelled.bySegment.get(segment.id) ?? [];
    if (
      hits.some((other) => other.atStart && (other.colon || (other.endsSegment && other.concepts.length > 0)))
    )
      return [];
    const found = preferredValues(reader.read(segment, 0, segment.text.length, shape), shape)[0];
    if (found === undefined) {
      if (openShapes.has(shape) || (shape === 'identifier' && !header)) return [];
      continue;
    }
    const factor = (header ? 0.85 : 0.7) * (hasRightValue ? 0.8 : 1);
    return [{ value: found, factor, where: header ? 'in the column below' : 'below' }];
  }
  return [];
}

/** Returns the cells that precede the next label and can answer a question. */
function answersIn({ bySegment }: LabelledLayout, cells: readonly Segment[]): readonly Segment[] {
  const next = cells.findIndex((cell) =>
    (bySegment.get(cell.id) ?? []).some((hit) => hit.atStart && (hit.colon || hit.concepts.length > 0)),
  );
  return answerCells(next < 0 ? cells : cells.slice(0, next));
}

/**
 * Returns the cells below a question that can answer the question. If the row below prints several answers, returns
 * only cells of this row.
 */
function answersBelow(
  labelled: LabelledLayout,
  { segment }: LabelHit,
  [first, ...others]: readonly Segment[],
): readonly Segment[] {
  if (first === undefined) return [];
  const { rows } = labelled.layout;
  const row = rows[segment.row]?.segments ?? [];
  const end = row[row.indexOf(segment) + 1]?.box.left ?? Infinity;
  const below = rows[first.row]?.segments ?? [];
  const cells = below.slice(below.indexOf(first)).filter(({ box }) => box.left < end);
  return cells.length < 2 ? [first, ...others] : answersIn(labelled, cells);
}

/** Returns the part of a cell that contains the label. A cell can contain the headers of several columns. */
function labelPart({ segment, start, end, atStart, endsSegment }: LabelHit): Segment {
  if (atStart && endsSegment) return segment;
  const words = segment.words.filter((word, index) => {
    const from = segment.starts[index] ?? 0;
    return from < end && from + word.text.length > start;
  });
  return words.length === 0 ? segment : { ...segment, box: boxAround(words.map(({ box }) => box)) };
}

/** Returns the amounts in the column below a label. In a table of sums, the last amount is the total. */
function columnAmounts(labelled: LabelledLayout, hit: LabelHit, reader: ValueReader): NearValue[] {
  const values: FoundValue[] = [];
  let last = hit.segment;
  for (const segment of segmentsBelow(labelled.layout, labelPart(hit), 8)) {
    const money = reader.read(segment, 0, segment.text.length, 'amount').at(-1);
    const decimals = money?.amount?.decimals;
    if (money === undefined || (values.length > 0 && decimals !== values[0]?.amount?.decimals)) break;
    // A row with its own label before the amount belongs to a list of sums, not to this column.
    const row = labelled.layout.rows[segment.row];
    const named = row?.segments.some((cell) =>
      (labelled.bySegment.get(cell.id) ?? []).some(
        (other) => other.atStart && other.concepts.length > 0 && other.endsSegment,
      ),
    );
    if (segment.box.top - last.box.bottom > 3 * Math.max(6, segment.height) || (named && values.length > 0))
      break;
    values.push(money);
    last = segment;
  }
  return values.map((value, index) => ({
    value,
    // A long column usually contains the amounts of items instead of a sum.
    factor: values.length > 4 ? 0.45 : 0.7 + (index === values.length - 1 ? 0.16 : 0),
    where: 'in the column below',
  }));
}

/** Returns whether the row looks like a table header: at least two cells start with a label, and none has an amount. */
function isHeader(labelled: LabelledLayout, segment: Segment): boolean {
  const row = labelled.layout.rows[segment.row];
  if (row === undefined || row.segments.length < 2) return false;
  const cells = row.segments.filter((cell) =>
    (labelled.bySegment.get(cell.id) ?? []).some((hit) => hit.atStart),
  );
  return cells.length >= 2 && !row.segments.some((cell) => /\d[.,]\d\d(?!\d)/.test(cell.text));
}

/**
 * Returns the text segments that are below the given segment and horizontally overlap it, the nearest first.
 */
export function segmentsBelow(layout: TextLayout, segment: Segment, limit: number): Segment[] {
  const found: Segment[] = [];
  const { box } = segment;
  const reach = Math.max(segment.height, 6) * 4.5;
  const lastRow = Math.min(layout.rows.length, segment.row + limit + 4);
  for (let index = segment.row + 1; index < lastRow; index++) {
    const row = layout.rows[index];
    if (row === undefined || row.page !== segment.page) break;
    if (!layout.geometry) {
      found.push(...row.segments.slice(0, 1));
      return found;
    }
    const last = found.at(-1)?.box.bottom ?? box.bottom;
    if (row.top - last > reach) break;
    const shared = (other: Segment): number =>
      Math.min(other.box.right, box.right) - Math.max(other.box.left, box.left);
    const below = row.segments
      .filter((other) => shared(other) > -2 && other.box.top >= box.top)
      .reduce<Segment | undefined>(
        (best, other) => (best === undefined || shared(other) > shared(best) ? other : best),
        undefined,
      );
    if (below !== undefined) found.push(below);
    if (found.length >= limit) break;
  }
  return found;
}
