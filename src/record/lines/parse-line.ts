import type { z } from 'zod';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { mismatchOf } from '../../model/processor/mismatch.ts';
import type { LineShape } from './line-shapes.ts';

/** Parses and checks the bytes of one line. Throws RECORD_INVALID with the first mismatch. */
export function parseLine<T>(
  shape: LineShape<T>,
  { bytes, start, end, line }: { bytes: Buffer; start: number; end: number; line: number },
  file: string,
): T {
  return parseText(shape, bytes.toString('utf8', start, end), file, line);
}

export function parseText<T>(shape: LineShape<T>, text: string, file: string, line: number): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new GoldsetError(
      'RECORD_INVALID',
      { file, line, path: 'the line', found: excerpt(text), expected: `JSON (${messageOf(thrown)})` },
      { cause: thrown },
    );
  }
  return shape.quick?.(value) ?? checkAgainst(shape.schema, value, file, line);
}

/** Returns the value if it matches the schema. Throws RECORD_INVALID with the first mismatch otherwise. */
export function checkAgainst<T>(schema: z.ZodType<T>, value: unknown, file: string, line: number): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new GoldsetError('RECORD_INVALID', { file, line, ...mismatchOf(parsed.error, value) });
}

function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
