import type { FoundValue } from '../candidates/candidate.ts';
import { tokensOf } from '../layout/fold-text.ts';
import { isCountry } from '../lexicon/countries.ts';
import type { AddressPart } from '../lexicon/plan-fields.ts';
import { addressWords } from '../lexicon/words.ts';

const postcode =
  /(?:^|[\s,])((?:[A-Z]{1,2}-)?(?:\d{5}(?:-\d{4})?|\d{4}\s?[A-Z]{2}(?=\s|,|$)|\d{2}-\d{3}|\d{4}-\d{3}|\d{3}-\d{4}|\d{6}|\d{4}|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d))(?=$|[\s,])/g;

const postcodeAtEnd = /\d{4,6}\s*$/;

export function addressPart(address: FoundValue, part: AddressPart): FoundValue | undefined {
  // Line breaks separate the parts more reliably than commas.
  const lines = address.spans.map(({ segment, start, end }) => segment.text.slice(start, end).trim());
  const pieces = splitAddress(lines.length > 1 ? lines.join(', ') : address.text);
  const text = pieces[part];
  return text === undefined || text === '' ? undefined : { spans: address.spans, text };
}

function isPlace(text = ''): boolean {
  const words = tokensOf(text).map((token) => token.text);
  return words.length < 4 && /^\P{N}+$/u.test(text) && !words.some((word) => addressWords.has(word));
}

export function splitAddress(text: string): Partial<Record<AddressPart, string>> {
  const result: Partial<Record<AddressPart, string>> = {};
  let rest = text.trim();
  const parts = rest.split(/,\s*|\s{2,}/);
  if (parts.length > 1 && isCountry(parts.at(-1) ?? '')) {
    result.country = parts.at(-1)?.trim() ?? '';
    rest = rest.slice(0, rest.length - (parts.at(-1)?.length ?? 0)).replace(/[,\s]+$/, '');
  } else {
    const lastWord = rest.split(/\s+/).at(-1) ?? '';
    // In `1234 Luxembourg`, the last word is the city and not the country.
    const city = postcodeAtEnd.test(rest.slice(0, rest.length - lastWord.length));
    if (lastWord.length > 3 && !city && isCountry(lastWord)) {
      result.country = lastWord;
      rest = rest.slice(0, rest.length - lastWord.length).replace(/[,\s]+$/, '');
    }
  }
  const codes = [...rest.matchAll(postcode)];
  const code = codes.at(-1);
  if (code === undefined) {
    result.street = rest;
    return result;
  }
  const printed = code[1] ?? '';
  result['postal-code'] = printed;
  const at = code.index + code[0].length;
  const before = rest.slice(0, code.index).replace(/[,\s–-]+$/, '');
  const after = rest.slice(at).replace(/^[,\s]+/, '');
  if (after !== '') {
    result.street = before.replace(/[,\s]+[A-Z]{2}$/, '');
    const [city, ...others] = after.split(/,\s*/);
    result.city = city ?? '';
    if (others.length > 0) result.state = others.join(', ');
    return result;
  }
  const state = /^(.*?)[,\s]+([A-Z]{2})$/.exec(before);
  if (state !== null) result.state = state[2] ?? '';
  const front = (state?.[1] ?? before).split(/,\s*/);
  const [city, region] = front.slice(-2);
  if (state === null && front.length > 2 && isPlace(city) && isPlace(region)) {
    // `12 Hill Road, Leeds, West Yorkshire` ends in a city and a region.
    result.city = city ?? '';
    result.state = region ?? '';
    result.street = front.slice(0, -2).join(', ');
    return result;
  }
  result.city = front.length > 1 ? (front.at(-1) ?? '') : '';
  result.street = front.length > 1 ? front.slice(0, -1).join(', ') : (front[0] ?? '');
  return result;
}
