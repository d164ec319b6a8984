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
import { firstGiven, type NumberInput, numberFlag } from './flags.ts';

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

/** Returns the scoring options. Precedence: flag > configuration > dataset > default. Throws if a rule is invalid. */
export function scoringOptions(
  config: GoldsetConfig,
  flags: ScoringFlags,
  presence: PresencePolicy | undefined,
): ExtractionScoringOptions {
  const { emptiness, unlabelled, failures } = policiesOf(config, flags, presence);
  return completeOptions({
    // The last rule that matches a field applies, so the rules of flags come after the configuration.
    comparators: [...(config.comparators ?? []), ...(flags.comparator ?? []).map(parseComparator)],
    exclude: [...(flags.exclude ?? []), ...(config.exclude ?? [])],
    alignment: config.alignment,
    emptiness: emptiness.value,
    unlabelled: unlabelled.value,
    failures: failures.value,
  });
}

/** Returns the presence policies of a run with their sources, for the record. Throws if a scoring rule is invalid. */
export function resolvedPolicies(
  config: GoldsetConfig,
  flags: ScoringFlags,
  presence: PresencePolicy | undefined,
): RunPlan['options'] {
  scoringOptions(config, flags, presence);
  const { emptiness, unlabelled, failures } = policiesOf(config, flags, presence);
  return { 'presence.emptiness': emptiness, 'presence.unlabelled': unlabelled, failures };
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

export function statisticsSettings({ statistics }: GoldsetConfig, flags: ScoringFlags): StatisticsSettings {
  const file = { ...defaultStatistics, ...statistics };
  return {
    ...file,
    margin: numberFlag('--margin', flags.margin, 0, 0.9999) ?? file.margin,
    confidence: numberFlag('--confidence', flags.confidence, 0.5, 0.9999) ?? file.confidence,
    seed: flags.seed ?? file.seed,
    clusterBy: flags.clusterBy ?? file.clusterBy,
    interval:
      flags.interval === undefined ? file.interval : oneOf('--interval', flags.interval, intervalMethods),
  };
}

const intervalMethods: readonly IntervalMethod[] = ['analytic', 'percentile', 'expanded', 'bca'];

/** Parses `company=fuzzy:0.85`: a field or glob, a comparator and its optional threshold. */
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
