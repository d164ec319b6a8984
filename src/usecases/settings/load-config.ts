import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { configSchema, type GoldsetConfig } from './config.ts';
import { readSettings, settingsInvalid } from './read-settings.ts';

const names = ['ts', 'js', 'mjs', 'json', 'yaml', 'yml'].map((ending) => `goldset.config.${ending}`);

export interface LoadedConfig {
  readonly config: GoldsetConfig;
  /** File of the configuration; `null` if there is none. */
  readonly file: string | null;
}

/** Reads the named configuration, or the one in the current folder. Throws if it is invalid. */
export async function loadConfig(named?: string): Promise<LoadedConfig> {
  const file = named === undefined ? onlyConfig() : path.resolve(named);
  if (file === undefined) return { config: {}, file: null };
  if (!existsSync(file)) throw new GoldsetError('FILE_NOT_FOUND', { file, relativeTo: 'the current folder' });
  const value = await readSettings(file, 'config');
  // A YAML file with only comments is an empty configuration.
  const isEmptyYaml = value === null && /\.ya?ml$/.test(file);
  const parsed = configSchema.safeParse(isEmptyYaml ? {} : value);
  if (parsed.success) return { config: parsed.data, file };
  throw settingsInvalid(file, value, parsed.error);
}

/**
 * Returns the configuration file in the current folder. Throws USAGE if there are several, because all but one would be
 * ignored.
 */
function onlyConfig(): string | undefined {
  const found = names.map((name) => path.resolve(name)).filter((name) => existsSync(name));
  if (found.length < 2) return found[0];
  throw new GoldsetError('USAGE', {
    problem: `found several configurations, expected one: ${found.map((file) => path.basename(file)).join(', ')}`,
    fix: 'Keep one of them, or name it with --config.',
  });
}

/**
 * Returns the folder of the baselines: from the flag, from the configuration (relative to its file), or `baselines`.
 */
export function baselinesDir({ config, file }: LoadedConfig, flag?: string): string {
  if (flag !== undefined) return path.resolve(flag);
  const base = file === null ? process.cwd() : path.dirname(file);
  return path.resolve(base, config.baselines ?? 'baselines');
}
