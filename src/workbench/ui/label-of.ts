import { valueAt } from '../../base/value-path.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';

/** Returns the value at a path in an expected output or in an output of a version; `null` if there is none. */
export function labelOf(output: JsonValue | undefined, path: string): JsonValue {
  const inside = isJsonObject(output) && isJsonObject(output.value) ? output.value : output;
  return (valueAt(inside, path) ?? null) as JsonValue;
}

/** Parses what a reviewer typed in place of a label: as JSON of the type of the label if possible, otherwise as text. */
export function typedLabel(text: string, before: JsonValue): JsonValue {
  if (typeof before === 'string' || before === null) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Returns the text of a label in the field where a reviewer edits it. */
export function editedText(label: JsonValue): string {
  if (label === null) return '';
  return typeof label === 'string' ? label : JSON.stringify(label);
}
