import { GoldsetError } from '../../../base/goldset-error.ts';
import type { CustomComparator } from '../../../model/score/custom-comparator.ts';
import type { Comparator, ComparatorName, ComparatorOptions } from '../comparator.ts';
import { withLocale } from '../numbers/locale-writing.ts';
import { checkComparatorOptions } from './check-comparator-options.ts';
import { anyOfComparator } from './compare-any-of.ts';
import { booleanComparator } from './compare-boolean.ts';
import { currencyComparator } from './compare-currency.ts';
import { customComparator } from './compare-custom.ts';
import { dateComparator } from './compare-date.ts';
import { enumComparator } from './compare-enum.ts';
import { exactComparator } from './compare-exact.ts';
import { fuzzyComparator } from './compare-fuzzy.ts';
import { identifierComparator } from './compare-identifier.ts';
import { numberComparator } from './compare-number.ts';
import { stringComparator } from './compare-string.ts';
import { tokenSetComparator, tokenSortComparator } from './compare-tokens.ts';

type Factory = (options: ComparatorOptions) => Comparator;

const factories: Readonly<Record<Exclude<ComparatorName, 'any-of'>, Factory>> = {
  string: stringComparator,
  exact: exactComparator,
  fuzzy: fuzzyComparator,
  identifier: identifierComparator,
  number: numberComparator,
  currency: currencyComparator,
  date: dateComparator,
  boolean: booleanComparator,
  enum: enumComparator,
  'token-sort': tokenSortComparator,
  'token-set': tokenSetComparator,
};

/** The comparators that a rule can name. */
export const comparatorNames = [...Object.keys(factories), 'any-of'] as readonly ComparatorName[];

/**
 * A comparator by name, or around a function of one's own; `fallback` is what any-of compares with when its options do
 * not say. Throws USAGE for a name, an option or a value that there is not.
 *
 * Example: `createComparator('number').compare(1234.5, '1.234,50')` matches, "matched after: number written as text".
 *
 * @example
 * createComparator('number').compare(1234.5, '1.234,50') // => { match: true, similarity: 1, note: 'matched after: number written as text' }
 * createComparator('date', { locale: 'en-GB' }).compare('2025-04-03', '03/04/2025').match // => true
 * createComparator((a, b) => String(a).endsWith(String(b))).compare('DE 1234', '1234').match // => true
 */
export function createComparator(
  name: ComparatorName | CustomComparator,
  options: ComparatorOptions = {},
  fallback: Exclude<ComparatorName, 'any-of'> = 'string',
): Comparator {
  checkComparatorOptions(options);
  if (typeof name !== 'string') return customComparator(name);
  if (!comparatorNames.includes(name))
    throw new GoldsetError('USAGE', {
      problem: `comparator "${String(name)}" is not known`,
      fix: `There is ${comparatorNames.join(', ')}.`,
    });
  if (name !== 'any-of') return factories[name](withLocale(options));
  const inner = options.of?.comparator ?? fallback;
  return anyOfComparator(createComparator(inner === 'any-of' ? fallback : inner, options.of?.options ?? {}));
}
