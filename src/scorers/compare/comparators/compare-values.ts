import { canonicalJson } from '../../../base/canonical-json.ts';
import type { JsonValue } from '../../../model/json/json-value.ts';
import { defineBuiltIn, matched, textOf, toComparison } from '../comparator.ts';

/** Compares JSON values: 12.5 and "12.5" do not match, nor do "a" and "a ". Similarity is 1 or 0. */
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

const words = new Map<string, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/**
 * Compares booleans, and words that mean a boolean, such as "yes". Compares other values as text. Similarity is 1 or 0.
 */
export const booleanComparator = defineBuiltIn({
  name: 'boolean',
  doc: 'equal; the texts "true", "yes" and "1" are read as true, and "false", "no" and "0" as false',
  options: {},
  example: { match: [true, 'yes'], different: [true, false] },
  create() {
    return {
      graded: false,
      compare(expected, predicted) {
        if (expected === predicted) return matched;
        if (key(expected) !== key(predicted)) return toComparison(false);
        return toComparison(true, 'matched after: boolean written as text');
      },
      key,
    };
  },
});

function key(value: JsonValue): string {
  const text = textOf(value).trim();
  const read = words.get(text.toLowerCase());
  return read === undefined ? `text ${text}` : String(read);
}
