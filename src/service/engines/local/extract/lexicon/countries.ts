import { joinedForm } from '../layout/fold-text.ts';

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ms'];
const commonNames =
  'usa|u.s.a.|us|uk|u.k.|england|scotland|wales|northern ireland|great britain|holland|hong kong|macau|korea|south korea|czech republic|the netherlands|ivory coast|uae|etats unis|grossbritannien|royaume uni|les pays bas|brd|österreich|suisse';
/** Codes that `Intl.DisplayNames` knows, but that are not countries. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'ZZ', 'QO', 'XA', 'XB']);

/** ISO 3166 codes of common country names, such as `usa` and `england`. */
const commonCodes: Readonly<Record<string, string>> = {
  usa: 'US',
  us: 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  greatbritain: 'GB',
  grossbritannien: 'GB',
  royaumeuni: 'GB',
  holland: 'NL',
  thenetherlands: 'NL',
  brd: 'DE',
  uae: 'AE',
  southkorea: 'KR',
  korea: 'KR',
  czechrepublic: 'CZ',
  etatsunis: 'US',
};

let names: Map<string, string> | undefined;

export function isCountry(text: string): boolean {
  names ??= countryNames();
  return text.length <= 60 && names.has(joinedForm(text));
}

/** Returns the ISO 3166 code of a country, or `undefined` for an unknown name or a country without a known code. */
export function countryCode(text: string): string | undefined {
  if (!isCountry(text)) return undefined;
  return names?.get(joinedForm(text)) || undefined;
}

/** Maps the name of each country to its code. The code is an empty text if the country has no known code. */
function countryNames(): Map<string, string> {
  const found = new Map(
    commonNames.split('|').map((name) => [joinedForm(name), commonCodes[joinedForm(name)] ?? '']),
  );
  const codes = countryCodes();
  for (const language of languages) {
    const regions = namesIn(language);
    for (const [code, current] of codes) {
      const joined = joinedForm(regions.of(code)?.replace(/\s*\(.*\)$/, '') ?? '');
      if (!found.get(joined)) found.set(joined, current);
    }
  }
  found.delete('');
  return found;
}

/** Returns all codes of countries that have an English name, each with its current code. */
function countryCodes(): [code: string, current: string][] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const english = namesIn('en');
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code) && english.of(code) !== undefined)
    .map((code) => [code, currentCode(code)]);
}

function namesIn(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
}

/** Returns the code that replaces a withdrawn code, such as `DE` for `DD`. Returns other codes unchanged. */
function currentCode(code: string): string {
  return new Intl.Locale(`und-${code}`).region ?? code;
}
