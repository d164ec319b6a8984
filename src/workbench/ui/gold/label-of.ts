import { valueAt } from '../../../base/value-path.ts';
import { isJsonObject, type JsonValue } from '../../../model/json/json-value.ts';

/** Returns the value at a path in an expected output or in a predicted output. Returns `null` if there is none. */
export function labelOf(output: JsonValue | undefined, path: string): JsonValue {
  const inside = isJsonObject(output) && isJsonObject(output.value) ? output.value : output;
  return (valueAt(inside, path) ?? null) as JsonValue;
}

/** Returns a label as the text that the reviewer can edit. Money is an amount and a code: `749.35 USD`. */
export function editedText(label: JsonValue): string {
  if (label === null) return '';
  if (isJsonObject(label) && Object.keys(label).join() === 'amount,iso_4217_currency_code')
    return [label.amount, label.iso_4217_currency_code].filter((part) => part !== null).join(' ');
  return typeof label === 'string' ? label : JSON.stringify(label);
}
