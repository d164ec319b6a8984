import type { LeafOutcome } from '../../model/score/item-score.ts';
import type { LeafType } from '../../scorers/extraction/field-tree.ts';
import type { DocumentValues } from './document-values.ts';
import { type Cell, cellOf } from './table-values.ts';
import type { ValueForms } from './value-forms.ts';
import { matchWords, type WordMatches } from './word-matches.ts';

/** A leaf that is incorrect, missing or spurious, with the data that the rules for causes need. */
export class WrongValue {
  readonly leaf: LeafOutcome;
  readonly outcome: LeafOutcome['outcome'];
  /** Type of the field in the schema. If the schema does not declare the field, the type of its values. */
  readonly type: LeafType;
  readonly expected: ValueForms | null;
  readonly predicted: ValueForms | null;
  readonly document: DocumentValues;
  #cell: Cell | null | undefined;
  #matches: WordMatches | null | undefined;

  /** `replacement` is an extra leaf. Its value counts as the predicted value of `leaf`, which must be missing. */
  constructor(leaf: LeafOutcome, type: LeafType, document: DocumentValues, replacement?: LeafOutcome) {
    const { expected } = leaf;
    const { predicted } = replacement ?? leaf;
    const outcome = replacement === undefined ? leaf.outcome : 'incorrect';
    this.leaf = leaf;
    this.outcome = outcome;
    this.type = type;
    this.expected = outcome === 'spurious' ? null : document.formsOf(expected);
    this.predicted = outcome === 'missing' ? null : document.formsOf(predicted);
    this.document = document;
  }

  /** Table, row and column of the value in its innermost table; `null` if the value is not in a table. */
  get cell(): Cell | null {
    if (this.#cell === undefined) this.#cell = cellOf(this.leaf.path);
    return this.#cell;
  }

  /** The matching words of the two values; `null` if they are not two texts, or if a text is too long. */
  get matches(): WordMatches | null {
    const { expected, predicted } = this;
    if (this.#matches === undefined)
      this.#matches =
        typeof expected?.value === 'string' && typeof predicted?.value === 'string'
          ? matchWords(expected, predicted)
          : null;
    return this.#matches;
  }
}

/** Returns a rule that applies only to leaves with both an expected and a predicted value. */
export function ofBoth(
  applies: (expected: ValueForms, predicted: ValueForms, wrong: WrongValue) => boolean,
): (wrong: WrongValue) => boolean {
  return (wrong) =>
    wrong.expected !== null && wrong.predicted !== null && applies(wrong.expected, wrong.predicted, wrong);
}

/** Returns a rule that applies only to leaves with two values that are texts or numbers. */
export function ofTexts(
  applies: (expected: ValueForms, predicted: ValueForms, wrong: WrongValue) => boolean,
): (wrong: WrongValue) => boolean {
  return ofBoth(
    (expected, predicted, wrong) =>
      expected.text !== null && predicted.text !== null && applies(expected, predicted, wrong),
  );
}
