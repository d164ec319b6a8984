import { defineBuiltIn, sharedOptions, textOf, textOptions } from '../comparator.ts';
import { editSimilarity } from '../text/edit-similarity.ts';
import { textNormaliser } from '../text/normalise-text.ts';

export const defaultFuzzyThreshold = 0.85;

/**
 * Compares texts by edit distance, after the normalisation of `string`. The note has the similarity. The service
 * has a comparator `fuzzyMatchFields`, whose algorithm and threshold are not published.
 *
 * Example: "Main Street 12" and "Main Street 1Z" have similarity 13/14 = .93: a match at .85, but not at .95.
 */
export const fuzzyComparator = defineBuiltIn({
  name: 'fuzzy',
  doc: '1 - edit distance / longer length reaches the threshold (default .85)',
  options: { ...textOptions, threshold: sharedOptions.threshold },
  example: { match: ['Main Street 12', 'Main Street 1Z'], different: ['Main Street 12', 'Mill Road 12'] },
  create(options) {
    const threshold = options.threshold ?? defaultFuzzyThreshold;
    const { normalise, explain } = textNormaliser(options);
    return {
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
  },
});
