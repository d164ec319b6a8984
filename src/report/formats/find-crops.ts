import { readFileSync } from 'node:fs';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { LookFirstDocument, PageCrop } from '../../model/report/summary.ts';
import type { PageText } from '../../pages/render/page-words.ts';

/** Number of pages of a document that are searched. */
const searchedPages = 20;
/** Smallest number of letters and digits of a value that is searched. A shorter value is at many places by chance. */
const leastCharacters = 3;

/**
 * Finds values without a cited position in the text of their PDF files, for the pictures of page one: the expected value,
 * otherwise that of the last version. A value counts as found if its words are at exactly one place of the document. The notes
 * of the documents state what was found. Documents without a file, and files without text, keep their note.
 */
export async function withFoundCrops(model: ReportModel): Promise<ReportModel> {
  const { lookFirst } = model.summary;
  const names = model.versions.map(({ name }) => name);
  const documents = await Promise.all(
    lookFirst.documents.map(async (document) => {
      if (document.crop !== null || document.cropNote === undefined) return document;
      const item = model.items.find(({ position }) => position === document.position);
      if (item?.document?.kind !== 'file' || item.document.path === null) return document;
      const pages = await readPages(item.document.path, item.name);
      return pages.length === 0 ? document : withCrop(document, names, pages);
    }),
  );
  return { ...model, summary: { ...model.summary, lookFirst: { ...lookFirst, documents } } };
}

/** Returns the texts of the first pages of a PDF file; none for other files, and for files that cannot be read. */
async function readPages(file: string, name: string): Promise<PageText[]> {
  const { closeDocument, openDocument } = await import('../../pages/open/open-document.ts');
  const { readPageWords } = await import('../../pages/render/page-words.ts');
  try {
    const opened = await openDocument(readFileSync(file), name);
    const pages: PageText[] = [];
    try {
      if (opened.kind !== 'pdf') return [];
      for (let page = 1; page <= Math.min(opened.pageCount, searchedPages); page++)
        pages.push(await readPageWords(opened, page));
    } finally {
      await closeDocument(opened);
    }
    return pages;
  } catch {
    // The note of the document stays. The record has the reason if the service could not read the file.
    return [];
  }
}

function withCrop(
  document: LookFirstDocument,
  names: readonly string[],
  pages: readonly PageText[],
): LookFirstDocument {
  const version = document.values.length - 1;
  const searched = [
    ['the expected value', document.expected],
    [`the value of ${names.at(-1) ?? ''}`, document.values.at(-1) ?? ''],
  ] as const;
  for (const [what, value] of searched) {
    const [first, ...others] = placesOf(value, pages);
    if (first === undefined || others.length > 0) continue;
    const { page, ...box } = first;
    const crop: PageCrop = { page, boxes: [{ version, ...box }] };
    return {
      ...document,
      crop,
      cropNote: `No output cites a position. The picture shows the words of ${what}.`,
    };
  }
  return document;
}

interface Place {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns where the words of a value follow each other on the pages. Letter case and punctuation around words are ignored. */
function placesOf(value: string, pages: readonly PageText[]): Place[] {
  const wanted = value
    .split(/\s+/)
    .map(plainWord)
    .filter((word) => word !== '');
  if (wanted.join('').length < leastCharacters) return [];
  return pages.flatMap(({ words, width, height }, number) => {
    const texts = words.map(({ text }) => plainWord(text));
    return texts.flatMap((_, start): Place[] => {
      if (wanted.some((word, i) => texts[start + i] !== word)) return [];
      const boxes = words.slice(start, start + wanted.length).map(({ box }) => box);
      return [
        {
          page: number + 1,
          left: Math.max(0, Math.min(...boxes.map(({ left }) => left)) / width),
          top: Math.max(0, Math.min(...boxes.map(({ top }) => top)) / height),
          right: Math.min(1, Math.max(...boxes.map(({ right }) => right)) / width),
          bottom: Math.min(1, Math.max(...boxes.map(({ bottom }) => bottom)) / height),
        },
      ];
    });
  });
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}
