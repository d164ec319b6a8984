import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { ExtractConfig, ProcessorConfig } from '../../model/processor/processor-config.ts';
import { configFields } from '../config/config-fields.ts';

interface Edit {
  readonly originalValue: unknown;
  readonly editedValue: unknown;
  readonly fieldType: string | null;
  readonly notes: string | null;
}

/**
 * Returns the output with the given corrections. Absent fields of an extraction stay unchanged. A given field replaces
 * the whole current field, even if it is an object or a list. Given classes and splits replace the current classes and
 * splits.
 */
export function correctedOutput(config: ProcessorConfig, current: unknown, given: unknown): unknown {
  if (config.type === 'CLASSIFY' && isJsonObject(given)) return withBothNames(config.classifications, given);
  if (config.type !== 'EXTRACT' || !isJsonObject(current) || !isJsonObject(given)) return given;
  if (config.schema !== undefined)
    return {
      ...current,
      value: { ...members(current.value), ...members(given.value) },
      metadata: { ...members(current.metadata), ...members(given.metadata) },
    };
  const output: Record<string, unknown> = { ...current };
  for (const [key, entry] of Object.entries(given))
    output[key] = { ...identity(config, key), ...members(current[key]), ...members(entry) };
  return output;
}

/**
 * Returns the fields in which the corrected extraction differs from the original extraction, or `null` if there are
 * none.
 */
export function editsOf(
  config: ProcessorConfig,
  original: unknown,
  corrected: unknown,
): Record<string, Edit> | null {
  if (config.type !== 'EXTRACT') return null;
  const before = fieldValues(config, original);
  const kinds = new Map(configFields(config).map(({ name, kind }) => [name, kind]));
  const after = fieldValues(config, corrected);
  const edits: Record<string, Edit> = {};
  for (const [key, editedValue] of after) {
    const originalValue = before.get(key) ?? null;
    if (!isSame(originalValue, editedValue))
      edits[key] = { originalValue, editedValue, fieldType: kinds.get(key) ?? null, notes: null };
  }
  return Object.keys(edits).length === 0 ? null : edits;
}

/** Returns whether two outputs are equal. Ignores the order of their members. */
export function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function fieldValues(config: ExtractConfig, output: unknown): Map<string, unknown> {
  if (config.schema !== undefined)
    return new Map(Object.entries(members(isJsonObject(output) ? output.value : null)));
  return new Map(
    Object.entries(members(output)).map(([key, entry]) => [key, isJsonObject(entry) ? entry.value : null]),
  );
}

/** Returns the class with its id and type. The correction may contain only the id or only the type. */
function withBothNames(
  classes: readonly { readonly id: string; readonly type: string }[],
  given: Readonly<Record<string, unknown>>,
): unknown {
  const known = classes.find(({ id }) => id === given.id) ?? classes.find(({ type }) => type === given.type);
  return { ...given, ...(known === undefined ? {} : { id: known.id, type: known.type }) };
}

function identity(config: ExtractConfig, key: string): Record<string, unknown> {
  const field = config.fields?.find(({ id }) => id === key);
  return field === undefined ? {} : { id: field.id, type: field.type };
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}
