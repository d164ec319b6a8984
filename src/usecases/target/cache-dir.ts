import os from 'node:os';
import path from 'node:path';
import type { Environment } from '../ports.ts';

/** Where parsed pages are kept for later runs: `GOLDSET_CACHE_DIR`, else the user's cache folder. */
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
