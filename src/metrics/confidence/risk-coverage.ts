import { tiesByFallingConfidence } from './confidence-ranking.ts';
import { type ConfidentAnswers, checkAnswers } from './confident-answers.ts';

/** Accepting every answer of at least this confidence: how many that are, and how many of them are wrong. */
export interface RiskCoveragePoint {
  readonly confidence: number;
  /** Accepted answers as a share of all with a confidence. */
  readonly coverage: number;
  /** Wrong ones as a share of the accepted. */
  readonly risk: number;
}

/**
 * The risk-coverage curve: one point a distinct confidence, from the most confident answer alone to all of them.
 * Source: El-Yaniv and Wiener 2010. Empty where there is no answer.
 * Coverage and risk range from 0 to 1; lower risk at equal coverage is better.
 *
 * Example: right at .9, wrong at .7, right at .6: (1/3, 0), (2/3, 1/2), (1, 1/3).
 *
 * @example
 * riskCoverageCurve({ confidence: [0.9, 0.7], correct: [1, 0] }) // => [{ confidence: 0.9, coverage: 0.5, risk: 0 }, { confidence: 0.7, coverage: 1, risk: 0.5 }]
 */
export function riskCoverageCurve(answers: ConfidentAnswers): RiskCoveragePoint[] {
  checkAnswers(answers);
  const n = answers.confidence.length;
  let accepted = 0;
  let wrong = 0;
  return tiesByFallingConfidence(answers).map((tie) => {
    accepted += tie.right + tie.wrong;
    wrong += tie.wrong;
    return { confidence: tie.confidence, coverage: accepted / n, risk: wrong / accepted };
  });
}

/**
 * Area under the risk-coverage curve: the mean, over accepting the 1, 2, ... n most confident answers, of the share wrong
 * among them.
 *
 * Range 0 to 1, lower is better; the share of wrong answers is what a constant has. Equal confidences are taken in the
 * mean over all their orders, so the order of answers plays no part. Null where there is no answer.
 * Source: Geifman and El-Yaniv 2017; departure: the mean over ties.
 *
 * Example: right at .9, wrong at .7, right at .6: (0 + 1/2 + 1/3) / 3 = .2778.
 *
 * @example
 * riskCoverageArea({ confidence: [0.9, 0.7, 0.6], correct: [1, 0, 1] }) // => 0.2778
 */
export function riskCoverageArea(answers: ConfidentAnswers): number | null {
  checkAnswers(answers);
  const n = answers.confidence.length;
  let accepted = 0;
  let wrong = 0;
  let sum = 0;
  for (const tie of tiesByFallingConfidence(answers)) {
    const size = tie.right + tie.wrong;
    for (let i = 1; i <= size; i++) sum += (wrong + (tie.wrong * i) / size) / (accepted + i);
    accepted += size;
    wrong += tie.wrong;
  }
  return n === 0 ? null : sum / n;
}
