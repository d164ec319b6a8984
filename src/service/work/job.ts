import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunFailureReason } from '../../model/wire/processor-run.ts';
import type { PageView } from '../engines/engine.ts';
import type { BlobContent } from '../storage/blob-store.ts';

export interface JobFile {
  readonly content: BlobContent;
  /** For messages, and as a hint to the type. */
  readonly name: string;
  readonly hash: string;
}

/** What is sent to a worker thread. */
export type Job =
  | {
      readonly kind: 'run';
      readonly id: string;
      readonly file: JobFile;
      readonly config: ProcessorConfig;
      /** Parse the whole file even where the config needs its beginning only: later runs need the rest. */
      readonly wholeFile: boolean;
    }
  | { readonly kind: 'parse'; readonly id: string; readonly file: JobFile }
  | {
      readonly kind: 'draw';
      readonly id: string;
      readonly file: JobFile;
      /** From 1. */
      readonly page: number;
      /** Pixels. */
      readonly width: number;
    };

export interface JobFailure {
  readonly reason: RunFailureReason;
  /** For the caller: no paths, no stack. */
  readonly message: string;
  /** The code of the error that was raised, where it was one of ours. */
  readonly code?: string;
  /** For the log only. */
  readonly internal?: string;
}

/** What a worker answers. The output travels as text, since it is stored as text. */
export type JobResult =
  | {
      readonly ok: true;
      readonly kind: 'run';
      readonly output: string;
      /** Pages of the whole document, or null where only its beginning was read. */
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
      /** PNG; null where the document has no such page. */
      readonly image: Uint8Array | null;
      readonly pageCount: number;
    }
  | { readonly ok: false; readonly failure: JobFailure };

/** What a worker is started with. */
export interface WorkerSettings {
  /** Address of the module that exports `engine`. */
  readonly engineModule: string;
  readonly parseCacheDir: string;
  readonly prices: PriceTable;
}

/** Credits a page, by operation and effort. */
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

/** The published prices; a deployment may set others. */
export const defaultPrices: PriceTable = {
  parse: { performance: 2, light: 0.3 },
  EXTRACT: { performance: 3, light: 0.7 },
  CLASSIFY: { performance: 1, light: 0.3 },
  SPLITTER: { performance: 2, light: 0.5 },
};

/** Pages times credits, to the thousandth, since tenths do not add up in binary. */
export function creditsFor(price: number, pages: number): number {
  return Math.round(price * pages * 1000) / 1000;
}
