import type { Span } from '../candidates/candidate.ts';
import type { Assignment } from './assign-values.ts';

/**
 * Returns the confidence of a value, 0 to 1, from its score and its lead over the best other value. The curve was
 * tuned by hand on public receipts and invoices.
 */
export function certainty({ candidate, otherScore }: Assignment): number {
  return certaintyOf(candidate.score, otherScore);
}

/** Returns the confidence of a value from its score and the score of the best other value, or 0 if there is none. */
export function certaintyOf(score: number, otherScore: number): number {
  const margin = Math.min(0.6, Math.max(-0.2, score - otherScore));
  const strength = 4.2 * (Math.min(1.3, score) - 0.62) + 2.6 * (margin - 0.12);
  return round(1 / (1 + Math.exp(-strength)));
}

/** Returns the mean OCR confidence of the words of a value, 0 to 1, or `null` if the value has no words. */
export function ocrConfidence(spans: readonly Span[]): number | null {
  let sum = 0;
  let count = 0;
  for (const { segment, start, end } of spans) {
    for (const [index, word] of segment.words.entries()) {
      const from = segment.starts[index] ?? 0;
      if (from >= end || from + word.text.length <= start) continue;
      sum += word.confidence;
      count += 1;
    }
  }
  return count === 0 ? null : Math.round((sum / count) * 1_000) / 1_000;
}

function round(value: number): number {
  return Math.round(Math.min(0.999, Math.max(0.001, value)) * 1_000) / 1_000;
}
