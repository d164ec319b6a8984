import { createHash } from 'node:crypto';
import type { PlannedItem } from '../../model/record/run-record.ts';

/** One hash for the planned items: ids, documents and expectations, in the order in which they are added. */
export class ItemsChecksum {
  readonly #hash = createHash('sha256');
  #text = '';
  #isFirst = true;

  add({ id, documentHash, expectationHash }: PlannedItem): void {
    this.#text += `${this.#isFirst ? '' : '\n'}${id}\0${documentHash}\0${expectationHash}`;
    this.#isFirst = false;
    if (this.#text.length < 65_536) return;
    this.#hash.update(this.#text);
    this.#text = '';
  }

  /** Over what was added so far; more can be added afterwards. */
  digest(): string {
    return this.#hash.copy().update(this.#text).digest('hex');
  }
}

export function itemsChecksum(items: Iterable<PlannedItem>): string {
  const checksum = new ItemsChecksum();
  for (const item of items) checksum.add(item);
  return checksum.digest();
}
