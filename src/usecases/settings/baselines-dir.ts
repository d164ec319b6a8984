import path from 'node:path';
import type { LoadedConfig } from './load-config.ts';

/**
 * Returns the folder of the baselines: from the flag, from the configuration (relative to its file), or `baselines`.
 */
export function baselinesDir({ config, file }: LoadedConfig, flag?: string): string {
  if (flag !== undefined) return path.resolve(flag);
  const base = file === null ? process.cwd() : path.dirname(file);
  return path.resolve(base, config.baselines ?? 'baselines');
}
