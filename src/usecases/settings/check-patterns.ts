import { fieldList } from '../../analysis/config-changes/scoring-config.ts';
import type { FoldedRun } from '../../analysis/fold/folded-run.ts';
import { fewLabelsText } from '../../analysis/gate/few-labels.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { truncateList } from '../../base/phrases.ts';
import { fieldGlobWithin } from '../../scorers/extraction/field-glob.ts';
import type { Ports } from '../ports.ts';
import type { GoldsetConfig } from './config.ts';
import { parseComparator, type ScoringFlags } from './scoring-settings.ts';

/** A pattern for field names, with the flag or the key of the configuration that contains it. */
export interface FieldPattern {
  readonly name: string;
  readonly pattern: string;
}

export interface FieldPatterns {
  readonly flags: readonly FieldPattern[];
  readonly config: readonly FieldPattern[];
}

/** Returns all patterns of the flags and of the configuration. */
export function fieldPatterns(config: GoldsetConfig, flags: ScoringFlags): FieldPatterns {
  const named = (name: string, patterns: readonly string[] = []) =>
    patterns.map((pattern) => ({ name, pattern }));
  const fieldsOf = (rules: readonly { readonly field: string }[] = []) => rules.map(({ field }) => field);
  return {
    flags: [
      ...named('--exclude', flags.exclude),
      ...named('--comparator', fieldsOf(flags.comparator?.map(parseComparator))),
    ],
    config: [
      ...named('exclude', config.exclude),
      ...named('comparators', fieldsOf(config.comparators)),
      ...named('alignment', fieldsOf(config.alignment)),
    ],
  };
}

/** Checks the patterns of a scored record, and reports fields that few documents label. */
export function checkScored(patterns: FieldPatterns, run: FoldedRun, ports: Pick<Ports, 'notice'>): void {
  checkPatterns(patterns, run, ports);
  const labels = fewLabelsText(run);
  if (labels !== null) ports.notice(labels);
}

/**
 * Checks that every pattern matches a field of the scored record, because a misspelt one would change nothing without
 * a word. Throws USAGE for a flag, and reports a pattern of the configuration, which other datasets may need.
 */
function checkPatterns({ flags, config }: FieldPatterns, run: FoldedRun, ports: Pick<Ports, 'notice'>): void {
  if (flags.length + config.length === 0) return;
  const { onlyGold, onlyProcessor, notComparable } = run.excludedFields;
  const seen = run.versions.flatMap(({ extraction }) => [
    ...(extraction?.fields.keys() ?? []),
    ...(extraction?.nonComparable.keys() ?? []),
  ]);
  const isExtraction = run.config.type === 'EXTRACT';
  const others = isExtraction ? [...onlyGold, ...onlyProcessor, ...notComparable] : [];
  const fields = fieldList(run.config, [...seen, ...others]).map(({ field }) => field);
  const unmatched = unmatchedPatterns([...flags, ...config], fields);
  const known =
    fields.length === 0
      ? `documents of ${run.config.type} have no fields`
      : `there are ${truncateList(fields, 20)}`;
  for (const one of unmatched) {
    if (flags.includes(one)) throw noSuchField(one, known);
    ports.notice(`${one.name} of the configuration: no field matches "${one.pattern}"; ${known}`);
  }
}

/** Returns the patterns that match no field. */
export function unmatchedPatterns(
  patterns: readonly FieldPattern[],
  fields: readonly string[],
): FieldPattern[] {
  return patterns.filter(({ pattern }) => !fields.some(fieldGlobWithin(pattern)));
}

function noSuchField({ name, pattern }: FieldPattern, known: string): GoldsetError {
  return new GoldsetError('USAGE', {
    problem: `${name}: no field matches "${pattern}"; ${known}`,
    fix: 'Correct the name of the field, or omit the flag.',
  });
}
