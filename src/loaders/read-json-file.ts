import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { isDeeperThan } from '../base/is-deeper-than.ts';

/** The text of a file, without a byte order mark; FILE_NOT_FOUND or FILE_UNREADABLE where it cannot be had. */
export async function readTextFile(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === 'ENOENT')
      throw new GoldsetError('FILE_NOT_FOUND', { file, relativeTo: process.cwd() }, { cause: thrown });
    const reason = code === 'EISDIR' ? 'it is a folder' : messageOf(thrown);
    throw new GoldsetError('FILE_UNREADABLE', { file, reason }, { cause: thrown });
  }
}

/** A JSON file; DATASET_INVALID says where its JSON ends to be JSON. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readTextFile(file);
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new GoldsetError(
      'DATASET_INVALID',
      {
        file,
        path: 'the file',
        found: `text that is no JSON (${messageOf(thrown)})`,
        expected: 'one JSON value',
        mend: 'Correct the JSON at that place.',
      },
      { cause: thrown },
    );
  }
}

/** The first place where a value is not what its schema says. */
export interface Mismatch {
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

export function mismatchOf(error: z.ZodError, value: unknown): Mismatch {
  const issue = error.issues[0];
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `"${key}"`).join(', ');
    return {
      path: path.map(String).join('.') || 'its keys',
      found: `unknown ${keys}`,
      expected: 'known keys',
    };
  }
  const found = path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
  return {
    path: path.map(String).join('.') || 'the value',
    found: shown(found),
    expected: (issue?.message ?? 'another shape').replace(/^Invalid input: expected ([^,]*),.*$/, '$1'),
  };
}

/** A value as it stands in a message: its JSON, cut short. */
export function shown(value: unknown): string {
  if (isDeeperThan(value, 64)) return 'a value nested too deep to show';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
