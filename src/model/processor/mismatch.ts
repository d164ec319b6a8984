import { z } from 'zod';
import { isDeeperThan } from '../../base/is-deeper-than.ts';

export interface Mismatch {
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

type Issue = z.core.$ZodIssue;

/**
 * Returns a strict object schema. Its error for an unknown key names the known keys. `suggested` maps an unknown key to
 * the keys that the user probably means.
 */
export function strictObject<Shape extends z.ZodRawShape>(
  shape: Shape,
  suggested: Readonly<Record<string, string>> = {},
) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const unknown = issue.keys.find((key) => Object.hasOwn(suggested, key));
      const hint = unknown === undefined ? '' : ` (did you mean ${suggested[unknown]}?)`;
      return `expected ${Object.keys(shape).join(', ')}${hint}`;
    },
  });
}

/** Describes the first mismatch of a value: its path, what was found there, and what was expected. */
export function mismatchOf(error: z.ZodError, value: unknown): Mismatch {
  return describeIssue(error.issues[0], value);
}

/** Describes every mismatch of a value, in the order of the schema. */
export function mismatchesOf(error: z.ZodError, value: unknown): Mismatch[] {
  return error.issues.map((issue) => describeIssue(issue, value));
}

/** An error lists at most this many mismatches. */
const maxListed = 20;

/**
 * Combines several mismatches into one, for a single error message: the first mismatch, with the others listed at the
 * end of `expected`. `all` is not empty.
 */
export function listMismatches(all: readonly Mismatch[]): Mismatch {
  const [first, ...others] = all as [Mismatch, ...Mismatch[]];
  const texts = others
    .slice(0, maxListed - 1)
    .map(({ path, found, expected }) => `; ${path}: found ${found}, expected ${expected}`);
  const more = others.length - texts.length;
  if (more > 0) texts.push(`; and ${more} more`);
  return { ...first, expected: `${first.expected}${texts.join('')}` };
}

function describeIssue(first: Issue | undefined, value: unknown): Mismatch {
  const issue = deepest(first);
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys')
    return {
      path: z.core.toDotPath(path) || 'its keys',
      found: `unknown ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`,
      expected: /^expected (.*)$/s.exec(issue.message)?.[1] ?? 'known keys',
    };
  return {
    path: z.core.toDotPath(path) || 'the value',
    found: shown(valueAt(value, path)),
    expected: issue === undefined ? 'another shape' : expectedBy(issue),
  };
}

/**
 * Returns the most deeply nested issue of a union. The user most likely meant the alternative with this
 * issue.
 */
function deepest(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== 'invalid_union') return issue;
  const inner = issue.errors.flatMap(([first]) => {
    const found = deepest(first);
    return found === undefined ? [] : [{ ...found, path: [...issue.path, ...found.path] }];
  });
  const furthest = Math.max(issue.path.length, ...inner.map(({ path }) => path.length));
  if (furthest > issue.path.length) return inner.find(({ path }) => path.length === furthest);
  const alternatives = [...new Set(inner.map(expectedBy))];
  return alternatives.length === 0 ? issue : { ...issue, message: `expected ${alternatives.join(' or ')}` };
}

const typeLabels: Readonly<Record<string, string>> = { int: 'a whole number', record: 'object' };

function expectedBy(issue: Issue): string {
  if (issue.code === 'invalid_value') return issue.values.map((one) => JSON.stringify(one)).join(' or ');
  const named = /\bexpected (.*?)(?:, received .*)?$/is.exec(issue.message)?.[1];
  if (named !== undefined)
    return typeLabels[named] ?? named.replace('>=', 'at least ').replace('<=', 'at most ');
  const pattern = /must match pattern (.*)$/s.exec(issue.message)?.[1];
  if (pattern !== undefined) return `text that matches ${pattern}`;
  return issue.message.replace(/^Invalid (?!input)/, 'a valid ');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

/** Returns the truncated JSON of a value, for a message. */
export function shown(value: unknown): string {
  if (isDeeperThan(value, 64)) return 'a value nested too deep to show';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
