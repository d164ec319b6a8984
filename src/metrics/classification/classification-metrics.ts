import type { Rate } from '../../model/score/item-score.ts';
import { cohenKappa, matthewsCorrelation } from '../../stats/intervals/agreement.ts';
import { type MatchRates, matchRates, meanOfRates, rate } from '../rates.ts';
import type { ConfusionMatrix } from './confusion-matrix.ts';

/** Metrics of one label. */
export interface ClassMetrics extends MatchRates {
  readonly label: string;
  /** Number of items with this expected label. */
  readonly support: number;
  /** Number of items with this predicted label. */
  readonly predicted: number;
}

type Macro = Rate & { readonly undefinedRates: number };

/** Metrics of a confusion matrix, see `classificationMetrics`. */
export interface ClassificationMetrics {
  readonly accuracy: Rate;
  /** One entry per label that is expected, configured or predicted. */
  readonly perClass: readonly ClassMetrics[];
  readonly macroPrecision: Macro;
  readonly macroRecall: Macro;
  readonly macroF1: Macro;
  readonly weightedPrecision: Rate;
  readonly weightedRecall: Rate;
  readonly weightedF1: Rate;
  /** Mean recall of the expected labels. */
  readonly balancedAccuracy: Rate;
  readonly kappa: number | null;
  readonly mcc: number | null;
  /** Scores of always predicting the most frequent class; `label` is null if there are no items. */
  readonly majority: { readonly label: string | null; readonly accuracy: Rate; readonly macroF1: Macro };
  /** Number of items per expected and predicted label, `(no answer)` last. */
  readonly distribution: readonly {
    readonly label: string;
    readonly expected: number;
    readonly predicted: number;
  }[];
  /** Wrong cells of the matrix, the most frequent first. `predicted` is null for items without an answer. */
  readonly topConfusions: readonly {
    readonly expected: string;
    readonly predicted: string | null;
    readonly count: number;
  }[];
}

/**
 * Returns all metrics of a confusion matrix (docs/metrics.md#accuracy).
 *
 * - accuracy: right answers / all; an answer outside the list and a missing answer are wrong.
 * - per label: precision, recall, F1 of the label against all others; null if the denominator is 0.
 * - macro: mean over the labels with a defined rate, with the number of the others. scikit-learn's macro F1
 *   takes 0 for an undefined rate. Here, a label that is neither expected nor predicted does not lower the
 *   mean.
 * - weighted: sum of support x rate / sum of support, over expected labels. An undefined precision counts as 0,
 *   because the label was expected and never predicted.
 * - kappa, MCC: `cohenKappa`, `matthewsCorrelation`, with "no answer" as a label that is never expected.
 * - majority: accuracy and macro F1 of always predicting the most frequent expected class (the first among
 *   equals).
 *
 * Ranges 0 to 1 (kappa, MCC: -1 to 1), higher is better. An empty matrix gives null everywhere. Reference values
 * from scikit-learn.
 *
 * Example: A as A 8 times, A as B 2 times, B as B 10 times: accuracy .9; A: precision 8/8, recall 8/10; B:
 * precision 10/12, recall 10/10.
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
  const perClass = classesOf(matrix);
  const correct = perClass.reduce((sum, { recall }) => sum + recall.numerator, 0);
  const square = matrix.squareTable();
  return {
    accuracy: rate(correct, matrix.n),
    perClass,
    macroPrecision: meanOfRates(perClass.map((metrics) => metrics.precision)),
    macroRecall: meanOfRates(perClass.map((metrics) => metrics.recall)),
    macroF1: meanOfRates(perClass.map((metrics) => metrics.f1)),
    weightedPrecision: weighted(perClass, (metrics) => metrics.precision),
    weightedRecall: weighted(perClass, (metrics) => metrics.recall),
    weightedF1: weighted(perClass, (metrics) => metrics.f1),
    balancedAccuracy: meanOfRates(perClass.map((metrics) => metrics.recall)),
    kappa: cohenKappa(square),
    mcc: matthewsCorrelation(square),
    majority: majority(perClass),
    distribution: distribution(matrix, perClass),
    topConfusions: topConfusions(matrix),
  };
}

function classesOf(matrix: ConfusionMatrix): ClassMetrics[] {
  const support = new Map<string, number>();
  const predicted = new Map<string | null, number>();
  for (const cell of matrix.cells()) {
    support.set(cell.expected, (support.get(cell.expected) ?? 0) + cell.count);
    predicted.set(cell.predicted, (predicted.get(cell.predicted) ?? 0) + cell.count);
  }
  return matrix.answerLabels.map((label) =>
    classMetrics(label, matrix.count(label, label), support.get(label) ?? 0, predicted.get(label) ?? 0),
  );
}

function classMetrics(label: string, correct: number, support: number, predicted: number): ClassMetrics {
  return {
    label,
    support,
    predicted,
    ...matchRates({ correct, expected: support, predicted }),
  };
}

function majority(perClass: readonly ClassMetrics[]): ClassificationMetrics['majority'] {
  const n = perClass.reduce((sum, { support }) => sum + support, 0);
  const most = perClass.reduce<ClassMetrics | null>(
    (best, metrics) => (metrics.support > (best?.support ?? 0) ? metrics : best),
    null,
  );
  return {
    label: most?.label ?? null,
    accuracy: rate(most?.support ?? 0, n),
    // All n items get the majority label, and no item gets any other label.
    macroF1: meanOfRates(
      perClass.map(({ label, support }) =>
        rate(label === most?.label ? 2 * support : 0, support + (label === most?.label ? n : 0)),
      ),
    ),
  };
}

function weighted(perClass: readonly ClassMetrics[], of: (metrics: ClassMetrics) => Rate): Rate {
  let sum = 0;
  let support = 0;
  for (const metrics of perClass) {
    if (metrics.support === 0) continue;
    sum += metrics.support * (of(metrics).value ?? 0);
    support += metrics.support;
  }
  return rate(sum, support);
}

function distribution(
  matrix: ConfusionMatrix,
  perClass: readonly ClassMetrics[],
): ClassificationMetrics['distribution'] {
  const unanswered = matrix.expectedLabels.reduce((sum, expected) => sum + matrix.count(expected, null), 0);
  return [
    ...perClass.map(({ label, support, predicted }) => ({ label, expected: support, predicted })),
    { label: '(no answer)', expected: 0, predicted: unanswered },
  ];
}

function topConfusions(matrix: ConfusionMatrix): ClassificationMetrics['topConfusions'] {
  return matrix
    .cells()
    .filter(({ expected, predicted }) => expected !== predicted)
    .sort((a, b) => b.count - a.count);
}
