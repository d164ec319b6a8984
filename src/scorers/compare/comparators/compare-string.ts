import type { JsonValue } from '../../../model/json/json-value.ts';
import { type Comparator, type ComparatorOptions, matched, textOf } from '../comparator.ts';
import { editSimilarity } from '../text/edit-similarity.ts';
import { textNormaliser } from '../text/normalise-text.ts';

/**
 * Text: equal after NFKC, trimming and collapsing white space; case, punctuation and accents count unless ignored.
 *
 * Similarity: 1 - Levenshtein / longer length, of the normalised texts. Numbers and booleans are compared as they
 * are written in JSON. metrics.md section 3.
 *
 * Example: "ACME  Ltd" and "ACME Ltd" match ("matched after: spaces"); "ACME" and "Acme" do not (similarity .25).
 */
export function stringComparator(options: ComparatorOptions = {}): Comparator {
  const { normalise, explain } = textNormaliser(options);
  const text = (value: JsonValue) => normalise(textOf(value));
  return {
    name: 'string',
    graded: true,
    compare(expected, predicted) {
      if (expected === predicted) return matched;
      const a = textOf(expected);
      const b = textOf(predicted);
      const left = normalise(a);
      const right = normalise(b);
      if (left === right) {
        const note = explain(a, b);
        return note === undefined ? matched : { match: true, similarity: 1, note };
      }
      const { similarity, approximate } = editSimilarity(left, right);
      if (!approximate) return { match: false, similarity };
      return {
        match: false,
        similarity,
        note: 'similarity is an upper bound (over 20,000 characters differ)',
      };
    },
    key: text,
    edits: { threshold: 1, text },
  };
}
