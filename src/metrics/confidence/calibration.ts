import { auroc, type ConfidentPredictions } from './confidence-ranking.ts';

/** Predictions with similar confidence. In an empty bin, the means are `null`. */
export interface CalibrationBin {
  /**
   * Lower end of the bin. A confidence at the lower end belongs to the bin. In bins of equal mass, the lower end is the
   * smallest confidence in the bin.
   */
  readonly low: number;
  /**
   * Upper end of the bin. A confidence at the upper end belongs to the next bin, except in the last bin. In bins of
   * equal mass, the upper end is the largest confidence in the bin.
   */
  readonly high: number;
  readonly count: number;
  readonly correct: number;
  readonly meanConfidence: number | null;
  readonly accuracy: number | null;
}

export const calibrationBins = 10;

/**
 * Returns the reliability table: predictions in b bins of equal width [i/b, (i+1)/b). The last bin includes 1. If a
 * confidence is calibrated, `accuracy` equals `meanConfidence` in every bin. `accuracy` and `meanConfidence` range from
 * 0 to 1 and are null in an empty bin. Always returns `bins` rows. Source: Naeini, Cooper and Hauskrecht 2015;
 * reference values from numpy.
 * @example
 * equalWidthBins({ confidence: [0.05, 0.95, 0.97], correct: [0, 1, 1] })[9] // => { low: 0.9, high: 1, count: 2, correct: 2, meanConfidence: 0.96, accuracy: 1 }
 */
export function equalWidthBins(predictions: ConfidentPredictions, bins = calibrationBins): CalibrationBin[] {
  const { confidence, correct } = predictions;
  const sums = Array.from({ length: bins }, () => ({ count: 0, correct: 0, confidence: 0 }));
  for (let i = 0; i < confidence.length; i++) {
    const value = confidence[i] as number;
    const bin = sums[binOf(value, bins)] as { count: number; correct: number; confidence: number };
    bin.count++;
    bin.correct += Number(correct[i]);
    bin.confidence += value;
  }
  return sums.map((sum, i) => ({ low: i / bins, high: (i + 1) / bins, ...means(sum) }));
}

/**
 * Returns the bin of a confidence. Compares it with the edges of the bins, because multiplying by the number of bins
 * has rounding errors.
 */
function binOf(value: number, bins: number): number {
  let bin = Math.min(bins - 1, Math.floor(value * bins));
  if (bin < bins - 1 && value >= (bin + 1) / bins) bin++;
  else if (bin > 0 && value < bin / bins) bin--;
  return bin;
}

/**
 * Returns the reliability table in bins with equal numbers of predictions, by ascending confidence. If the predictions
 * cannot be divided equally, the first bins have one more prediction each. Accuracy and mean confidence range from 0 to
 * 1 and are null in an empty bin.
 *
 * With `ties: 'spread'` (default), the order of predictions with equal confidence has no effect. For example, if 3 of 4
 * predictions with confidence .9 are right, each of the 4 counts as .75 right. Source: Nixon and others 2019; reference
 * values from numpy.
 * @example
 * equalMassBins({ confidence: [0.2, 0.4, 0.9, 0.8], correct: [0, 1, 1, 1] }, 2).map(({ accuracy }) => accuracy) // => [0.5, 1]
 */
export function equalMassBins(
  predictions: ConfidentPredictions,
  bins = calibrationBins,
  ties: 'spread' | 'as-given' = 'spread',
): CalibrationBin[] {
  const { confidence } = predictions;
  const n = confidence.length;
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => (confidence[a] as number) - (confidence[b] as number) || a - b,
  );
  const right =
    ties === 'spread' ? spreadTies(predictions, order) : order.map((at) => Number(predictions.correct[at]));
  const made: CalibrationBin[] = [];
  let from = 0;
  for (let bin = 0; bin < bins; bin++) {
    const to = from + Math.floor(n / bins) + (bin < n % bins ? 1 : 0);
    const sum = { count: to - from, correct: 0, confidence: 0 };
    for (let i = from; i < to; i++) {
      sum.correct += right[i] as number;
      sum.confidence += confidence[order[i] as number] as number;
    }
    const low = n === 0 ? 0 : (confidence[order[Math.min(from, n - 1)] as number] as number);
    const high = to > from ? (confidence[order[to - 1] as number] as number) : low;
    made.push({ low, high, ...means(sum) });
    from = to;
  }
  return made;
}

