import type { JsonValue } from '../../../model/json/json-value.ts';
import { type Comparator, type Comparison, different } from '../comparator.ts';

/**
 * Several right answers: the expectation is a list, and the prediction matches if it matches any of them.
 * Similarity and note are those of the best answer (the first among equals). A single value is a list of one.
 *
 * Example: expected ["ACME Ltd", "ACME Limited"], predicted "ACME Limited": match.
 */
export function anyOfComparator(inner: Comparator): Comparator {
  return {
    name: 'any-of',
    graded: inner.graded,
    compare(expected, predicted) {
      const answers: readonly JsonValue[] = Array.isArray(expected) ? expected : [expected as JsonValue];
      let best: Comparison = different;
      for (const answer of answers) {
        if (answer === null) continue;
        const comparison = inner.compare(answer, predicted);
        if (comparison.match) return withNote(comparison, answers.length);
        if (comparison.similarity > best.similarity) best = comparison;
      }
      return best;
    },
    key: () => null,
  };
}

function withNote(comparison: Comparison, answers: number): Comparison {
  if (answers < 2) return comparison;
  const note = `one of ${answers} right answers`;
  return { ...comparison, note: comparison.note === undefined ? note : `${note}; ${comparison.note}` };
}
