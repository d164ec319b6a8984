import type { ServiceLimits } from '../model/wire/local/faults-and-limits.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { ChatSettings } from './engines/chat-settings.ts';
import type { DispatchSettings } from './events/event-dispatcher.ts';
import type { PriceTable } from './work/job.ts';

export interface ServiceOptions {
  /** Folder of all data of the service. The service creates it if it is absent. */
  readonly dataDir: string;
  /** Host or address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on. Default: 0, which means any free port. */
  readonly port?: number;
  /** Token to accept, in addition to the tokens of earlier starts. Default: a new random token. */
  readonly token?: string;
  /** Number of worker processes. Default: one per core, at most 4. */
  readonly workers?: number;
  /**
   * Opens the queue of workers on other machines, which then read the documents. `shared` is the data that they need for
   * every document, and `key` identifies the data folder. Default: worker processes of this service read the documents.
   */
  readonly openQueue?: (shared: unknown, key: string) => Promise<JobQueue>;
  /**
   * Address at which workers of a queue and clients reach this service, for example behind a proxy. Default: the address
   * on which the service listens.
   */
  readonly publicUrl?: string;
  /** Target of the log: `stderr`, `none` or a file. Default: `service.log` in the data folder. */
  readonly log?: string;
  /** Folder of parsed documents, which several data folders can share. Default: `parsed` in the data folder. */
  readonly parseCacheDir?: string;
  /** Time limit of a run. Default: 5 minutes. */
  readonly runTimeLimitMs?: number;
  /**
   * Memory limit of a worker process, in MB. A document that needs more memory fails. If several documents together
   * exceed the limit, some of the documents wait. Default: 1024.
   */
  readonly workerMemoryMb?: number;
  /**
   * Time that `close` waits for documents in progress. The next start of the service processes the unfinished
   * documents. Default: 10 s.
   */
  readonly drainMs?: number;
  /** Time that a request with `sync` waits for the end of its run. Default: 5 minutes. */
  readonly syncWaitMs?: number;
  /** Largest file, in bytes. Default: 512 MiB. */
  readonly fileSizeLimit?: number;
  /** Time limit of the download of a `fileUrl`. Default: 30 s. */
  readonly fetchTimeLimitMs?: number;
  /**
   * Time to check whether the file of a new run can be opened. A file whose check takes longer is accepted. Default: 5 s.
   */
  readonly checkTimeLimitMs?: number;
  /** Time in which a whole request must arrive. Default: 5 minutes. */
  readonly requestTimeLimitMs?: number;
  /** Whether a `fileUrl` or a webhook endpoint may be on this machine or in its local network. Default: false. */
  readonly allowPrivateAddresses?: boolean;
  /** Rate limits and credits, which `/local/limits` can change later. Default: the values in the data folder. */
  readonly limits?: ServiceLimits;
  /** Name of the deployment in headers such as `x-<word>-api-version`. Default: `service`. */
  readonly word?: string;
  readonly webhooks?: Partial<DispatchSettings>;
  readonly prices?: PriceTable;
  /** Address of a module that exports an `engine` (engines/engine.ts). Default: the local engine. */
  readonly engineModule?: string;
  /**
   * Settings of the engine `chat-completions`, which then processes all documents. The engine may take longer than
   * `runTimeLimitMs`: the time limit of a run is at least a minute above the time limit of the engine.
   */
  readonly chatEngine?: ChatSettings;
}

export interface RunningService {
  readonly url: string;
  readonly token: string;
  readonly dataDir: string;
  /** Models and runtime that read images (OCR), and the platform. */
  readonly ocr: string;
  /** Rejects new requests, finishes the documents in progress and releases the data folder. */
  close(): Promise<void>;
}

export const defaultSyncWaitMs = 5 * 60 * 1000;
