import { type Counts, type Outcome, outcomes } from '../../../model/score/item-score.ts';

/** Counts below this limit fit into seven bits, so that seven of them fit into one number. */
const packedLimit = 128;

/**
 * Returns a key that is equal for equal counts: a number if every count is below 128, otherwise a text.
 * `counts` holds one count per outcome, starting at `from`.
 */
export function countsKey(counts: ArrayLike<number>, from = 0): number | string {
  let packed = 0;
  for (let i = 0; i < outcomes.length; i++) {
    const count = counts[from + i] as number;
    if (count >= packedLimit)
      return Array.from({ length: outcomes.length }, (_, k) => counts[from + k]).join();
    packed = packed * packedLimit + count;
  }
  return packed;
}

/** Returns a key that is equal for equal counts and results of all repeats of a document. */
export function totalsKey(
  repeats: readonly { readonly total: Counts; readonly exact: boolean | null }[],
): number | string {
  const [only] = repeats;
  if (repeats.length === 1 && only !== undefined) {
    const key = countsKey(countsArray(only.total));
    if (typeof key === 'number') return key * 4 + (only.exact === null ? 2 : Number(only.exact));
  }
  return repeats.map(({ total, exact }) => `${countsKey(countsArray(total))} ${exact}`).join('|');
}

/** Returns the counts in an array, starting at `from`, as an object. */
export function countsFrom(counts: ArrayLike<number>, from = 0): Counts {
  const found = {} as Record<Outcome, number>;
  for (const [i, outcome] of outcomes.entries()) found[outcome] = counts[from + i] as number;
  return found;
}

/** Returns the counts of one document as an array in the order of `outcomes`. */
export function countsArray(counts: Counts): number[] {
  const { correct, incorrect, missing, spurious, absent, excluded, unscored } = counts;
  return [correct, incorrect, missing, spurious, absent, excluded, unscored];
}
