import { sha256Json } from '../../base/hash.ts';
import { comparatorNames } from '../compare/create-comparator.ts';
import type { ExtractionScoringOptions } from './scoring-options.ts';

/**
 * Raised by hand whenever a scorer's judgement of any value changes, so that results from before and after are not
 * compared with one another.
 */
export const scorerCodeVersion = '1';

/** Names what judged a result: options, comparators and code. Equal fingerprints judge equal values alike. */
export function scorerFingerprint(options: ExtractionScoringOptions): string {
  return sha256Json({ code: scorerCodeVersion, comparators: comparatorNames, options }).slice(0, 16);
}
