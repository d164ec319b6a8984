import { getOrCreate } from '../../base/collections.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import type { DocumentScores } from '../fold/documents/document-scores.ts';
import { type DocumentPages, Page, pagesOf } from './document-pages.ts';

/**
 * Reads the text of a recorded file by page, at most `maxPages` pages. Returns `null` if the file has no text or cannot be
 * read. `isWhole` is `false` if text of the document is missing.
 */
export type ReadPages = (
  item: RecordedItem,
  maxPages: number,
) => Promise<{ readonly pages: readonly string[]; readonly isWhole: boolean } | null>;

/** Limits of the files that are opened to find causes, so that a report of many documents takes little longer. */
export const readLimits = {
  /** Largest number of opened files per record. */
  files: 200,
  /** Largest number of pages per file, and of all files together. */
  pagesOfFile: 50,
  pages: 1000,
} as const;

/** Returns the text of documents for the rules, and opens files within `readLimits`. */
export class DocumentReader {
  readonly #readPages: ReadPages | undefined;
  #files = 0;
  #pages = 0;
  /** The last text of an item, with its pages. Items that follow each other often have the same document. */
  #searched: { readonly text: string; readonly pages: DocumentPages } = { text: '', pages: pagesOf('') };

  constructor(readPages?: ReadPages) {
    this.#readPages = readPages;
  }

  /**
   * Returns the pages that are known without a file: the text of the item, or the texts that the outputs and the gold
   * cite, on their pages.
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

  /** Returns whether the document is a file that the caller may read. */
  canRead({ document }: RecordedItem): boolean {
    return this.#readPages !== undefined && document.kind === 'file' && document.text === undefined;
  }

  /** Whether a limit is reached. Then the caller does not read further files. */
  get isFull(): boolean {
    return this.#files >= readLimits.files || this.#pages >= readLimits.pages;
  }

  /** Reads a file. Returns `null` if its text is not known. */
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
 * Returns the cited texts of outputs as pages, in the order of the page numbers. Reads the members of the citations without
 * the checks of `citationsOf`, which take much longer than all rules.
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
