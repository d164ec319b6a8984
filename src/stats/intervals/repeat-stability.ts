import { requireArgument } from '../../base/require-argument.ts';

/**
 * Returns pass^k of one item: the probability that k of its repeats, drawn at random, are all right. C(right, k) /
 * C(repeats, k) is the unbiased estimate.
 *
 * Range 0 to 1, higher is better; pass^1 is the share of right repeats. Returns `null` for fewer than k repeats. For
 * several items, compute pass^k of each item and average the results. Do not pool the repeats of different items,
 * because repeats of one item are not independent. Source: Yao, Shinn, Razavi and Narasimhan 2024 (tau-bench). Example:
 * if 3 of 4 repeats are right, pass^2 is C(3, 2) / C(4, 2) = 3/6 = .5.
 * @example
 * passHatK(3, 4, 2) // => 0.5
 * passHatK(3, 4, 5) // => null
 */
export function passHatK(right: number, repeats: number, k: number): number | null {
  requireArgument(
    [right, repeats, k].every(Number.isInteger) && right >= 0 && right <= repeats && k >= 1,
    `right, repeats and k must be whole numbers with 0 <= right <= repeats and k >= 1, got ${right}, ${repeats} and ${k}`,
  );
  if (repeats < k) return null;
  let product = 1;
  for (let i = 0; i < k; i++) product *= Math.max(0, right - i) / (repeats - i);
  return product;
}

/**
 * Returns the flip rate of one item: the probability that two of its repeats, drawn at random, have different outputs.
 * Range 0 to 1, lower is more stable. 0 means that all repeats have the same output, whether right or wrong. Returns
 * `null` for fewer than two repeats. Outputs are compared as texts. Source: Simpson 1949. Example: of the outputs a, a,
 * b and a, 3 of 6 pairs differ, so the rate is .5.
 * @example
 * flipRate(['a', 'a', 'b', 'a']) // => 0.5
 * flipRate(['a']) // => null
 */
export function flipRate(outputs: readonly string[]): number | null {
  const n = outputs.length;
  if (n < 2) return null;
  const times = new Map<string, number>();
  for (const output of outputs) times.set(output, (times.get(output) ?? 0) + 1);
  let equalPairs = 0;
  for (const count of times.values()) equalPairs += count * (count - 1);
  return 1 - equalPairs / (n * (n - 1));
}
