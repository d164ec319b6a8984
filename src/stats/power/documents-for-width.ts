import { requireArgument } from '../../base/require-argument.ts';
import { normalQuantile } from '../numeric/normal.ts';

/**
 * Documents after which the interval of a rate is as narrow as asked for: no bound further than `halfWidth` from the
 * interval's middle.
 *
 * In words: the least number m of independent answers at which Wilson's interval of `rate` is at most 2 `halfWidth` wide,
 * turned into documents. A document of L leaves whose outcomes correlate by c is worth L / (1 + (L - 1) c) answers.
 *
 * Inputs: rate in [0, 1], what is expected; halfWidth in (0, .5); confidence two-sided, default .95; leaves a document,
 * default 1; correlation in [0, 1] of two leaves of a document, default 1: nothing is gained by many leaves. Result in
 * documents, lower is better, never below 1.
 * Source: Wilson 1927; design effect of Kish 1965.
 *
 * Example: rate .9 to ± 3 points: 388 documents of one leaf; with 20 leaves that correlate by .1, worth
 * 20 / 2.9 = 6.90 answers each, 57.
 *
 * @example
 * documentsForWidth({ rate: 0.9, halfWidth: 0.03 }) // => 388
 * documentsForWidth({ rate: 0.9, halfWidth: 0.03, leaves: 20, correlation: 0.1 }) // => 57
 */
export function documentsForWidth(design: {
  readonly rate: number;
  readonly halfWidth: number;
  readonly confidence?: number;
  readonly leaves?: number;
  readonly correlation?: number;
}): number {
  const { rate, halfWidth, confidence = 0.95, leaves = 1, correlation = 1 } = design;
  requireArgument(rate >= 0 && rate <= 1, `rate must lie in [0, 1], got ${rate}`);
  requireArgument(halfWidth > 0 && halfWidth < 0.5, `half the width must lie in (0, .5), got ${halfWidth}`);
  requireArgument(confidence > 0 && confidence < 1, `confidence must lie in (0, 1), got ${confidence}`);
  requireArgument(
    leaves >= 1 && correlation >= 0 && correlation <= 1,
    `a document needs a leaf and a correlation in [0, 1], got ${leaves} and ${correlation}`,
  );
  const z2 = normalQuantile(1 - (1 - confidence) / 2) ** 2;
  // Half the width at m answers is sqrt(z2 v / m + z2^2 / 4 m^2) / (1 + z2 / m); squared and solved for m, with h = half.
  const spread = rate * (1 - rate);
  const a = halfWidth ** 2;
  const b = z2 * (2 * a - spread);
  const c = z2 * z2 * (a - 0.25);
  const answers = (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a);
  const worth = leaves / (1 + (leaves - 1) * correlation);
  return Math.max(1, Math.ceil(answers / worth - 1e-9));
}
