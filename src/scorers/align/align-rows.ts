import { getOrCreate } from '../../base/collections.ts';
import { countValues, type FieldPlan } from '../extraction/field-plan.ts';
import type { AlignmentMethod } from '../extraction/scoring-options.ts';
import { bestPairing, boundedPairing } from './best-pairing.ts';
import { likelyPairing } from './likely-pairing.ts';
import { matchEqualRows } from './match-equal-rows.ts';
import { type GainBound, type KnownContents, nestedBound } from './nested-bounds.ts';
import { type InnerGain, type NestedGain, type PairGains, pairGains } from './pair-gains.ts';
import { PairTable, similarityUnit } from './pair-table.ts';
import { emptyPairingMargin, notComputed, type PairingMargin, pairingMargin } from './pairing-margin.ts';
import { internColumn, type NestedColumn, rowColumns } from './row-columns.ts';
import { rowKey } from './row-key.ts';
import type { RowPair } from './row-order.ts';
import { alignSmallTable, type SmallAlignment } from './small-tables.ts';

export interface RowAlignment {
  /** All rows with a value, in any order. A row without a partner is paired with `null`. */
  readonly pairs: readonly RowPair[];
  readonly method: 'optimal' | 'index' | 'key' | 'approximate';
  /**
   * Number of correct leaves in all pairs. For the methods `index` and `key`, `correct` and `similarity` are not
   * computed and are 0.
   */
  readonly correct: number;
  readonly similarity: number;
  readonly margin: () => PairingMargin;
}

/**
 * Largest number of pairs (expected rows x predicted rows) for an optimal pairing. Rows that equal a row of the other
 * table are paired first and do not count.
 */
export const optimalLimit = 9_000_000;

/**
 * Pairs the rows of two arrays. The result omits rows without any value. Deterministic.
 *
 * - `optimal` maximises the number of correct leaves, then the similarity, and then keeps the order. Above
 *   9,000,000 pairs of rows without an equal partner, it uses `likelyPairing`, and the result has the method
 *   `approximate`.
 * - `index` pairs rows by position.
 * - `key` pairs rows whose key members all match. If several rows have the same key or no key, it pairs these
 *   rows like `optimal`.
 *
 * An array inside a row is aligned by the rule of its field, and its leaves count for the pair of rows.
 */
export function alignRows(
  plan: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
  method: AlignmentMethod = plan.alignment,
  /** Whether small tables use the faster algorithm. A test sets it to false to compare both algorithms. */
  small = true,
  /** Contents of nested arrays that the caller has already read. */
  known: KnownContents = new Map(),
): RowAlignment {
  if (method === 'optimal' && small) {
    const aligned = alignSmallTable(plan, expected, predicted);
    if (aligned !== null) return finish({ ...aligned, method: 'optimal' });
  }
  const rows = rowsWithValue(plan, expected);
  const others = rowsWithValue(plan, predicted);
  if (method === 'index') return byIndex(rows, others);
  if (method !== 'optimal') return byKey(plan, expected, predicted, rows, others, method.key, known);
  return optimal(plan, expected, predicted, rows, others, known);
}

function rowsWithValue(plan: FieldPlan, values: readonly unknown[]): number[] {
  return values.flatMap((value, row) => (countValues(plan.items, value) > 0 ? [row] : []));
}

function byIndex(rows: readonly number[], others: readonly number[]): RowAlignment {
  const there = new Set(others);
  const pairs = rows.filter((row) => there.has(row)).map((row) => [row, row] as const);
  return finish({ pairs, rows, others, method: 'index' });
}

