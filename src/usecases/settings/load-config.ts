import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { type GatePolicy, gatePolicySchema } from '../../model/gate/gate-policy.ts';
import { configSchema, type GoldsetConfig } from './config.ts';
import { readSettings } from './read-settings.ts';

const names = ['ts', 'js', 'mjs', 'json', 'yaml', 'yml'].map((ending) => `goldset.config.${ending}`);

export interface LoadedConfig {
  readonly config: GoldsetConfig;
  /** Path of the configuration file; `null` if there is none. */
  readonly file: string | null;
}

/**
 * Reads the configuration file `named`. If `named` is not set, reads the configuration file in the current folder, or
 * returns an empty configuration if the folder has no such file. Throws an error if the file `named` is missing, or if
 * a file is invalid.
 */
export async function loadConfig(named?: string): Promise<LoadedConfig> {
  const file = named === undefined ? onlyConfig() : path.resolve(named);
  if (file === undefined) return { config: {}, file: null };
  return { config: await readSettings(file, 'config', configSchema), file };
}

/** Returns the configuration file in the current folder. Throws USAGE if the folder has several. */
function onlyConfig(): string | undefined {
  const found = names.map((name) => path.resolve(name)).filter((name) => existsSync(name));
  if (found.length < 2) return found[0];
  throw new GoldsetError('USAGE', {
    problem: `found several configurations, expected one: ${found.map((file) => path.basename(file)).join(', ')}`,
    fix: 'Keep one of them, or name it with --config.',
  });
}

/** Returns the folder of the baselines. Precedence: flag > configuration > the folder `baselines`. */
export function baselinesDir({ config, file }: LoadedConfig, flag?: string): string {
  if (flag !== undefined) return path.resolve(flag);
  const base = file === null ? process.cwd() : path.dirname(file);
  return path.resolve(base, config.baselines ?? 'baselines');
}

export interface LoadedPolicy {
  readonly policy: GatePolicy;
  readonly file: string;
}

/**
 * Reads the policy from a file, or returns the member `gate` of the configuration. Returns `null` if there is neither.
 */
export async function loadPolicy(
  named: string | undefined,
  { config, file }: LoadedConfig,
): Promise<LoadedPolicy | null> {
  if (named === undefined)
    return config.gate === undefined || file === null ? null : { policy: config.gate, file };
  const policyFile = path.resolve(named);
  return { policy: await readSettings(policyFile, 'policy', gatePolicySchema), file: policyFile };
}
