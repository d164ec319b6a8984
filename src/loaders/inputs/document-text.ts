import { readFile } from 'node:fs/promises';
import type { RecordedItem } from '../../model/record/run-record.ts';
import {
  closeDocument,
  type OpenDocument,
  openDocument,
  textPagesOf,
} from '../../pages/open/open-document.ts';
import { readPageWords } from '../../pages/render/page-words.ts';

/**
 * Returns the text of a recorded document. Returns `null` for an image, an address, a missing or damaged file, and a
 * file with a page without a text layer.
 */
export async function documentText(document: RecordedItem['document']): Promise<string | null> {
  if (document.text !== undefined) return document.text;
  if (document.path === null) return null;
  let open: OpenDocument | undefined;
  try {
    open = await openDocument(await readFile(document.path), document.name);
    return await textOf(open);
  } catch {
    // Return no text for a missing or damaged file, because such a file is not evidence for or against a label.
    return null;
  } finally {
    if (open !== undefined) await closeDocument(open);
  }
}

async function textOf(document: OpenDocument): Promise<string | null> {
  if (document.kind === 'text') return (await textPagesOf(document)).join('\n');
  if (document.kind === 'flow')
    return document.pages
      .flatMap(({ lines }) => lines.map(({ words }) => words.map(({ text }) => text).join(' ')))
      .join('\n');
  if (document.kind !== 'pdf') return null;
  const pages: string[] = [];
  for (let number = 1; number <= document.pageCount; number++) {
    const { words, imageShare } = await readPageWords(document, number, { ignoresScans: true });
    // Return no text if a page has no text layer or is mostly an image. Otherwise, a value on this page would wrongly
    // seem to be missing from the document.
    if (words.length === 0 || imageShare > 0.5) return null;
    pages.push(words.map(({ text }) => text).join(' '));
  }
  return pages.join('\n');
}
