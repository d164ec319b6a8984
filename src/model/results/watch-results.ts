import type { ChangesSince } from '../report/document-state.ts';
import type { SummaryOutcome } from '../report/summary.ts';

/** Keys that a user can press during `goldset run --watch`, each with its command. */
export const watchKeys = { a: 'all', f: 'failed', w: 'wrong', o: 'open', q: 'quit' } as const;
export type WatchCommand = (typeof watchKeys)[keyof typeof watchKeys];

/** Result of one try of `goldset run --watch`. */
export interface TryResult {
  /** Number of the try in this session, from 1. */
  readonly number: number;
  /**
   * Inputs that changed after the last try, such as `due_date.description` or `gold of 2 documents`. Empty for the
   * first try.
   */
  readonly changed: readonly string[];
  /** Item runs that the user ran again without a change; `null` if a change started the try. */
  readonly again: 'all' | 'failed' | 'wrong' | null;
  /**
   * Number of documents in this run, if it ran only the documents that were wrong in the last try. `null` if all
   * documents ran.
   */
  readonly selected: number | null;
  /** Number of executed item runs. */
  readonly runs: number;
  /** Number of outputs that come from earlier records. */
  readonly reused: number;
  /** Credits of the executed item runs. */
  readonly credits: number;
  readonly ms: number;
  readonly outcome: Pick<SummaryOutcome, 'state' | 'sign' | 'tone' | 'headline'>;
  /** Fully right documents in the previous try and in this try: `48 → 52 of 100`. `null` if there is no figure. */
  readonly fullyRight: string | null;
  /** Changes of values since the last try; `null` for the first try, or if the two records cannot be compared. */
  readonly changes: Pick<ChangesSince, 'fixed' | 'newErrors'> | null;
  /** Advice after many tries; `null` if there is none. */
  readonly advice: string | null;
  readonly report: string;
}
