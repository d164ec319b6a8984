import type { FailureReason } from '../record/run-record.ts';

/** Counts of the item runs of a whole record, or of one of its versions. */
export interface RunCounts {
  readonly planned: number;
  /** Number of item runs with a result, including failed, cancelled and reused ones. */
  readonly done: number;
  /** Number of failed or cancelled item runs. */
  readonly failed: number;
  /** Number of outputs that were copied from earlier records. */
  readonly reused: number;
  /** Credits of the executed item runs. The credits of reused outputs do not count. */
  readonly credits: number;
}

export interface RunProgress extends RunCounts {
  readonly key: string;
  /** Item runs per minute in the last two minutes; `null` if fewer than two item runs ended in these two minutes. */
  readonly perMinute: number | null;
  /** Expected milliseconds until the last item run ends, computed from `perMinute`; `null` if `perMinute` is `null`. */
  readonly remainingMs: number | null;
}

export interface EndedRun {
  readonly itemId: string;
  readonly version: string;
  readonly repeat: number;
  readonly state: 'processed' | 'failed' | 'cancelled';
  readonly failure: FailureReason | null;
  readonly isReused: boolean;
  readonly latencyMs: number | null;
  readonly finishedAt: string;
}

export interface RunState extends RunProgress {
  readonly state: 'running' | 'unfinished' | 'finished';
  readonly dataset: string;
  readonly processor: string;
  /** Path of the folder that contains the record, relative to the listed folder. */
  readonly path: string;
  readonly startedAt: string;
  /** Limit for the credits that the run may cost; `null` if there is no limit. */
  readonly maxCredits: number | null;
  readonly versions: readonly (RunCounts & { readonly name: string })[];
  /** Reasons of failures, the most frequent first. */
  readonly failures: readonly {
    readonly reason: FailureReason | 'cancelled';
    readonly count: number;
    /** Message of the first failure with this reason. */
    readonly message: string;
  }[];
  /** The last 20 ended item runs, the newest first. */
  readonly last: readonly EndedRun[];
}
