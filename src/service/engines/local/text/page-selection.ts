import type { ParsedDocument, ParsedPage } from '../../parsed-document.ts';

export interface PageLimits {
  readonly fixedPageLimit?: number | undefined;
  readonly pageRanges?: readonly { readonly start: number; readonly end: number }[] | undefined;
}

/**
 * Returns the pages that are within `pageRanges` and not after page `fixedPageLimit`. An absent option does
 * not limit the pages.
 */
export function selectPages(document: ParsedDocument, limits: PageLimits | undefined): readonly ParsedPage[] {
  const ranges = limits?.pageRanges ?? [];
  const limit = limits?.fixedPageLimit ?? Infinity;
  return document.pages.filter(
    (page) =>
      page.number <= limit &&
      (ranges.length === 0 || ranges.some((range) => page.number >= range.start && page.number <= range.end)),
  );
}
