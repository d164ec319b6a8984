import type { LeafOutcome } from '../../model/score/item-score.ts';
import type { LeafType } from '../../scorers/extraction/field-tree.ts';
import type { DocumentValues } from './document-values.ts';
import { type Cell, cellOf } from './table-values.ts';
import { ValueForms } from './value-forms.ts';
import { matchWords, type WordMatches } from './word-matches.ts';

/** A leaf that is incorrect, missing or spurious, with the facts that the rules use. */
export class WrongValue {
  readonly leaf: LeafOutcome;
  /** Type of the field in the schema; of its values if the schema does not declare the field. */
  readonly type: LeafType;
  /** `null` without an expected value. */
  readonly expected: ValueForms | null;
  /** `null` without a predicted value. */
  readonly predicted: ValueForms | null;
  readonly document: DocumentValues;
  #cell: Cell | null | undefined;
  #matches: WordMatches | null | undefined;

  constructor(leaf: LeafOutcome, type: LeafType, document: DocumentValues) {
    const { outcome, expected = null, predicted = null } = leaf;
    this.leaf = leaf;
    this.type = type;
    this.expected = outcome === 'spurious' || expected === null ? null : new ValueForms(expected);
    this.predicted = outcome === 'missing' || predicted === null ? null : new ValueForms(predicted);
    this.document = document;
  }

  /** Place of the value in its innermost table; `null` outside of tables. */
  get cell(): Cell | null {
    if (this.#cell === undefined) this.#cell = cellOf(this.leaf.path);
    return this.#cell;
  }

  /** How the words of the two values match; `null` without two texts, and for very long texts. */
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
