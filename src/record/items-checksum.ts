import { sha256 } from '../base/hash.ts';
import type { PlannedItem } from '../model/run-record.ts';

/** One hash for the planned items: ids, documents and expectations, in their order. */
export function itemsChecksum(items: readonly PlannedItem[]): string {
  return sha256(
    items
      .map(({ id, documentHash, expectationHash }) => `${id}\0${documentHash}\0${expectationHash}`)
      .join('\n'),
  );
}
