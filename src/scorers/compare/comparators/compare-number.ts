import type { z } from 'zod';
import type { JsonValue } from '../../../model/json/json-value.ts';
import { defineBuiltIn, matched, sharedOptions, textOf, toComparison } from '../comparator.ts';
import {
  type Decimal,
  decimalKey,
  decimalOfNumber,
  equalDecimals,
  magnitudeTimes,
  withinTolerance,
} from '../numbers/decimal.ts';
import { withLocale } from '../numbers/locale-writing.ts';
import { type ParsedNumber, parseNumber } from '../numbers/parse-number.ts';
import { plainText } from '../text/normalise-text.ts';

export const numberOptions = {
  absoluteTolerance: sharedOptions.absoluteTolerance,
  relativeTolerance: sharedOptions.relativeTolerance,
  locale: sharedOptions.locale,
  decimalSeparator: sharedOptions.decimalSeparator,
};
export type Tolerances = Pick<
  z.infer<z.ZodObject<typeof numberOptions>>,
  'absoluteTolerance' | 'relativeTolerance'
>;

/**
 * Compares JSON or printed numbers as exact decimals: 0.30000000000000004 does not match .3. Similarity is 1
 * or 0.
 *
 * Two numbers match if |expected - predicted| <= max(absoluteTolerance, relativeTolerance x |expected|). Values that
 * are not numbers are compared as text, with a note. "1,234" is 1234 by default and 1.234 with decimalSeparator ",". In
 * both cases, the result has a note.
 */
export const numberComparator = defineBuiltIn({
  name: 'number',
  doc: 'equal as decimals in any notation: 1234.5, "1,234.50", "1.234,50", "(12)", also next to a currency: "€ 12", "12 MYR", "RM12", "Rs. 12/-"',
  options: numberOptions,
  example: { match: [1234.5, '1,234.50'], different: [1234.5, 1234.6] },
  create(given) {
    const options = withLocale(given);
    const separator = options.decimalSeparator ?? '.';
    const tolerant = hasTolerance(options);
    return {
      graded: false,
      compare(expected, predicted) {
        if (expected === predicted) return matched;
        if (!tolerant && typeof expected === 'number' && typeof predicted === 'number')
          return toComparison(false);
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
          ...(match && equal && typeof expected === typeof predicted && textOf(expected) !== textOf(predicted)
            ? ['matched after: number notation']
            : []),
          ...ambiguity(a, expected, separator),
          ...ambiguity(b, predicted, separator),
        ];
        return toComparison(match, notes.length > 0 ? notes.join('; ') : undefined);
      },
      key(value) {
        if (tolerant) return null;
        // For 0 and for absolute values from 1e-6 to below 1e21, `String` returns plain digits: the shortest decimal of
        // the number, without an exponent.
        if (typeof value === 'number' && (value === 0 || (Math.abs(value) >= 1e-6 && Math.abs(value) < 1e21)))
          return String(value);
        const parsed = parseNumber(value, separator);
        return parsed === null ? `text ${plainText(textOf(value))}` : decimalKey(parsed.value);
      },
    };
  },
});

export function hasTolerance(options: Tolerances): boolean {
  return (options.absoluteTolerance ?? 0) > 0 || (options.relativeTolerance ?? 0) > 0;
}

export function withinOptions(expected: Decimal, predicted: Decimal, options: Tolerances): boolean {
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

function compareAsText(expected: JsonValue, predicted: JsonValue): ReturnType<typeof toComparison> {
  const match = plainText(textOf(expected)) === plainText(textOf(predicted));
  return toComparison(match, 'not a number, compared as text');
}
