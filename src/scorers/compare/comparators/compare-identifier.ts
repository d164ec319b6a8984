import { defineBuiltIn, matched, textOf, toComparison } from '../comparator.ts';
import { identifierNormaliser } from '../text/normalise-text.ts';

/**
 * Compares identifiers such as invoice numbers, tax numbers and IBANs. Similarity is 1 or 0, because one wrong
 * digit names something else.
 */
export const identifierComparator = defineBuiltIn({
  name: 'identifier',
  doc: 'equal without spaces and hyphens, in any case',
  options: {},
  example: { match: ['DE 89-370', 'de89370'], different: ['INV-001', 'INV-01'] },
  create() {
    const { normalise, explain } = identifierNormaliser;
    return {
      graded: false,
      compare(expected, predicted) {
        if (expected === predicted) return matched;
        const a = textOf(expected);
        const b = textOf(predicted);
        return normalise(a) === normalise(b) ? toComparison(true, explain(a, b)) : toComparison(false);
      },
      key: (value) => normalise(textOf(value)),
    };
  },
});
