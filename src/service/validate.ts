import type { z } from 'zod';
import { HttpError } from './http-error.ts';

/** The value in the schema's type, or 400 with every problem and the field it concerns. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const { issues } = result.error;
  const ofConfig = issues.every(({ path }) => path[0] === 'config');
  throw new HttpError(
    400,
    `Validation Error: ${issuesText(issues)}`,
    {},
    ofConfig ? 'INVALID_CONFIG_OPTIONS' : undefined,
  );
}

const issueLimit = 10;

/** `message param: path.to[2].field`, joined with semicolons. */
export function issuesText(issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[] = []): string {
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
