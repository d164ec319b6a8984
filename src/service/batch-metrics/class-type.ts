import { isJsonObject } from '../../model/json/json-value.ts';
import type { Classification } from '../../model/processor/processor-config.ts';

/** Returns the `type` of an output, otherwise the type of the class with its id, or `null`. */
export function classType(value: unknown, classes: readonly Classification[]): string | null {
  if (!isJsonObject(value)) return null;
  if (typeof value.type === 'string' && value.type !== '') return value.type;
  const id = value.classificationId ?? value.id;
  return classes.find((entry) => entry.id === id)?.type ?? null;
}
