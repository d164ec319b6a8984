import { canonicalJson } from '../../../base/canonical-json.ts';
import { type Comparator, verdict } from '../comparator.ts';

/**
 * The same JSON value and nothing less: 12.5 and "12.5" differ, so do "a" and "a ". Similarity 1 or 0.
 * Key order of objects does not matter.
 */
export function exactComparator(): Comparator {
  return {
    name: 'exact',
    graded: false,
    compare: (expected, predicted) =>
      verdict(expected === predicted || canonicalJson(expected) === canonicalJson(predicted)),
    key: (value) => canonicalJson(value),
  };
}
