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
