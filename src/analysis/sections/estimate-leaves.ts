/** Documents of which the leaves are counted. */
export const estimateSample = 100;

/**
 * Returns the mean number of leaves of an expected output, from the first 100; 0 without any. An estimate of the size
 * of the leaf table before anything is scored: the prediction may have other leaves.
 */
export function estimateLeaves(expectedOutputs: Iterable<unknown>): number {
  let documents = 0;
  let leaves = 0;
  for (const output of expectedOutputs) {
    if (documents === estimateSample) break;
    documents++;
    leaves += countLeaves(output);
  }
  return documents === 0 ? 0 : leaves / documents;
}

/** Scalars of a value. The stack is explicit, so that depth is no limit. */
function countLeaves(value: unknown): number {
  let leaves = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) leaves++;
    else for (const part of Object.values(next)) open.push(part);
  }
  return leaves;
}
