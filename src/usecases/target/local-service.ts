import type { startService } from '../../service/start-service.ts';
import type { Environment } from '../ports.ts';
import { parseCacheDir } from './cache-dir.ts';

type ServiceOptions = Parameters<typeof startService>[0];

/** Starts the local service with the page cache of the user. Loads its code only then. */
export async function startLocalService(
  options: Omit<ServiceOptions, 'parseCacheDir'>,
  env: Environment,
): ReturnType<typeof startService> {
  const service = await import('../../service/start-service.ts');
  return service.startService({ ...options, parseCacheDir: parseCacheDir(env) });
}
