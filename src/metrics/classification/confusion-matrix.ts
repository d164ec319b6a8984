import { requireArgument } from '../../base/require-argument.ts';

/**
 * Counts by expected and predicted label. The rows are the labels of the configuration, followed by other
 * expected labels. The columns have the same labels, followed by labels that only predictions have and by `(no
 * answer)`. A cell counts documents or pages.
 *
 * @example
 * const matrix = new ConfusionMatrix(['A', 'B']);
 * matrix.add('A', 'A', 8);
 * matrix.add('A', 'B', 2);
 * matrix.add('B', null);
 * matrix.predictedLabels // => ['A', 'B', '(no answer)']
 * matrix.table() // => [[8, 2, 0], [0, 0, 1]]
 */
export class ConfusionMatrix {
  readonly #expected: Map<string, number>;
  readonly #outside = new Set<string>();
  readonly #cells = new Map<string, Map<string | null, number>>();
  #n = 0;

  /** `labels` is the list of the configuration, in its order. Labels that only the data have are appended. */
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
    this.#n += count;
  }

  get n(): number {
    return this.#n;
  }

  /** Labels of the rows. */
  get expectedLabels(): string[] {
    return [...this.#expected.keys()];
  }

  /** Labels of the columns, without the last column `(no answer)`. */
  get answerLabels(): string[] {
    return [...this.expectedLabels, ...[...this.#outside].filter((label) => !this.#expected.has(label))];
  }

  /** Labels of all columns. */
  get predictedLabels(): string[] {
    return [...this.answerLabels, '(no answer)'];
  }

  count(expected: string, predicted: string | null): number {
    return this.#cells.get(expected)?.get(predicted) ?? 0;
  }

  /** Returns `[expected][predicted]`, parallel to `expectedLabels` and `predictedLabels`. */
  table(): number[][] {
    const columns: readonly (string | null)[] = [...this.answerLabels, null];
    return this.expectedLabels.map((expected) => columns.map((predicted) => this.count(expected, predicted)));
  }

  /**
   * Like `table`, but with the same labels on both sides, for agreement measures. "No answer" is a label that is
   * never expected.
   */
  squareTable(): number[][] {
    const labels: readonly (string | null)[] = [...this.answerLabels, null];
    return labels.map((expected) =>
      labels.map((predicted) => (expected === null ? 0 : this.count(expected, predicted))),
    );
  }
}
