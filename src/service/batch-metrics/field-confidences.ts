import { isJsonObject } from '../../model/json/json-value.ts';
import type { ExtractConfig } from '../../model/processor/processor-config.ts';
import type { BatchField } from './batch-fields.ts';

/**
 * Returns the confidences per field path, including nested fields. Uses the OCR confidence of a value only if the model
 * gives no confidence.
 */
export function fieldConfidences(
  fields: readonly BatchField[],
  output: unknown,
  config: ExtractConfig,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  const known = new Set(allPaths(fields));
  const add = (path: string, confidence: unknown): void => {
    if (typeof confidence !== 'number') return;
    // A confidence at a path such as `total.amount` also counts for the fields that contain this path, such as `total`.
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.'))))
      if (known.has(at)) found.set(at, [...(found.get(at) ?? []), confidence]);
  };
  if (!isJsonObject(output)) return found;
  if (config.schema === undefined) {
    for (const [key, entry] of Object.entries(output)) if (isJsonObject(entry)) add(key, entry.confidence);
    return found;
  }
  for (const [path, entry] of Object.entries(isJsonObject(output.metadata) ? output.metadata : {}))
    if (isJsonObject(entry))
      add(path.replace(/\[\d+\]/g, ''), entry.logprobsConfidence ?? entry.ocrConfidence);
  return found;
}

function allPaths(fields: readonly BatchField[]): string[] {
  return fields.flatMap((field) => [field.path, ...allPaths(field.children)]);
}
