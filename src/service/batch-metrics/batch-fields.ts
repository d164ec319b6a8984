import type { ConfigField } from '../config/config-fields.ts';
import type { Conventions } from './conventions.ts';

export interface BatchField extends ConfigField {
  /**
   * Whether to count the nested fields instead of the field itself. An object without a list of fields counts as one
   * value.
   */
  readonly isObject: boolean;
  readonly fuzzy: boolean;
  readonly conventions: Conventions;
  readonly children: readonly BatchField[];
}

export interface FieldOptions {
  readonly fuzzyMatchFields: readonly string[];
  readonly excludeFields: readonly string[];
  readonly conventions: Conventions;
}

/** Returns the fields to count. An option for a field also applies to its nested fields. */
export function batchFields(fields: readonly ConfigField[], options: FieldOptions): BatchField[] {
  const { conventions, excludeFields, fuzzyMatchFields } = options;
  return fields
    .filter(({ path }) => conventions.excludedIncluded || !isNamed(path, excludeFields))
    .map((field) => ({
      ...field,
      isObject: field.kind !== 'array' && field.hasFields,
      fuzzy: isNamed(field.path, fuzzyMatchFields),
      conventions,
      children: batchFields(field.children, options),
    }));
}

function isNamed(path: string, names: readonly string[]): boolean {
  return names.some((name) => path === name || path.startsWith(`${name}.`));
}
