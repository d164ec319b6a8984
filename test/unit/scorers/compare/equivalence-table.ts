import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type {
  ComparatorName,
  ComparatorOptions,
} from '../../../../src/scorers/compare/comparators/create-comparator.ts';

/**
 * The expected value, the predicted value, whether they mean the same, and a pattern of the note. Without a pattern, a
 * match must have no note.
 */
export type EquivalenceRow = readonly [
  expected: JsonValue,
  predicted: JsonValue,
  match: boolean,
  note?: RegExp,
  options?: ComparatorOptions,
];

/** Values that are equal, different or ambiguous for one comparator. */
export interface EquivalenceTable {
  readonly name: ComparatorName;
  /** Whether a match depends on which of the two values is the expected one. */
  readonly sided?: boolean;
  readonly rows: readonly EquivalenceRow[];
}
