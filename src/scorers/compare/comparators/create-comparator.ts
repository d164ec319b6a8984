import type { z } from 'zod';
import { GoldsetError } from '../../../base/goldset-error.ts';
import { mismatchOf, strictObject } from '../../../model/processor/mismatch.ts';
import type { CustomComparator } from '../../../model/score/custom-comparator.ts';
import type { Comparator, CreateComparator } from '../comparator.ts';
import { anyOfComparator } from './compare-any-of.ts';
import { currencyComparator } from './compare-currency.ts';
import { customComparator } from './compare-custom.ts';
import { dateComparator } from './compare-date.ts';
import { numberComparator } from './compare-number.ts';
import {
  enumComparator,
  fuzzyComparator,
  identifierComparator,
  stringComparator,
  tokenSetComparator,
  tokenSortComparator,
} from './compare-text.ts';
import { booleanComparator, exactComparator } from './compare-values.ts';

export const comparators = [
  stringComparator,
  exactComparator,
  fuzzyComparator,
  identifierComparator,
  numberComparator,
  currencyComparator,
  dateComparator,
  booleanComparator,
  enumComparator,
  tokenSortComparator,
  tokenSetComparator,
  anyOfComparator,
] as const;

type Declared = (typeof comparators)[number];
export type ComparatorName = Declared['name'];

export const comparatorNames = comparators.map(({ name }) => name);

type OptionsOf<Declaration> = Declaration extends { readonly options: infer Shape }
  ? (shape: Shape) => void
  : never;
type AllOptions = OptionsOf<Declared> extends (shape: infer All) => void ? All : never;

/** Options of all comparators. A comparator rejects options that it does not have. */
export type ComparatorOptions = {
  readonly [Name in keyof AllOptions]?: AllOptions[Name] extends z.ZodType
    ? z.infer<AllOptions[Name]>
    : never;
};

export const comparatorOptionsSchema: z.ZodType<ComparatorOptions> = strictObject(
  Object.assign({}, ...comparators.map(({ options }) => options)) as z.ZodRawShape,
);

/**
 * Creates a comparator by name or from a user's function. `fallback` is the comparator inside `any-of` if the
 * options of `any-of` name none. Throws USAGE for an unknown name, an unknown option or an invalid value.
 * @example
 * createComparator('number').compare(1234.5, '1.234,50') // => { match: true, similarity: 1, note: 'matched after: number written as text' }
 * createComparator('date', { locale: 'en-GB' }).compare('2025-04-03', '03/04/2025').match // => true
 * createComparator((a, b) => String(a).endsWith(String(b))).compare('DE 1234', '1234').match // => true
 */
export function createComparator(
  comparator: ComparatorName | CustomComparator,
  options: ComparatorOptions = {},
  fallback: Exclude<ComparatorName, 'any-of'> = 'string',
): Comparator {
  const { error } = comparatorOptionsSchema.safeParse(options);
  if (error !== undefined) throw invalidSetting('comparator options', error, options);
  if (typeof comparator !== 'string') return customComparator(comparator);
  const declared = comparators.find(({ name }) => name === comparator);
  if (declared === undefined)
    throw new GoldsetError('USAGE', {
      problem: `comparator "${String(comparator)}" is not known`,
      fix: `Use ${comparatorNames.join(', ')}.`,
    });
  const inner: CreateComparator = (name = fallback, innerOptions = {}) =>
    createComparator(name as ComparatorName, innerOptions);
  const create = declared.create as (given: object, create: CreateComparator) => Omit<Comparator, 'name'>;
  return { name: declared.name, ...create(options, inner) };
}

/** Returns a USAGE error for invalid settings. `what` names the settings in the message. */
export function invalidSetting(what: string, error: z.ZodError, settings: unknown): GoldsetError {
  const { path, found, expected } = mismatchOf(error, settings);
  return new GoldsetError('USAGE', {
    problem: `${what}: ${path}: found ${found}, expected ${expected}`,
    fix: 'Correct the setting. See docs/metrics/comparators.md.',
  });
}
