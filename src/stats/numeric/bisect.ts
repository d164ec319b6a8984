/**
 * Returns the smallest whole number above low and at most high for which `holds` is true. `holds` must also be true for
 * every number between the result and `high`.
 */
export function bisect(low: number, high: number, holds: (n: number) => boolean): number {
  let [below, found] = [low, high];
  while (found - below > 1) {
    const middle = Math.floor((below + found) / 2);
    if (holds(middle)) found = middle;
    else below = middle;
  }
  return found;
}
