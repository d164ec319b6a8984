import { bestPairing } from './best-pairing.ts';
import type { PairGains } from './pair-gains.ts';

/** Values of pairs are summed in whole numbers; beyond this they would no longer be exact. */
const exactLimit = 2 ** 51;
/** Times that the best pairing is sought; each costs an assignment. */
const mostRounds = 40;

/**
 * The best pairing where gains are costly: `gains` holds bounds from above, and `measure` gives what a pair truly gives. Pairs
 * that the best pairing by the bounds forms are measured, and it is sought again, until all of its pairs are measured:
 * no other pairing gives more then, because none gives more than its bounds. `gains` is left with what was measured.
 * Null where the bounds are too large to be summed exactly, or too loose to spare much.
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
  for (let round = 0; round < mostRounds; round++) {
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
