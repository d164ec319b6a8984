import type { ParsedDocument, ParsedPage } from '../../parsed-document.ts';

/** The options that narrow a document down to some of its pages. */
export interface PageLimits {
  readonly fixedPageLimit?: number | undefined;
  readonly pageRanges?: readonly { readonly start: number; readonly end: number }[] | undefined;
}

/** The pages up to `fixedPageLimit` that lie inside the ranges; all, where neither is given. */
export function selectPages(document: ParsedDocument, limits: PageLimits | undefined): readonly ParsedPage[] {
  const ranges = limits?.pageRanges ?? [];
  const limit = limits?.fixedPageLimit ?? Infinity;
  return document.pages.filter(
    (page) =>
      page.number <= limit &&
      (ranges.length === 0 || ranges.some((range) => page.number >= range.start && page.number <= range.end)),
  );
}
