import {
  type FigureOptions,
  namedOptions,
  optionDifferences,
} from '../../analysis/measure/figure-options.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import {
  differingFacts,
  type OptionsStatement,
  optionDifferencesText,
  optionFacts,
} from '../../model/score/option-differences.ts';
import type { Ports } from '../ports.ts';
import { type FieldPatterns, fieldPatterns } from './check-patterns.ts';
import type { LoadedConfig } from './load-config.ts';
import { mergeOptions, recordedConfig } from './recorded-options.ts';
import { figureOptions, type ScoringFlags } from './scoring-settings.ts';

/** Flags that decide the options of a record. */
export interface OptionFlags extends ScoringFlags {
  /** Score with the options of the configuration instead of those in the record. */
  readonly useConfig?: boolean;
}

/** The options that apply to a record (decision 0067). */
export interface AppliedOptions extends FigureOptions {
  /** Patterns for field names, to compare with the fields of the scored record. */
  readonly patterns: FieldPatterns;
  /**
   * States that options of the record replace different options of the configuration; `null` if they are
   * equal.
   */
  readonly notice: string | null;
  /**
   * Member of a result that lists the differences from the options of the record; empty if there are none.
   */
  readonly stated: OptionsStatement;
}

/** The part of a plan that decides its options. */
export type RecordedPlan = Pick<RunPlan, 'options' | 'dataset' | 'recordId'>;

/** Returns the options that apply to a record. Precedence: flag > record > configuration > dataset > default. */
export function appliedOptions(
  plan: RecordedPlan,
  { config, file }: LoadedConfig,
  flags: OptionFlags,
): AppliedOptions {
  const { options, dataset } = plan;
  const recorded = flags.useConfig ? {} : recordedConfig(plan, config);
  const merged = mergeOptions(recorded, config);
  const applied = figureOptions(merged, flags, dataset.presence);
  const own = figureOptions(config, flags, dataset.presence);
  const differences = optionDifferences([options], applied);
  return {
    ...applied,
    patterns: fieldPatterns(merged, flags, recorded),
    notice: noticeOf(own, applied, file === null ? 'the defaults' : 'the configuration'),
    stated: differences.length === 0 ? {} : { optionDifferences: differences },
  };
}

function noticeOf(own: FigureOptions, applied: FigureOptions, others: string): string | null {
  const facts = (options: FigureOptions) => optionFacts(namedOptions(options));
  const listed = differingFacts(facts(own), facts(applied)).map(
    ({ what, left, right }) => `${what} is ${right}, not ${left}`,
  );
  if (listed.length === 0) return null;
  return `the options of the run apply, not ${others}: ${listed.join('; ')} (--use-config applies ${others})`;
}

/** Reports options of the record that replace the configuration, and options that differ from those of the record. */
export function reportAppliedOptions({ notice, stated }: AppliedOptions, ports: Pick<Ports, 'notice'>): void {
  const differences = optionDifferencesText(stated.optionDifferences);
  for (const text of [notice, differences]) if (text !== null) ports.notice(text);
}
