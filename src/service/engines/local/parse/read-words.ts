import { closeDocument, openDocument } from '../../../../pages/open/open-document.ts';
import type { DocumentWords } from '../../engine.ts';
import type { ParsedPage } from '../../parsed-document.ts';
import { originalBox, originalSize } from './layout/rotate-box.ts';
import { parsePage, wireType } from './parse-document.ts';

/**
 * Reads the words of some pages with their positions on the displayed pages. Omits pages that the document does not
 * have.
 */
export async function readWords(
  bytes: Uint8Array,
  name: string,
  numbers: ReadonlySet<number>,
): Promise<DocumentWords> {
  const document = await openDocument(bytes, name);
  try {
    const pages: DocumentWords['pages'][number][] = [];
    for (const number of numbers) {
      if (number < 1 || number > document.pageCount) continue;
      const parsed = await parsePage(document, number, 'performance');
      pages.push(wordsOf(parsed));
    }
    return { type: wireType(document), pages };
  } finally {
    await closeDocument(document);
  }
}

/** Returns the words of a parsed page with their positions on the displayed page. */
export function wordsOf(parsed: ParsedPage): DocumentWords['pages'][number] {
  const words = parsed.lines.flatMap((line) =>
    line.words.map(({ text, box }) => ({ text, box: originalBox(parsed, box) })),
  );
  return { number: parsed.number, ...originalSize(parsed), ocr: parsed.source === 'ocr', words };
}
