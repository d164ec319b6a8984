import { isJsonObject } from '../../model/json/json-value.ts';
import { isIsoDate } from '../../model/processor/is-iso-date.ts';
import { customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import type {
  ExtractConfig,
  FieldDefinition,
  ProcessorConfig,
  SchemaNode,
} from '../../model/processor/processor-config.ts';
import { invalid } from '../errors/http-error.ts';

type Members = Readonly<Record<string, unknown>>;

interface OutputProblem {
  /** Path in the output, such as `value.total`. Empty for the output itself. */
  readonly path: string;
  readonly message: string;
}

/**
 * Throws 400 with the first problem if no config accepts the output. `field` is the path of the output in the
 * request.
 */
export function checkOutput(
  configs: readonly [ProcessorConfig, ...ProcessorConfig[]],
  output: unknown,
  field: string,
): void {
  const problems = configs.map((config) => outputProblem(config, output));
  const [first] = problems;
  if (first != null && problems.every((problem) => problem !== null))
    throw invalid(first.path === '' ? field : `${field}.${first.path}`, first.message);
}

/** Returns the first reason why the output does not fit the config, or `null` if it fits. Fields may be absent. */
export function outputProblem(config: ProcessorConfig, output: unknown): OutputProblem | null {
  if (!isJsonObject(output)) return { path: '', message: 'expected an object' };
  switch (config.type) {
    case 'EXTRACT':
      if (config.schema === undefined) return fieldsArrayProblem(config, output);
      return isJsonObject(output.value)
        ? nodeProblem(config.schema, output.value, 'value')
        : { path: 'value', message: 'expected an object of fields' };
    case 'CLASSIFY': {
      const known = config.classifications.some(({ id, type }) =>
        typeof output.id === 'string'
          ? output.id === id && (output.type === undefined || output.type === type)
          : output.type === type,
      );
      return known ? null : { path: '', message: 'expected {id, type} of one of the classifications' };
    }
    case 'SPLITTER': {
      const classes = config.splitClassifications.flatMap(({ id, type }) => [id, type]);
      return splitsProblem(classes, output);
    }
  }
}

function nodeProblem(node: SchemaNode, value: unknown, path: string): OutputProblem | null {
  if (value === null) return null;
  const wrong = (expected: string): OutputProblem => ({ path, message: `expected ${expected} or null` });
  if (node.enum !== undefined)
    return node.enum.includes(value as string) ? null : wrong(`one of ${node.enum.join(', ')}`);
  if (customTypeOf(node) === 'date' && !isIsoDate(value)) return wrong('a date yyyy-mm-dd');
  const [type] = typesOf(node);
  switch (type) {
    case 'object': {
      if (!isJsonObject(value)) return wrong('an object');
      for (const [key, member] of Object.entries(value)) {
        const { properties = {} } = node;
        const child = Object.hasOwn(properties, key) ? properties[key] : undefined;
        const problem =
          child === undefined
            ? { path: `${path}.${key}`, message: unknownField }
            : nodeProblem(child, member, `${path}.${key}`);
        if (problem !== null) return problem;
      }
      return null;
    }
    case 'array': {
      if (!Array.isArray(value)) return wrong('an array');
      for (const [index, row] of value.entries()) {
        const problem = nodeProblem(node.items ?? {}, row, `${path}[${index}]`);
        if (problem !== null) return problem;
      }
      return null;
    }
    case 'integer':
      return Number.isInteger(value) ? null : wrong('an integer');
    case undefined:
      return null;
    default:
      return typeof value === type ? null : wrong(`a ${type}`);
  }
}

const unknownField = "not a field of the processor's configuration";

function fieldsArrayProblem(config: ExtractConfig, output: Members): OutputProblem | null {
  for (const [key, entry] of Object.entries(output)) {
    if (!isJsonObject(entry)) return { path: key, message: 'expected {id, type, value}' };
    const field = config.fields?.find(({ id }) => id === (entry.id ?? key));
    if (field === undefined) return { path: key, message: unknownField };
    if (entry.type !== undefined && entry.type !== field.type)
      return { path: `${key}.type`, message: `expected "${field.type}", the type of the field` };
    const [form, fits] = fieldForms[field.type];
    if (entry.value != null && !fits(entry.value, field))
      return { path: `${key}.value`, message: `expected ${form} or null` };
  }
  return null;
}

type Fits = (value: unknown, field: FieldDefinition) => boolean;

const fieldForms: Readonly<Record<FieldDefinition['type'], readonly [form: string, fits: Fits]>> = {
  string: ['a string', (value) => typeof value === 'string'],
  number: ['a number', (value) => typeof value === 'number'],
  boolean: ['a boolean', (value) => typeof value === 'boolean'],
  date: ['a date yyyy-mm-dd', isIsoDate],
  currency: ['{amount, iso_4217_currency_code}', (value) => isJsonObject(value) && 'amount' in value],
  array: ['an array', Array.isArray],
  object: ['an object', isJsonObject],
  signature: ['an object', isJsonObject],
  enum: [
    'one of the options',
    (value, field) => field.enum?.some((option) => option.value === value) === true,
  ],
};

function splitsProblem(classes: readonly string[], output: Members): OutputProblem | null {
  if (!Array.isArray(output.splits)) return { path: 'splits', message: 'expected a list of splits' };
  for (const [index, split] of (output.splits as unknown[]).entries()) {
    const path = `splits[${index}]`;
    if (!isJsonObject(split))
      return { path, message: 'expected {classificationId, type, startPage, endPage}' };
    if (!classes.includes(String(split.type)) && !classes.includes(String(split.classificationId)))
      return { path: `${path}.type`, message: 'not one of the classifications of the processor' };
    if (!Number.isInteger(split.startPage) || !Number.isInteger(split.endPage))
      return { path, message: 'startPage and endPage must be whole numbers' };
    if (!hasPageRange(split)) return { path, message: 'expected 1 <= startPage <= endPage' };
  }
  return null;
}

/** Returns whether a split has whole page numbers with 1 <= startPage <= endPage. */
export function hasPageRange({ startPage, endPage }: Members): boolean {
  if (!Number.isInteger(startPage) || !Number.isInteger(endPage)) return false;
  return (startPage as number) >= 1 && (endPage as number) >= (startPage as number);
}
