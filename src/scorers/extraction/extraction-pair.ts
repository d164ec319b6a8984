import { GoldsetError } from '../../base/goldset-error.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import {
  type FieldDefinition,
  fieldTypeSchema,
  type SchemaNode,
} from '../../model/processor/processor-config.ts';

/** Gold and output of one document, and the configuration of the processor. */
export interface ExtractionPair {
  /** The gold, in any shape that `normaliseExtraction` reads. */
  readonly expected: unknown;
  /** The output in any shape that `normaliseExtraction` reads; undefined or null if the run has no output. */
  readonly predicted: unknown;
  /**
   * JSON schema of the configuration. Without `schema` and `fields`, the scorer infers types from the values. If the
   * schema changes, pass a new object, because the scorer reads each object once.
   */
  readonly schema?: SchemaNode;
  readonly fields?: readonly FieldDefinition[];
}

const fieldTypes: readonly string[] = fieldTypeSchema.options;

/** Throws USAGE if the schema is not an object, or if there is no schema and the fields array is invalid. */
export function checkConfiguration({ schema, fields }: Pick<ExtractionPair, 'schema' | 'fields'>): void {
  if (schema !== undefined && schema !== null) {
    if (!isJsonObject(schema)) reject('schema', schema, 'a JSON schema, an object');
    return;
  }
  checkFields(fields, 'fields');
}

function checkFields(fields: unknown, place: string): void {
  if (!Array.isArray(fields)) reject(place, fields, 'a list of fields');
  for (const [at, field] of (fields as readonly unknown[]).entries()) {
    const here = `${place}[${at}]`;
    if (!isJsonObject(field)) reject(here, field, 'a field, such as { id, name, type }');
    const { id, type, schema } = field as Readonly<Record<string, unknown>>;
    if (typeof id !== 'string') reject(`${here}.id`, id, 'text');
    if (!fieldTypes.includes(type as string)) reject(`${here}.type`, type, fieldTypes.join(', '));
    if (schema !== undefined && schema !== null) checkFields(schema, `${here}.schema`);
  }
}

function reject(place: string, found: unknown, expected: string): never {
  throw new GoldsetError('USAGE', {
    problem: `${place}: found ${JSON.stringify(found)?.slice(0, 60) ?? typeof found}`,
    fix: `Give ${expected}.`,
  });
}
