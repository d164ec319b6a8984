import { requireWritableFolder } from '../../base/write-file.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { PresencePolicy } from '../../model/score/scoring-policies.ts';
import {
  type FormatFlags,
  parseFormatOptions,
  parseFormats,
  tableFormats,
} from '../../report/formats/formats.ts';
import { appliedOptions, type OptionFlags, type RecordedPlan } from './applied-options.ts';
import { fieldPatterns } from './check-patterns.ts';
import { requestedPrimary } from './declared-primary.ts';
import { type NumberInput, numberFlag } from './flags.ts';
import { baselinesDir, loadConfig, loadPolicy } from './load-config.ts';
import { figureOptions } from './scoring-settings.ts';

/** Settings of a request. Each overrides the configuration file. */
export interface SettingsRequest extends OptionFlags, FormatFlags {
  /** Path of the configuration file. Default: the one in the current folder. */
  readonly config?: string;
  /** Report formats, separated by commas. Default: `html,csv,md,json,png`; for a run and its report also `pdf` and `xlsx`. */
  readonly format?: string;
  /** Path of a gate policy. Default: the `gate` of the configuration. */
  readonly policy?: string;
  readonly baselines?: string;
  /** Folder that the use case writes. */
  readonly out?: string;
  /** Share of item runs that may fail. Default: the share that the run accepted, then the configuration, then 0. */
  readonly maxFailureRate?: NumberInput;
}

/** All settings of a use case, read and checked once. */
export type Settings = Awaited<ReturnType<typeof resolveSettings>>;

/**
 * Reads and checks all settings of a request before a record is opened or a run starts. Also checks that the
 * folder `out` is writable. `defaultFormats` are the formats without `format`.
 */
export async function resolveSettings(request: SettingsRequest, defaultFormats: string = tableFormats) {
  if (request.out !== undefined) await requireWritableFolder(request.out);
  const loaded = await loadConfig(request.config);
  const { config } = loaded;
  const formats = parseFormats(request.format ?? defaultFormats);
  /** Returns the options that apply without a record. `presence` is the policy of the dataset. */
  const newOptions = (presence?: PresencePolicy) => figureOptions(config, request, presence);
  newOptions();
  const policy = await loadPolicy(request.policy, loaded);
  /** Returns the options that apply to a record. Precedence: flag > record > configuration > dataset > default. */
  const optionsOf = (plan: RecordedPlan) =>
    appliedOptions(plan, loaded, request, request.policy === undefined ? undefined : policy?.policy.primary);
  const failureRate = numberFlag('--max-failure-rate', request.maxFailureRate, 0, 1);
  return {
    config,
    loaded,
    formats,
    /** Options of the report formats: `images`, `leaves`, `leafFormat` and `paper`. */
    written: parseFormatOptions(request),
    /** `null` if there is neither a policy file nor a `gate` in the configuration. */
    policy,
    baselines: baselinesDir(loaded, request.baselines),
    newOptions,
    optionsOf,
    /** Patterns for field names of a new run. */
    patterns: fieldPatterns(config, request),
    /** Primary metric, field or class of a new run. */
    primary: requestedPrimary(request.primary, loaded),
    /** Returns the share of item runs that may fail in each of these records. */
    acceptedFailures: (...plans: readonly RunPlan[]) =>
      failureRate ?? Math.min(...plans.map((plan) => acceptedBy(plan) ?? config.run?.maxFailureRate ?? 0)),
  };
}

/** Returns the share of failed item runs that the user of a run accepted; `undefined` if the plan has only the default. */
function acceptedBy({ options }: RunPlan): number | undefined {
  const { value, from } = options.maxFailureRate ?? {};
  return typeof value === 'number' && from !== 'default' ? value : undefined;
}
