import type { PresencePolicy } from '../../model/score/scoring-policies.ts';
import { type FormatFlags, parseFormatOptions, parseFormats } from '../../report/formats/formats.ts';
import { baselinesDir, loadConfig, loadPolicy } from './load-config.ts';
import { type ScoringFlags, scoringOptions, statisticsSettings } from './scoring-settings.ts';

/** Settings of a request. Each overrides the configuration file. */
export interface SettingsRequest extends ScoringFlags, FormatFlags {
  /** Path of the configuration file; the one in the current folder if it is not given. */
  readonly config?: string;
  /** Report formats, separated by commas; `html,csv,md,json,png` if it is not given. */
  readonly format?: string;
  /** Path of a gate policy; the `gate` of the configuration if it is not given. */
  readonly policy?: string;
  readonly baselines?: string;
}

/** All settings of a use case, read and checked once. */
export type Settings = Awaited<ReturnType<typeof resolveSettings>>;

/** Reads the configuration file and checks it together with the request, before a record is opened or a run starts. */
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
