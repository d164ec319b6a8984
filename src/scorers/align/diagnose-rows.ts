import { isJsonObject } from '../../model/json/json-value.ts';
import type { RowDiagnostics } from '../../model/score/item-score.ts';
import { countValues, type FieldPlan } from '../extraction/field-plan.ts';
import { alignRows } from './align-rows.ts';
import type { RowPair } from './display-order.ts';
import { outOfOrder } from './out-of-order.ts';
import type { PairingMargin } from './pairing-margin.ts';

/** Comparisons of rows without partner with paired ones, at most; beyond that nothing is looked for. */
const mostComparisons = 4000;

interface Sides {
  readonly plan: FieldPlan;
  readonly expected: readonly unknown[];
  readonly predicted: readonly unknown[];
  readonly paired: readonly (readonly [number, number])[];
}

/**
 * What became of the rows that did not come out whole (metrics.md section 4).
 *
 * - duplicated: a predicted row without partner that equals a predicted row which has one.
 * - merged: a dropped row whose texts stand, with those of a paired row, in the one predicted row.
 * - split: an invented row whose text stands in an expected row together with that of its partner.
 * - out of order: fewest rows to move so that the pairs stand in order.
 * - ties and margin: see `pairingMargin`.
 *
 * Texts are held against one another word by word, in any case, column by column; numbers play no part in merging.
 *
 * Example: expected "red bolt", "blue nut"; predicted "red bolt blue nut": row 1 is merged into predicted row 0.
 */
export function diagnoseRows(
  plan: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
  pairs: readonly RowPair[],
  { ties, margin }: PairingMargin,
): RowDiagnostics {
  const paired = pairs.filter((pair): pair is [number, number] => pair[0] !== null && pair[1] !== null);
  const dropped = pairs.flatMap(([row, other]) => (row !== null && other === null ? [row] : []));
  const invented = pairs.flatMap(([row, other]) => (row === null && other !== null ? [other] : []));
  const looked = (dropped.length + invented.length) * paired.length <= mostComparisons;
  const sides: Sides = { plan, expected, predicted, paired };
  const duplicated = looked ? duplicates(sides, invented) : [];
  const known = new Set(duplicated.map(({ row }) => row));
  return {
    duplicated,
    merged: looked ? mergedRows(sides, dropped) : [],
    split: looked
      ? splitRows(
          sides,
          invented.filter((row) => !known.has(row)),
        )
      : [],
    looked,
    outOfOrder: outOfOrder(paired.map(([, other]) => other)),
    ties,
    margin,
  };
}

function duplicates(
  { plan, predicted, paired }: Sides,
  invented: readonly number[],
): RowDiagnostics['duplicated'] {
  return invented.flatMap((row) => {
    const twin = paired.find(([, other]) => areEqual(plan, predicted[row], predicted[other]));
    return twin === undefined ? [] : [{ row, of: twin[1] }];
  });
}

/** All leaves of two rows match, and neither has more. */
function areEqual(plan: FieldPlan, row: unknown, other: unknown): boolean {
  const { correct } = alignRows(plan, [row], [other], 'optimal');
  return (
    correct > 0 && correct === countValues(plan.items, row) && correct === countValues(plan.items, other)
  );
}

function mergedRows(
  { expected, predicted, paired }: Sides,
  dropped: readonly number[],
): RowDiagnostics['merged'] {
  return dropped.flatMap((row) => {
    const found = paired.find(([partner, other]) =>
      holdsBoth(predicted[other], expected[row], expected[partner]),
    );
    return found === undefined ? [] : [{ row, into: found[1] }];
  });
}

function splitRows(
  { expected, predicted, paired }: Sides,
  invented: readonly number[],
): RowDiagnostics['split'] {
  return invented.flatMap((row) => {
    const found = paired.find(([partner, other]) =>
      holdsBoth(expected[partner], predicted[row], predicted[other]),
    );
    return found === undefined ? [] : [{ row, from: found[0] }];
  });
}

/**
 * Whether the texts of a row stand in `whole`, column by column, and in one of them beside those of its partner: more
 * than the partner alone explains.
 */
function holdsBoth(whole: unknown, part: unknown, partner: unknown): boolean {
  if (!isJsonObject(whole) || !isJsonObject(part) || !isJsonObject(partner)) return false;
  let beside = false;
  for (const [column, value] of Object.entries(part)) {
    const words = wordsOf(value);
    if (words === null) continue;
    const all = wordsOf(Object.hasOwn(whole, column) ? whole[column] : undefined);
    if (all === null || !all.includes(words)) return false;
    const other = wordsOf(Object.hasOwn(partner, column) ? partner[column] : undefined);
    if (other !== null && all.replace(words, ' ').includes(other)) beside = true;
  }
  return beside;
}

/** Lower case, one blank around each word; null for what is no text with letters. */
function wordsOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 5000) return null;
  const words = value
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words === null || !/\p{L}/u.test(value) ? null : ` ${words.join(' ')} `;
}
