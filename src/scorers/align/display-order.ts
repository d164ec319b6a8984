/** A pair of row numbers, `[expected, predicted]`; null where a row has no partner. */
export type RowPair = readonly [number | null, number | null];

/**
 * Brings pairs into reading order: expected rows as they stand, each predicted row without partner behind the pair of
 * the predicted row before it (at the top where there is none).
 */
export function displayOrder(pairs: readonly RowPair[]): RowPair[] {
  const rows = pairs.filter((pair) => pair[0] !== null).sort((a, b) => (a[0] as number) - (b[0] as number));
  const alone = pairs.filter((pair) => pair[0] === null).sort((a, b) => (a[1] as number) - (b[1] as number));
  if (alone.length === 0) return rows;
  const partnered = rows
    .filter((pair) => pair[1] !== null)
    .map((pair) => ({ pair, at: pair[1] as number }))
    .sort((a, b) => a.at - b.at);
  const behind = new Map<RowPair | null, RowPair[]>();
  let next = 0;
  let anchor: RowPair | null = null;
  for (const pair of alone) {
    while (next < partnered.length && (partnered[next]?.at as number) < (pair[1] as number)) {
      anchor = partnered[next]?.pair ?? null;
      next++;
    }
    const list = behind.get(anchor);
    if (list === undefined) behind.set(anchor, [pair]);
    else list.push(pair);
  }
  return [...(behind.get(null) ?? []), ...rows.flatMap((pair) => [pair, ...(behind.get(pair) ?? [])])];
}
