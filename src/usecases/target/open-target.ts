import { rm } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { ClientOptions } from '../../client/client-options.ts';
import { type Client, createClient } from '../../client/create-client.ts';
import type { Environment } from '../ports.ts';
import { startLocalService } from './local-service.ts';

export interface TargetRequest {
  /** Address of a service; undefined starts the local one. */
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly header?: string | undefined;
  /** Where the local service keeps its data. */
  readonly dataDir: string;
}

export interface Target {
  readonly client: Client;
  readonly kind: 'local' | 'remote';
  /** Stops what was started; `discard` also removes the local service's data. */
  close(discard: boolean): Promise<void>;
}

/** The service that a command speaks to: the one named, or a local one started for it. Both are spoken to over HTTP. */
export async function openTarget(request: TargetRequest, env: Environment): Promise<Target> {
  const { url, apiVersion = '2025-04-21', header } = request;
  const dialect = header === undefined ? {} : { header };
  if (url !== undefined) {
    if (request.token === undefined || request.token === '') {
      throw new GoldsetError('USAGE', {
        problem: `the service at ${url} needs a token`,
        fix: 'Set GOLDSET_API_TOKEN, or give --token.',
      });
    }
    const options = { baseUrl: url, token: request.token, apiVersion, ...dialect };
    await knock(options);
    const client = createClient(options);
    return { client, kind: 'remote', close: () => client.close() };
  }
  const dataDir = path.resolve(request.dataDir);
  const service = await startLocalService({ dataDir }, env);
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

const connectTimeoutMs = 2_000;

/** One small request first: a wrong address or token is said at once, not after the patience of a long run. */
async function knock(options: ClientOptions): Promise<void> {
  const client = createClient({ ...options, unreachableAfterMs: connectTimeoutMs });
  try {
    for await (const _ of client.processors.list({})) break;
  } finally {
    await client.close();
  }
}
