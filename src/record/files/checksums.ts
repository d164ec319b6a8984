import { createHash } from 'node:crypto';
import { type ScannedLine, scanLines } from '../../base/lines/scan-lines.ts';
import type { FileFacts, PlannedItem } from '../../model/record/run-record.ts';

/**
 * Hash of the planned items: id, document hash and expectation hash of each item, in the order in which items are
 * added.
 */
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

  digest(): string {
    return this.#hash.copy().update(this.#text).digest('hex');
  }
}

export function itemsChecksum(items: Iterable<PlannedItem>): string {
  const checksum = new ItemsChecksum();
  for (const item of items) checksum.add(item);
  return checksum.digest();
}

/** Returns the size, the number of non-blank lines and the SHA-256 of a file. A missing file counts as empty. */
export async function fileFacts(
  file: string,
  visit: (line: ScannedLine) => void = () => {},
): Promise<FileFacts> {
  const sha256 = createHash('sha256');
  let lines = 0;
  const { bytes } = await scanLines(
    file,
    (line) => {
      lines++;
      visit(line);
    },
    sha256,
  );
  return { bytes, lines, sha256: sha256.digest('hex') };
}
