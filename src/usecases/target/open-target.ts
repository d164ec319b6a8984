import { rm } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { type Client, createClient } from '../../client/create-client.ts';
import type { startService } from '../../service/start-service.ts';
import type { Environment } from '../ports.ts';
import type { TargetSettings } from '../settings/run-settings.ts';
import { parseCacheDir } from './parse-cache-dir.ts';

export interface TargetRequest extends TargetSettings {
  /** Folder for the data of the local service. Ignored if `url` is set. */
  readonly dataDir: string;
}

export interface Target {
  readonly client: Client;
  readonly kind: 'local' | 'remote';
  /** Closes the client and stops a local service. If `discard` is true, also deletes the data of the local service. */
  close(discard: boolean): Promise<void>;
}

/**
 * Connects to the service that the request names, or starts a local service. The client uses HTTP for a named service
 * and for a local service.
 */
export async function openTarget(request: TargetRequest, env: Environment): Promise<Target> {
  if (request.url !== undefined) {
    const client = await connect(request.url, request);
    return { client, kind: 'remote', close: () => client.close() };
  }
  const dataDir = path.resolve(request.dataDir);
  const service = await startLocalService({ dataDir }, env);
  const { apiVersion } = request;
  const client = createClient({ baseUrl: service.url, token: service.token, apiVersion });
  return {
    client,
    kind: 'local',
    close: async (discard) => {
      await client.close();
      await service.close();
      if (discard) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Calls `work` with a client of the named service, and closes the client. Throws USAGE if no service is named. */
export async function withService<T>(
  settings: TargetSettings,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  if (settings.url === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'no service is named',
      fix: 'Give --target, or set GOLDSET_BASE_URL. goldset serve starts a local service.',
    });
  const client = await connect(settings.url, settings);
  return work(client).finally(() => client.close());
}

const connectTimeoutMs = 2_000;

/** Returns a client for a remote service. Sends one request, so that an unreachable address is found immediately. */
export async function connect(
  baseUrl: string,
  { token = '', apiVersion, header }: TargetSettings,
): Promise<Client> {
  if (token === '')
    throw new GoldsetError('USAGE', {
      problem: `the service at ${baseUrl} needs a token`,
      fix: 'Set GOLDSET_API_TOKEN, or give --token.',
    });
  const options = { baseUrl, token, apiVersion, header };
  const probe = createClient({ ...options, unreachableAfterMs: connectTimeoutMs });
  try {
    for await (const _ of probe.processors.list({})) break;
  } finally {
    await probe.close();
  }
  return createClient(options);
}

type ServiceOptions = Parameters<typeof startService>[0];

/** Starts the local service with the user's cache of parsed pages. */
export async function startLocalService(
  options: Omit<ServiceOptions, 'parseCacheDir'>,
  env: Environment,
): ReturnType<typeof startService> {
  const service = await import('../../service/start-service.ts');
  return service.startService({ ...options, parseCacheDir: parseCacheDir(env) });
}
