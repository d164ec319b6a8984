import { defineBuiltIn, different, matched, textOf, textOptions } from '../comparator.ts';
import { textNormaliser } from '../text/normalise-text.ts';

/**
 * Compares names of a fixed list. Similarity is 1 or 0, because names that are nearly equal are different names.
 */
export const enumComparator = defineBuiltIn({
  name: 'enum',
  doc: 'the same name after Unicode NFKC and with single spaces',
  options: { ignoreCase: textOptions.ignoreCase },
  example: { match: ['PAID', ' PAID '], different: ['PAID', 'UNPAID'] },
  create(options) {
    const { normalise, explain } = textNormaliser({ ignoreCase: options.ignoreCase });
    return {
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
  },
});
