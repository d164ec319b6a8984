import type { JsonValue } from '../json/json-value.ts';
/**
 * Result for the citation of one predicted value. `uncited`: the value has no citation with a box. `unchecked`: the
 * cited page could not be read, or the value is a boolean or an enum, which a page does not print as text.
 */
export type CitationState = 'supported' | 'unsupported' | 'uncited' | 'unchecked';

export const citationLabels: Readonly<Record<CitationState, string>> = {
  supported: 'supported',
  unsupported: 'not supported',
  uncited: 'no citation',
  unchecked: 'not checked',
};

export const citationStates = Object.keys(citationLabels) as CitationState[];

export interface LeafCitation {
  /** Path of the value in the output. */
  readonly path: string;
  readonly field: string;
  readonly predicted: JsonValue;
  readonly state: CitationState;
  /** Whether words of the cited boxes come from character recognition (OCR) and may therefore be wrong. */
  readonly ocr: boolean;
  /**
   * Comparison with the boxes in the gold. Not set if the value has no cited box, if the gold has no box for the value,
   * or if a page size is unknown.
   */
  readonly place?: CitationPlace;
}

export interface CitationPlace {
  /** Whether the gold has a box on every cited page. */
  readonly rightPage: boolean;
  /**
   * Overlap of the cited box and the box in the gold, from 0 to 1: their common area divided by the area that they
   * cover together.
   */
  readonly overlap: number;
}

/**
 * Counts for the citations of a document or of some fields. There is one number of predicted values per state, and sums
 * for the comparison with the boxes in the gold.
 */
export interface CitationCounts extends Readonly<Record<CitationState, number>> {
  /** Number of supported and unsupported values whose words come from character recognition (OCR). */
  readonly ocr: number;
  /** Number of cited values that have a box in the gold. */
  readonly located: number;
  /** Number of `located` values for which the gold has a box on every cited page. */
  readonly rightPage: number;
  /** Sum of `CitationPlace.overlap` over the `located` values. */
  readonly overlap: number;
}

export const zeroCitations: CitationCounts = {
  supported: 0,
  unsupported: 0,
  uncited: 0,
  unchecked: 0,
  ocr: 0,
  located: 0,
  rightPage: 0,
  overlap: 0,
};

/** Number of values that have a citation with a box. */
export function citedValues({ supported, unsupported, unchecked }: CitationCounts): number {
  return supported + unsupported + unchecked;
}

/** Adds up counts of citations. Example: counts with 2 and with 3 supported values give 5 supported values. */
export function addCitations(...all: readonly CitationCounts[]): CitationCounts {
  const sum: Record<keyof CitationCounts, number> = { ...zeroCitations };
  for (const counts of all)
    for (const name of Object.keys(sum) as (keyof CitationCounts)[]) sum[name] += counts[name];
  return sum;
}

/** Counts the citations of some values. Example: one supported value gives `{ ...zeroCitations, supported: 1 }`. */
export function countCitations(citations: readonly Omit<LeafCitation, 'predicted'>[]): CitationCounts {
  const sum: Record<keyof CitationCounts, number> = { ...zeroCitations };
  for (const { state, ocr, place } of citations) {
    sum[state]++;
    if (ocr && (state === 'supported' || state === 'unsupported')) sum.ocr++;
    if (place === undefined) continue;
    sum.located++;
    sum.overlap += place.overlap;
    if (place.rightPage) sum.rightPage++;
  }
  return sum;
}
