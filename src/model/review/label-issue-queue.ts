import type { ProcessorKind } from '../processor/processor-config.ts';
import type { LabelIssue } from '../report/sections/label-issue.ts';

/** A label issue, with the facts that the queue needs to show the issue. */
export interface FoundIssue extends LabelIssue {
  readonly position: number;
  /**
   * Numbers of the versions in a random order, which is the same at each call. The page shows the values in this order
   * as A, B and so on. So the reviewer does not see which version read which value.
   */
  readonly order: readonly number[];
  /** Hash of the label, of the value that the versions read instead, and of the kinds of reasons. */
  readonly evidence: string;
}

/**
 * A label issue as the server sends it to the page. Omits the label and the value that the versions read, because the
 * page reads the current gold and the outputs itself.
 */
export type QueuedIssue = Omit<FoundIssue, 'label' | 'proposed'>;

export interface LabelIssueQueue {
  /** Folder of the dataset. */
  readonly dataset: string;
  readonly kind: ProcessorKind;
  readonly versions: readonly string[];
  /** At most 200 undecided label issues: the label that is most likely wrong first, or in random order. */
  readonly issues: readonly QueuedIssue[];
  /** Number of undecided label issues whose label is more likely wrong than right. */
  readonly likely: number;
  /** Number of undecided label issues whose label is at least as likely right as wrong. */
  readonly doubtful: number;
  /** Number of labels with a decision that was made on this page. */
  readonly reviewed: number;
  /** Number of reviewed labels that the decision changed. */
  readonly changed: number;
  /** Mean time per decision in seconds; `null` before the second decision. */
  readonly secondsPerLabel: number | null;
  /**
   * Estimate of how many undecided label issues have a wrong label. `null` if no label was decided in random order, or
   * if every label issue is decided.
   */
  readonly remaining: RemainingWrong | null;
}

/** Estimate of the wrong labels among the undecided label issues. Does not include other labels. */
export interface RemainingWrong {
  /** Number of undecided label issues, including those whose label is more likely right than wrong. */
  readonly open: number;
  /** Number of labels that a reviewer decided in random order. `wrong` is estimated from these labels. */
  readonly sample: number;
  /** Number of labels in `sample` that the decision changed. */
  readonly changed: number;
  /**
   * Estimated number of undecided label issues whose label is wrong. `low` and `high` are the ends of the 95 %
   * confidence interval.
   */
  readonly wrong: number;
  readonly low: number;
  readonly high: number;
}