/** Pairs rows with equal keys. If several rows have the same key or no key, selects their best pairing. */
function byKey(
  plan: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
  rows: readonly number[],
  others: readonly number[],
  key: readonly string[],
  known: KnownContents,
): RowAlignment {
  const groups = new Map<string | null, { rows: number[]; others: number[] }>();
  const groupOf = (value: unknown) =>
    getOrCreate(groups, rowKey(plan.items, value, key)?.join('\u0000') ?? null, () => ({
      rows: [],
      others: [],
    }));
  for (const row of rows) groupOf(expected[row]).rows.push(row);
  for (const other of others) groupOf(predicted[other]).others.push(other);
  const pairs: (readonly [number, number])[] = [];
  for (const [text, group] of groups) {
    const { length } = pairs;
    if (group.rows.length + group.others.length > 2 || text === null) {
      for (const [row, other] of optimal(plan, expected, predicted, group.rows, group.others, known).pairs) {
        if (row !== null && other !== null) pairs.push([row, other]);
      }
    }
    if (text === null) continue;
    // The remaining rows have the same key. Pair them in order, even if the pairs have no correct leaf.
    const paired = pairs.slice(length);
    const left = group.rows.filter((row) => paired.every(([used]) => used !== row));
    const right = group.others.filter((other) => paired.every(([, used]) => used !== other));
    for (let at = 0; at < Math.min(left.length, right.length); at++)
      pairs.push([left[at] as number, right[at] as number]);
  }
  return finish({ pairs, rows, others, method: 'key' });
}

function optimal(
  plan: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
  rows: readonly number[],
  others: readonly number[],
  known: KnownContents,
): RowAlignment {
  if (rows.length === 0 || others.length === 0) return finish({ pairs: [], rows, others, method: 'optimal' });
  const { interned, tables, nested, bounds } = rowTables(
    plan,
    rows.map((row) => expected[row]),
    others.map((other) => predicted[other]),
    known,
  );
  const allByKey = nested.length === 0 && interned.every((column) => column.equivalence);
  const matchedRows = allByKey
    ? matchEqualRows(interned, rows.length, others.length)
    : { pairs: [], expectedRest: range(rows.length), predictedRest: range(others.length) };
  const { expectedRest: rest, predictedRest: otherRest } = matchedRows;
  const pairs = matchedRows.pairs.map(([i, j]) => [i, j] as const);
  const total = { correct: 0, similarity: 0 };
  for (const [i, j] of matchedRows.pairs) addGains(total, pairGains(tables, nested, [i], [j]), 0);
  let method: 'optimal' | 'approximate' = 'optimal';
  let margin = emptyPairingMargin;
  if (rest.length * otherRest.length <= optimalLimit) {
    const bounded = pairByBounds(tables, nested, bounds, rest, otherRest);
    const gains = bounded?.gains ?? pairGains(tables, nested, rest, otherRest);
    const partner = bounded?.partner ?? bestPairing(gains, rest, otherRest);
    // The margin (`pairingMargin`) needs the exact gains (`PairGains`) of all pairs of rows, but `bounded` has only
    // upper limits for some pairs.
    const measured = () => (bounded === null ? gains : pairGains(tables, nested, rest, otherRest));
    margin = pairingMargin(measured, partner, otherRest.length);
    partner.forEach((j, i) => {
      if (j === -1) return;
      pairs.push([rest[i] as number, otherRest[j] as number]);
      addGains(total, gains, i * otherRest.length + j);
    });
  } else {
    method = 'approximate';
    margin = notComputed;
    likelyPairing(tables, nested, rest, otherRest).forEach((j, i) => {
      if (j === -1) return;
      const pair = [rest[i] as number, otherRest[j] as number] as const;
      pairs.push(pair);
      addGains(total, pairGains(tables, nested, [pair[0]], [pair[1]]), 0);
    });
  }
  const original = pairs.map(([i, j]) => [rows[i] as number, others[j] as number] as const);
  return finish({ pairs: original, rows, others, method, ...total, margin });
}

/**
 * Up to this number of pairs of rows, computing the gains (`PairGains`) of all pairs is faster than `boundedPairing`.
 */
const fewPairs = 9;

/**
 * Returns the best pairing of rows that contain arrays. First computes, for each pair of rows, an upper limit of the
 * number of correct leaves. Then aligns only the inner arrays that can change the result. Returns `null` if there are
 * no inner arrays or few rows, or if `boundedPairing` finds no pairing.
 */
