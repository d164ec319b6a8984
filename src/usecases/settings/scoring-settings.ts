import {
  defaultStatistics,
  type IntervalMethod,
  type StatisticsSettings,
} from '../../analysis/measure/settings.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
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
import { type NumberInput, numberFlag } from './number-flag.ts';

/** Scoring flags. Each overrides the configuration file. */
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
  readonly interval?: string;
}

/**
 * Returns the scoring options. Precedence: flag > configuration > dataset > default. `presence` is the policy of the
 * dataset. Throws if a rule is invalid.
 */
export function scoringOptions(
  config: GoldsetConfig,
  flags: ScoringFlags,
  presence: PresencePolicy | undefined,
): ExtractionScoringOptions {
  // The last matching rule of a field counts.
  const comparators = [...(config.comparators ?? []), ...(flags.comparator ?? []).map(parseComparator)];
  return completeOptions({
    comparators,
    exclude: [...(flags.exclude ?? []), ...(config.exclude ?? [])],
    alignment: config.alignment,
    emptiness: policyOf('emptiness', config, flags, presence).value,
    unlabelled: policyOf('unlabelled', config, flags, presence).value,
    failures: flags.failures ?? config.failures ?? defaultScoringOptions.failures,
  });
}

/** Returns the presence policies of a run with their sources, for its record. */
export function resolvedPolicies(
  config: GoldsetConfig,
  flags: ScoringFlags,
  presence: PresencePolicy | undefined,
): RunPlan['options'] {
  // Reject invalid rules here, before a run costs anything.
  scoringOptions(config, flags, presence);
  return {
    'presence.emptiness': policyOf('emptiness', config, flags, presence),
    'presence.unlabelled': policyOf('unlabelled', config, flags, presence),
    failures:
      flags.failures !== undefined
        ? { value: flags.failures, from: 'flag' }
        : config.failures !== undefined
          ? { value: config.failures, from: 'file' }
          : { value: defaultScoringOptions.failures, from: 'default' },
  };
}

function policyOf<N extends 'emptiness' | 'unlabelled'>(
  name: N,
  config: GoldsetConfig,
  flags: ScoringFlags,
  presence: PresencePolicy | undefined,
): { value: ExtractionScoringOptions[N]; from: 'flag' | 'file' | 'dataset' | 'default' } {
  const from = (
    [
      ['flag', flags[name]],
      ['file', config.presence?.[name]],
      ['dataset', presence?.[name]],
    ] as const
  ).find(([, value]) => value !== undefined);
  const value = (from?.[1] ?? defaultScoringOptions[name]) as ExtractionScoringOptions[N];
  return { value, from: from?.[0] ?? 'default' };
}

export function statisticsSettings(config: GoldsetConfig, flags: ScoringFlags): StatisticsSettings {
  const { statistics = {} } = config;
  return {
    ...defaultStatistics,
    ...statistics,
    ...(flags.margin === undefined ? {} : { margin: numberFlag('--margin', flags.margin, 0, 1) }),
    ...(flags.confidence === undefined
      ? {}
      : { confidence: numberFlag('--confidence', flags.confidence, 0.5, 0.9999) }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.clusterBy === undefined ? {} : { clusterBy: flags.clusterBy }),
    ...(flags.interval === undefined ? {} : { interval: intervalMethod(flags.interval) }),
  };
}

const intervalMethods: readonly IntervalMethod[] = ['analytic', 'percentile', 'expanded', 'bca'];

function intervalMethod(text: string): IntervalMethod {
  const method = intervalMethods.find((known) => known === text);
  if (method !== undefined) return method;
  throw new GoldsetError('USAGE', {
    problem: `--interval: found "${text}", expected one of ${intervalMethods.join(', ')}`,
    fix: 'Correct the flag.',
  });
}

/** Parses `company=fuzzy:0.85`: a field or glob, a comparator and its optional threshold. */
function parseComparator(text: string): ComparatorRule {
  const match = /^([^=]+)=([a-z-]+)(?::(.+))?$/i.exec(text);
  if (match === null) {
    throw new GoldsetError('USAGE', {
      problem: `--comparator: found "${text}", expected FIELD=COMPARATOR or FIELD=COMPARATOR:THRESHOLD`,
      fix: 'Correct the flag, for example --comparator company=fuzzy:0.85',
    });
  }
  const [, field, comparator, threshold] = match;
  const name = comparatorNames.find((known) => known === comparator);
  if (name === undefined) {
    throw new GoldsetError('USAGE', {
      problem: `--comparator: found "${comparator}", expected one of ${comparatorNames.join(', ')}`,
      fix: 'Correct the flag.',
    });
  }
  const options =
    threshold === undefined ? {} : { options: { threshold: numberFlag('--comparator', threshold, 0, 1) } };
  return { field: field as string, comparator: name, ...options };
}
