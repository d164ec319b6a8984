import { closeDocument, openDocument } from '../../../src/pages/open/open-document.ts';
import { readPageWords } from '../../../src/pages/render/page-words.ts';
import { type BundledItem, type BundledSet, bytesOf } from './bundled-set.ts';

/** Returns the words of each page of an item, which must have a text layer or be raw text. */
export async function pagesOf(set: BundledSet, item: BundledItem): Promise<string[][]> {
  if (item.text !== undefined) return [item.text.split(/\s+/)];
  const document = await openDocument(bytesOf(set, item.file!), item.file!);
  if (document.kind !== 'pdf') throw new Error(`${item.id} has no text layer`);
  const pages: string[][] = [];
  for (let page = 1; page <= document.pageCount; page++) {
    pages.push((await readPageWords(document, page)).words.map((word) => word.text));
  }
  await closeDocument(document);
  return pages;
}
