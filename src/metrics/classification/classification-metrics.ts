import { requireArgument } from '../../base/require-argument.ts';
import type { Rate } from '../../model/score/item-score.ts';
import { cohenKappa, matthewsCorrelation } from '../../stats/intervals/agreement.ts';
import { type MatchRates, matchRates, meanOfRates, rate } from '../rates.ts';

/**
 * Counts documents or pages by their expected label (row) and their predicted label (column). The rows are the labels
 * of the configuration, followed by other expected labels. The columns are the same labels, followed by labels that
 * only predictions have, and by `(no prediction)`.
 * @example
 * const matrix = new ConfusionMatrix(['A', 'B']);
 * matrix.add('A', 'A', 8);
 * matrix.add('A', 'B', 2);
 * matrix.add('B', null);
 * matrix.predictedLabels // => ['A', 'B', '(no prediction)']
 * matrix.table() // => [[8, 2, 0], [0, 0, 1]]
 */
export class ConfusionMatrix {
  readonly #expected: Map<string, number>;
  readonly #outside = new Set<string>();
  readonly #cells = new Map<string, Map<string | null, number>>();

  /** `labels` are the labels of the configuration. The method `add` appends labels that are not among them. */
  constructor(labels: Iterable<string> = []) {
    this.#expected = new Map(Array.from(labels, (label, at) => [label, at]));
  }

  add(expected: string, predicted: string | null, count = 1): void {
    requireArgument(Number.isFinite(count) && count >= 0, `a count must be 0 or more, got ${count}`);
    if (!this.#expected.has(expected)) this.#expected.set(expected, this.#expected.size);
    if (predicted !== null) this.#outside.add(predicted);
    const row = this.#cells.get(expected) ?? new Map<string | null, number>();
    this.#cells.set(expected, row);
    row.set(predicted, (row.get(predicted) ?? 0) + count);
  }

  get expectedLabels(): string[] {
    return [...this.#expected.keys()];
  }

  /** Labels of the columns, except the last column `(no prediction)`. */
  get predictionLabels(): string[] {
    return [...this.expectedLabels, ...[...this.#outside].filter((label) => !this.#expected.has(label))];
  }

  get predictedLabels(): string[] {
    return [...this.predictionLabels, '(no prediction)'];
  }

  count(expected: string, predicted: string | null): number {
    return this.#cells.get(expected)?.get(predicted) ?? 0;
  }

  /** Returns the counts as `[expected][predicted]`, with the labels of `expectedLabels` and `predictedLabels`. */
  table(): number[][] {
    const columns: readonly (string | null)[] = [...this.predictionLabels, null];
    return this.expectedLabels.map((expected) => columns.map((predicted) => this.count(expected, predicted)));
  }

  /**
   * Returns the counts with the same labels for rows and columns, as agreement measures need. All counts in the row
   * `(no prediction)` are 0.
   */
  squareTable(): number[][] {
    const labels: readonly (string | null)[] = [...this.predictionLabels, null];
    return labels.map((expected) =>
      labels.map((predicted) => (expected === null ? 0 : this.count(expected, predicted))),
    );
  }
}

export interface ClassMetrics extends MatchRates {
  readonly label: string;
  /** Number of items with this expected label. */
  readonly support: number;
}

type Macro = Rate & { readonly undefinedRates: number };

export interface ClassificationMetrics {
  readonly accuracy: Rate;
  /** One entry per label that is expected, configured or predicted. */
  readonly perClass: readonly ClassMetrics[];
  readonly macroF1: Macro;
  readonly weightedF1: Rate;
  /** Mean recall over the labels that are expected at least once. */
  readonly balancedAccuracy: Rate;
  readonly kappa: number | null;
  readonly mcc: number | null;
  /** Scores of always predicting the most frequent expected class. `label` is `null` if there are no items. */
  readonly majority: { readonly label: string | null; readonly accuracy: Rate; readonly macroF1: Macro };
}

/**
 * Returns all metrics of a confusion matrix (docs/metrics/classification.md#accuracy).
 * - accuracy: right / all. A missing prediction is wrong, and so is a label that the configuration does not have.
 * - per class: precision, recall and F1 of one label against all others; null if the denominator is 0.
 * - macro F1: mean over the labels with a defined F1. scikit-learn uses 0 for an undefined F1. Here, a label that is
 * neither expected nor predicted does not lower the mean.
 * - weighted F1: sum of support x F1 / sum of support.
 * - kappa, MCC: `cohenKappa`, `matthewsCorrelation`, with "no prediction" as a label that is never expected.
 * - majority: scores of always predicting the most frequent expected class. If several are equally frequent, the first
 * one.
 *
 * Ranges 0 to 1 (kappa, MCC: -1 to 1), higher is better; all null for an empty matrix. Reference values from
 * scikit-learn.
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
  const perClass = matrix.predictionLabels.map((label, at): ClassMetrics => {
    const support = sumOf(table[at] as number[]);
    const predicted = sumOf(table.map((row) => row[at] as number));
    return {
      label,
      support,
      ...matchRates({ correct: matrix.count(label, label), expected: support, predicted }),
    };
  });
  return {
    accuracy: rate(sumOf(perClass.map(({ recall }) => recall.numerator)), sumOf(table.flat())),
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
    // The majority label gets all predictions, and the other labels get none.
    macroF1: meanOfRates(
      perClass.map((metrics) =>
        metrics.label === label ? rate(2 * support, support + n) : rate(0, metrics.support),
      ),
    ),
  };
}
