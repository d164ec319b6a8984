import { GoldsetError } from '../../base/goldset-error.ts';
import { pageLimits } from './page-limits.ts';

export function corrupt(file: string, type: string, reason: string, cause?: unknown): GoldsetError {
  return new GoldsetError('DOCUMENT_CORRUPT', { file, type, reason }, { cause });
}

/** Returns the error for a file above a limit. `how` completes the hint "Store the document again ...". */
export function tooLarge(
  file: string,
  what: string,
  found: string,
  limit: string,
  how = 'as several smaller documents',
): GoldsetError {
  return new GoldsetError('DOCUMENT_TOO_LARGE', { file, what, found, limit, how });
}

export function empty(file: string, reason: string): GoldsetError {
  return new GoldsetError('DOCUMENT_EMPTY', { file, reason });
}

/** Returns the error for a harmful file. `how` completes the hint "Store the document again ...". */
export function unsafe(file: string, what: string, how: string): GoldsetError {
  return new GoldsetError('DOCUMENT_UNSAFE', { file, what, how });
}

export function checkNesting(depth: number, file: string, what: string): void {
  if (depth <= pageLimits.nesting) return;
  throw unsafe(file, `more than ${pageLimits.nesting} ${what} nested in each other`, 'with a flat structure');
}

interface ExpansionRule {
  readonly bytes: number;
  readonly ratio: number;
}

/** Returns the number of bytes that compressed data may have after decompression. */
export function expandedLimit(packed: number, { bytes, ratio }: ExpansionRule): number {
  return Math.min(pageLimits.streamBytes, Math.max(bytes, packed * ratio));
}

export function tooExpanded(file: string, what: string, packed: number, limit: number): GoldsetError {
  const found = `${packed} bytes that expand to more than ${limit} bytes`;
  return tooLarge(
    file,
    what,
    found,
    `${limit} bytes after expansion, for this compressed size`,
    'with another program',
  );
}
