/** Returns the value of a key. Adds the result of `make` if the map does not have the key. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Adds `by` to the count of a key. The count of a new key starts at 0. */
export function increment<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/**
 * Returns the array if it has at least `length` elements. Otherwise returns a copy of at least twice the size, with
 * `fill` in the new elements.
 */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  array: A,
  length: number,
  fill = 0,
): A {
  if (length <= array.length) return array;
  const Same = array.constructor as new (length: number) => A;
  const larger = new Same(Math.max(64, length, array.length * 2));
  larger.set(array);
  return fill === 0 ? larger : (larger.fill(fill, array.length) as A);
}

export function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i] as number;
  return total;
}

/**
 * Returns the pairs of positions `[in a, in b]` of a longest common subsequence, in ascending order. The common start
 * and the common end of both lists are always paired. If one of the lists has more than `longest` entries in between,
 * no entries in between are paired, to save time and memory. `longest` is at most 65,535.
 */
export function commonSubsequence(
  a: readonly string[],
  b: readonly string[],
  longest: number,
): [number, number][] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  const middle = a.slice(start, a.length - end);
  const against = b.slice(start, b.length - end);
  const isSmall = middle.length <= longest && against.length <= longest;
  return [
    ...Array.from({ length: start }, (_, i): [number, number] => [i, i]),
    ...(isSmall ? pairsOf(middle, against) : []).map(([i, j]): [number, number] => [i + start, j + start]),
    ...Array.from({ length: end }, (_, i): [number, number] => [a.length - end + i, b.length - end + i]),
  ];
}

function pairsOf(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] =
        a[i] === b[j]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const at = i * width + j;
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}
