import type { StatisticsSettings } from '../../analysis/measure/settings.ts';
import type { PresencePolicy } from '../../model/score/scoring-policies.ts';
import type { FormatOptions } from '../../report/formats/define-format.ts';
import {
  type FormatFlags,
  parseFormatOptions,
  parseFormats,
  type ReportFormat,
} from '../../report/formats/formats.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import type { GoldsetConfig } from './config.ts';
import { baselinesDir, type LoadedConfig, type LoadedPolicy, loadConfig, loadPolicy } from './load-config.ts';
import { type ScoringFlags, scoringOptions, statisticsSettings } from './scoring-settings.ts';

/** Settings of a request. Each overrides the configuration file. */
export interface SettingsRequest extends ScoringFlags, FormatFlags {
  /** Path of the configuration file; the one in the current folder if it is not given. */
  readonly config?: string;
  /** Report formats, separated by commas; `html,csv,md,json,png` if it is not given. */
  readonly format?: string;
  /** Path of a gate policy; the `gate` of the configuration if it is not given. */
  readonly policy?: string;
  /** Folder of the baselines. */
  readonly baselines?: string;
}

/** All settings of a use case, read and checked once. */
export interface Settings {
  readonly config: GoldsetConfig;
  readonly loaded: LoadedConfig;
  readonly formats: readonly ReportFormat[];
  /** Options of the report formats: page images, leaves and their format. */
  readonly written: FormatOptions;
  readonly statistics: StatisticsSettings;
  /** `null` if there is neither a policy file nor a `gate` in the configuration. */
  readonly policy: LoadedPolicy | null;
  readonly baselines: string;
  /** Returns the scoring options for the presence policy of a dataset. Precedence: flag > file > dataset > default. */
  readonly scoringOf: (presence: PresencePolicy | undefined) => ExtractionScoringOptions;
}

/** Reads the configuration file and checks it together with the request, before a record is opened or a run starts. */
export async function resolveSettings(request: SettingsRequest): Promise<Settings> {
  const loaded = await loadConfig(request.config);
  const { config } = loaded;
  const formats = parseFormats(request.format ?? 'html,csv,md,json,png');
  const scoringOf: Settings['scoringOf'] = (presence) => scoringOptions(config, request, presence);
  scoringOf(undefined);
  return {
    config,
    loaded,
    formats,
    written: parseFormatOptions(request),
    statistics: statisticsSettings(config, request),
    policy: await loadPolicy(request.policy, loaded),
    baselines: baselinesDir(loaded, request.baselines),
    scoringOf,
  };
}
