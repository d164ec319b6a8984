import type { ExtractConfig } from '../../processor/processor-config.ts';

/** Stages of a workflow in which errors occur, in order. */
export const stages = ['splitting', 'classification', 'row-alignment', 'value', 'presence'] as const;
export type Stage = (typeof stages)[number];

export const stageLabels: Readonly<Record<Stage, string>> = {
  splitting: 'splitting',
  classification: 'classification',
  'row-alignment': 'row alignment',
  value: 'value (wrong)',
  presence: 'presence (missing, spurious)',
};

/** Errors of one packet. The counts in `byStage` add up to `errors`. */
export interface PacketAttribution {
  readonly id: string;
  readonly errors: number;
  readonly byStage: Readonly<Record<Stage, number>>;
}

/** Errors of a workflow per stage. An error is a leaf that is incorrect, missing or spurious. */
export interface ErrorAttribution {
  /**
   * How errors were assigned to stages. `rerun`: measured by runs with gold splits and with gold classes.
   * `first-failure`: all errors of a document are assigned to the first stage that failed. `mixed`: `rerun` for some
   * packets, and `first-failure` for the others.
   */
  readonly method: 'rerun' | 'first-failure' | 'mixed';
  readonly packets: number;
  readonly documents: number;
  readonly expected: number;
  readonly errors: number;
  readonly byStage: Readonly<Record<Stage, number>>;
  /**
   * Numbers of errors in three runs: the original run, a run with gold splits, and a run with gold splits and gold
   * classes. With the method `first-failure`, in one run: in all documents, in those with the right pages, and in those
   * with the right pages and class.
   */
  readonly remaining: {
    readonly original: number;
    readonly goldSplits: number;
    readonly goldClasses: number;
  };
  /** The packet with the most errors is first. */
  readonly byPacket: readonly PacketAttribution[];
}

/** For each method, a sentence that says how the errors were assigned. */
export const attributionMethodTexts: Readonly<Record<ErrorAttribution['method'], string>> = {
  rerun: 'The stages are measured by runs with gold splits and with gold classes.',
  'first-failure':
    'The stages are not measured: all errors of a document count for the first stage that failed, so early stages look worse than they are.',
  mixed:
    'The stages are measured for packets with runs on gold splits and classes. In other packets, all errors of a document count for the first stage that failed.',
};

/** An expected document of a packet. A file that is not split is a packet of one document. */
export interface GoldDocument {
  readonly type: string;
  /** First page, from 1. Both ends of the range are included. */
  readonly startPage: number;
  readonly endPage: number;
  /** Expected output of the extraction; `undefined` if the class has no extraction. */
  readonly expected: unknown;
}

/** A document that a workflow returned: its pages, its class, and the extraction for that class. */
export interface PredictedDocument {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
  /** `undefined` if nothing was extracted. */
  readonly output: unknown;
}

/** A file with its gold documents and the documents that a workflow returned. */
export interface AttributionPacket {
  readonly id: string;
  readonly gold: readonly GoldDocument[];
  readonly predicted: readonly PredictedDocument[];
  /**
   * Per gold document: class and output of a run on exactly the pages of the document. Not set if there was no such
   * run.
   */
  readonly withGoldSplits?: readonly { readonly type: string; readonly output: unknown }[];
  /** Per gold document: output of a run on exactly the pages of the document and with the gold class. */
  readonly withGoldClasses?: readonly { readonly output: unknown }[];
}

/** Extraction config per class. A class without an entry has no extraction. */
export type ConfigsByClass = ReadonlyMap<string, ExtractConfig>;
