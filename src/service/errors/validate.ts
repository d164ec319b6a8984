import type { z } from 'zod';
import { isJsonObject } from '../../model/json/json-value.ts';
import { HttpError, invalid } from './http-error.ts';

/** The value in the schema's type, or 400 with every problem and the field it concerns. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const { issues } = result.error;
  const ofConfig = issues.every(({ path }) => path[0] === 'config');
  throw new HttpError(
    400,
    `Validation Error: ${formatIssues(issues)}`,
    {},
    ofConfig ? 'INVALID_CONFIG_OPTIONS' : undefined,
  );
}

/**
 * The same for the body of an operation of the contract. Clients that were made for typed languages write null for what
 * they do not give: for the operation's own members, and those of the files that it names, null is absent.
 */
export function validateBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  return validate(schema, withoutNulls(body));
}

/** The same for the query of an address: a parameter without a value is not given; which of two counts, nobody knows. */
export function validateQuery<Schema extends z.ZodObject>(schema: Schema, query: unknown): z.output<Schema> {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = isJsonObject(query) ? new Set([query[name] ?? ''].flat()) : new Set();
    values.delete('');
    if (values.size > 1) throw invalid(name, 'given more than once, with different values');
    if (values.size === 1) [given[name]] = values;
  }
  return validate(schema, given);
}

/** Members below which members may be left out as well. What else stands in a body is the caller's, nulls and all. */
const optionalBelow = new Set(['file', 'files', 'inputs']);

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    given.map(([key, member]) => [key, optionalBelow.has(key) ? withoutNulls(member) : member]),
  );
}

const issueLimit = 10;

/** `message param: path.to[2].field`, joined with semicolons. */
export function formatIssues(
  issues: readonly z.core.$ZodIssue[],
  prefix: readonly PropertyKey[] = [],
): string {
  const shown = issues
    .slice(0, issueLimit)
    .map((issue) => `${issue.message} param: ${pathText([...prefix, ...issue.path])}`);
  if (issues.length > issueLimit) shown.push(`and ${issues.length - issueLimit} more`);
  return shown.join('; ');
}

function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'body';
  let text = '';
  for (const part of path)
    text += typeof part === 'number' ? `[${part}]` : `${text === '' ? '' : '.'}${String(part)}`;
  return text;
}
