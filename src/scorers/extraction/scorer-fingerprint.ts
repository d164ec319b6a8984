import { sha256, sha256Json } from '../../base/hash.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { ScorerDescription } from '../../model/score/scorer-description.ts';
import type { ExtractionScoringOptions } from './scoring-options.ts';

/** Version of the scoring code. Increase it if a code change affects any score. */
export const scorerCodeVersion = '4';

/**
 * Describes a scorer for `requireSameScorer`: options, comparators, policies and code version. For a user's
 * function, the description contains its name and the hash of its source. Omits options that are not given.
 * @example
 * describeScorer({ failures: 'missing' }).options // => { failures: 'missing' }
 */
export function describeScorer(options: Partial<ExtractionScoringOptions>): ScorerDescription {
  const plain = plainOptions(options) as Readonly<Record<string, JsonValue>>;
  const fingerprint = sha256Json({ code: scorerCodeVersion, options: plain }).slice(0, 16);
  return { fingerprint, code: scorerCodeVersion, options: plain };
}

/** Returns a copy of a value. Replaces each function by its name and the hash of its source. */
export function plainOptions(value: unknown): JsonValue {
  if (typeof value === 'function')
    return `${value.name || 'custom'} (source ${sha256(String(value)).slice(0, 12)})`;
  if (Array.isArray(value)) return value.map(plainOptions);
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.map(([key, member]) => [key, plainOptions(member)]));
}
