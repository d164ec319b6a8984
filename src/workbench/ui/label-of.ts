import { valueAt } from '../../base/value-path.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';

/** Returns the value at a path in an expected output or in a predicted output. Returns `null` if there is none. */
export function labelOf(output: JsonValue | undefined, path: string): JsonValue {
  const inside = isJsonObject(output) && isJsonObject(output.value) ? output.value : output;
  return (valueAt(inside, path) ?? null) as JsonValue;
}

/**
 * Converts the text that a reviewer typed to a label. If it is JSON of the same type as the old label, the result is
 * this JSON value, otherwise a text.
 */
export function typedLabel(text: string, before: JsonValue): JsonValue {
  if (typeof before === 'string' || before === null) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Returns a label as the text that the reviewer can edit. */
export function editedText(label: JsonValue): string {
  if (label === null) return '';
  return typeof label === 'string' ? label : JSON.stringify(label);
}
