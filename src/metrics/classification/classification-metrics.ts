import type { Rate } from '../../model/score/item-score.ts';
import { cohenKappa, matthewsCorrelation } from '../../stats/intervals/agreement.ts';
import { type MatchRates, matchRates, meanOfRates, rate } from '../rates.ts';
import type { ConfusionMatrix } from './confusion-matrix.ts';

/** Metrics of one label. */
export interface ClassMetrics extends MatchRates {
  readonly label: string;
  /** Number of items with this expected label. */
  readonly support: number;
}

type Macro = Rate & { readonly undefinedRates: number };

/** Metrics of a confusion matrix, see `classificationMetrics`. */
export interface ClassificationMetrics {
  readonly accuracy: Rate;
  /** One entry per label that is expected, configured or predicted. */
  readonly perClass: readonly ClassMetrics[];
  readonly macroF1: Macro;
  readonly weightedF1: Rate;
  /** Mean recall of the expected labels. */
  readonly balancedAccuracy: Rate;
  readonly kappa: number | null;
  readonly mcc: number | null;
  /** Scores of always predicting the most frequent class; `label` is null if there are no items. */
  readonly majority: { readonly label: string | null; readonly accuracy: Rate; readonly macroF1: Macro };
}

/**
 * Returns all metrics of a confusion matrix (docs/metrics.md#accuracy).
 *
 * - accuracy: right answers / all; an answer outside the list and a missing answer are wrong.
 * - per label: precision, recall, F1 of the label against all others; null if the denominator is 0.
 * - macro F1: mean over the labels with a defined rate, with the number of the others. scikit-learn takes
 *   0 for an undefined F1. Here, a label that is neither expected nor predicted does not lower the mean.
 * - weighted F1: sum of support x F1 / sum of support.
 * - kappa, MCC: `cohenKappa`, `matthewsCorrelation`, with "no answer" as a label that is never expected.
 * - majority: accuracy and macro F1 of always predicting the most frequent expected class (the first among
 *   equals).
 *
 * Ranges 0 to 1 (kappa, MCC: -1 to 1), higher is better. An empty matrix gives null everywhere. Reference values
 * from scikit-learn.
 *
 * @example
 * const matrix = new ConfusionMatrix(['A', 'B']);
 * matrix.add('A', 'A', 8);
 * matrix.add('A', 'B', 2);
 * matrix.add('B', 'B', 10);
 * const { accuracy, perClass, kappa } = classificationMetrics(matrix);
 * [accuracy.value, perClass[1].precision.value, kappa] // => [0.9, 0.8333, 0.8]
 */
export function classificationMetrics(matrix: ConfusionMatrix): ClassificationMetrics {
  const table = matrix.squareTable();
  const perClass = matrix.answerLabels.map((label, at): ClassMetrics => {
    const support = sumOf(table[at] as number[]);
    const predicted = sumOf(table.map((row) => row[at] as number));
    return {
      label,
      support,
      ...matchRates({ correct: matrix.count(label, label), expected: support, predicted }),
    };
  });
  return {
    accuracy: rate(sumOf(perClass.map(({ recall }) => recall.numerator)), matrix.n),
    perClass,
    macroF1: meanOfRates(perClass.map(({ f1 }) => f1)),
    weightedF1: rate(
      sumOf(perClass.map(({ support, f1 }) => support * (f1.value ?? 0))),
      sumOf(perClass.map(({ support }) => support)),
    ),
    balancedAccuracy: meanOfRates(perClass.map(({ recall }) => recall)),
    kappa: cohenKappa(table),
    mcc: matthewsCorrelation(table),
    majority: majority(perClass),
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function majority(perClass: readonly ClassMetrics[]): ClassificationMetrics['majority'] {
  const n = sumOf(perClass.map(({ support }) => support));
  const support = Math.max(0, ...perClass.map((metrics) => metrics.support));
  const label =
    support === 0 ? null : (perClass.find((metrics) => metrics.support === support)?.label ?? null);
  return {
    label,
    accuracy: rate(support, n),
    // All n items get the majority label, and no item gets any other label.
    macroF1: meanOfRates(
      perClass.map((metrics) =>
        metrics.label === label ? rate(2 * support, support + n) : rate(0, metrics.support),
      ),
    ),
  };
}
