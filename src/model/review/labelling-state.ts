import type { decisionActions } from './decision-line.ts';

/** A value that a person has to label, as the labelling page shows it. */
export interface LabellingValue {
  readonly path: string;
  /**
   * Name of the group that contains the value. A person can confirm all values of a group together. Each object and
   * each table is a group. All other values form one group.
   */
  readonly group: string;
  /** Columns of a table, as paths relative to the row; `null` if the value is not a table. */
  readonly columns: readonly string[] | null;
  /** Values that the field allows; `null` if the field allows any value. */
  readonly options: readonly string[] | null;
  /** What the field expects, as a phrase such as `a date as yyyy-mm-dd`. */
  readonly expected: string;
  /** Whether the proposal is hidden until a person decides about the value. */
  readonly isBlind: boolean;
  /**
   * The proposed value as text; `null` if there is no proposal, or if the proposal is hidden. A table has one text per
   * cell.
   */
  readonly proposed: string | readonly (readonly string[])[] | null;
  /**
   * Confidence of the proposal, from 0 to 1. For money and tables, the smallest confidence of the parts. `null` if the
   * confidence is unknown or hidden.
   */
  readonly confidence: number | null;
  /** Boxes around the value on the pages. Corners are shares of the width and height of the page. */
  readonly boxes: readonly {
    readonly page: number;
    readonly corners: readonly (readonly [number, number])[];
  }[];
  /**
   * Whether the value fits an arithmetic relation such as subtotal + tax = total (`holds`). `null` if no such relation
   * can be checked.
   */
  readonly arithmetic: { readonly holds: boolean; readonly text: string } | null;
  /** Why the value cannot be confirmed together with its group; `null` if it can be confirmed with the group. */
  readonly ownDecision: string | null;
  /** The last decision; `null` if there is none. */
  readonly decision: {
    /** Number of the decision in the log. */
    readonly seq: number;
    readonly action: (typeof decisionActions)[number];
    readonly label: string | readonly (readonly string[])[] | null;
    readonly note: string;
    /** Whether the label differs from the proposal. False for a value without a label: unclear, or not annotated. */
    readonly isChanged: boolean;
  } | null;
}

/**
 * Which documents the labelling page asks for: documents without labels (`open`), or partly labelled documents
 * (`partly`).
 */
export const labellingQueues = ['open', 'partly'] as const;
export type LabellingQueue = (typeof labellingQueues)[number];

export interface LabellingProgress {
  /** Number of documents with proposals, including labelled documents. */
  readonly documents: number;
  readonly labelled: number;
  /** Number of documents that were labelled on the labelling page and have a value that is not annotated. */
  readonly partlyLabelled: number;
  /** Mean working time per document, in seconds; `null` before the first document is finished. */
  readonly secondsPerDocument: number | null;
  /**
   * Number of decided values whose proposal was hidden. In `changed` of them, the label differs from the proposal.
   * Values of tables, and unclear or not annotated values, do not count.
   */
  readonly blind: { readonly decided: number; readonly changed: number };
  /**
   * Number of decided values whose proposal was shown. In `changed` of them, the label differs from the proposal.
   * Values of tables, and unclear or not annotated values, do not count.
   */
  readonly shown: { readonly decided: number; readonly changed: number };
  /**
   * Estimated share of wrongly confirmed values among the values with a shown proposal, with its 95 % interval. A value
   * is wrongly confirmed if a person confirmed a wrong proposal. `null` if `blind` or `shown` has no values.
   */
  readonly wronglyConfirmed: { readonly share: number; readonly low: number; readonly high: number } | null;
}

/** A decision that a request has added to the log. */
export interface MadeDecision {
  readonly seq: number;
  readonly path: string;
}

export interface LabellingState {
  /** Decisions that the request has made; not set if the request decided nothing. */
  readonly made?: readonly MadeDecision[];
  readonly name: string;
  /** Folder of the dataset: relative to the current folder if it is inside the current folder, otherwise absolute. */
  readonly dataset: string;
  readonly reviewer: string;
  readonly seed: string;
  readonly progress: LabellingProgress;
  /** `null` if every document is labelled or skipped. */
  readonly document: {
    readonly id: string;
    /** `labelled` if the document is an item with gold. */
    readonly state: 'open' | 'labelled';
    readonly proposedBy: string;
    readonly values: readonly LabellingValue[];
    /** Text of the document if it has no file; `null` if it has a file. */
    readonly text: string | null;
  } | null;
}
