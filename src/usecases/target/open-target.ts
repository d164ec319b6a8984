import { rm } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { ClientOptions } from '../../client/client-options.ts';
import { type Client, createClient } from '../../client/create-client.ts';
import type { Environment } from '../ports.ts';
import { startLocalService } from './local-service.ts';

export interface TargetRequest {
  /** Address of a service; `undefined` starts the local one. */
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly header?: string | undefined;
  /** Data folder of the local service. */
  readonly dataDir: string;
}

export interface Target {
  readonly client: Client;
  readonly kind: 'local' | 'remote';
  /** Closes the client and stops a local service. `discard` also deletes its data. */
  close(discard: boolean): Promise<void>;
}

/** Opens the named service, or starts a local one. The client uses HTTP in both cases. */
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
    await checkConnection(options);
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

/** Sends one small request, so that a wrong address or token fails immediately and not after many retries. */
async function checkConnection(options: ClientOptions): Promise<void> {
  const client = createClient({ ...options, unreachableAfterMs: connectTimeoutMs });
  try {
    for await (const _ of client.processors.list({})) break;
  } finally {
    await client.close();
  }
}
