/**
 * Pairs left with right rows one to one so that the sum of `score` is largest. Surplus rows of the longer
 * list stay unpaired. Uses the Hungarian method with potentials. Returns pairs [left, right]. Example: the
 * scores [[2, 1], [2, 0]] give the pairs [0, 1] and [1, 0], with a sum of 3.
 */
export function pairRows(
  leftCount: number,
  rightCount: number,
  score: (left: number, right: number) => number,
): [number, number][] {
  if (leftCount > rightCount)
    return pairRows(rightCount, leftCount, (left, right) => score(right, left)).map(([a, b]) => [b, a]);
  if (leftCount === 0) return [];
  const cost = new Float64Array(leftCount * rightCount);
  for (let left = 0; left < leftCount; left++)
    for (let right = 0; right < rightCount; right++) cost[left * rightCount + right] = -score(left, right);
  const owner = new Int32Array(rightCount + 1).fill(-1);
  const leftPotential = new Float64Array(leftCount);
  const rightPotential = new Float64Array(rightCount + 1);
  for (let left = 0; left < leftCount; left++)
    addRow(left, { cost, rightCount, owner, leftPotential, rightPotential });
  const pairs: [number, number][] = [];
  for (let right = 0; right < rightCount; right++) {
    const left = owner[right] ?? -1;
    if (left >= 0) pairs.push([left, right]);
  }
  return pairs.sort(([a], [b]) => a - b);
}

interface Matching {
  readonly cost: Float64Array;
  readonly rightCount: number;
  /**
   * Index of the left row that is paired with each right row, or -1 if the right row is unpaired. One extra entry at
   * the end holds the index of the left row that is being added.
   */
  readonly owner: Int32Array;
  readonly leftPotential: Float64Array;
  readonly rightPotential: Float64Array;
}

/** Pairs one more left row, by the cheapest augmenting path of the Hungarian method. */
function addRow(row: number, matching: Matching): void {
  const { cost, rightCount, owner, leftPotential, rightPotential } = matching;
  const least = new Float64Array(rightCount).fill(Number.POSITIVE_INFINITY);
  const cameFrom = new Int32Array(rightCount).fill(rightCount);
  const seen = new Uint8Array(rightCount + 1);
  let column = rightCount;
  owner[column] = row;
  while ((owner[column] ?? -1) >= 0) {
    seen[column] = 1;
    const left = owner[column] as number;
    let step = Number.POSITIVE_INFINITY;
    let next = -1;
    for (let right = 0; right < rightCount; right++) {
      if (seen[right] === 1) continue;
      const reduced =
        (cost[left * rightCount + right] as number) -
        (leftPotential[left] as number) -
        (rightPotential[right] as number);
      if (reduced < (least[right] as number)) {
        least[right] = reduced;
        cameFrom[right] = column;
      }
      if ((least[right] as number) < step) {
        step = least[right] as number;
        next = right;
      }
    }
    for (let right = 0; right <= rightCount; right++) {
      if (seen[right] === 1) {
        const holder = owner[right] as number;
        leftPotential[holder] = (leftPotential[holder] as number) + step;
        rightPotential[right] = (rightPotential[right] as number) - step;
      } else if (right < rightCount) least[right] = (least[right] as number) - step;
    }
    column = next;
  }
  while (column !== rightCount) {
    const before = cameFrom[column] as number;
    owner[column] = owner[before] as number;
    column = before;
  }
  owner[rightCount] = -1;
}
