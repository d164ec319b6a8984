import { getOrCreate } from '../../base/collections.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import type { DocumentScores } from '../fold/documents/document-scores.ts';
import { type DocumentPages, Page, pagesOf } from './document-pages.ts';

/**
 * Reads the text of a recorded file by page, at most `maxPages` pages. Returns `null` if the file has no text or cannot
 * be read. `isWhole` is `false` if text of the document is missing.
 */
export type ReadPages = (
  item: RecordedItem,
  maxPages: number,
) => Promise<{ readonly pages: readonly string[]; readonly isWhole: boolean } | null>;

/** Limits on opening files to find causes, so that reports of many documents do not take much longer. */
export const readLimits = {
  /** At most this many files are opened per record. */
  files: 200,
  /** At most this many pages are read per file. `pages` limits the pages of all files together. */
  pagesOfFile: 50,
  pages: 1000,
} as const;

/**
 * Provides the text of documents for the rules that find causes of wrong values. Opens files only within `readLimits`.
 */
export class DocumentReader {
  readonly #readPages: ReadPages | undefined;
  #files = 0;
  #pages = 0;
  /** Item text that was searched last, with its pages. Consecutive items often have the same text. */
  #searched: { readonly text: string; readonly pages: DocumentPages } = { text: '', pages: pagesOf('') };

  constructor(readPages?: ReadPages) {
    this.#readPages = readPages;
  }

  /**
   * Returns the pages whose text is known without opening a file: the text of the item. If the item has no text,
   * returns the texts that the outputs and the gold cite.
   */
  knownPages({ item, versions }: DocumentScores): DocumentPages {
    const { text } = item.document;
    if (text === undefined) {
      const outputs = versions.flatMap((runs) => runs.map(({ row }) => row?.output));
      return citedPages([item.expectedOutput, ...outputs]);
    }
    if (text !== this.#searched.text) this.#searched = { text, pages: pagesOf(text) };
    return this.#searched.pages;
  }

  /** Returns whether the document is a file that may be opened. */
  canRead({ document }: RecordedItem): boolean {
    return this.#readPages !== undefined && document.kind === 'file' && document.text === undefined;
  }

  /** Whether a limit of `readLimits` is reached. If so, the caller must not read further files. */
  get isFull(): boolean {
    return this.#files >= readLimits.files || this.#pages >= readLimits.pages;
  }

  /** Reads a file. Returns `null` if the file has no text. */
  async read(item: RecordedItem): Promise<DocumentPages | null> {
    this.#files++;
    const maxPages = Math.min(readLimits.pagesOfFile, readLimits.pages - this.#pages);
    const text = (await this.#readPages?.(item, maxPages)) ?? null;
    if (text === null) return null;
    this.#pages += text.pages.length;
    const { pages } = pagesOf(text.pages.join('\f'));
    return pages.length === 0 ? null : { pages, isWhole: text.isWhole, isCited: false };
  }
}

/**
 * Groups the texts that outputs cite into pages, ordered by page number. Does not use `citationsOf`, because its checks
 * would take much longer than all rules for causes.
 */
function citedPages(outputs: readonly unknown[]): DocumentPages {
  const texts = new Map<number, Set<string>>();
  for (const output of outputs) {
    const metadata = isJsonObject(output) ? output.metadata : undefined;
    for (const entry of isJsonObject(metadata) ? Object.values(metadata) : []) {
      const citations = isJsonObject(entry) ? entry.citations : undefined;
      for (const citation of Array.isArray(citations) ? citations : []) {
        const { page, referenceText } = isJsonObject(citation) ? citation : {};
        if (typeof page === 'number' && typeof referenceText === 'string')
          getOrCreate(texts, page, () => new Set<string>()).add(referenceText);
      }
    }
  }
  const pages = [...texts].sort(([a], [b]) => a - b).map(([, lines]) => new Page([...lines].join('\n')));
  return { pages, isWhole: false, isCited: true };
}
