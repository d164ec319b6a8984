import type { ExtractConfig } from '../processor/processor-config.ts';

/** A document of a packet as the gold has it. A file that is not split is a packet of one document. */
export interface GoldDocument {
  readonly type: string;
  /** From 1, both ends included. */
  readonly startPage: number;
  readonly endPage: number;
  /** What is to be extracted, in any shape of gold; undefined where its class has no extraction. */
  readonly expected: unknown;
}

/** A document as the workflow made it: pages from the splitter, class, and what was extracted by that class. */
export interface FoundDocument {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
  /** Undefined where nothing was extracted. */
  readonly output: unknown;
}

/** A file with its gold and with what the workflow made of it. */
export interface AttributionPacket {
  readonly id: string;
  readonly gold: readonly GoldDocument[];
  readonly found: readonly FoundDocument[];
  /** Per gold document: class and output of a run that was given its pages. Undefined where there was no such run. */
  readonly withGoldSplits?: readonly { readonly type: string; readonly output: unknown }[];
  /** Per gold document: output of a run that was given its pages and its class. */
  readonly withGoldClasses?: readonly { readonly output: unknown }[];
}

/** The extraction config of each class; a class that is not there has no extraction. */
export type ConfigsByClass = ReadonlyMap<string, ExtractConfig>;
