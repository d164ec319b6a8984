import path from 'node:path';
import type { LoadedConfig } from './load-config.ts';

/** Where the baselines are kept: as the flag says, else the configuration (beside it), else `baselines` here. */
export function baselinesDir({ config, file }: LoadedConfig, flag?: string): string {
  if (flag !== undefined) return path.resolve(flag);
  const base = file === null ? process.cwd() : path.dirname(file);
  return path.resolve(base, config.baselines ?? 'baselines');
}
