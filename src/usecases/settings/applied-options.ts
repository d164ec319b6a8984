import {
  type FigureOptions,
  namedOptions,
  optionDifferences,
} from '../../analysis/measure/figure-options.ts';
import type { GoldsetError } from '../../base/goldset-error.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import {
  differingFacts,
  type OptionsStatement,
  optionDifferencesText,
  optionFacts,
} from '../../model/score/option-differences.ts';
import type { Ports } from '../ports.ts';
import { type FieldPatterns, fieldPatterns } from './check-patterns.ts';
import { declaredPrimary, undeclared } from './declared-primary.ts';
import type { LoadedConfig } from './load-config.ts';
import { mergeOptions, recordedConfig } from './recorded-options.ts';
import { configuredPrimary, figureOptions, type ScoringFlags } from './scoring-settings.ts';

/** Flags that determine the options of a record. */
export interface OptionFlags extends ScoringFlags {
  /** Scores with the options of the configuration instead of those in the record. */
  readonly useConfig?: boolean;
}

/** The options that apply to a record (decision 0067). */
export interface AppliedOptions extends FigureOptions {
  /** Patterns for field names. Each pattern should match at least one field of the scored record. */
  readonly patterns: FieldPatterns;
  /**
   * Text about the options whose values differ between the record and the configuration. For these options, the value
   * in the record applies. `null` if there are none.
   */
  readonly notice: string | null;
  /** Error if the request names a primary metric or field that the run did not declare; otherwise `null`. */
  readonly undeclared: GoldsetError | null;
  /**
   * Differences between the applied options and the options of the record, to be added to a result. An empty object if
   * there are none.
   */
  readonly stated: OptionsStatement;
}

/** The members of a plan that determine its options. */
export type RecordedPlan = Pick<RunPlan, 'options' | 'dataset' | 'recordId'>;

/** Returns the options that apply to a record. Precedence: flag > record > configuration > dataset > default. */
export function appliedOptions(
  plan: RecordedPlan,
  { config, file }: LoadedConfig,
  flags: OptionFlags,
  policyPrimary?: string,
): AppliedOptions {
  const { options, dataset } = plan;
  const configured = configuredPrimary(config);
  const recorded = flags.useConfig ? {} : recordedConfig(plan, config);
  const merged = mergeOptions(recorded, config);
  const found = figureOptions(merged, flags, dataset.presence);
  const primary = declaredPrimary(plan);
  const applied = { ...found, statistics: { ...found.statistics, primary } };
  const own = figureOptions(config, flags, dataset.presence);
  const differences = optionDifferences([options], applied);
  return {
    ...applied,
    patterns: fieldPatterns(merged, flags, recorded),
    notice: joined(
      noticeOf(own, applied, file === null ? 'the defaults' : 'the configuration'),
      configured === undefined || configured === primary
        ? null
        : `"primary" of the configuration ("${configured}") has no effect, because the run declared ${primary === undefined ? 'no primary metric or field' : `"${primary}"`} (docs/metrics/statistics.md#primary)`,
    ),
    undeclared:
      undeclared(plan, flags.primary, '--primary') ??
      undeclared(plan, policyPrimary, '"primary" of the policy') ??
      (flags.useConfig ? undeclared(plan, configured, '"primary" of the configuration') : null),
    stated: differences.length === 0 ? {} : { optionDifferences: differences },
  };
}

function noticeOf(own: FigureOptions, applied: FigureOptions, others: string): string | null {
  const facts = ({ scoring, statistics }: FigureOptions) =>
    optionFacts(namedOptions({ scoring, statistics: { ...statistics, primary: undefined } }));
  const listed = differingFacts(facts(own), facts(applied)).map(
    ({ what, left, right }) => `${what} is ${right}, not ${left}`,
  );
  if (listed.length === 0) return null;
  return `the options of the run apply, not ${others}: ${listed.join('; ')} (--use-config applies ${others})`;
}

function joined(...texts: readonly (string | null)[]): string | null {
  const given = texts.filter((text) => text !== null);
  return given.length === 0 ? null : given.join('; ');
}

/**
 * Reports two kinds of differences: options of the record that replace the configuration, and applied options that
 * differ from the record.
 */
export function reportAppliedOptions({ notice, stated }: AppliedOptions, ports: Pick<Ports, 'notice'>): void {
  const differences = optionDifferencesText(stated.optionDifferences);
  for (const text of [notice, differences]) if (text !== null) ports.notice(text);
}
