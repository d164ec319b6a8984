import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type {
  ComparatorName,
  ComparatorOptions,
} from '../../../../src/scorers/compare/comparators/create-comparator.ts';

/** Two values, whether they mean the same, what the note says. Without a pattern a match must have no note. */
export type EquivalenceRow = readonly [
  expected: JsonValue,
  predicted: JsonValue,
  match: boolean,
  note?: RegExp,
  options?: ComparatorOptions,
];

/** What is equal for one comparator, what is not, and what is ambiguous. */
export interface EquivalenceTable {
  readonly name: ComparatorName;
  /** Matching depends on which of the two is the expectation. */
  readonly sided?: boolean;
  readonly rows: readonly EquivalenceRow[];
}
