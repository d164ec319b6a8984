import { byFallingConfidence, type ConfidentAnswers, checkAnswers } from './confident-answers.ts';

/**
 * Area under the ROC curve: the chance that a right answer has a higher confidence than a wrong one, ties counting half:
 * (pairs in right order + ties / 2) / (right answers x wrong answers).
 *
 * Range 0 to 1, higher is better; .5 is what a constant or a random confidence has. Null where all answers are right, all
 * are wrong, or there is none: nothing can be told apart. Computed from ranks (Mann and Whitney 1947), n log n; oracle
 * figures from scikit-learn.
 *
 * Example: right at .9 and .6, wrong at .7: of two pairs one is in right order: .5.
 *
 * @example
 * auroc({ confidence: [0.9, 0.6, 0.7], correct: [1, 1, 0] }) // => 0.5
 * auroc({ confidence: [0.9], correct: [1] }) // => null
 */
export function auroc(answers: ConfidentAnswers): number | null {
  checkAnswers(answers);
  let right = 0;
  let wrong = 0;
  let ordered = 0;
  for (const tie of tiesByFallingConfidence(answers)) {
    // The wrong ones in this tie lie below every right one seen so far, and level with those in the tie.
    ordered += tie.wrong * (right + tie.right / 2);
    right += tie.right;
    wrong += tie.wrong;
  }
  return right === 0 || wrong === 0 ? null : ordered / (right * wrong);
}

/**
 * Average precision: accepting answers from the most confident down, the mean of the share right so far, taken at each
 * right answer: sum over thresholds of (recall gained x precision there).
 *
 * Range 0 to 1, higher is better; the share of right answers is what a constant has. Equal confidences are accepted at
 * once. Null where no answer is right. Source: scikit-learn's definition (no interpolation), oracle figures from there.
 *
 * Example: right at .9, wrong at .7, right at .6: (1 + 2/3) / 2 = .833.
 *
 * @example
 * averagePrecision({ confidence: [0.9, 0.7, 0.6], correct: [1, 0, 1] }) // => 0.8333
 */
export function averagePrecision(answers: ConfidentAnswers): number | null {
  checkAnswers(answers);
  let right = 0;
  let taken = 0;
  let sum = 0;
  for (const tie of tiesByFallingConfidence(answers)) {
    right += tie.right;
    taken += tie.right + tie.wrong;
    sum += tie.right * (right / taken);
  }
  return right === 0 ? null : sum / right;
}

/** Answers of one confidence. */
export interface ConfidenceTie {
  readonly confidence: number;
  readonly right: number;
  readonly wrong: number;
}

/** The answers by falling confidence, equal ones together, so that no result depends on the order they came in. */
export function tiesByFallingConfidence(answers: ConfidentAnswers): ConfidenceTie[] {
  const order = byFallingConfidence(answers);
  const ties: { confidence: number; right: number; wrong: number }[] = [];
  for (const at of order) {
    const confidence = answers.confidence[at] as number;
    let tie = ties.at(-1);
    if (tie === undefined || tie.confidence !== confidence) {
      tie = { confidence, right: 0, wrong: 0 };
      ties.push(tie);
    }
    if (answers.correct[at]) tie.right++;
    else tie.wrong++;
  }
  return ties;
}

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
