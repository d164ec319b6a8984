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

/** Number of accepted documents or answers, and of wrong ones among them. */
export interface AcceptedCount {
  readonly accepted: number;
  readonly wrong: number;
}

/**
 * Returns per threshold the number of accepted documents (confidence >= threshold) and of wrong ones among them.
 */
export function acceptedAt(
  documents: readonly ConfidentDocument[],
  thresholds: readonly number[],
): AcceptedCount[] {
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
