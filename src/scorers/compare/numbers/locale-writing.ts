import { getOrCreate } from '../../../base/collections.ts';
import { GoldsetError } from '../../../base/goldset-error.ts';

export interface LocaleWriting {
  readonly decimalSeparator: '.' | ',';
  readonly dayFirst: boolean;
}

const known = new Map<string, LocaleWriting>();

/**
 * Returns the decimal separator and the order of day and month in a locale, according to Unicode. A separator other
 * than point and comma counts as a point. Throws USAGE for an unknown locale. Example: `de-DE` writes 1.234,5 and
 * 3.4.2025.
 */
export function localeWriting(locale: string): LocaleWriting {
  return getOrCreate(known, locale, () => readLocale(locale));
}

function readLocale(locale: string): LocaleWriting {
  const mark = partsOf(locale, () =>
    new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5),
  );
  const date = partsOf(locale, () =>
    new Intl.DateTimeFormat(locale, { calendar: 'gregory', timeZone: 'UTC' }).formatToParts(
      Date.UTC(2025, 3, 3),
    ),
  );
  return {
    decimalSeparator: mark.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.',
    dayFirst: date.find(({ type }) => type === 'day' || type === 'month')?.type === 'day',
  };
}

/** Adds `decimalSeparator` and `dayFirst` of the `locale` option, unless the options already have them. */
export function withLocale<Options extends { readonly locale?: string | undefined }>(
  options: Options,
): Options & Partial<LocaleWriting> {
  return options.locale === undefined ? options : { ...localeWriting(options.locale), ...options };
}

function partsOf<T>(locale: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new GoldsetError('USAGE', {
      problem: `locale "${locale}" is not known`,
      fix: 'Give a language and a country, such as de-DE, en-GB or en-US.',
    });
  }
}
