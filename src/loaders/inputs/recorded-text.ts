import { readFileSync } from 'node:fs';
import { sha256 } from '../../base/hash.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import { decodeText } from '../../pages/input/decode-text.ts';

/**
 * Returns the text of a recorded document, with a form feed between pages: the text in the record, or the content of a
 * file with the extension `.txt` or `.text`. Returns `undefined` for other files, and for a file that no longer exists or
 * has changed since the run.
 */
export function recordedText({
  document,
  documentHash,
}: Pick<RecordedItem, 'document' | 'documentHash'>): string | undefined {
  const { kind, text, path } = document;
  if (text !== undefined || kind !== 'file' || path === null || !/\.te?xt$/i.test(path)) return text;
  try {
    const bytes = readFileSync(path);
    return sha256(bytes) === documentHash ? decodeText(bytes) : undefined;
  } catch {
    return undefined;
  }
}
