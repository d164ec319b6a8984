import { bestPairing } from './best-pairing.ts';
import type { PairGains } from './pair-gains.ts';

/** Upper limit of the gains. Larger sums of whole numbers would not be exact. */
const exactLimit = 2 ** 51;
/** Largest number of rounds. Each round solves an assignment. */
const maxRounds = 40;

/**
 * Returns the best pairing, for gains that are expensive to compute. `gains` has upper bounds at the start,
 * and `measure` returns the gain of one pair. Each round finds the best pairing by the current bounds and
 * replaces the bounds of its pairs by their gains. The search ends when all pairs of a round have known gains.
 * No other pairing is better then, because no gain exceeds its bound. `gains` keeps the computed values.
 * Returns `null` if the bounds are too large for exact sums or too loose to save time.
 */
export function boundedPairing(
  gains: PairGains,
  rows: readonly number[],
  others: readonly number[],
  measure: (row: number, other: number) => { readonly correct: number; readonly similarity: number },
): Int32Array | null {
  const width = others.length;
  const side = Math.min(rows.length, width);
  const most = (values: ArrayLike<number>) => {
    let largest = 0;
    for (let at = 0; at < values.length; at++) largest = Math.max(largest, values[at] as number);
    return largest;
  };
  if ((most(gains.correct) + 1) * (side * most(gains.similarity) + 1) * (side + 1) > exactLimit) return null;
  const isMeasured = new Uint8Array(gains.correct.length);
  for (let round = 0; round < maxRounds; round++) {
    const partner = bestPairing(gains, rows, others);
    let isSettled = true;
    for (let i = 0; i < partner.length; i++) {
      const j = partner[i] as number;
      const cell = i * width + j;
      if (j === -1 || isMeasured[cell] === 1) continue;
      const { correct, similarity } = measure(rows[i] as number, others[j] as number);
      gains.correct[cell] = correct;
      gains.similarity[cell] = similarity;
      isMeasured[cell] = 1;
      isSettled = false;
    }
    if (isSettled) return partner;
  }
  return null;
}
