import { isJsonObject, type JsonValue } from '../json/json-value.ts';

const moneyMembers = ['amount', 'iso_4217_currency_code'];

/**
 * Returns a label as a text that a person can edit. Money is an amount and a code, such as `749.35 USD`. Lines of a
 * text end with a line feed, as in the fields of a page. Returns an empty text if there is no value.
 */
export function labelText(label: JsonValue): string {
  if (label === null) return '';
  if (
    isJsonObject(label) &&
    'amount' in label &&
    Object.keys(label).every((key) => moneyMembers.includes(key))
  ) {
    const { amount, iso_4217_currency_code: code = null } = label;
    return amount === null ? '' : [amount, ...(code === null ? [] : [code])].join(' ');
  }
  return typeof label === 'string' ? label.replace(/\r\n?/g, '\n') : JSON.stringify(label);
}
