import type { RowDiagnostics } from '../../model/score/item-score.ts';
import { assignment } from '../../stats/numeric/assignment.ts';
import { largest } from './best-pairing.ts';
import type { PairGains } from './pair-gains.ts';

export type PairingMargin = Pick<RowDiagnostics, 'ties' | 'margin'>;

export const emptyPairingMargin: () => PairingMargin = () => ({ ties: 0, margin: null });

export const notComputed: () => PairingMargin = () => ({ ties: null, margin: null });

/**
 * Largest number of expected rows, and of predicted rows, for which the margin (`pairingMargin`) is computed. Computing
 * it takes one assignment problem per pair of rows.
 */
const maxRows = 32;

/**
 * Returns a function that computes the ties and the margin of `partner`, the best pairing of unequal rows.
 *
 * For each pair of rows in `partner`, finds the best pairing without this pair. The margin is the smallest loss of
 * correct leaves. A pair is a tie if its removal loses neither correct leaves nor similarity. If one of the tables has
 * more than 32 rows, ties and margin are `null`.
 */
export function pairingMargin(
  gains: PairGains | (() => PairGains),
  partner: Int32Array,
  width: number,
): () => PairingMargin {
  // Return a constant function here, because a new function would keep the gains in memory.
  if (partner.length > maxRows || width > maxRows) return notComputed;
  return () => marginOf(typeof gains === 'function' ? gains() : gains, partner, width);
}

function marginOf({ correct, similarity }: PairGains, partner: Int32Array, width: number): PairingMargin {
  const height = partner.length;
  const scale = Math.min(height, width) * largest(similarity) + 1;
  const values = Float64Array.from(correct, (count, cell) =>
    count === 0 ? 0 : count * scale + (similarity[cell] as number),
  );
  let total = 0;
  for (let i = 0; i < height; i++)
    if (partner[i] !== -1) total += values[i * width + (partner[i] as number)] as number;
  let ties = 0;
  let margin: number | null = null;
  for (let i = 0; i < height; i++) {
    const j = partner[i] as number;
    if (j === -1) continue;
    const left = hasNoAlternative(values, i, j, height, width)
      ? total - (values[i * width + j] as number)
      : bestWithout(values, i * width + j, height, width);
    if (left === total) ties++;
    const lost = Math.floor(total / scale) - Math.floor(left / scale);
    if (margin === null || lost < margin) margin = lost;
  }
  return { ties, margin };
}

function hasNoAlternative(
  values: Float64Array,
  i: number,
  j: number,
  height: number,
  width: number,
): boolean {
  for (let other = 0; other < width; other++)
    if (other !== j && values[i * width + other] !== 0) return false;
  for (let other = 0; other < height; other++)
    if (other !== i && values[other * width + j] !== 0) return false;
  return true;
}

function bestWithout(values: Float64Array, cell: number, height: number, width: number): number {
  const costs = values.map((value, at) => (at === cell ? 0 : -value));
  return -assignment(costs, height, width).cost;
}
