/**
 * Predictions (predicted values or classes) with a confidence, as parallel columns. `confidence[i]` is from 0 to 1, and
 * `correct[i]` is true or 1 for a right prediction.
 */
export interface ConfidentPredictions {
  readonly confidence: ArrayLike<number>;
  readonly correct: ArrayLike<number | boolean>;
}

/**
 * Returns the area under the ROC curve: the probability that a right prediction has a higher confidence than a wrong
 * one. Pairs with equal confidence count as one half. Range 0 to 1, higher is better; equal confidences give .5.
 * Returns null if all predictions are right or all are wrong. Source: Mann and Whitney 1947; reference values from
 * scikit-learn. Example: two predictions are right, at .9 and .6, and one is wrong, at .7. One of two pairs is in the
 * right order, so the area is .5.
 * @example
 * auroc({ confidence: [0.9, 0.6, 0.7], correct: [1, 1, 0] }) // => 0.5
 * auroc({ confidence: [0.9], correct: [1] }) // => null
 */
export function auroc(predictions: ConfidentPredictions): number | null {
  let right = 0;
  let wrong = 0;
  let ordered = 0;
  for (const tie of tiesByFallingConfidence(predictions)) {
    // A wrong prediction counts 1 for each right prediction of higher confidence, and one half for each right
    // prediction of equal confidence.
    ordered += tie.wrong * (right + tie.right / 2);
    right += tie.right;
    wrong += tie.wrong;
  }
  return right === 0 || wrong === 0 ? null : ordered / (right * wrong);
}

/**
 * Returns the average precision. Predictions are accepted one after the other, the most confident first. At each right
 * prediction, the precision is the share of right ones among those accepted so far. The result is the mean of these
 * precisions. Predictions of equal confidence are accepted together. Range 0 to 1, higher is better; equal confidences
 * give the share of right predictions. Returns null if no prediction is right. Source: scikit-learn's definition,
 * without interpolation. Example: the predictions at .9 and .6 are right, and the one at .7 is wrong: (1 + 2/3) / 2 =
 * .833.
 * @example
 * averagePrecision({ confidence: [0.9, 0.7, 0.6], correct: [1, 0, 1] }) // => 0.8333
 */
export function averagePrecision(predictions: ConfidentPredictions): number | null {
  let right = 0;
  let accepted = 0;
  let sum = 0;
  for (const tie of tiesByFallingConfidence(predictions)) {
    right += tie.right;
    accepted += tie.right + tie.wrong;
    sum += tie.right * (right / accepted);
  }
  return right === 0 ? null : sum / right;
}

/** Returns groups of predictions with equal confidence, the most confident group first. */
function tiesByFallingConfidence({ confidence, correct }: ConfidentPredictions) {
  const ties = new Map<number, { confidence: number; right: number; wrong: number }>();
  for (let i = 0; i < confidence.length; i++) {
    const value = confidence[i] as number;
    const tie = ties.get(value) ?? { confidence: value, right: 0, wrong: 0 };
    ties.set(value, tie);
    if (correct[i]) tie.right++;
    else tie.wrong++;
  }
  return [...ties.values()].sort((a, b) => b.confidence - a.confidence);
}

/**
 * Share of accepted predictions, and share of errors among the accepted ones, if every prediction with at least this
 * confidence is accepted.
 */
export interface RiskCoveragePoint {
  readonly confidence: number;
  /** Accepted predictions as a share of all predictions with a confidence. */
  readonly coverage: number;
  /** Wrong predictions as a share of the accepted ones. */
  readonly risk: number;
}

/**
 * Returns the risk-coverage curve: one point per distinct confidence, the highest first. Empty without predictions.
 * Coverage and risk range from 0 to 1. At equal coverage, a lower risk is better. Source: El-Yaniv and Wiener 2010.
 * @example
 * riskCoverageCurve({ confidence: [0.9, 0.7], correct: [1, 0] }) // => [{ confidence: 0.9, coverage: 0.5, risk: 0 }, { confidence: 0.7, coverage: 1, risk: 0.5 }]
 */
export function riskCoverageCurve(predictions: ConfidentPredictions): RiskCoveragePoint[] {
  const n = predictions.confidence.length;
  let accepted = 0;
  let wrong = 0;
  return tiesByFallingConfidence(predictions).map((tie) => {
    accepted += tie.right + tie.wrong;
    wrong += tie.wrong;
    return { confidence: tie.confidence, coverage: accepted / n, risk: wrong / accepted };
  });
}

/**
 * Returns the area under the risk-coverage curve: the share of wrong predictions among the k most confident ones,
 * averaged over k = 1 to n. For predictions of equal confidence, averages over all their orders. Range 0 to 1, lower is
 * better; equal confidences give the share of wrong predictions. Returns null without predictions. Source: Geifman and
 * El-Yaniv 2017, except for the average over orders. Example: the predictions at .9 and .6 are right, and the one at .7
 * is wrong: (0 + 1/2 + 1/3) / 3 = .2778.
 * @example
 * riskCoverageArea({ confidence: [0.9, 0.7, 0.6], correct: [1, 0, 1] }) // => 0.2778
 */
export function riskCoverageArea(predictions: ConfidentPredictions): number | null {
  const n = predictions.confidence.length;
  let accepted = 0;
  let wrong = 0;
  let sum = 0;
  for (const tie of tiesByFallingConfidence(predictions)) {
    const size = tie.right + tie.wrong;
    for (let i = 1; i <= size; i++) sum += (wrong + (tie.wrong * i) / size) / (accepted + i);
    accepted += size;
    wrong += tie.wrong;
  }
  return n === 0 ? null : sum / n;
}
