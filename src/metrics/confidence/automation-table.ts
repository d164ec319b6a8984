import { clopperPearsonUpper } from '../../stats/intervals/share-interval.ts';
import { betaQuantile } from '../../stats/numeric/distributions.ts';
import type { ConfidentAnswers } from './confident-answers.ts';
import { acceptedAt, type ConfidentDocument, thresholdGrid } from './confident-documents.ts';

/** A document with all its answers: those with a confidence, and the number of those without. */
export interface AnsweredDocument {
  readonly answers: ConfidentAnswers;
  readonly withoutConfidence: number;
  /** Nothing about the document is wrong or missing. */
  readonly right: boolean;
}

/** Accepted at a threshold, of all, and how many of the accepted are wrong. */
export interface Acceptance {
  readonly total: number;
  readonly accepted: number;
  readonly wrong: number;
  /** One-sided upper bound of wrong / accepted; 1 where nothing is accepted. */
  readonly upper: number;
}

export interface AutomationRow {
  readonly threshold: number;
  readonly answers: Acceptance;
  readonly documents: Acceptance;
}

/**
 * The straight-through table: for each threshold, the answers and the documents that nobody would look at, and the error
 * rate among them with its one-sided upper bound at `level`.
 *
 * An answer is accepted when its confidence reaches the threshold; one without confidence never is. A document is accepted
 * when every answer of it is, and it has one; it is wrong when anything about it is, a missing value included.
 * Bounds: Clopper-Pearson over documents; `clusteredUpperBound` over answers. Each holds for its own row only: choosing
 * the best row and quoting its bound is what `certifyThreshold` is for. Source: metrics.md section 7.
 * Rates range from 0 to 1; the upper bound is lower-is-better, shares accepted higher-is-better.
 *
 * Example: 59 documents with one right answer at .9, threshold .9, level .95: all accepted, 0 wrong, upper .0495.
 *
 * @example
 * const documents = Array.from({ length: 59 }, () => ({ answers: { confidence: [0.9], correct: [1] }, withoutConfidence: 0, right: true }));
 * automationTable(documents, [0.9])[0].documents // => { total: 59, accepted: 59, wrong: 0, upper: 0.0495 }
 */
export function automationTable(
  documents: readonly AnsweredDocument[],
  thresholds: readonly number[] = thresholdGrid,
  level = 0.95,
): AutomationRow[] {
  const whole = acceptedAt(documents.map(straightThrough), thresholds);
  const answers = documents.reduce(
    (sum, document) => sum + document.answers.confidence.length + document.withoutConfidence,
    0,
  );
  return thresholds.map((threshold, i) => {
    const perDocument = documents.map((document) => acceptedAnswers(document, threshold));
    const sum = (of: 'accepted' | 'wrong') => perDocument.reduce((total, part) => total + part[of], 0);
    const { accepted, wrong } = whole[i] as { accepted: number; wrong: number };
    return {
      threshold,
      answers: {
        total: answers,
        accepted: sum('accepted'),
        wrong: sum('wrong'),
        upper: clusteredUpperBound(perDocument, level),
      },
      documents: {
        total: documents.length,
        accepted,
        wrong,
        upper: clopperPearsonUpper(wrong, accepted, level),
      },
    };
  });
}

/** A document by its least confident answer. */
export function straightThrough({ answers, withoutConfidence, right }: AnsweredDocument): ConfidentDocument {
  const { confidence } = answers;
  if (confidence.length === 0 || withoutConfidence > 0) return { confidence: null, right };
  let least = 1;
  for (let i = 0; i < confidence.length; i++) least = Math.min(least, confidence[i] as number);
  return { confidence: least, right };
}

function acceptedAnswers({ answers: { confidence, correct } }: AnsweredDocument, threshold: number) {
  let accepted = 0;
  let wrong = 0;
  for (let i = 0; i < confidence.length; i++) {
    if ((confidence[i] as number) < threshold) continue;
    accepted++;
    if (!correct[i]) wrong++;
  }
  return { accepted, wrong };
}

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
