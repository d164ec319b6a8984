import { sha256Json } from '../../base/hash.ts';
import type { NotScored } from '../../model/dataset/not-scored.ts';

/**
 * Returns the hash of an item's gold: the expected output and, if there are any, the marks of values that are not
 * scored.
 */
export function expectationHash({
  expectedOutput,
  notScored = {},
}: {
  readonly expectedOutput?: unknown;
  readonly notScored?: NotScored | undefined;
}): string {
  const gold = expectedOutput ?? null;
  return sha256Json(Object.keys(notScored).length === 0 ? gold : { expectedOutput: gold, notScored });
}
