import { grouped } from '../../../base/phrases.ts';
import type { JsonValue } from '../../json/json-value.ts';

/** Reason why a label is probably wrong. Each reason has its own evidence. */
export type LabelIssueReason =
  /** Versions agree on a value that differs from the label. */
  | 'versions-agree'
  /** A version read a different value with a high confidence. */
  | 'high-confidence'
  /** The text of the document has the value that versions read, but not the label. */
  | 'not-in-text'
  /** The text of the document has neither the label nor the value that versions read. */
  | 'label-absent-from-text'
  /** Another label of the same document has the same value, although this rarely happens for the field. */
  | 'same-as-other-label'
  | 'schema'
  | 'checksum'
  | 'totals'
  | 'dates';

/** One label of the gold that is probably wrong. A person decides about it; goldset does not change it. */
export interface LabelIssue {
  readonly itemId: string;
  readonly path: string;
  readonly field: string;
  readonly label: JsonValue;
  /** Value that the versions read in place of the label; `null` if they read none. */
  readonly proposed: JsonValue;
  /** Sum of the weights of the reasons. A higher score means that the label is more likely wrong. */
  readonly score: number;
  readonly reasons: readonly { readonly reason: LabelIssueReason; readonly text: string }[];
}

/** Labels that are probably wrong, sorted by score. */
export interface LabelIssueSection {
  /** At most the first 1,000; `goldset label-issues --review` lists all. */
  readonly issues: readonly LabelIssue[];
  readonly found: number;
  /** Number of labels that are more likely wrong than right (score above 0). */
  readonly likely: number;
  readonly labels: number;
  /** Number of documents with examined labels. */
  readonly documents: number;
  readonly withText: number;
  readonly runs: readonly string[];
  readonly notes: readonly string[];
}

/** Returns a sentence: how many labels are probably wrong, and how many of them a report shows. */
export function labelIssuesText({ labels, found, likely, issues }: LabelIssueSection): string {
  const all = `${grouped(likely)} of ${grouped(labels)} labels are more likely wrong than right; ${grouped(found - likely)} more are doubtful.`;
  if (found <= issues.length) return all;
  return `${all} ${grouped(issues.length)} of ${grouped(found)} shown; goldset label-issues RECORD --review FILE lists all.`;
}
