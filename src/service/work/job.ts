import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunFailureReason } from '../../model/wire/processor-run.ts';
import type { PageView } from '../engines/engine.ts';
import type { BlobContent } from '../storage/blob-store.ts';

export interface JobFile {
  readonly content: BlobContent;
  /** Name in messages, which may also show the type. */
  readonly name: string;
  readonly hash: string;
}

/** A job for a worker thread. */
export type Job =
  | {
      readonly kind: 'run';
      readonly id: string;
      readonly file: JobFile;
      readonly config: ProcessorConfig;
      /** Whether to parse the whole file although the config needs only its first pages, because later runs need it. */
      readonly wholeFile: boolean;
    }
  | { readonly kind: 'parse'; readonly id: string; readonly file: JobFile }
  | {
      readonly kind: 'draw';
      readonly id: string;
      readonly file: JobFile;
      /** Page number, from 1. */
      readonly page: number;
      /** Width of the image in pixels. */
      readonly width: number;
    };

export interface JobFailure {
  readonly reason: RunFailureReason;
  /** Message for the caller, without paths and stacks. */
  readonly message: string;
  /** Code of the error, if it is a goldset error. */
  readonly code?: string;
  /** Details for the log. */
  readonly internal?: string;
}

/** Result of a job. The output is text, because it is stored as text. */
export type JobResult =
  | {
      readonly ok: true;
      readonly kind: 'run';
      readonly output: string;
      /** Number of pages of the document, or `null` if only its first pages were read. */
      readonly documentPages: number | null;
      readonly pages: number;
      readonly credits: number;
    }
  | {
      readonly ok: true;
      readonly kind: 'parse';
      readonly type: string;
      readonly pages: readonly PageView[];
      readonly credits: number;
    }
  | {
      readonly ok: true;
      readonly kind: 'draw';
      /** PNG image, or `null` if the document has no such page. */
      readonly image: Uint8Array | null;
      readonly pageCount: number;
    }
  | { readonly ok: false; readonly failure: JobFailure };

/** Data for the start of a worker. */
export interface WorkerSettings {
  /** URL of the module that exports `engine`. */
  readonly engineModule: string;
  readonly parseCacheDir: string;
  readonly prices: PriceTable;
}

/** Credits per page, by operation and effort. */
export interface PriceTable {
  readonly parse: Price;
  readonly EXTRACT: Price;
  readonly CLASSIFY: Price;
  readonly SPLITTER: Price;
}
export interface Price {
  readonly performance: number;
  readonly light: number;
}

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
