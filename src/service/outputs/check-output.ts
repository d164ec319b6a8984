import { isJsonObject } from '../../model/json/json-value.ts';
import { customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import type {
  ExtractConfig,
  FieldDefinition,
  ProcessorConfig,
  SchemaNode,
} from '../../model/processor/processor-config.ts';

/** What keeps a given output from being one of the processor's, and where; null where nothing does. */
export interface OutputProblem {
  /** Below the output: `value.total`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** Holds an output that a person or a caller gives against the processor's config. Fields may be left out. */
export function outputProblem(config: ProcessorConfig, output: unknown): OutputProblem | null {
  if (!isJsonObject(output)) return { path: '', message: 'expected an object' };
  switch (config.type) {
    case 'EXTRACT':
      return config.schema === undefined ? fieldsArrayProblem(config, output) : schemaProblem(config, output);
    case 'CLASSIFY': {
      const known = config.classifications.some(({ id, type }) =>
        typeof output.id === 'string'
          ? output.id === id && (output.type === undefined || output.type === type)
          : output.type === type,
      );
      return known ? null : { path: '', message: 'expected {id, type} of one of the classifications' };
    }
    case 'SPLITTER':
      return splitsProblem(
        config.splitClassifications.flatMap(({ id, type }) => [id, type]),
        output,
      );
  }
}

function schemaProblem(
  config: ExtractConfig,
  output: Readonly<Record<string, unknown>>,
): OutputProblem | null {
  if (!isJsonObject(output.value)) return { path: 'value', message: 'expected an object of fields' };
  return nodeProblem(config.schema ?? {}, output.value, 'value');
}

function nodeProblem(node: SchemaNode, value: unknown, path: string): OutputProblem | null {
  if (value === null) return null;
  const wrong = (expected: string): OutputProblem => ({ path, message: `expected ${expected} or null` });
  if (node.enum !== undefined)
    return node.enum.includes(value as string) ? null : wrong(`one of ${node.enum.join(', ')}`);
  if (customTypeOf(node) === 'date' && !isIsoDate(value)) return wrong('a date yyyy-mm-dd');
  switch (typesOf(node)[0]) {
    case 'object': {
      if (!isJsonObject(value)) return wrong('an object');
      for (const [key, member] of Object.entries(value)) {
        const child =
          node.properties !== undefined && Object.hasOwn(node.properties, key)
            ? node.properties[key]
            : undefined;
        if (child === undefined)
          return { path: `${path}.${key}`, message: "not a field of the processor's configuration" };
        const problem = nodeProblem(child, member, `${path}.${key}`);
        if (problem !== null) return problem;
      }
      return null;
    }
    case 'array':
      return Array.isArray(value) ? firstProblem(value, path, node.items ?? {}) : wrong('an array');
    case 'integer':
      return Number.isInteger(value) ? null : wrong('an integer');
    case undefined:
      return null;
    default:
      return typeof value === typesOf(node)[0] ? null : wrong(`a ${typesOf(node)[0]}`);
  }
}

function firstProblem(rows: readonly unknown[], path: string, items: SchemaNode): OutputProblem | null {
  for (const [index, row] of rows.entries()) {
    const problem = nodeProblem(items, row, `${path}[${index}]`);
    if (problem !== null) return problem;
  }
  return null;
}

function fieldsArrayProblem(
  config: ExtractConfig,
  output: Readonly<Record<string, unknown>>,
): OutputProblem | null {
  for (const [key, entry] of Object.entries(output)) {
    if (!isJsonObject(entry)) return { path: key, message: 'expected {id, type, value}' };
    const field = config.fields?.find(({ id }) => id === (entry.id ?? key));
    if (field === undefined) return { path: key, message: "not a field of the processor's configuration" };
    if (entry.type !== undefined && entry.type !== field.type)
      return { path: `${key}.type`, message: `expected "${field.type}", the type of the field` };
    const expected = expectedForm(field, entry.value);
    if (expected !== null) return { path: `${key}.value`, message: `expected ${expected} or null` };
  }
  return null;
}

/** What a value of the field should have been, or null where it is that. */
function expectedForm(field: FieldDefinition, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  switch (field.type) {
    case 'number':
      return typeof value === 'number' ? null : 'a number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'a boolean';
    case 'currency':
      return isJsonObject(value) && 'amount' in value ? null : '{amount, iso_4217_currency_code}';
    case 'array':
      return Array.isArray(value) ? null : 'an array';
    case 'object':
    case 'signature':
      return isJsonObject(value) ? null : 'an object';
    case 'date':
      return isIsoDate(value) ? null : 'a date yyyy-mm-dd';
    case 'enum':
      return field.enum?.some((option) => option.value === value) ? null : 'one of the options';
    case 'string':
      return typeof value === 'string' ? null : 'a string';
  }
}

function splitsProblem(
  classes: readonly string[],
  output: Readonly<Record<string, unknown>>,
): OutputProblem | null {
  if (!Array.isArray(output.splits)) return { path: 'splits', message: 'expected a list of splits' };
  for (const [index, split] of (output.splits as unknown[]).entries()) {
    const path = `splits[${index}]`;
    if (!isJsonObject(split))
      return { path, message: 'expected {classificationId, type, startPage, endPage}' };
    const { startPage, endPage, type, classificationId } = split;
    if (!classes.includes(String(type)) && !classes.includes(String(classificationId)))
      return { path: `${path}.type`, message: 'not one of the classifications of the processor' };
    if (!Number.isInteger(startPage) || !Number.isInteger(endPage))
      return { path, message: 'startPage and endPage must be whole numbers' };
    if ((startPage as number) < 1 || (endPage as number) < (startPage as number))
      return { path, message: 'expected 1 <= startPage <= endPage' };
  }
  return null;
}

function isIsoDate(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true
  );
}
