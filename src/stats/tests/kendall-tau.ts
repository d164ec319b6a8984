import { requireArgument } from '../../base/require-argument.ts';
import { checkNumbers } from '../numeric/sum-by-cluster.ts';

/**
 * Returns Kendall's tau-b, which measures how similarly two lists of numbers order the same items: (concordant -
 * discordant pairs) / sqrt((pairs not tied in x)(pairs not tied in y)).
 *
 * Inputs: two parallel lists, any unit. Range -1 to 1: 1 is the same order, 0 means unrelated orders. Returns `null` if
 * one list is constant or has fewer than two items. Symmetric. Source: Kendall 1945; reference values from scipy.
 * Example: for x = [1, 2, 3] and y = [1, 3, 3], 2 pairs are concordant and 1 pair is tied in y. So tau-b is 2 / sqrt(3
 * · 2) = .8165.
 * @example
 * kendallTau([1, 2, 3], [1, 3, 3]) // => 0.8165
 * kendallTau([1, 1], [1, 2]) // => null
 */
export function kendallTau(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  requireArgument(x.length === y.length, 'x and y differ in length');
  checkNumbers(x);
  checkNumbers(y);
  let balance = 0;
  let untiedX = 0;
  let untiedY = 0;
  for (let i = 1; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const a = Math.sign((x[i] as number) - (x[j] as number));
      const b = Math.sign((y[i] as number) - (y[j] as number));
      balance += a * b;
      untiedX += a * a;
      untiedY += b * b;
    }
  }
  return untiedX === 0 || untiedY === 0 ? null : balance / Math.sqrt(untiedX * untiedY);
}
