/**
 * Holm's step-down adjustment: controls the chance of any false alarm among the p-values of one question.
 *
 * The i-th smallest of m is multiplied by m - i + 1, never below its predecessor, at most 1. Input order is kept;
 * empty gives empty; one p is returned as it is; equal p-values get equal answers.
 * Source: Holm 1979; oracle figures from statsmodels.
 *
 * Example: `holm([0.01, 0.04, 0.03])` is [0.03, 0.06, 0.06].
 */
export function holm(ps: readonly number[]): number[] {
  const m = ps.length;
  const order = rising(ps);
  const adjusted = new Array<number>(m).fill(1);
  let floor = 0;
  for (let rank = 0; rank < m; rank++) {
    const index = order[rank] as number;
    floor = Math.max(floor, Math.min(1, (m - rank) * (ps[index] as number)));
    adjusted[index] = floor;
  }
  return adjusted;
}

/**
 * Benjamini and Hochberg's step-up adjustment (1995): controls the expected share of false alarms among the alarms.
 * The i-th smallest of m is multiplied by m / i, never above its successor, at most 1. Input order is kept.
 *
 * Example: `benjaminiHochberg([0.01, 0.04, 0.03])` is [0.03, 0.04, 0.04].
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const m = ps.length;
  const order = rising(ps);
  const adjusted = new Array<number>(m).fill(1);
  let ceiling = 1;
  for (let rank = m - 1; rank >= 0; rank--) {
    const index = order[rank] as number;
    ceiling = Math.min(ceiling, (m / (rank + 1)) * (ps[index] as number));
    adjusted[index] = ceiling;
  }
  return adjusted;
}

function rising(ps: readonly number[]): number[] {
  return ps.map((_, index) => index).sort((a, b) => (ps[a] as number) - (ps[b] as number) || a - b);
}
