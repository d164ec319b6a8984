import { type Comparator, matched, textOf, verdict } from '../comparator.ts';
import { identifierNormaliser } from '../text/normalise-text.ts';

/**
 * Identifiers (invoice numbers, tax numbers, IBANs): equal after dropping spaces and hyphens, upper case as lower.
 * Never fuzzy: one wrong digit names something else, so similarity is 1 or 0.
 *
 * Example: "DE 89-370" and "de89370" match; "INV-001" and "INV-01" do not.
 */
export function identifierComparator(): Comparator {
  const { normalise, explain } = identifierNormaliser;
  return {
    name: 'identifier',
    graded: false,
    compare(expected, predicted) {
      if (expected === predicted) return matched;
      const a = textOf(expected);
      const b = textOf(predicted);
      return normalise(a) === normalise(b) ? verdict(true, explain(a, b)) : verdict(false);
    },
    key: (value) => normalise(textOf(value)),
  };
}
