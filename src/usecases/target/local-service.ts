import os from 'node:os';
import path from 'node:path';
import type { startService } from '../../service/start-service.ts';
import type { Environment } from '../ports.ts';

type ServiceOptions = Parameters<typeof startService>[0];

/** Loads the code of the local service and starts it with the page cache of the user. */
export async function startLocalService(
  options: Omit<ServiceOptions, 'parseCacheDir'>,
  env: Environment,
): ReturnType<typeof startService> {
  const service = await import('../../service/start-service.ts');
  return service.startService({ ...options, parseCacheDir: parseCacheDir(env) });
}

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