function pairByBounds(
  tables: readonly PairTable[],
  nested: readonly NestedGain[],
  bounds: readonly ((row: number, other: number) => GainBound)[],
  rest: readonly number[],
  otherRest: readonly number[],
): { readonly gains: PairGains; readonly partner: Int32Array } | null {
  const width = otherRest.length;
  if (nested.length === 0 || rest.length * width <= fewPairs) return null;
  const gains = pairGains(tables, [], rest, otherRest);
  for (let i = 0; i < rest.length; i++) {
    for (let j = 0; j < width; j++) {
      const cell = i * width + j;
      let similarity = tables.length * similarityUnit;
      for (const bound of bounds) {
        const inside = bound(rest[i] as number, otherRest[j] as number);
        gains.correct[cell] = (gains.correct[cell] as number) + inside.correct;
        similarity += inside.similarity;
      }
      gains.similarity[cell] = gains.correct[cell] === 0 ? 0 : 2 * similarity;
    }
  }
  const partner = boundedPairing(gains, rest, otherRest, (row, other) => {
    const { correct, similarity } = pairGains(tables, nested, [row], [other]);
    return { correct: correct[0] as number, similarity: similarity[0] as number };
  });
  return partner === null ? null : { gains, partner };
}

function addGains(
  total: { correct: number; similarity: number },
  gains: ReturnType<typeof pairGains>,
  cell: number,
): void {
  total.correct += gains.correct[cell] as number;
  total.similarity += gains.similarity[cell] as number;
}

/**
 * Returns a function that computes how many correct leaves and how much similarity two nested arrays add if their rows
 * are paired. The function caches the result for arrays with equal content.
 */
function nestedGain({ plan, expected, predicted }: NestedColumn, contents: KnownContents): NestedGain {
  const known = new Map<string, InnerGain>();
  const texts = (values: readonly (readonly unknown[] | undefined)[]): string[] =>
    values.map((value) => (value === undefined ? '' : JSON.stringify(value)));
  const expectedTexts = texts(expected);
  const predictedTexts = texts(predicted);
  return (row, other) => {
    const inside = expected[row];
    const outside = predicted[other];
    if (inside === undefined || outside === undefined) {
      return {
        correct: 0,
        similarity: 0,
        exact: countValues(plan, inside) + countValues(plan, outside) === 0,
      };
    }
    const key = `${expectedTexts[row]}\u0000${predictedTexts[other]}`;
    const found = known.get(key) ?? gainOf(plan, inside, outside, contents);
    known.set(key, found);
    return found;
  };
}

function gainOf(
  plan: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
  known: KnownContents,
): InnerGain {
  const aligned = alignRows(plan, expected, predicted, plan.alignment, true, known);
  const { correct, similarity } =
    plan.alignment === 'optimal' ? aligned : gainsOfPairs(plan, expected, predicted, aligned.pairs, known);
  const exact = correct === countValues(plan, expected) && correct === countValues(plan, predicted);
  return { correct, similarity, exact };
}

/** Returns the number of correct leaves and the similarity of all given pairs of rows together. */
function gainsOfPairs(
  plan: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
  pairs: readonly RowPair[],
  known: KnownContents,
): { readonly correct: number; readonly similarity: number } {
  const { tables, nested } = rowTables(plan, expected, predicted, known);
  const total = { correct: 0, similarity: 0 };
  for (const [i, j] of pairs)
    if (i !== null && j !== null) addGains(total, pairGains(tables, nested, [i], [j]), 0);
  return total;
}

function rowTables(
  plan: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
  known: KnownContents,
) {
  const strict = plan.rules.options.emptiness === 'strict';
  const { leaves, nested } = rowColumns(plan.items, expected, predicted);
  const interned = leaves.map((column) => internColumn(column, strict));
  return {
    interned,
    tables: interned.map((column) => new PairTable(column, strict)),
    nested: nested.map((column) => nestedGain(column, known)),
    bounds: nested.map((column) => nestedBound(column, known)),
  };
}

function finish({
  pairs,
  rows,
  others,
  method,
  correct = 0,
  similarity = 0,
  margin = emptyPairingMargin,
}: Partial<SmallAlignment> &
  Pick<SmallAlignment, 'pairs' | 'rows' | 'others'> &
  Pick<RowAlignment, 'method'>): RowAlignment {
  const paired = new Set(pairs.map(([row]) => row));
  const pairedOthers = new Set(pairs.map(([, other]) => other));
  return {
    pairs: [
      ...pairs,
      ...rows.filter((row) => !paired.has(row)).map((row) => [row, null] as const),
      ...others.filter((other) => !pairedOthers.has(other)).map((other) => [null, other] as const),
    ],
    method,
    correct,
    similarity,
    margin,
  };
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}
