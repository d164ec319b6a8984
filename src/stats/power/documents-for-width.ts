import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { normalQuantile } from '../numeric/distributions.ts';

/**
 * Returns the number of documents at which the interval of a rate is at most 2 `halfWidth` wide. Finds the
 * number m of independent results at which Wilson's interval of `rate` has this width. A document of L leaves
 * whose outcomes correlate by c counts as L / (1 + (L - 1) c) independent results.
 *
 * Inputs: expected rate in [0, 1]; halfWidth in (0, .5); confidence two-sided, default .95; leaves per document,
 * default 1; correlation in [0, 1] of two leaves of a document, default 1 (more leaves add nothing). The unit is
 * documents; lower is better, never below 1. Source: Wilson 1927; design effect of Kish 1965.
 *
 * Example: rate .9 to ± 3 points: 388 documents of one leaf. With 20 leaves that correlate by .1, each document
 * counts as 20 / 2.9 = 6.90 results: 57 documents.
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
  requireArgument(rate >= 0 && rate <= 1, `rate must be in [0, 1], got ${rate}`);
  requireArgument(halfWidth > 0 && halfWidth < 0.5, `halfWidth must be in (0, .5), got ${halfWidth}`);
  requireFractions({ confidence });
  requireArgument(
    leaves >= 1 && correlation >= 0 && correlation <= 1,
    `leaves must be at least 1 and correlation must be in [0, 1], got ${leaves} and ${correlation}`,
  );
  const z2 = normalQuantile(1 - (1 - confidence) / 2) ** 2;
  // Half the width at m results is sqrt(z2 spread / m + z2^2 / 4 m^2) / (1 + z2 / m). Solves this for m.
  const spread = rate * (1 - rate);
  const a = halfWidth ** 2;
  const b = z2 * (2 * a - spread);
  const c = z2 * z2 * (a - 0.25);
  const results = (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a);
  const resultsPerDocument = leaves / (1 + (leaves - 1) * correlation);
  return Math.max(1, Math.ceil(results / resultsPerDocument - 1e-9));
}
