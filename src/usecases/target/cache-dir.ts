import os from 'node:os';
import path from 'node:path';

/** Where parsed pages are kept for later runs: `GOLDSET_CACHE_DIR`, else the user's cache folder. */
export function parseCacheDir(): string {
  const own = process.env.GOLDSET_CACHE_DIR;
  if (own !== undefined && own !== '') return path.resolve(own, 'parse');
  const user = process.env.XDG_CACHE_HOME;
  return path.join(
    user !== undefined && user !== '' ? user : path.join(os.homedir(), '.cache'),
    'goldset',
    'parse',
  );
}
