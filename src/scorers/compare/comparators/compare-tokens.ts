import type { JsonValue } from '../../../model/json/json-value.ts';
import { type Comparison, defineBuiltIn, sharedOptions, textOf, textOptions } from '../comparator.ts';
import { editSimilarity } from '../text/edit-similarity.ts';
import { textNormaliser } from '../text/normalise-text.ts';

/**
 * Sorts the words of both texts, then compares like `fuzzy`. Example: "John A Smith" has similarity .83 with
 * "John Smith".
 */
export const tokenSortComparator = defineBuiltIn({
  name: 'token-sort',
  doc: 'the same words in any order; the threshold (default 1) allows for edits',
  options: { ...textOptions, threshold: sharedOptions.threshold },
  example: { match: ['Smith John', 'John Smith'], different: ['Smith John', 'John A Smith'] },
  create(options) {
    const threshold = options.threshold ?? 1;
    const { normalise, explain } = textNormaliser(options);
    const sorted = (value: JsonValue): string =>
      tokens(normalise(textOf(value)))
        .sort()
        .join(' ');
    return {
      graded: true,
      compare(expected, predicted) {
        const a = textOf(expected);
        const b = textOf(predicted);
        if (normalise(a) === normalise(b)) return { match: true, similarity: 1, note: explain(a, b) };
        const { similarity } = editSimilarity(sorted(expected), sorted(predicted));
        return comparisonAt(similarity, threshold, 'word order');
      },
      key: (value) => (threshold >= 1 ? sorted(value) : null),
      edits: { threshold, text: sorted },
    };
  },
});

/**
 * Compares the sets of words. Similarity: words in both / words in either. Example: "ACME Ltd" and "ACME" have
 * .5.
 */
export const tokenSetComparator = defineBuiltIn({
  name: 'token-set',
  doc: 'the same set of words; the threshold (default 1) is for words in both / words in either',
  options: { ...textOptions, threshold: sharedOptions.threshold },
  example: { match: ['to be or not to be', 'not be to or'], different: ['ACME Ltd', 'ACME'] },
  create(options) {
    const threshold = options.threshold ?? 1;
    const { normalise, explain } = textNormaliser(options);
    const setOf = (value: JsonValue): Set<string> => new Set(tokens(normalise(textOf(value))));
    return {
      graded: true,
      compare(expected, predicted) {
        const a = textOf(expected);
        const b = textOf(predicted);
        if (normalise(a) === normalise(b)) return { match: true, similarity: 1, note: explain(a, b) };
        const left = setOf(expected);
        const right = setOf(predicted);
        const either = left.union(right).size;
        return comparisonAt(
          either === 0 ? 1 : left.intersection(right).size / either,
          threshold,
          'word order and repetition',
        );
      },
      key: (value) => (threshold >= 1 ? [...setOf(value)].sort().join(' ') : null),
    };
  },
});

function tokens(text: string): string[] {
  return text.split(' ').filter((token) => token !== '');
}

function comparisonAt(similarity: number, threshold: number, normalisation: string): Comparison {
  if (similarity >= 1) return { match: true, similarity: 1, note: `matched after: ${normalisation}` };
  const match = similarity >= threshold;
  return {
    match,
    similarity,
    note: `similarity ${similarity.toFixed(3)} ${match ? 'reaches' : 'is below'} ${threshold}`,
  };
}
