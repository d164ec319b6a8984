import { GoldsetError } from '../../base/goldset-error.ts';
import type { FormatOptions } from './define-format.ts';

/** Values of the flags `--images`, `--leaves` and `--leaf-format`. */
export interface FormatFlags {
  readonly images?: boolean;
  readonly leaves?: string;
  readonly leafFormat?: string;
}

/** Returns the options of the formats. Throws USAGE if a flag does not accept its value. */
export function parseFormatOptions({ images, leaves, leafFormat }: FormatFlags): FormatOptions {
  return {
    images,
    ...(leaves === undefined ? {} : { leaves: oneOf('--leaves', leaves, ['all', 'wrong', 'none']) }),
    ...(leafFormat === undefined
      ? {}
      : { leafFormat: oneOf('--leaf-format', leafFormat, ['csv', 'parquet']) }),
  };
}

function oneOf<const Word extends string>(flag: string, found: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === found);
  if (word !== undefined) return word;
  throw new GoldsetError('USAGE', {
    problem: `${flag}: found "${found}", expected ${words.join(', ')}`,
    fix: `Use one of these values, for example ${flag} ${words[0]}.`,
  });
}
