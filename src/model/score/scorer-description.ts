import { GoldsetError } from '../../base/goldset-error.ts';
import type { JsonValue } from '../json/json-value.ts';

/** All settings that affect scores. Results with different settings are not compared. */
export interface ScorerDescription {
  /** 16 hexadecimal digits. Scorers with equal fingerprints give equal scores for equal values. */
  readonly fingerprint: string;
  readonly code: string;
  /** Policies, comparators, exclusions and alignments. A function appears as its name and source hash. */
  readonly options: Readonly<Record<string, JsonValue>>;
}

export interface ScorerDifference {
  /** For example `unlabelled`, `scoring code` or `comparator of total`. */
  readonly what: string;
  /** Short text; `none` if the baseline has no such rule. */
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
  const left = factsOf(baseline);
  const right = factsOf(candidate);
  const found = [...new Set([...left.keys(), ...right.keys()])]
    .map((what) => ({ what, baseline: left.get(what) ?? 'none', candidate: right.get(what) ?? 'none' }))
    .filter((difference) => difference.baseline !== difference.candidate);
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

/** Groups the rules by field, because only the order of rules for the same field matters: the last one decides. */
function factsOf({ code, options }: ScorerDescription): Map<string, string> {
  const facts = new Map([['scoring code', code]]);
  for (const [name, value] of Object.entries(options)) {
    const isRules = name === 'comparators' || name === 'alignment';
    if (!isRules || !Array.isArray(value)) facts.set(name, textOf(value));
    else addRules(facts, name === 'alignment' ? 'alignment' : 'comparator', value);
  }
  return facts;
}

function addRules(facts: Map<string, string>, word: string, rules: readonly JsonValue[]): void {
  const fields: string[] = [];
  for (const rule of rules) {
    const { field, ...rest } = rule as Readonly<Record<string, JsonValue>>;
    const what = `${word} of ${String(field)}`;
    const parts = Object.values(rest).map(textOf).join(' ');
    facts.set(what, facts.has(what) ? `${facts.get(what)}, then ${parts}` : parts);
    fields.push(String(field));
  }
  if (fields.length > 1) facts.set(`order of ${word} rules`, fields.join(', '));
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.length === 0 ? 'none' : JSON.stringify(value);
}
