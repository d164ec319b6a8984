import { z } from 'zod';
import type { JsonValue } from '../../../model/json/json-value.ts';
import { defineBuiltIn, matched, sharedOptions, textOf, toComparison } from '../comparator.ts';
import { type DateReadings, readDate } from '../dates/parse-date.ts';
import { withLocale } from '../numbers/locale-writing.ts';
import { plainText } from '../text/normalise-text.ts';

/**
 * Compares calendar days: "2025-04-03", "3 April 2025" and "03.04.2025" match.
 *
 * 03/04/2025 has two readings, and `dayFirst` selects one. Without `dayFirst`, the text matches only dates that are
 * equal under both readings, and the note reports the ambiguity. With `formats`, only ISO dates and these formats are
 * dates. Values that are not dates are compared as text.
 */
export const dateComparator = defineBuiltIn({
  name: 'date',
  doc: 'the same calendar day in any notation',
  options: {
    locale: sharedOptions.locale,
    dayFirst: z
      .boolean()
      .optional()
      .describe(
        'true: 03/04/2025 is 3 April; false: it is 4 March; not set: two dates match only if they are equal under both readings',
      ),
    formats: z
      .array(z.string())
      .optional()
      .describe(
        'formats of dates, such as `d MMM yy` or `dd.MM.yyyy`; only these and ISO dates are accepted, and the first format that fits applies',
      ),
  },
  example: { match: ['2025-04-03', '3 April 2025'], different: ['2025-04-03', '2025-04-04'] },
  create(given) {
    const options = withLocale(given);
    const read = (value: JsonValue): DateReadings | null => readDate(textOf(value), options.formats);
    return {
      graded: false,
      compare(expected, predicted) {
        // Equal texts in ISO form match, whether they are dates or are compared as text.
        if (expected === predicted && typeof expected === 'string' && isoDay.test(expected)) return matched;
        const a = read(expected);
        const b = read(predicted);
        if (expected === predicted && (a === null || isCertain(a))) return matched;
        if (a === null || b === null) {
          return toComparison(
            plainText(textOf(expected)) === plainText(textOf(predicted)),
            'not a date, compared as text',
          );
        }
        const match = equalReadings(a, b, options.dayFirst);
        const notes = [
          ...(match && expected !== predicted ? ['matched after: date notation'] : []),
          ...flags(expected, a, options.dayFirst),
          ...flags(predicted, b, options.dayFirst),
        ];
        return toComparison(match, notes.length > 0 ? [...new Set(notes)].join('; ') : undefined);
      },
      key(value) {
        const readings = read(value);
        if (readings === null) return `text ${plainText(textOf(value))}`;
        if (options.dayFirst === true) return readings.dayFirst;
        if (options.dayFirst === false) return readings.monthFirst;
        return `${readings.dayFirst} ${readings.monthFirst}`;
      },
    };
  },
});

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

function equalReadings(a: DateReadings, b: DateReadings, dayFirst: boolean | undefined): boolean {
  const day = a.dayFirst === b.dayFirst;
  const month = a.monthFirst === b.monthFirst;
  return dayFirst === undefined ? day && month : dayFirst ? day : month;
}

function isCertain(readings: DateReadings): boolean {
  return readings.dayFirst === readings.monthFirst;
}

function flags(value: JsonValue, readings: DateReadings, dayFirst: boolean | undefined): string[] {
  const text = textOf(value).trim();
  const found: string[] = [];
  if (!isCertain(readings)) {
    const read =
      dayFirst === undefined
        ? `could be ${readings.dayFirst} or ${readings.monthFirst}; "dayFirst" is not set`
        : `read as ${dayFirst ? readings.dayFirst : readings.monthFirst} (${dayFirst ? 'day' : 'month'} first)`;
    found.push(`ambiguous date ${text} ${read}`);
  }
  if (readings.shortYear) found.push(`year of ${text} completed to four digits`);
  return found;
}
