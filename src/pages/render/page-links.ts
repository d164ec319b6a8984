import type { PDFPageProxy } from 'pdfjs-dist';
import { linkTarget } from '../flow/link-collector.ts';
import { boxOnPage, type PdfRectangle } from './page-box.ts';
import type { Box } from './words-in-box.ts';

export interface PageLink {
  readonly target: string;
  readonly box: Box;
}

/** Maximum number of links per page. Further links are omitted. */
const maxLinks = 1_000;

/** Returns the links of a PDF page to addresses, or none if the links cannot be read. */
export async function readPageLinks(page: PDFPageProxy): Promise<PageLink[]> {
  const annotations = (await page.getAnnotations().catch(() => [])) as readonly {
    readonly subtype?: string;
    readonly url?: string;
    readonly rect: PdfRectangle;
  }[];
  return annotations
    .filter(({ subtype, url }) => subtype === 'Link' && typeof url === 'string' && linkTarget(url) !== '')
    .slice(0, maxLinks)
    .map(({ url = '', rect }) => ({ target: linkTarget(url), box: boxOnPage(page, rect) }));
}

/** Returns the words. A word whose centre is inside a link gets the target of the link. */
export function withLinks<T extends { readonly box: Box }>(
  words: readonly T[],
  links: readonly PageLink[],
): (T & { link?: string })[] {
  if (links.length === 0) return [...words];
  return words.map((word) => {
    const x = (word.box.left + word.box.right) / 2;
    const y = (word.box.top + word.box.bottom) / 2;
    const link = links.find(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
    return link === undefined ? word : { ...word, link: link.target };
  });
}