/**
 * Returns, for each prediction in the order of `order`, the share of right predictions among those with the same
 * confidence.
 */
function spreadTies({ confidence, correct }: ConfidentPredictions, order: Uint32Array): Float64Array {
  const right = new Float64Array(order.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    let sum = 0;
    while (to < order.length && confidence[order[to] as number] === confidence[order[from] as number]) {
      sum += Number(correct[order[to] as number]);
      to++;
    }
    right.fill(sum / (to - from), from, to);
    from = to;
  }
  return right;
}

function means({ count, correct, confidence }: { count: number; correct: number; confidence: number }) {
  return {
    count,
    correct,
    meanConfidence: count === 0 ? null : confidence / count,
    accuracy: count === 0 ? null : correct / count,
  };
}

/**
 * Returns the expected calibration error: the mean of |accuracy - mean confidence| over the bins, weighted by their
 * number of predictions. Range 0 to 1, lower is better; null without predictions.
 *
 * The result depends on the bins, so reports state them. A small error does not mean that a confidence is useful: if
 * all confidences equal the accuracy, the error is 0. Source: Naeini, Cooper and Hauskrecht 2015; reference values from
 * numpy. Example: 1 wrong prediction at .5 and 3 right ones at .9 give (1 x .5 + 3 x .1) / 4 = .2.
 * @example
 * expectedCalibrationError(equalWidthBins({ confidence: [0.95, 0.95], correct: [1, 0] })) // => 0.45
 */
export function expectedCalibrationError(bins: readonly CalibrationBin[]): number | null {
  let sum = 0;
  let n = 0;
  for (const { count, accuracy, meanConfidence } of bins) {
    if (accuracy === null || meanConfidence === null) continue;
    sum += count * Math.abs(accuracy - meanConfidence);
    n += count;
  }
  return n === 0 ? null : sum / n;
}

/**
 * Returns the Brier score: the mean of (confidence - right)^2, with right = 1 or 0. Range 0 to 1, lower is better; a
 * constant .5 gives .25. Returns null without predictions. Source: Brier 1950; reference values from scikit-learn.
 * @example
 * brierScore({ confidence: [0.9, 0.6], correct: [true, false] }) // => 0.185
 */
export function brierScore(predictions: ConfidentPredictions): number | null {
  const { confidence, correct } = predictions;
  let sum = 0;
  for (let i = 0; i < confidence.length; i++) sum += ((confidence[i] as number) - Number(correct[i])) ** 2;
  return confidence.length === 0 ? null : sum / confidence.length;
}

/** A reason why a confidence is not useful although its calibration error may be small. */
export type DegenerateReason = 'few-bins' | 'one-class' | 'no-ranking';

/** A calibration error below this value counts as small. */
const smallCalibrationError = 0.05;
export const chanceLevelAuroc = 0.55;
export const minFilledBins = 3;

/**
 * Returns the reasons why a confidence is not useful. For example, a constant .99 with 99 % right predictions has a
 * calibration error of 0, but does not distinguish right from wrong predictions. Returns an empty list if there are no
 * reasons or no predictions.
 * - `few-bins`: fewer than 3 of 10 bins of equal width have predictions.
 * - `one-class`: all predictions are right, or all are wrong.
 * - `no-ranking`: AUROC below .55 and calibration error below .05.
 *
 * Range 0 to 2 reasons, because `no-ranking` and `one-class` exclude each other; 0 is best. Source: docs/metrics.md.
 * @example
 * const correct = Array.from({ length: 100 }, (_, i) => i > 0);
 * degenerateConfidence({ confidence: correct.map(() => 0.99), correct }) // => ['few-bins', 'no-ranking']
 */
export function degenerateConfidence(predictions: ConfidentPredictions): DegenerateReason[] {
  if (predictions.confidence.length === 0) return [];
  const bins = equalWidthBins(predictions);
  const found: DegenerateReason[] = [];
  if (bins.filter((bin) => bin.count > 0).length < minFilledBins) found.push('few-bins');
  const ranking = auroc(predictions);
  const error = expectedCalibrationError(bins);
  if (ranking === null) found.push('one-class');
  else if (ranking < chanceLevelAuroc && error !== null && error < smallCalibrationError)
    found.push('no-ranking');
  return found;
}
