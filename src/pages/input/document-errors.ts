import { GoldsetError } from '../../base/goldset-error.ts';
import { pageLimits } from './page-limits.ts';

/** The file is damaged: it is not what its type promises. */
export function corrupt(file: string, type: string, reason: string, cause?: unknown): GoldsetError {
  return new GoldsetError('DOCUMENT_CORRUPT', { file, type, reason }, { cause });
}

export function tooLarge(file: string, what: string, found: string, limit: string): GoldsetError {
  return new GoldsetError('DOCUMENT_TOO_LARGE', { file, what, found, limit });
}

export function empty(file: string, reason: string): GoldsetError {
  return new GoldsetError('DOCUMENT_EMPTY', { file, reason });
}

/** The file holds something that is only there to do harm, or cannot be told from it. */
export function unsafe(file: string, what: string, how: string): GoldsetError {
  return new GoldsetError('DOCUMENT_UNSAFE', { file, what, how });
}

/** Raises DOCUMENT_UNSAFE where things stand deeper within one another than anything that people make. */
export function checkNesting(depth: number, file: string, what: string): void {
  if (depth <= pageLimits.nesting) return;
  throw unsafe(file, `more than ${pageLimits.nesting} ${what} within one another`, 'with a flat structure');
}
