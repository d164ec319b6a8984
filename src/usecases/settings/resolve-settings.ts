import type { PresencePolicy } from '../../model/score/scoring-policies.ts';
import { type FormatFlags, parseFormatOptions, parseFormats } from '../../report/formats/formats.ts';
import { baselinesDir, loadConfig, loadPolicy } from './load-config.ts';
import { type ScoringFlags, scoringOptions, statisticsSettings } from './scoring-settings.ts';

/** Settings of a request. Each overrides the configuration file. */
export interface SettingsRequest extends ScoringFlags, FormatFlags {
  /** Path of the configuration file. Default: the one in the current folder. */
  readonly config?: string;
  /** Report formats, separated by commas. Default: `html,csv,md,json,png`. */
  readonly format?: string;
  /** Path of a gate policy. Default: the `gate` of the configuration. */
  readonly policy?: string;
  readonly baselines?: string;
}

/** All settings of a use case, read and checked once. */
export type Settings = Awaited<ReturnType<typeof resolveSettings>>;

/** Reads and checks all settings of a request before a record is opened or a run starts. */
export async function resolveSettings(request: SettingsRequest) {
  const loaded = await loadConfig(request.config);
  const { config } = loaded;
  const formats = parseFormats(request.format ?? 'html,csv,md,json,png');
  /** Returns the scoring options for the presence policy of a dataset. */
  const scoringOf = (presence: PresencePolicy | undefined) => scoringOptions(config, request, presence);
  scoringOf(undefined);
  return {
    config,
    loaded,
    formats,
    /** Options of the report formats: page images, leaves and their format. */
    written: parseFormatOptions(request),
    statistics: statisticsSettings(config, request),
    /** `null` if there is neither a policy file nor a `gate` in the configuration. */
    policy: await loadPolicy(request.policy, loaded),
    baselines: baselinesDir(loaded, request.baselines),
    scoringOf,
  };
}
