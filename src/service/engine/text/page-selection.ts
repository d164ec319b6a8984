import type { ParsedDocument, ParsedPage } from '../parsed-document.ts';

/** The options that narrow a document down to some of its pages. */
export interface PageLimits {
  readonly fixedPageLimit?: number | undefined;
  readonly pageRanges?: readonly { readonly start: number; readonly end: number }[] | undefined;
}

/** The pages inside the ranges (all, where none are given), then at most `fixedPageLimit` of them. */
export function selectPages(document: ParsedDocument, limits: PageLimits | undefined): readonly ParsedPage[] {
  const ranges = limits?.pageRanges ?? [];
  const inRange =
    ranges.length === 0
      ? document.pages
      : document.pages.filter((page) =>
          ranges.some((range) => page.number >= range.start && page.number <= range.end),
        );
  return limits?.fixedPageLimit === undefined ? inRange : inRange.slice(0, limits.fixedPageLimit);
}
