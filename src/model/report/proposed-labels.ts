import type { Proposer } from '../dataset/gold-source.ts';

/** Labels that one processor version proposed and that a person confirmed or changed. */
export interface ProposedLabels {
  readonly proposedBy: Proposer;
  /** Number of documents whose labels the version proposed. */
  readonly documents: number;
  /** Numbers of labels, over the documents that have them; `null` if no document has them. */
  readonly confirmedUnchanged: number | null;
  readonly changed: number | null;
  /** Number of documents for which these two numbers are not recorded. */
  readonly notCounted: number;
  /** Names of the versions under evaluation that are the version which proposed the labels. */
  readonly evaluated: readonly string[];
  /** `Labels were proposed by 1.0; 91 of 100 confirmed unchanged.`, with a warning if the version is under evaluation. */
  readonly text: string;
}
