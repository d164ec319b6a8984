import type { ExtractConfig } from '../processor/processor-config.ts';

/** An expected document of a packet. A file that is not split is a packet of one document. */
export interface GoldDocument {
  readonly type: string;
  /** First page, from 1. Both ends of the range are included. */
  readonly startPage: number;
  readonly endPage: number;
  /** Expected extraction in any gold shape; `undefined` if the class has no extraction. */
  readonly expected: unknown;
}

/** A document that a workflow found: pages from the splitter, its class, and the extraction for that class. */
export interface FoundDocument {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
  /** `undefined` if nothing was extracted. */
  readonly output: unknown;
}

/** A file with its gold documents and the documents that a workflow found. */
export interface AttributionPacket {
  readonly id: string;
  readonly gold: readonly GoldDocument[];
  readonly found: readonly FoundDocument[];
  /** Per gold document: class and output of a run on its pages; absent without such a run. */
  readonly withGoldSplits?: readonly { readonly type: string; readonly output: unknown }[];
  /** Per gold document: output of a run on its pages with its class. */
  readonly withGoldClasses?: readonly { readonly output: unknown }[];
}

/** Extraction config per class. A class without an entry has no extraction. */
export type ConfigsByClass = ReadonlyMap<string, ExtractConfig>;
