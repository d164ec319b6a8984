import { Random } from '../../base/random.ts';
import { checkNumbers } from '../numeric/sum-by-cluster.ts';

/** Up to this number of non-zero differences, the test uses all sign patterns (2^18 = 262,144). */
const exactLimit = 18;

/**
 * Returns the two-sided p of the sign-flip permutation test of a mean paired difference. If the versions were equal,
 * each difference could equally have had the other sign. p is the share of sign patterns whose sum is at least as far
 * from 0 as the observed sum.
 *
 * Inputs: one difference (candidate minus baseline) per document, in any unit. Range (0, 1]. Differences of 0
 * have no effect; empty or all-zero input gives 1. Exact for up to 18 non-zero differences. For more
 * differences, draws seeded random patterns. If h of their sums are at least as far from 0, p is (h + 1) /
 * (replicates + 1). Source: Phipson and Smyth 2010.
 * @example
 * signFlipPermutation([1, 2, 3]) // => 0.25
 */
export function signFlipPermutation(
  differences: ArrayLike<number>,
  options: { readonly replicates?: number; readonly seed?: string | number } = {},
): number {
  checkNumbers(differences);
  const values = Array.from(differences).filter((difference) => difference !== 0);
  if (values.length === 0) return 1;
  let observed = 0;
  let scale = 0;
  for (const value of values) {
    observed += value;
    scale += Math.abs(value);
  }
  // Uses a tolerance, because sums of the same numbers in different orders can differ by rounding.
  const bound = Math.abs(observed) - scale * 1e-12;
  return values.length <= exactLimit
    ? enumerate(values, bound)
    : sample(values, bound, options.replicates ?? 10_000, options.seed ?? 'sign-flip');
}

function enumerate(values: readonly number[], bound: number): number {
  const patterns = 2 ** values.length;
  let hits = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++)
      sum += (pattern >> i) & 1 ? -(values[i] as number) : (values[i] as number);
    if (Math.abs(sum) >= bound) hits++;
  }
  return hits / patterns;
}

function sample(values: readonly number[], bound: number, replicates: number, seed: string | number): number {
  const random = new Random(seed);
  const numbers = Float64Array.from(values);
  let hits = 0;
  for (let replicate = 0; replicate < replicates; replicate++) {
    let sum = 0;
    let bits = 0;
    for (let i = 0; i < numbers.length; i++) {
      if ((i & 31) === 0) bits = random.nextUint32();
      sum += bits & 1 ? -(numbers[i] as number) : (numbers[i] as number);
      bits >>>= 1;
    }
    if (Math.abs(sum) >= bound) hits++;
  }
  return (hits + 1) / (replicates + 1);
}
