import { clopperPearsonUpper } from '../../stats/intervals/clopper-pearson.ts';
import { betaQuantile } from '../../stats/numeric/beta.ts';

/** Accepted answers of one document, and how many of them are wrong. */
export interface AcceptedAnswers {
  readonly accepted: number;
  readonly wrong: number;
}

/**
 * One-sided upper bound of an error rate among answers that come several to a document: Clopper-Pearson at an effective
 * number of answers n* = n / max(1, d), where d is the design effect, the variance of the rate over documents as drawn
 * units divided by that over answers as if each were drawn alone. Twenty answers of one page are not twenty witnesses.
 *
 * Never below the bound of no error in as many documents, so that a first error cannot lower it. One answer a document
 * gives Clopper-Pearson itself where d <= 1. No accepted answer knows nothing: 1. All wrong: 1.
 * Source: Korn and Graubard 1998; departure: the floor. Approximate, unlike the bound over documents.
 *
 * Example: 100 documents of 5 accepted answers, none wrong, level .95: as 0 of 100, .0295, not as 0 of 500.
 */
export function clusteredUpperBound(documents: readonly AcceptedAnswers[], level = 0.95): number {
  const drawn = documents.filter((document) => document.accepted > 0);
  const n = drawn.reduce((sum, { accepted }) => sum + accepted, 0);
  const k = drawn.reduce((sum, { wrong }) => sum + wrong, 0);
  if (n === 0 || k === n) return 1;
  const least = clopperPearsonUpper(0, drawn.length, level);
  if (k === 0) return least;
  const effective = n / Math.max(1, designEffect(drawn, k, n));
  const rate = k / n;
  return Math.max(least, betaQuantile(level, rate * effective + 1, (1 - rate) * effective));
}

function designEffect(documents: readonly AcceptedAnswers[], k: number, n: number): number {
  const m = documents.length;
  if (m < 2) return n;
  const rate = k / n;
  const squares = documents.reduce((sum, { accepted, wrong }) => sum + (wrong - rate * accepted) ** 2, 0);
  const drawnByDocument = ((m / (m - 1)) * squares) / (n * n);
  return drawnByDocument / ((rate * (1 - rate)) / n);
}
