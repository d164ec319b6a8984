import { isJsonObject } from '../../model/json/json-value.ts';
import type { RowDiagnostics } from '../../model/score/item-score.ts';
import { countValues, type FieldPlan } from '../extraction/field-plan.ts';
import { alignRows } from './align-rows.ts';
import type { PairingMargin } from './pairing-margin.ts';
import { outOfOrder, type RowPair } from './row-order.ts';

/**
 * Largest number of comparisons between unpaired and paired rows. If there are more comparisons, `computed` is false.
 */
const maxComparisons = 4000;

/**
 * Explains rows that are not fully correct.
 * - duplicated: an unpaired predicted row that equals a paired predicted row.
 * - merged: a predicted row contains texts of its expected partner and the texts of an unpaired expected row.
 * - split: an expected row contains texts of its predicted partner and the texts of an unpaired predicted row.
 * - out of order: the smallest number of rows to move so that the pairs are in order.
 * - ties and margin: see `pairingMargin`.
 *
 * Merged and split rows are found by the words of each column, without letter case and without numbers. Example: the
 * expected rows are ("red bolt", 1) and ("blue nut", 2), and the predicted row is ("red bolt blue nut", 1). Expected
 * row 1 is merged into predicted row 0.
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
  const spurious = pairs.flatMap(([row, other]) => (row === null && other !== null ? [other] : []));
  const computed = (dropped.length + spurious.length) * paired.length <= maxComparisons;
  /** Returns the unpaired rows that have an explanation, each with the first pair of rows that explains it. */
  const explained = (
    alone: readonly number[],
    explains: (row: number, pair: readonly [number, number]) => boolean,
  ) =>
    alone.flatMap((row) => {
      const pair = computed ? paired.find((one) => explains(row, one)) : undefined;
      return pair === undefined ? [] : [{ row, pair }];
    });
  const duplicated = explained(spurious, (row, [, other]) =>
    areEqual(plan, predicted[row], predicted[other]),
  );
  const known = new Set(duplicated.map(({ row }) => row));
  const words = new Map<unknown, string | null>();
  const merged = explained(dropped, (row, [partner, other]) =>
    containsBoth(predicted[other], expected[row], expected[partner], words),
  );
  const split = explained(
    spurious.filter((row) => !known.has(row)),
    (row, [partner, other]) => containsBoth(expected[partner], predicted[row], predicted[other], words),
  );
  return {
    duplicated: duplicated.map(({ row, pair: [, of] }) => ({ row, of })),
    merged: merged.map(({ row, pair: [, into] }) => ({ row, into })),
    split: split.map(({ row, pair: [from] }) => ({ row, from })),
    computed,
    outOfOrder: outOfOrder(paired.map(([, other]) => other)),
    ties,
    margin,
  };
}

/** Returns whether two rows have the same leaves and all of them match. */
function areEqual(plan: FieldPlan, row: unknown, other: unknown): boolean {
  const { correct } = alignRows(plan, [row], [other], 'optimal');
  return (
    correct > 0 && correct === countValues(plan.items, row) && correct === countValues(plan.items, other)
  );
}

/**
 * Returns whether the row `whole` contains the text of `part` in every column in which `part` has a text, and also the
 * text of `partner` in at least one of these columns. `known` is a cache of the words of values.
 */
function containsBoth(
  whole: unknown,
  part: unknown,
  partner: unknown,
  known: Map<unknown, string | null>,
): boolean {
  if (!isJsonObject(whole) || !isJsonObject(part) || !isJsonObject(partner)) return false;
  let hasPartnerText = false;
  for (const [column, value] of Object.entries(part)) {
    const words = knownWords(known, value);
    if (words === null) continue;
    const all = knownWords(known, Object.hasOwn(whole, column) ? whole[column] : undefined);
    if (all === null || !all.includes(words)) return false;
    const other = knownWords(known, Object.hasOwn(partner, column) ? partner[column] : undefined);
    if (other !== null && all.replace(words, ' ').includes(other)) hasPartnerText = true;
  }
  return hasPartnerText;
}

function knownWords(known: Map<unknown, string | null>, value: unknown): string | null {
  let words = known.get(value);
  if (words === undefined) {
    words = wordsOf(value);
    known.set(value, words);
  }
  return words;
}

/**
 * Returns a text in lower case with one space around each word. Returns `null` for other values, and for texts without
 * letters or with more than 5,000 characters.
 */
function wordsOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 5000) return null;
  // The expressions for all scripts take several times as long, so ASCII texts use simpler expressions.
  const isAscii = /^[ -~]*$/.test(value);
  if (!(isAscii ? /[a-z]/i : /\p{L}/u).test(value)) return null;
  const text = isAscii ? value.toLowerCase() : value.normalize('NFKC').toLowerCase();
  const words = text.match(isAscii ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu);
  return words === null ? null : ` ${words.join(' ')} `;
}
