import { GoldsetError } from '../../base/goldset-error.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import { fieldTypeSchema } from '../../model/processor/processor-config.ts';
import type { ExtractionPair } from './extraction-pair.ts';

const fieldTypes: readonly string[] = fieldTypeSchema.options;

/** Refuses what is neither a JSON schema nor a fields array; with a schema the fields are not read. */
export function checkConfiguration({ schema, fields }: Pick<ExtractionPair, 'schema' | 'fields'>): void {
  if (schema !== undefined && schema !== null) {
    if (!isJsonObject(schema)) refuse('schema', schema, 'a JSON schema, an object');
    return;
  }
  checkFields(fields, 'fields');
}

function checkFields(fields: unknown, place: string): void {
  if (!Array.isArray(fields)) refuse(place, fields, 'a list of fields');
  for (const [at, field] of (fields as readonly unknown[]).entries()) {
    const here = `${place}[${at}]`;
    if (!isJsonObject(field)) refuse(here, field, 'a field, such as { id, name, type }');
    const { id, type, schema } = field as Readonly<Record<string, unknown>>;
    if (typeof id !== 'string') refuse(`${here}.id`, id, 'text');
    if (!fieldTypes.includes(type as string)) refuse(`${here}.type`, type, fieldTypes.join(', '));
    if (schema !== undefined && schema !== null) checkFields(schema, `${here}.schema`);
  }
}

function refuse(place: string, found: unknown, expected: string): never {
  throw new GoldsetError('USAGE', {
    problem: `${place}: found ${JSON.stringify(found)?.slice(0, 60) ?? typeof found}`,
    fix: `Give ${expected}.`,
  });
}
