import { expect, test } from 'vitest';
import { z } from 'zod';
import { mismatchOf, strictObject } from '../../../../src/model/processor/mismatch.ts';

test.each([
  [z.object({ a: z.number().max(1) }), { a: 5 }, 'a', '5', 'number to be at most 1'],
  [z.object({ a: z.number() }), { a: 'x' }, 'a', '"x"', 'number'],
  [z.object({ a: z.string().min(1) }), { a: '' }, 'a', '""', 'string to have at least 1 characters'],
  [z.object({ a: z.number() }), {}, 'a', 'nothing', 'number'],
  [z.object({}), null, 'the value', 'null', 'object'],
  [z.int(), 1.5, 'the value', '1.5', 'a whole number'],
  [z.enum(['x', 'y']), 'z', 'the value', '"z"', '"x" or "y"'],
  [z.strictObject({ a: z.string() }), { a: '', b: 1 }, 'its keys', 'unknown "b"', 'known keys'],
  [
    strictObject({ a: z.string(), c: z.string().optional() }),
    { a: '', b: 1 },
    'its keys',
    'unknown "b"',
    'a, c',
  ],
  [z.url(), 'x', 'the value', '"x"', 'a valid URL'],
  [z.string().regex(/^a$/), 'b', 'the value', '"b"', 'text that matches /^a$/'],
  [z.string().regex(/^a$/, 'a number such as 1.0'), 'b', 'the value', '"b"', 'a number such as 1.0'],
])('%#: place, found and expected', (schema, value, path, found, expected) => {
  expect(mismatchOf(schema.safeParse(value).error as z.ZodError, value)).toEqual({ path, found, expected });
});

test('reports the alternative of a union that is nearest to the value', () => {
  const kinds = z.union([z.object({ kind: z.literal('a'), size: z.number() }), z.string()]);
  const deep = kinds.safeParse({ kind: 'a', size: 'big' }).error as z.ZodError;
  expect(mismatchOf(deep, { kind: 'a', size: 'big' })).toEqual({
    path: 'size',
    found: '"big"',
    expected: 'number',
  });
  const none = kinds.safeParse(1).error as z.ZodError;
  expect(mismatchOf(none, 1)).toEqual({ path: 'the value', found: '1', expected: 'object or string' });
});

test('omits a value that is nested too deeply to print', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 10_000; i++) deep = [deep];
  expect(mismatchOf(z.string().safeParse(deep).error as z.ZodError, deep).found).toContain('too deep');
});
