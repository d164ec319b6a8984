/** One value: its evidence, whether it is right, and its weight among the examples. */
export interface FitExample {
  readonly amounts: readonly number[];
  readonly isRight: boolean;
  readonly count: number;
}

/** Assumption about a weight, made before the examples are read. */
export interface WeightPrior {
  readonly expected: number;
  /**
   * 1 if more evidence can only raise the confidence, -1 if it can only lower it, and 0 if more evidence can raise or
   * lower it.
   */
  readonly sign: 1 | 0 | -1;
  /** How strongly the weight is pulled towards `expected`, as a number of examples with the same effect. */
  readonly strength: number;
}

/**
 * Fits the weights of a logistic regression. Maximises the log-likelihood of the examples, minus half of strength ×
 * (weight − expected)² per weight. Each weight keeps its `sign`. Changes one weight after the other by Newton steps
 * until the weights stay the same.
 */
export function fitWeights(examples: readonly FitExample[], priors: readonly WeightPrior[]): number[] {
  const weights = priors.map(({ expected }) => expected);
  const sums = examples.map(({ amounts }) =>
    amounts.reduce((sum, amount, index) => sum + amount * (weights[index] ?? 0), 0),
  );
  for (let round = 0; round < 1_000; round++) {
    let largest = 0;
    for (const [index, { expected, sign, strength }] of priors.entries()) {
      const weight = weights[index] ?? 0;
      let slope = strength * (expected - weight);
      let curvature = strength;
      for (const [at, { amounts, isRight, count }] of examples.entries()) {
        const amount = amounts[index] ?? 0;
        if (amount === 0) continue;
        const probability = 1 / (1 + Math.exp(-(sums[at] ?? 0)));
        slope += count * amount * (Number(isRight) - probability);
        curvature += count * amount * amount * probability * (1 - probability);
      }
      const free = weight + Math.min(1, Math.max(-1, slope / (curvature + 1e-9)));
      const next = sign === 0 || Math.sign(free) === sign ? free : 0;
      const change = next - weight;
      if (change === 0) continue;
      weights[index] = next;
      largest = Math.max(largest, Math.abs(change));
      for (const [at, { amounts }] of examples.entries())
        sums[at] = (sums[at] ?? 0) + change * (amounts[index] ?? 0);
    }
    if (largest < 1e-5) break;
  }
  return weights;
}
