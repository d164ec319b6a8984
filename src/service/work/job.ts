import type { ProcessorConfig, ProcessorKind } from '../../model/processor/processor-config.ts';
import type { RunFailureReason } from '../../model/wire/processor-run.ts';
import type { PageView, ViewOptions } from '../engines/engine.ts';
import type { ReadingEffort } from '../engines/parsed-document.ts';
import type { BlobContent } from '../storage/blob-store.ts';
import type { RunResult } from '../stores/run-store.ts';

interface FileJob {
  readonly file: {
    /**
     * Source of the bytes of the file. A worker on another machine fetches them from a signed address of the service.
     */
    readonly content: BlobContent | { readonly url: string };
    readonly id: string;
    /** File name for messages, which also helps to recognise the file type. */
    readonly name: string;
    readonly hash: string;
  };
}

export interface RunJob extends FileJob {
  readonly kind: 'run';
  readonly config: ProcessorConfig;
  /** Whether to parse the whole file for later runs, even if this run needs only the first pages. */
  readonly wholeFile: boolean;
}

export interface ParseJob extends FileJob {
  readonly kind: 'parse';
  readonly view?: ViewOptions;
}

export interface DrawJob extends FileJob {
  readonly kind: 'draw';
  readonly page: number;
  readonly width: number;
}

/** Checks whether the file can be opened. Needs no engine. */
export interface CheckJob extends FileJob {
  readonly kind: 'check';
}

/** A job for the workers that run engines. */
export type Job = RunJob | ParseJob | DrawJob;
/** A job for a worker process. */
export type ProcessJob = Job | CheckJob;
export type JobOf<Kind extends Job['kind']> = Extract<Job, { readonly kind: Kind }>;

export interface JobFailure {
  readonly reason: RunFailureReason;
  /** Message for the caller, without paths and stacks. */
  readonly message: string;
  /** Code of a goldset error, or error code of the Parse operations. */
  readonly code?: string;
  readonly internal?: string;
  /** Credits that the failed run cost, or `null` if the cost is unknown. Absent if the run cost nothing. */
  readonly credits?: number | null;
  /** Whether the bytes of the file were not found. */
  readonly isFileMissing?: boolean;
}

interface JobResults {
  readonly run: RunResult & {
    /** Number of pages of the document, or `null` if only its first pages were read. */
    readonly documentPages: number | null;
  };
  readonly parse: {
    readonly type: string;
    readonly pages: readonly PageView[];
    readonly credits: number;
  };
  readonly draw: {
    /** PNG image, or `null` if the document has no such page. */
    readonly image: Uint8Array | null;
  };
  readonly check: object;
}

export type JobResult<Kind extends ProcessJob['kind'] = Job['kind']> =
  | ({ readonly ok: true } & JobResults[Kind])
  | FailedJob;

export interface FailedJob {
  readonly ok: false;
  readonly failure: JobFailure;
}

export function failedJob(
  reason: RunFailureReason,
  message: string,
  details: Omit<JobFailure, 'reason' | 'message'> = {},
): FailedJob {
  return { ok: false, failure: { reason, message, ...details } };
}

/** Signals that a terminal or a process manager may send to a service and to its workers. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface WorkerSettings {
  readonly engineModule: string;
  /** Settings for the `createEngine` of the engine module. */
  readonly engineSettings?: unknown;
  readonly parseCacheDir: string;
  readonly prices: PriceTable;
}

/** Credits per page, by operation and effort. */
export type PriceTable = Readonly<Record<'parse' | ProcessorKind, Readonly<Record<ReadingEffort, number>>>>;

/** The published prices, which a deployment may change. */
export const defaultPrices: PriceTable = {
  parse: { performance: 2, light: 0.3 },
  EXTRACT: { performance: 3, light: 0.7 },
  CLASSIFY: { performance: 1, light: 0.3 },
  SPLITTER: { performance: 2, light: 0.5 },
};

/** Returns the credits for pages, rounded to thousandths because binary fractions are inexact. */
export function creditsFor(price: number, pages: number): number {
  return Math.round(price * pages * 1000) / 1000;
}
