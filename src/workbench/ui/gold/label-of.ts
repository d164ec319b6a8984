import { valueAt } from '../../../base/value-path.ts';
import { isJsonObject, type JsonValue } from '../../../model/json/json-value.ts';

/** Returns the value at a path in an expected output or in a predicted output. Returns `null` if there is none. */
export function labelOf(output: JsonValue | undefined, path: string): JsonValue {
  const inside = isJsonObject(output) && isJsonObject(output.value) ? output.value : output;
  return (valueAt(inside, path) ?? null) as JsonValue;
}
