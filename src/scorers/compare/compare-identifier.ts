import { type Comparator, matched, textOf, verdict } from './comparator.ts';

/** Spaces of every kind, and every character that Unicode counts as a dash. */
const separators = /[\s\p{Pd}\u2212]+/gu;

/**
 * Identifiers (invoice numbers, tax numbers, IBANs): equal after dropping spaces and hyphens, upper case as lower.
 * Never fuzzy: one wrong digit names something else, so similarity is 1 or 0.
 *
 * Example: "DE 89-370" and "de89370" match; "INV-001" and "INV-01" do not.
 */
export function identifierComparator(): Comparator {
  const key = (value: Parameters<typeof textOf>[0]): string =>
    textOf(value).normalize('NFKC').replace(separators, '').toUpperCase();
  return {
    name: 'identifier',
    graded: false,
    compare(expected, predicted) {
      if (expected === predicted) return matched;
      if (key(expected) !== key(predicted)) return verdict(false);
      return verdict(true, note(textOf(expected), textOf(predicted)));
    },
    key,
  };
}

function note(expected: string, predicted: string): string | undefined {
  if (expected === predicted) return undefined;
  const changed: string[] = [];
  const joined = (text: string): string => text.normalize('NFKC').replace(separators, '');
  if (expected.toUpperCase() !== expected || predicted.toUpperCase() !== predicted) {
    if (joined(expected) !== joined(predicted)) changed.push('case');
  }
  if (expected.normalize('NFKC').toUpperCase() !== predicted.normalize('NFKC').toUpperCase()) {
    changed.push('spaces and hyphens');
  }
  return `matched after: ${changed.length > 0 ? changed.join(', ') : 'Unicode form'}`;
}
