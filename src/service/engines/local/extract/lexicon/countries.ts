import { joinedForm } from '../layout/fold-text.ts';

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ms'];
const commonNames =
  'usa|u.s.a.|us|uk|u.k.|england|scotland|wales|northern ireland|great britain|holland|hong kong|macau|korea|south korea|czech republic|the netherlands|ivory coast|uae|etats unis|grossbritannien|royaume uni|les pays bas|brd|österreich|suisse';
/** Codes that `Intl.DisplayNames` knows, but that are not countries. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'ZZ', 'QO', 'XA', 'XB']);

let names: Set<string> | undefined;

export function isCountry(text: string): boolean {
  names ??= countryNames();
  return text.length <= 60 && names.has(joinedForm(text));
}

function countryNames(): Set<string> {
  const found = new Set(commonNames.split('|').map(joinedForm));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const language of languages) {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const first of letters) {
      for (const second of letters) {
        const name = notCountries.has(first + second) ? undefined : regions.of(first + second);
        if (name !== undefined) found.add(joinedForm(name.replace(/\s*\(.*\)$/, '')));
      }
    }
  }
  found.delete('');
  return found;
}
