import type { JsonValue } from '../json/json-value.ts';

/** Why a label is suspected; each reason stands on its own evidence. */
export type LabelIssueReason =
  /** All versions give one other value. */
  | 'versions-agree'
  /** The other value was given with high confidence. */
  | 'confident'
  /** The label is not in the document's text, and the other value is. */
  | 'not-in-text'
  /** Neither is anything like the label. */
  | 'label-absent-from-text'
  /** Another place of the document has the same label, which is rare in this field. */
  | 'elsewhere'
  | 'schema'
  | 'checksum'
  | 'totals'
  | 'dates';

/** One label of the gold that is likely wrong. Nothing is changed because of it: a person decides. */
export interface LabelIssue {
  readonly itemId: string;
  readonly path: string;
  readonly field: string;
  readonly label: JsonValue;
  /** What the versions read instead; null where they read nothing there. */
  readonly proposed: JsonValue;
  /** Sum of the reasons' weights; higher is more suspicious. */
  readonly score: number;
  readonly reasons: readonly { readonly reason: LabelIssueReason; readonly text: string }[];
}

/** Labels that are likely wrong, most suspicious first. */
export interface LabelIssueSection {
  /** The first 1,000 at most; `goldset label-issues --review` lists all. */
  readonly issues: readonly LabelIssue[];
  /** Suspects in all, and those of them that are more likely wrong than right (score above 0). */
  readonly found: number;
  readonly likely: number;
  /** Labels that were looked at, documents they stand in, and documents whose text could be read. */
  readonly labels: number;
  readonly documents: number;
  readonly withText: number;
  /** Records and versions whose outputs were asked. */
  readonly runs: readonly string[];
  readonly notes: readonly string[];
}
