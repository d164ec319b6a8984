import type { JsonValue } from '../../model/json/json-value.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import { differingFacts, type OptionDifference, optionFacts } from '../../model/score/option-differences.ts';
import { describeScorer } from '../../scorers/extraction/scorer-fingerprint.ts';
import {
  comparatorRuleSchema,
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import type { StatisticsSettings } from './settings.ts';

export interface FigureOptions {
  readonly scoring: ExtractionScoringOptions;
  readonly statistics: StatisticsSettings;
}

/**
 * Returns the options by the names that they have in the plan of a record. A function is represented by its name and
 * the hash of its source.
 */
export function namedOptions({ scoring, statistics }: FigureOptions): Record<string, JsonValue> {
  const { emptiness, unlabelled, ...rules } = describeScorer(scoring).options as Record<string, JsonValue>;
  const { clusterBy = null, independent = false, primary = null } = statistics;
  const { margin, confidence, seed, replicates, flips, looks, interval } = statistics;
  const named = {
    margin,
    confidence,
    seed,
    replicates,
    flips,
    looks,
    interval,
    clusterBy,
    independent,
    primary,
  };
  return {
    ...rules,
    'presence.emptiness': emptiness as JsonValue,
    'presence.unlabelled': unlabelled as JsonValue,
    ...Object.fromEntries(Object.entries(named).map(([name, value]) => [`statistics.${name}`, value])),
  };
}

/**
 * Describes the comparators, exclusions, alignments and the failures policy, as far as they differ from the defaults.
 */
export function scoringRules(scoring: ExtractionScoringOptions): string[] {
  const factsOf = (options: ExtractionScoringOptions) => {
    const { comparators, exclude, alignment, failures } = describeScorer(options).options as Rules;
    return optionFacts({ comparators, exclude, alignment, failures });
  };
  return differingFacts(factsOf(defaultScoringOptions), factsOf(scoring)).map(
    ({ what, right }) => `${what} is ${right}`,
  );
}

type Rules = Readonly<Record<'comparators' | 'exclude' | 'alignment' | 'failures', JsonValue>>;

const flagNames = {
  'presence.emptiness': '--emptiness',
  'presence.unlabelled': '--unlabelled',
  failures: '--failures',
  'statistics.margin': '--margin',
  'statistics.confidence': '--confidence',
  'statistics.interval': '--interval',
  'statistics.clusterBy': '--cluster-by',
  'statistics.independent': '--independent',
  'statistics.seed': '--seed',
  'statistics.primary': '--primary',
} as const;

/**
 * Returns the command-line flags of a run that change figures. Omits rules that can only be set in a configuration
 * file.
 */
export function figureFlags(options: RunPlan['options']): string[] {
  const typed = (name: string) => (options[name]?.from === 'flag' ? options[name].value : undefined);
  const listed = (name: string) => [typed(name) ?? []].flat() as readonly unknown[];
  const rules = listed('comparators').flatMap((rule) => {
    const { data } = comparatorRuleSchema.safeParse(rule);
    if (data === undefined) return [];
    const { field, comparator, options: { threshold, ...others } = {} } = data;
    if (Object.keys(others).length > 0) return [];
    return ['--comparator', `${field}=${comparator}${threshold === undefined ? '' : `:${threshold}`}`];
  });
  const values = Object.entries(flagNames).flatMap(([name, flag]) => {
    const value = typed(name);
    if (value === undefined) return [];
    return value === true ? [flag] : [flag, String(value)];
  });
  return [...rules, ...listed('exclude').flatMap((field) => ['--exclude', String(field)]), ...values];
}

/**
 * Returns the options in the plans of the records that differ from the options in `used`. The record of the candidate
 * is last. If both records have the same difference, it is listed once. Ignores options that the record of an older
 * goldset version does not contain.
 */
export function optionDifferences(
  records: readonly RunPlan['options'][],
  used: FigureOptions,
): OptionDifference[] {
  const now = namedOptions(used);
  const candidate = changedFacts(records.at(-1) ?? {}, now);
  const isShared = (fact: ChangedFact) =>
    candidate.some(({ what, left }) => what === fact.what && left === fact.left);
  const baseline = records.slice(0, -1).flatMap((options) => changedFacts(options, now));
  const own = baseline.filter((fact) => !isShared(fact));
  return [...candidate, ...own.map((fact) => ({ ...fact, what: `${fact.what} (baseline)` }))].map(
    ({ what, left, right }) => ({ option: what, recorded: left, used: right }),
  );
}

type ChangedFact = ReturnType<typeof differingFacts>[number];

/**
 * Returns the recorded options that differ from the options in `now`. Ignores options that the record does not contain.
 */
function changedFacts(options: RunPlan['options'], now: Record<string, JsonValue>): ChangedFact[] {
  const recorded: Record<string, JsonValue> = {};
  const used: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(now)) {
    const option = options[name];
    // A comparison uses only the primary metric that the run of the candidate declared. So another one in the record of
    // the baseline does not count as a difference.
    if (option === undefined || name === 'statistics.primary') continue;
    recorded[name] = (option.value ?? null) as JsonValue;
    used[name] = value;
  }
  return differingFacts(optionFacts(recorded), optionFacts(used));
}
