import { oneOf } from '../../base/require-argument.ts';
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
    leaves: leaves === undefined ? undefined : oneOf('--leaves', leaves, ['all', 'wrong', 'none']),
    leafFormat: leafFormat === undefined ? undefined : oneOf('--leaf-format', leafFormat, ['csv', 'parquet']),
  };
}
