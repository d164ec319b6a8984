import { GoldsetError } from '../../base/goldset-error.ts';

/** A document as straight-through processing sees it. */
export interface ConfidentDocument {
  /** The least confidence of its answers; null where one has none, or where there is no answer: it is never accepted. */
  readonly confidence: number | null;
  /** Everything about it is right: nobody had to look at it. */
  readonly right: boolean;
}

/**
 * Thresholds that are tried, fixed before any document is seen: 0 to .9 in steps of .05, .91 to .99 in steps of .01.
 * A grid made from the data would have to be paid for in multiplicity.
 */
export const thresholdGrid: readonly number[] = [
  ...Array.from({ length: 19 }, (_, i) => (i * 5) / 100),
  ...Array.from({ length: 9 }, (_, i) => (91 + i) / 100),
];

/** How many documents each threshold accepts, and how many of those are wrong. Accepted: confidence >= threshold. */
export function acceptedAt(
  documents: readonly ConfidentDocument[],
  thresholds: readonly number[],
): { readonly accepted: number; readonly wrong: number }[] {
  checkThresholds(thresholds);
  return thresholds.map((threshold) => {
    let accepted = 0;
    let wrong = 0;
    for (const { confidence, right } of documents) {
      if (confidence === null || confidence < threshold) continue;
      accepted++;
      if (!right) wrong++;
    }
    return { accepted, wrong };
  });
}

function checkThresholds(thresholds: readonly number[]): void {
  const bad = thresholds.findIndex(
    (value, i) => !(value > (thresholds[i - 1] ?? -1) && value >= 0 && value <= 1),
  );
  if (bad === -1 && thresholds.length > 0) return;
  throw new GoldsetError('USAGE', {
    problem: `thresholds: found ${bad === -1 ? 'none' : `${thresholds[bad]} at place ${bad}`}, expected rising numbers from 0 to 1`,
    fix: 'Give the grid in rising order.',
  });
}
