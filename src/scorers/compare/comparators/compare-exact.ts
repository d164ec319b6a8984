import { canonicalJson } from '../../../base/canonical-json.ts';
import { defineBuiltIn, toComparison } from '../comparator.ts';

/** Compares JSON values: 12.5 and "12.5" differ, and so do "a" and "a ". Similarity is 1 or 0. */
export const exactComparator = defineBuiltIn({
  name: 'exact',
  doc: 'the same JSON value; the order of keys does not matter',
  options: {},
  example: {
    match: [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    different: [12.5, '12.5'],
  },
  create() {
    return {
      graded: false,
      compare: (expected, predicted) =>
        toComparison(expected === predicted || canonicalJson(expected) === canonicalJson(predicted)),
      key: (value) => canonicalJson(value),
    };
  },
});
