import path from 'node:path';
import { requireWritableFolder } from '../../base/write-file.ts';
import type { ServeResult } from '../../model/results/command-results.ts';
import { type Ports, variable } from '../ports.ts';
import { type NumberInput, numberFlag } from '../settings/flags.ts';
import { chatEngineOf, type EngineRequest } from '../target/chat-engine.ts';
import { startLocalService } from '../target/open-target.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';

export interface ServeRequest extends EngineRequest {
  readonly host: string;
  readonly port: NumberInput;
  readonly data: string;
  readonly token?: string;
  readonly workers?: NumberInput;
  readonly allowPrivateAddresses?: boolean;
  readonly word?: string;
}

export interface Serving {
  readonly result: ServeResult;
  /** Finishes the requests in progress and stops. */
  close(): Promise<void>;
}

/** Starts the local service, which runs until it is closed. */
export async function serve(request: ServeRequest, { env }: Ports): Promise<Serving> {
  limitHeapGrowth();
  const { host, word } = request;
  const chatEngine = await chatEngineOf(request, env);
  const options = {
    dataDir: path.resolve(request.data),
    host,
    port: numberFlag('--port', request.port, 0, 65535, 'whole number'),
    word,
    allowPrivateAddresses: request.allowPrivateAddresses,
    token: request.token || variable(env, 'GOLDSET_API_TOKEN'),
    workers: numberFlag('--workers', request.workers, 1, 64, 'whole number'),
    chatEngine,
  };
  await requireWritableFolder(options.dataDir);
  const service = await startLocalService(options, env);
  const { url, token, dataDir, ocr } = service;
  const engine =
    chatEngine === undefined ? 'local' : `chat-completions, ${chatEngine.model} at ${chatEngine.url}`;
  return { result: { url, token, dataDir, ocr, engine, pid: process.pid }, close: () => service.close() };
}
