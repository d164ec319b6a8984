import type { JsonValue } from '../../../model/json/json-value.ts';
import { type Comparator, matched, textOf, verdict } from '../comparator.ts';

const words = new Map<string, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/**
 * Booleans: equal. The words true, yes, 1 and false, no, 0 are read as booleans, with a note; anything else is
 * compared as text. Similarity 1 or 0.
 */
export function booleanComparator(): Comparator {
  return {
    name: 'boolean',
    graded: false,
    compare(expected, predicted) {
      if (expected === predicted) return matched;
      if (key(expected) !== key(predicted)) return verdict(false);
      return verdict(true, 'matched after: boolean written as text');
    },
    key,
  };
}

function key(value: JsonValue): string {
  const text = textOf(value).trim();
  const read = words.get(text.toLowerCase());
  return read === undefined ? `text ${text}` : String(read);
}
