import { readFile } from 'node:fs/promises';
import { sha256 } from '../../base/hash.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import type { OpenDocument } from '../../pages/open/open-document.ts';
import type { PdfFile } from '../../pages/open/pdf-file.ts';

export interface PageTexts {
  readonly pages: readonly string[];
  /** `false` if some pages are missing, because they have no text or because there are too many pages. */
  readonly isWhole: boolean;
}

export type DocumentPageReader = (item: Recorded, maxPages: number) => Promise<PageTexts | null>;

type Recorded = Pick<RecordedItem, 'document' | 'documentHash'>;

/**
 * Returns a function that reads the text of a recorded file, at most `maxPages` pages of it. The function returns
 * `null` for an image. It also returns `null` for a file that does not exist, has changed since the run, or cannot be
 * read. It keeps the texts of the last `kept` files in memory: 1 by default, because consecutive items often have the
 * same document.
 */
export function documentPages(kept = 1): DocumentPageReader {
  const texts = new Map<string, Promise<PageTexts | null>>();
  return (item, maxPages) => {
    const file = `${item.documentHash} ${maxPages} ${item.document.path}`;
    const text = texts.get(file) ?? readPages(item, maxPages);
    texts.delete(file);
    texts.set(file, text);
    for (const oldest of texts.keys()) if (texts.size > kept) texts.delete(oldest);
    return text;
  };
}

async function readPages({ document, documentHash }: Recorded, maxPages: number): Promise<PageTexts | null> {
  const { kind, path, name } = document;
  if (kind !== 'file' || path === null || /\.(png|jpe?g|webp|gif|bmp|tiff?)$/i.test(path)) return null;
  const { closeDocument, openDocument } = await import('../../pages/open/open-document.ts');
  let open: OpenDocument | undefined;
  try {
    const bytes = await readFile(path);
    if (sha256(bytes) !== documentHash) return null;
    open = await openDocument(bytes, name);
    const pages = await textsOf(open, maxPages);
    return { pages, isWhole: pages.length === open.pageCount && pages.every((page) => page.trim() !== '') };
  } catch {
    // Treat a file that cannot be read like a file that does not exist.
    return null;
  } finally {
    if (open !== undefined) await closeDocument(open);
  }
}

async function textsOf(document: OpenDocument, maxPages: number): Promise<string[]> {
  if (document.kind === 'image') return [];
  if (document.kind === 'text') {
    const { textPagesOf } = await import('../../pages/open/open-document.ts');
    return (await textPagesOf(document)).slice(0, maxPages);
  }
  if (document.kind === 'flow')
    return document.pages
      .slice(0, maxPages)
      .map(({ lines }) => lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n'));
  const pages: string[] = [];
  for (let number = 1; number <= Math.min(document.pageCount, maxPages); number++)
    pages.push(await textOfPage(document, number));
  return pages;
}

/** Returns the text layer of a PDF page, and the values of its form fields. */
async function textOfPage(document: PdfFile, number: number): Promise<string> {
  const { readPageText } = await import('../../pages/render/page-text.ts');
  const { readFormWords } = await import('../../pages/render/form-words.ts');
  const [text, values] = [await readPageText(document, number), await readFormWords(document, number)];
  return values.length === 0 ? text : `${text}\n${values.map((word) => word.text).join(' ')}`;
}
