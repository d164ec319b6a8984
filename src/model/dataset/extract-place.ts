import { isJsonObject } from '../json/json-value.ts';

/** Path of an extracted value in an expected output. */
export interface ExtractPlace {
  readonly value: string;
  /**
   * Path to remove in order to delete the value. If the value is stored in an entry `{id, type, value}`, `whole` is the
   * path of the entry; otherwise `whole` equals `value`.
   */
  readonly whole: string;
}

/**
 * Returns the path of a value in an expected output. The output can be a plain object, `{value, metadata}`, or a map of
 * entries.
 */
export function extractPlace(output: unknown, path: string): ExtractPlace {
  const [name = '', rest = ''] = /^([^.[]+)(.*)$/s.exec(path)?.slice(1) ?? [];
  const entry = isJsonObject(output) ? output[name] : undefined;
  if (isJsonObject(entry) && typeof entry.id === 'string' && Object.hasOwn(entry, 'value')) {
    const value = `${name}.value${rest}`;
    return { value, whole: rest === '' ? name : value };
  }
  const value = isJsonObject(output) && isJsonObject(output.value) ? `value.${path}` : path;
  return { value, whole: value };
}
