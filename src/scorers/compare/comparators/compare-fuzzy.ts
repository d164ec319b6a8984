import { type Comparator, type ComparatorOptions, textOf } from '../comparator.ts';
import { editSimilarity } from '../text/edit-similarity.ts';
import { textNormaliser } from '../text/normalise-text.ts';

export const defaultFuzzyThreshold = 0.85;

/**
 * Text that may differ a little: matches where 1 - Levenshtein / longer length reaches the threshold (default .85),
 * after the normalisation of `stringComparator`. The note gives the similarity that decided.
 * What the service calls `fuzzyMatchFields`; its own algorithm and threshold are not published.
 *
 * Example: "Main Street 12" and "Main Street 1Z" are 13/14 = .93 alike: a match at .85, none at .95.
 */
export function fuzzyComparator(options: ComparatorOptions = {}): Comparator {
  const threshold = options.threshold ?? defaultFuzzyThreshold;
  const { normalise, explain } = textNormaliser(options);
  return {
    name: 'fuzzy',
    graded: true,
    compare(expected, predicted) {
      const a = textOf(expected);
      const b = textOf(predicted);
      const left = normalise(a);
      const right = normalise(b);
      if (left === right) return { match: true, similarity: 1, note: explain(a, b) };
      const { similarity, approximate } = editSimilarity(left, right);
      const match = similarity >= threshold;
      const relation = match ? 'reaches' : 'is below';
      const bound = approximate ? ' (an upper bound: over 20,000 characters differ)' : '';
      return {
        match,
        similarity,
        note: `similarity ${similarity.toFixed(3)}${bound} ${relation} ${threshold}`,
      };
    },
    key: () => null,
    edits: { threshold, text: (value) => normalise(textOf(value)) },
  };
}
