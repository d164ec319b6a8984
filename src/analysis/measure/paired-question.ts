import type { PartsAt, RatioSeries } from './ratio-series.ts';

/** One metric in one scope, to be compared between two versions. */
export interface PairedQuestion {
  readonly metric: string;
  readonly scope: string;
  /** Positions of the documents to compare. */
  readonly documents: Int32Array;
  readonly baseline: PairedSide;
  readonly candidate: PairedSide;
}

/** Results of one version. Both functions take a position and return `null` for a document without a score. */
export interface PairedSide {
  readonly parts: PartsAt;
  /**
   * Share of the repeats in which the document is right. `null` if documents do not have a single right-or-wrong
   * result.
   */
  readonly right: ((position: number) => number | null) | null;
}

/** Numerators and denominators of a rate in both versions, for the same documents. */
export interface PairedSeries {
  readonly baseline: RatioSeries;
  readonly candidate: RatioSeries;
}

/**
 * Returns whether this comparison is the primary one. `primary` is the name of a headline metric, a field or a class.
 */
export function isPrimary(
  { metric, scope }: Pick<PairedQuestion, 'metric' | 'scope'>,
  primary: string | undefined,
): boolean {
  if (primary === undefined) return false;
  return scope === 'overall' ? metric === primary : [`field:${primary}`, `class:${primary}`].includes(scope);
}
