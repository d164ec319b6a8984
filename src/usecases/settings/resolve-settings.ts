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

/** Settings of a request. They take precedence over the settings in the configuration file. */
export interface SettingsRequest extends OptionFlags, FormatFlags {
  readonly config?: string;
  /**
   * Report formats, separated by commas. By default `html,csv,md,json,png`, and for a run and its report also `pdf` and
   * `xlsx`.
   */
  readonly format?: string;
  /** Path of a gate policy. By default, the member `gate` of the configuration is used. */
  readonly policy?: string;
  readonly baselines?: string;
  /**
   * Whether to read scanned pages by character recognition (OCR), to find expected values on them. By default, only the
   * pages that the local service has read are searched.
   */
  readonly readScans?: boolean;
  /** Folder to which the use case writes. */
  readonly out?: string;
  /**
   * Share of item runs that may fail. Default: the share that the run accepted, otherwise the share in the
   * configuration, otherwise 0.
   */
  readonly maxFailureRate?: NumberInput;
}

/** All settings of a use case, read and checked once. */
export type Settings = Awaited<ReturnType<typeof resolveSettings>>;

/**
 * Reads and checks all settings of a request before a record is opened or a run starts. Also checks that the folder
 * `out` is writable. `defaultFormats` applies if the request has no `format`.
 */
export async function resolveSettings(request: SettingsRequest, defaultFormats: string = tableFormats) {
  if (request.out !== undefined) await requireWritableFolder(request.out);
  const loaded = await loadConfig(request.config);
  const { config } = loaded;
  const formats = parseFormats(request.format ?? defaultFormats);
  /** Returns the options that apply if there is no record. `presence` is the presence policy of the dataset. */
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
    /** Whether the report reads scanned pages by character recognition (OCR), to find expected values on them. */
    readScans: request.readScans === true,
    /** Gate policy; `null` if there is neither a policy file nor a `gate` in the configuration. */
    policy,
    baselines: baselinesDir(loaded, request.baselines),
    newOptions,
    optionsOf,
    /** Patterns for field names, for a new run. */
    patterns: fieldPatterns(config, request),
    /** Primary metric, field or class, for a new run. */
    primary: requestedPrimary(request.primary, loaded),
    /**
     * Returns the largest share of item runs that may fail. This is the share in the request, or otherwise the smallest
     * share of the given plans.
     */
    acceptedFailures: (...plans: readonly RunPlan[]) =>
      failureRate ?? Math.min(...plans.map((plan) => acceptedBy(plan) ?? config.run?.maxFailureRate ?? 0)),
  };
}

/**
 * Returns the limit that the user set for the share of failed item runs. Returns `undefined` if the run used the
 * default limit.
 */
function acceptedBy({ options }: RunPlan): number | undefined {
  const { value, from } = options.maxFailureRate ?? {};
  return typeof value === 'number' && from !== 'default' ? value : undefined;
}
