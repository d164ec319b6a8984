/** Groups of documents that the reader can select for a rerun on the page. */
export const rerunScopes = ['item', 'failed', 'wrong', 'newErrors', 'all'] as const;
export type RerunScope = (typeof rerunScopes)[number];

/** What a rerun will execute, before it starts. */
export interface RerunEstimate {
  readonly scope: RerunScope;
  readonly documents: number;
  /** Maximum number of item runs that the rerun executes. */
  readonly runs: number;
  /**
   * Expected credits of these item runs, computed from the mean credits in the record; `null` if the record has no
   * credits.
   */
  readonly credits: number | null;
  /**
   * Number of outputs that are copied from the record and not produced again. Outputs are copied only if version,
   * config and service are unchanged.
   */
  readonly reused: number;
  /** Why the rerun cannot start; `null` if it can. */
  readonly problem: string | null;
}

/** A run that was started from the page. */
export interface StartedJob {
  readonly id: number;
  /** `waiting`: another run uses the same service. `failed`: the command ended without a complete record. */
  readonly state: 'waiting' | 'running' | 'ended' | 'failed' | 'stopped';
  readonly scope: RerunScope;
  /** Path of the record whose documents run again, relative to the listed folder. */
  readonly of: string;
  /** Path of the new record, relative to the listed folder; `null` until the run starts. */
  readonly path: string | null;
  /** Key of the new record; `null` until the run starts. */
  readonly key: string | null;
  /** Last lines of the messages of the command, if it failed; otherwise `null`. */
  readonly problem: string | null;
}
