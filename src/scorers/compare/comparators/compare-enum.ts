import { type Comparator, type ComparatorOptions, different, matched, textOf } from '../comparator.ts';
import { textNormaliser } from '../text/normalise-text.ts';

/**
 * One of a fixed list: equal after NFKC, trimming and collapsing white space, with `ignoreCase` in any case.
 * Options are names, not texts: similarity is 1 or 0.
 */
export function enumComparator(options: ComparatorOptions = {}): Comparator {
  const { normalise, explain } = textNormaliser({ ignoreCase: options.ignoreCase });
  return {
    name: 'enum',
    graded: false,
    compare(expected, predicted) {
      if (expected === predicted) return matched;
      const a = textOf(expected);
      const b = textOf(predicted);
      if (normalise(a) !== normalise(b)) return different;
      const note = explain(a, b);
      return note === undefined ? matched : { match: true, similarity: 1, note };
    },
    key: (value) => normalise(textOf(value)),
  };
}
