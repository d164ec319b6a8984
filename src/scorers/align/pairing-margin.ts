import { assignment } from '../../stats/numeric/assignment.ts';
import type { PairGains } from './pair-gains.ts';

/** How surely a pairing is the best one. */
export interface PairingMargin {
  /** Pairs of unequal rows for which another pairing is as good, so that order alone decided; null: not looked for. */
  readonly ties: number | null;
  /** Fewest correct leaves that doing without one of these pairs would cost; null without such a pair, or not looked for. */
  readonly margin: number | null;
}

/** Without a pair of unequal rows nothing had to be decided. */
export const emptyPairingMargin: () => PairingMargin = () => ({ ties: 0, margin: null });

/** Too many rows to look. */
export const notLookedFor: () => PairingMargin = () => ({ ties: null, margin: null });

/** Rows a side above which it is not looked for: each pair takes an assignment of its own. */
const mostRows = 32;

/**
 * Ties and margin of the best pairing of rows that are unequal (equal rows are paired first and stay paired).
 *
 * For each formed pair: the best pairing without it, and what that loses in correct leaves and in similarity. No loss
 * is a tie. Computed when the result is called. `partner` is the pairing that `bestPairing` gave for these gains. Up to 32 rows a side.
 *
 * Example: gains [[2, 2], [0, 1]]: the pairing (0, 0), (1, 1) has 3; without its first pair 2 are left, without its
 * second 2: no tie, margin 1.
 */
export function pairingMargin(
  gains: PairGains | (() => PairGains),
  partner: Int32Array,
  width: number,
): () => PairingMargin {
  // Gains of large tables are large: nothing must hold on to them.
  if (partner.length > mostRows || width > mostRows) return notLookedFor;
  return () => marginOf(typeof gains === 'function' ? gains() : gains, partner, width);
}

function marginOf({ correct, similarity }: PairGains, partner: Int32Array, width: number): PairingMargin {
  const height = partner.length;
  let largest = 0;
  for (const value of similarity) if (value > largest) largest = value;
  const scale = Math.min(height, width) * largest + 1;
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
    const left = standsAlone(values, i, j, height, width)
      ? total - (values[i * width + j] as number)
      : bestWithout(values, i * width + j, height, width);
    if (left === total) ties++;
    const lost = Math.floor(total / scale) - Math.floor(left / scale);
    if (margin === null || lost < margin) margin = lost;
  }
  return { ties, margin };
}

/** Neither row of the pair could have another partner. */
function standsAlone(values: Float64Array, i: number, j: number, height: number, width: number): boolean {
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
