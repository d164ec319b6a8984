import { equalWidthBins, expectedCalibrationError } from './calibration-bins.ts';
import { auroc } from './confidence-ranking.ts';
import type { ConfidentAnswers } from './confident-answers.ts';

/** Why a confidence says less than its calibration suggests. */
export type DegenerateReason = 'few-bins' | 'one-class' | 'no-ranking';

/** Below these a calibration error is small, and a ranking no better than chance. */
export const smallCalibrationError = 0.05;
export const chanceLevelAuroc = 0.55;
export const fewestFilledBins = 3;

/**
 * Flags of a confidence that cannot do its work, whatever its calibration error. A constant .99 on answers of which 99 %
 * are right has an expected calibration error of 0 and tells nothing apart.
 *
 * `few-bins`: fewer than 3 of 10 equal-width bins hold an answer. `one-class`: all answers are right, or all are wrong, so
 * that no ranking can be judged. `no-ranking`: AUROC below .55 beside an equal-width calibration error below .05.
 * Empty where nothing is wrong, and where there is no answer. Source: metrics.md section 7.
 * Not a range but a list of flags; none is best.
 *
 * Example: 100 answers at .99, one of them wrong: ['few-bins', 'no-ranking'].
 *
 * @example
 * const correct = Array.from({ length: 100 }, (_, i) => i > 0);
 * degenerateConfidence({ confidence: correct.map(() => 0.99), correct }) // => ['few-bins', 'no-ranking']
 */
export function degenerateConfidence(answers: ConfidentAnswers): DegenerateReason[] {
  if (answers.confidence.length === 0) return [];
  const bins = equalWidthBins(answers);
  const found: DegenerateReason[] = [];
  if (bins.filter((bin) => bin.count > 0).length < fewestFilledBins) found.push('few-bins');
  const ranking = auroc(answers);
  const error = expectedCalibrationError(bins);
  if (ranking === null) found.push('one-class');
  else if (ranking < chanceLevelAuroc && error !== null && error < smallCalibrationError)
    found.push('no-ranking');
  return found;
}
