import { GoldsetError } from '../../base/goldset-error.ts';
import type { JsonValue } from '../json/json-value.ts';
import { differingFacts, optionFacts } from './option-differences.ts';

/** All settings that affect scores. Results with different settings are not compared. */
export interface ScorerDescription {
  /** 16 hexadecimal digits. Scorers with equal fingerprints give equal scores for equal values. */
  readonly fingerprint: string;
  readonly code: string;
  /** Policies, comparators, exclusions and alignments. A function appears as its name and source hash. */
  readonly options: Readonly<Record<string, JsonValue>>;
}

export interface ScorerDifference {
  /** Name of the setting, for example `unlabelled`, `scoring code` or `comparator of total`. */
  readonly what: string;
  /** Setting of the baseline, as a short text; `none` if the baseline does not have the setting. */
  readonly baseline: string;
  readonly candidate: string;
}

/**
 * Returns the differences between two scorers; empty if and only if their fingerprints are equal.
 * @example
 * const ignore = { ...defaultScoringOptions, unlabelled: 'ignore' };
 * scorerDifferences(describeScorer(defaultScoringOptions), describeScorer(ignore)) // => [{ what: 'unlabelled', baseline: 'absent', candidate: 'ignore' }]
 */
export function scorerDifferences(
  baseline: ScorerDescription,
  candidate: ScorerDescription,
): ScorerDifference[] {
  if (baseline.fingerprint === candidate.fingerprint) return [];
  const found = differingFacts(factsOf(baseline), factsOf(candidate)).map(({ what, left, right }) => ({
    what,
    baseline: left,
    candidate: right,
  }));
  if (found.length > 0) return found;
  return [{ what: 'fingerprint', baseline: baseline.fingerprint, candidate: candidate.fingerprint }];
}

/** Throws SCORERS_DIFFER with the differences unless both results have the same scorer. */
export function requireSameScorer(baseline: ScorerDescription, candidate: ScorerDescription): void {
  const differences = scorerDifferences(baseline, candidate);
  if (differences.length === 0) return;
  throw new GoldsetError('SCORERS_DIFFER', {
    differences: differences.map((one) => `${one.what}: ${one.baseline} / ${one.candidate}`).join('; '),
    baseline: baseline.fingerprint,
    candidate: candidate.fingerprint,
  });
}

function factsOf({ code, options }: ScorerDescription): Map<string, string> {
  return new Map([['scoring code', code], ...optionFacts(options)]);
}
