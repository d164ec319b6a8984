import { readFileSync } from 'node:fs';
import { sha256 } from '../../base/hash.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import { decodeText } from '../../pages/input/decode-text.ts';

type Recorded = Pick<RecordedItem, 'document' | 'documentHash'>;

/**
 * Returns the text of a recorded document, with a form feed between pages: the text in the record, or the content of a
 * file with the extension `.txt` or `.text`. Returns `undefined` for other files, and for a file that no longer exists or
 * has changed since the run.
 */
export function recordedText({ document, documentHash }: Recorded): string | undefined {
  const { kind, text, path } = document;
  if (text !== undefined || kind !== 'file' || path === null || !/\.te?xt$/i.test(path)) return text;
  try {
    const bytes = readFileSync(path);
    return sha256(bytes) === documentHash ? decodeText(bytes) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a function like `recordedText` that caches the text of the last file, because consecutive items often have
 * the same document.
 */
export function recordedTexts(): typeof recordedText {
  let last: string | undefined;
  let lastText: string | undefined;
  return (item) => {
    const { kind, path, text } = item.document;
    if (kind !== 'file' || text !== undefined) return recordedText(item);
    const file = `${item.documentHash} ${path}`;
    if (file !== last) lastText = recordedText(item);
    last = file;
    return lastText;
  };
}
