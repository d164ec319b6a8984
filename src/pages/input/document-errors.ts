import { GoldsetError } from '../../base/goldset-error.ts';
import { pageLimits } from './page-limits.ts';

/** Returns the error for a damaged file. */
export function corrupt(file: string, type: string, reason: string, cause?: unknown): GoldsetError {
  return new GoldsetError('DOCUMENT_CORRUPT', { file, type, reason }, { cause });
}

export function tooLarge(file: string, what: string, found: string, limit: string): GoldsetError {
  return new GoldsetError('DOCUMENT_TOO_LARGE', { file, what, found, limit });
}

export function empty(file: string, reason: string): GoldsetError {
  return new GoldsetError('DOCUMENT_EMPTY', { file, reason });
}

/** Returns the error for a file with content that is harmful or looks harmful. */
export function unsafe(file: string, what: string, how: string): GoldsetError {
  return new GoldsetError('DOCUMENT_UNSAFE', { file, what, how });
}

/** Throws DOCUMENT_UNSAFE if the nesting is deeper than the limit, which real documents never reach. */
export function checkNesting(depth: number, file: string, what: string): void {
  if (depth <= pageLimits.nesting) return;
  throw unsafe(file, `more than ${pageLimits.nesting} ${what} nested in each other`, 'with a flat structure');
}
