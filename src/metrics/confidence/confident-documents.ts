import { GoldsetError } from '../../base/goldset-error.ts';

/** A document for straight-through processing. */
export interface ConfidentDocument {
  /**
   * Lowest confidence of its answers. Null if it has no answer or an answer without a confidence; such a
   * document is never accepted.
   */
  readonly confidence: number | null;
  /** Whether everything in the document is right. */
  readonly right: boolean;
}

/**
 * Thresholds to test: 0 to .9 in steps of .05 and .91 to .99 in steps of .01. The grid is fixed, because a
 * grid that depends on the data would need a correction.
 */
export const thresholdGrid: readonly number[] = [
  ...Array.from({ length: 19 }, (_, i) => (i * 5) / 100),
  ...Array.from({ length: 9 }, (_, i) => (91 + i) / 100),
];

/**
 * Returns per threshold the number of accepted documents (confidence >= threshold) and of wrong ones among them.
 */
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
    problem: `thresholds: found ${bad === -1 ? 'none' : `${thresholds[bad]} at place ${bad}`}, expected ascending numbers from 0 to 1`,
    fix: 'Give the thresholds in ascending order.',
  });
}
