import { isDeepStrictEqual } from 'node:util';
import { type FigureOptions, namedOptions } from '../../analysis/measure/figure-options.ts';
import {
  defaultStatistics,
  type IntervalMethod,
  type StatisticsSettings,
} from '../../analysis/measure/settings.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { oneOf } from '../../base/require-argument.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { PresencePolicy } from '../../model/score/scoring-policies.ts';
import { comparatorNames } from '../../scorers/compare/comparators/create-comparator.ts';
import {
  type ComparatorRule,
  completeOptions,
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import type { GoldsetConfig } from './config.ts';
import { firstGiven, type NumberInput, numberFlag, type Sourced } from './flags.ts';

/** Scoring flags. Each replaces the setting in the configuration file. */
export interface ScoringFlags {
  readonly comparator?: readonly string[];
  readonly exclude?: readonly string[];
  readonly emptiness?: 'service' | 'strict';
  readonly unlabelled?: 'absent' | 'ignore';
  readonly failures?: 'missing' | 'exclude';
  readonly margin?: NumberInput;
  readonly confidence?: NumberInput;
  readonly seed?: string;
  readonly clusterBy?: string;
  /**
   * Metric, field or class that gets half of the error probability of the comparison. For an existing record, only the
   * metric, field or class that its run declared is allowed.
   */
  readonly primary?: string;
  readonly independent?: boolean;
  readonly interval?: string;
}

/**
 * Returns the scoring options. Precedence: flag > configuration > dataset > default. Throws an error if a rule is
 * invalid.
 */
export function scoringOptions(
  config: GoldsetConfig,
  flags: ScoringFlags,
  presence: PresencePolicy | undefined,
): ExtractionScoringOptions {
  const { emptiness, unlabelled, failures } = policiesOf(config, flags, presence);
  return completeOptions({
    // If several rules match a field, the last rule applies. So put the rules of flags after the rules of the
    // configuration.
    comparators: appended(config.comparators, flags.comparator?.map(parseComparator)),
    exclude: [...new Set([...(config.exclude ?? []), ...(flags.exclude ?? [])])].sort(),
    alignment: config.alignment,
    emptiness: emptiness.value,
    unlabelled: unlabelled.value,
    failures: failures.value,
  });
}

/**
 * Appends the rules `added` to the rules `first`. A later rule takes precedence. If `first` already has a rule of
 * `added`, does not repeat the rule. Moves the rule to the end if a later rule could match the same field.
 */
function appended(
  first: readonly ComparatorRule[] = [],
  added: readonly ComparatorRule[] = [],
): ComparatorRule[] {
  const rules = [...first];
  for (const rule of added) {
    const at = rules.findIndex((known) => isDeepStrictEqual(known, rule));
    const isLast = at >= 0 && rules.slice(at + 1).every(({ field }) => areDistinct(field, rule.field));
    if (isLast) continue;
    if (at >= 0) rules.splice(at, 1);
    rules.push(rule);
  }
  return rules;
}

/** Returns whether two patterns are different names without wildcards, so that no field can match both. */
function areDistinct(one: string, other: string): boolean {
  return one !== other && ![one, other].some((pattern) => /[*?[]/.test(pattern));
}

/**
 * Returns the options that affect figures, each with its source, to be stored in the record. Throws an error if a
 * scoring rule is invalid.
 */
export function optionsForRecord(
  config: GoldsetConfig,
  flags: ScoringFlags,
  presence: PresencePolicy | undefined,
): RunPlan['options'] {
  const options = figureOptions(config, flags, presence);
  const { emptiness, unlabelled, failures } = policiesOf(config, flags, presence);
  const sources: Readonly<Record<string, Sourced<unknown>['from']>> = {
    'presence.emptiness': emptiness.from,
    'presence.unlabelled': unlabelled.from,
    failures: failures.from,
    comparators: sourceOf(flags.comparator?.length || undefined, config.comparators),
    exclude: sourceOf(flags.exclude?.length || undefined, config.exclude),
    alignment: sourceOf(undefined, config.alignment),
    'statistics.primary': sourceOf(flags.primary, configuredPrimary(config)),
  };
  return Object.fromEntries(
    Object.entries(namedOptions(options)).map(([name, value]) => {
      const member = name.slice('statistics.'.length);
      const flag = flags[member as keyof ScoringFlags];
      const file = config.statistics?.[member as keyof typeof config.statistics];
      return [name, { value, from: sources[name] ?? sourceOf(flag, file) }];
    }),
  );
}

function sourceOf(flag: unknown, file: unknown): Sourced<unknown>['from'] {
  return firstGiven({ flag, file }, null).from;
}

/** Returns all options that affect figures. Precedence: flag > configuration > dataset > default. */
export function figureOptions(
  config: GoldsetConfig,
  flags: ScoringFlags,
  presence: PresencePolicy | undefined,
): FigureOptions {
  return {
    scoring: scoringOptions(config, flags, presence),
    statistics: statisticsSettings(config, flags),
  };
}

function policiesOf(config: GoldsetConfig, flags: ScoringFlags, presence: PresencePolicy | undefined) {
  const file = config.presence;
  const fallback = defaultScoringOptions;
  return {
    emptiness: firstGiven(
      { flag: flags.emptiness, file: file?.emptiness, dataset: presence?.emptiness },
      fallback.emptiness,
    ),
    unlabelled: firstGiven(
      { flag: flags.unlabelled, file: file?.unlabelled, dataset: presence?.unlabelled },
      fallback.unlabelled,
    ),
    failures: firstGiven({ flag: flags.failures, file: config.failures }, fallback.failures),
  };
}

/** Returns the primary metric or field of a configuration. Precedence: gate policy > statistics. */
export function configuredPrimary({ gate, statistics }: GoldsetConfig): string | undefined {
  return gate?.primary ?? statistics?.primary;
}

export function statisticsSettings(config: GoldsetConfig, flags: ScoringFlags): StatisticsSettings {
  const { statistics } = config;
  const file = { ...defaultStatistics, ...statistics };
  return {
    ...file,
    margin: numberFlag('--margin', flags.margin, 0, 0.9999) ?? file.margin,
    confidence: numberFlag('--confidence', flags.confidence, 0.5, 0.9999) ?? file.confidence,
    seed: flags.seed ?? file.seed,
    clusterBy: flags.clusterBy ?? file.clusterBy,
    primary: flags.primary ?? configuredPrimary(config),
    independent: flags.independent ?? file.independent,
    interval:
      flags.interval === undefined ? file.interval : oneOf('--interval', flags.interval, intervalMethods),
  };
}

const intervalMethods: readonly IntervalMethod[] = ['analytic', 'percentile', 'expanded', 'bca'];

/** Parses a text such as `company=fuzzy:0.85`: a field or glob, a comparator, and optionally its threshold. */
export function parseComparator(text: string): ComparatorRule {
  const match = /^([^=]+)=([a-z-]+)(?::(.+))?$/i.exec(text);
  if (match === null) {
    throw new GoldsetError('USAGE', {
      problem: `--comparator: found "${text}", expected FIELD=COMPARATOR or FIELD=COMPARATOR:THRESHOLD`,
      fix: 'Correct the flag, for example --comparator company=fuzzy:0.85',
    });
  }
  const [, field = '', comparator = '', threshold] = match;
  const options =
    threshold === undefined
      ? {}
      : { options: { threshold: numberFlag('--comparator', threshold, 0.0001, 1) } };
  return { field, comparator: oneOf('--comparator', comparator, comparatorNames), ...options };
}
