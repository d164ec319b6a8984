import type { JsonValue } from '../../../model/json/json-value.ts';
import { defineBuiltIn, matched, textOf, textOptions } from '../comparator.ts';
import { editSimilarity } from '../text/edit-similarity.ts';
import { textNormaliser } from '../text/normalise-text.ts';

/**
 * Compares texts. Similarity: 1 - Levenshtein / longer length, of the normalised texts. Numbers and booleans are
 * compared as JSON text. Case, punctuation and accents count unless an option ignores them.
 *
 * Example: "ACME  Ltd" and "ACME Ltd" match ("matched after: spaces"); "ACME" and "Acme" do not (similarity .25).
 */
export const stringComparator = defineBuiltIn({
  name: 'string',
  doc: 'equal after Unicode NFKC, without invisible marks (soft hyphens, zero-width spaces), trimmed and with single spaces',
  options: textOptions,
  example: { match: ['ACME  Ltd', 'ACME Ltd'], different: ['ACME', 'Acme'] },
  create(options) {
    const { normalise, explain } = textNormaliser(options);
    const text = (value: JsonValue) => normalise(textOf(value));
    return {
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
  },
});
