import { z } from 'zod';
import { isJsonObject } from '../../model/json/json-value.ts';
import { HttpError, invalid } from './http-error.ts';

/** Validates a value. Throws 400 with at most 10 problems and their fields. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value ?? {});
  if (success) return data;
  const isOfConfig = error.issues.every(({ path }) => path[0] === 'config');
  const code = isOfConfig ? 'INVALID_CONFIG_OPTIONS' : undefined;
  throw new HttpError(400, `Validation Error: ${formatIssues(error.issues)}`, {}, code);
}

/**
 * Validates a body without its `null` members, because typed clients send `null` for absent members. Keeps the
 * `null` of a member whose schema accepts it, such as `metadata`.
 */
export function validateBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema instanceof z.ZodObject ? schema.shape : {};
  const accepts = (key: string): boolean =>
    Object.hasOwn(shape, key) && z.safeParse(shape[key] as z.core.$ZodType, null).success;
  return validate(schema, withoutNulls(body, accepts));
}

/** Validates a query. A parameter without a value is absent. Throws 400 if a parameter has two different values. */
export function validateQuery<Schema extends z.ZodObject>(schema: Schema, query: unknown): z.output<Schema> {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = isJsonObject(query) ? new Set([query[name] ?? ''].flat()) : new Set();
    values.delete('');
    if (values.size > 1) throw invalid(name, 'the parameter occurs more than once, with different values');
    if (values.size === 1) [given[name]] = values;
  }
  return validate(schema, given);
}

/**
 * Names of nested objects that also lose their `null` members. Other nested objects are data of the caller.
 */
const optionalBelow = new Set(['file', 'files', 'inputs']);

function withoutNulls(value: unknown, keeps: (key: string) => boolean = () => false): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutNulls(entry));
  if (!isJsonObject(value)) return value;
  const given = Object.entries(value).filter(([key, member]) => member !== null || keeps(key));
  return Object.fromEntries(
    given.map(([key, member]) => [key, optionalBelow.has(key) ? withoutNulls(member) : member]),
  );
}

const issueLimit = 10;

/**
 * Returns the first 10 issues as one text, such as `Invalid input param: items[2].name`, separated by semicolons. If
 * there are more issues, adds their number.
 */
export function formatIssues(
  issues: readonly z.core.$ZodIssue[],
  prefix: readonly PropertyKey[] = [],
): string {
  const shown = issues
    .slice(0, issueLimit)
    .map(({ message, path }) => `${message} param: ${pathText([...prefix, ...path]) || 'body'}`);
  if (issues.length > issueLimit) shown.push(`and ${issues.length - issueLimit} more`);
  return shown.join('; ');
}

function pathText(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return parts.join('').replace(/^\./, '');
}
