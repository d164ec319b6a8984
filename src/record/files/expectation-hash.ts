import { sha256Json } from '../../base/hash.ts';
import type { NotScored } from '../../model/dataset/not-scored.ts';

/**
 * Returns the hash of the gold of an item: its expected output, and its values that are not scored. Without such values, the
 * hash is that of the expected output alone, as in earlier records.
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
