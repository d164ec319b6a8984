import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { requireWritableFolder } from '../../base/write-file.ts';
import type { ServeResult } from '../../model/results/command-results.ts';
import { shownAddress } from '../../queue/connect-redis.ts';
import { openRedisQueue } from '../../queue/redis-job-queue.ts';
import { type Ports, variable } from '../ports.ts';
import { type NumberInput, numberFlag } from '../settings/flags.ts';
import { type QueueFlag, queueAddress } from '../settings/queue-settings.ts';
import { chatEngineOf, type EngineRequest, engineName } from '../target/chat-engine.ts';
import { startLocalService } from '../target/open-target.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';

export interface ServeRequest extends EngineRequest {
  readonly host: string;
  readonly port: NumberInput;
  readonly data: string;
  readonly token?: string;
  readonly workers?: NumberInput;
  readonly queue?: QueueFlag;
  readonly publicUrl?: string;
  readonly allowPrivateAddresses?: boolean;
  readonly word?: string;
}

export interface Serving {
  readonly result: ServeResult;
  /** Finishes the requests in progress and stops. */
  close(): Promise<void>;
}

/** Starts the local service, which runs until it is closed. */
export async function serve(request: ServeRequest, { env, notice }: Ports): Promise<Serving> {
  limitHeapGrowth();
  const { host, word } = request;
  const chatEngine = await chatEngineOf(request, env);
  const queue = queueAddress(request.queue, env);
  if (queue !== undefined && request.workers !== undefined)
    throw new GoldsetError('USAGE', {
      problem: 'found --workers and --queue, expected one of them',
      fix: 'Give --workers to goldset worker, which reads the documents of a service with --queue.',
    });
  if (queue !== undefined && chatEngine !== undefined)
    throw new GoldsetError('USAGE', {
      problem:
        'found --engine chat-completions and --queue, but the workers of a queue read documents with the local engine',
      fix: 'Remove --queue: with a model, the model server does the work.',
    });
  const options = {
    dataDir: path.resolve(request.data),
    host,
    port: numberFlag('--port', request.port, 0, 65535, 'whole number'),
    word,
    allowPrivateAddresses: request.allowPrivateAddresses,
    token: request.token || variable(env, 'GOLDSET_API_TOKEN'),
    workers: numberFlag('--workers', request.workers, 1, 64, 'whole number'),
    chatEngine,
    publicUrl: publicUrl(request.publicUrl),
    openQueue:
      queue === undefined
        ? undefined
        : (shared: unknown, key: string) =>
            openRedisQueue({
              url: queue,
              kind: 'engines',
              shared,
              key,
              maxOutageMs: Number.POSITIVE_INFINITY,
              onNotice: notice,
            }),
  };
  await requireWritableFolder(options.dataDir);
  const service = await startLocalService(options, env);
  const { url, token, dataDir, ocr } = service;
  const engine = chatEngine === undefined ? 'local' : await engineName(chatEngine);
  const shown = queue === undefined ? null : shownAddress(queue);
  return {
    result: { url, token, dataDir, ocr, engine, queue: shown, pid: process.pid },
    close: () => service.close(),
  };
}

/**
 * Returns the address without a slash at its end. Throws USAGE if it is not an http or https address, or if it has a
 * query or a fragment.
 */
function publicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new GoldsetError('USAGE', {
      problem: `--public-url: found ${JSON.stringify(text)}, expected an http or https address`,
      fix: 'Give the address at which other machines reach this service, for example http://10.0.0.5:8080.',
    });
  return url.href.replace(/\/+$/, '');
}
