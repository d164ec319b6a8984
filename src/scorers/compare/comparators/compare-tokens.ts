import type { JsonValue } from '../../../model/json/json-value.ts';
import { type Comparator, type ComparatorOptions, type Comparison, textOf } from '../comparator.ts';
import { editSimilarity } from '../text/edit-similarity.ts';
import { textNormaliser } from '../text/normalise-text.ts';

/**
 * Text whose words may stand in another order: words are sorted, then compared as `fuzzyComparator` does, with
 * threshold 1 unless given.
 *
 * Example: "Smith John" and "John Smith" match; "John A Smith" reaches .83 against them.
 */
export function tokenSortComparator(options: ComparatorOptions = {}): Comparator {
  const threshold = options.threshold ?? 1;
  const { normalise, explain } = textNormaliser(options);
  const sorted = (value: JsonValue): string =>
    tokens(normalise(textOf(value)))
      .sort()
      .join(' ');
  return {
    name: 'token-sort',
    graded: true,
    compare(expected, predicted) {
      const a = textOf(expected);
      const b = textOf(predicted);
      if (normalise(a) === normalise(b)) return { match: true, similarity: 1, note: explain(a, b) };
      const { similarity } = editSimilarity(sorted(expected), sorted(predicted));
      return judged(similarity, threshold, 'word order');
    },
    key: (value) => (threshold >= 1 ? sorted(value) : null),
    edits: { threshold, text: sorted },
  };
}

/**
 * Text as a set of words: similarity is words in both / words in either, each counted once; threshold 1 unless given.
 *
 * Example: "to be or not to be" and "not be to or" match; "ACME Ltd" and "ACME" have .5.
 */
export function tokenSetComparator(options: ComparatorOptions = {}): Comparator {
  const threshold = options.threshold ?? 1;
  const { normalise, explain } = textNormaliser(options);
  const setOf = (value: JsonValue): Set<string> => new Set(tokens(normalise(textOf(value))));
  return {
    name: 'token-set',
    graded: true,
    compare(expected, predicted) {
      const a = textOf(expected);
      const b = textOf(predicted);
      if (normalise(a) === normalise(b)) return { match: true, similarity: 1, note: explain(a, b) };
      const left = setOf(expected);
      const right = setOf(predicted);
      const either = left.union(right).size;
      return judged(
        either === 0 ? 1 : left.intersection(right).size / either,
        threshold,
        'word order and repetition',
      );
    },
    key: (value) => (threshold >= 1 ? [...setOf(value)].sort().join(' ') : null),
  };
}

function tokens(text: string): string[] {
  return text.split(' ').filter((token) => token !== '');
}

function judged(similarity: number, threshold: number, normalisation: string): Comparison {
  if (similarity >= 1) return { match: true, similarity: 1, note: `matched after: ${normalisation}` };
  const match = similarity >= threshold;
  return {
    match,
    similarity,
    note: `similarity ${similarity.toFixed(3)} ${match ? 'reaches' : 'is below'} ${threshold}`,
  };
}
