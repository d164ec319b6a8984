import type { FoundValue } from '../candidates/candidate.ts';
import { foldText } from '../layout/fold-text.ts';
import type { AddressPart } from '../lexicon/plan-fields.ts';

const countries = new Set(
  `deutschland germany france frankreich espana spain spanien italia italy italien nederland netherlands niederlande belgium belgique belgien austria osterreich schweiz switzerland suisse svizzera luxembourg
  portugal malaysia singapore singapur united kingdom england uk usa united states united states of america us canada australia ireland poland polska denmark sweden norway finland china japan india hong kong indonesia thailand brazil brasil mexico`
    .split(/\s+/)
    .concat([
      'united kingdom',
      'united states',
      'united states of america',
      'hong kong',
      'new zealand',
      'south africa',
      'czech republic',
    ]),
);
const postcode =
  /(?:^|[\s,])((?:[A-Z]{1,2}-)?(?:\d{5}(?:-\d{4})?|\d{4}\s?[A-Z]{2}(?=\s|,|$)|\d{2}-\d{3}|\d{4}-\d{3}|\d{6}|\d{4}|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d))(?=$|[\s,])/g;

/** One part of an address that was found as a whole. */
export function addressPart(address: FoundValue, part: AddressPart): FoundValue | undefined {
  const pieces = splitAddress(address.text);
  const text = pieces[part];
  return text === undefined || text === '' ? undefined : { spans: address.spans, text };
}

/** Street, postal code, city, state and country of an address on one line, as far as they can be told apart. */
export function splitAddress(text: string): Partial<Record<AddressPart, string>> {
  const result: Partial<Record<AddressPart, string>> = {};
  let rest = text.trim();
  const parts = rest.split(/,\s*|\s{2,}/);
  const lastWords = foldText(parts.at(-1) ?? '').trim();
  if (parts.length > 1 && countries.has(lastWords)) {
    result.country = parts.at(-1)?.trim() ?? '';
    rest = rest.slice(0, rest.length - (parts.at(-1)?.length ?? 0)).replace(/[,\s]+$/, '');
  } else {
    const lastWord = rest.split(/\s+/).at(-1) ?? '';
    if (lastWord.length > 3 && countries.has(foldText(lastWord))) {
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
  const before = rest.slice(0, code.index).replace(/[,\s]+$/, '');
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
  result.city = front.length > 1 ? (front.at(-1) ?? '') : '';
  result.street = front.length > 1 ? front.slice(0, -1).join(', ') : (front[0] ?? '');
  return result;
}
