import os from 'node:os';
import path from 'node:path';
import type { Environment } from '../ports.ts';

/** Returns the folder that caches parsed pages: `GOLDSET_CACHE_DIR`, or the cache folder of the user. */
export function parseCacheDir(env: Environment = process.env): string {
  const own = env.GOLDSET_CACHE_DIR;
  if (own !== undefined && own !== '') return path.resolve(own, 'parse');
  const user = env.XDG_CACHE_HOME;
  return path.join(
    user !== undefined && user !== '' ? user : path.join(os.homedir(), '.cache'),
    'goldset',
    'parse',
  );
}
