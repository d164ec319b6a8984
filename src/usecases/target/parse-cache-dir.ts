import os from 'node:os';
import path from 'node:path';
import { type Environment, variable } from '../ports.ts';

/** Returns the folder of the user's cache of parsed pages. */
export function parseCacheDir(env: Environment = process.env): string {
  const own = variable(env, 'GOLDSET_CACHE_DIR');
  if (own !== undefined) return path.resolve(own, 'parse');
  const user = variable(env, 'XDG_CACHE_HOME') ?? path.join(os.homedir(), '.cache');
  return path.join(user, 'goldset', 'parse');
}
