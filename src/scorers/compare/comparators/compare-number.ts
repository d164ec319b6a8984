import type { JsonValue } from '../../../model/json/json-value.ts';
import { type Comparator, type ComparatorOptions, matched, textOf, verdict } from '../comparator.ts';
import {
  type Decimal,
  decimalKey,
  decimalOfNumber,
  equalDecimals,
  magnitudeTimes,
  withinTolerance,
} from '../numbers/decimal.ts';
import { type ParsedNumber, parseNumber } from '../numbers/parse-number.ts';
import { plainText } from '../text/normalise-text.ts';

/**
 * Numbers: equal as decimals, whether JSON numbers or printed ones; with tolerances where given.
 *
 * |expected - predicted| <= max(absoluteTolerance, relativeTolerance x |expected|), exactly, in decimals: .1 + .2
 * written as 0.30000000000000004 is not .3. Similarity is 1 or 0: a number that is nearly right is wrong.
 * What does not read as a number is compared as text, with a note.
 *
 * Example: 1234.5 and "1,234.50" match; 1234.5 and 1234.6 match with absoluteTolerance .1; "1,234" is 1234 by default
 * and 1.234 with decimalSeparator ",", with a note either way.
 */
export function numberComparator(options: ComparatorOptions = {}): Comparator {
  const separator = options.decimalSeparator ?? '.';
  const tolerant = hasTolerance(options);
  return {
    name: 'number',
    graded: false,
    compare(expected, predicted) {
      if (expected === predicted) return matched;
      if (!tolerant && typeof expected === 'number' && typeof predicted === 'number') return verdict(false);
      const a = parseNumber(expected, separator);
      const b = parseNumber(predicted, separator);
      if (a === null || b === null) return compareAsText(expected, predicted);
      const equal = equalDecimals(a.value, b.value);
      const match = equal || (tolerant && withinOptions(a.value, b.value, options));
      const notes = [
        ...(match && !equal ? ['within the tolerance'] : []),
        ...(match && equal && typeof expected !== typeof predicted
          ? ['matched after: number written as text']
          : []),
        ...(match && equal && typeof expected === 'string' && typeof predicted === 'string'
          ? ['matched after: number writing']
          : []),
        ...ambiguity(a, expected, separator),
        ...ambiguity(b, predicted, separator),
      ];
      return verdict(match, notes.length > 0 ? notes.join('; ') : undefined);
    },
    key(value) {
      if (tolerant) return null;
      // Written without exponent, a JSON number is its own shortest decimal.
      if (typeof value === 'number' && (value === 0 || (Math.abs(value) >= 1e-6 && Math.abs(value) < 1e21)))
        return String(value);
      const parsed = parseNumber(value, separator);
      return parsed === null ? `text ${plainText(textOf(value))}` : decimalKey(parsed.value);
    },
  };
}

export function hasTolerance(options: ComparatorOptions): boolean {
  return (options.absoluteTolerance ?? 0) > 0 || (options.relativeTolerance ?? 0) > 0;
}

/** Whether two numbers are as near as the options allow. */
export function withinOptions(expected: Decimal, predicted: Decimal, options: ComparatorOptions): boolean {
  const absolute = decimalOfNumber(options.absoluteTolerance ?? 0);
  const relative = decimalOfNumber(options.relativeTolerance ?? 0);
  return (
    (absolute !== null && withinTolerance(expected, predicted, absolute)) ||
    (relative !== null && withinTolerance(expected, predicted, magnitudeTimes(expected, relative)))
  );
}

export function ambiguity(parsed: ParsedNumber, value: JsonValue, separator: '.' | ','): string[] {
  if (!parsed.ambiguous) return [];
  return [
    `ambiguous number ${textOf(value).trim()} read as ${decimalKey(parsed.value)} (decimal mark "${separator}")`,
  ];
}

function compareAsText(expected: JsonValue, predicted: JsonValue): ReturnType<typeof verdict> {
  const match = plainText(textOf(expected)) === plainText(textOf(predicted));
  return verdict(match, 'not a number, compared as text');
}
