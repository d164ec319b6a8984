import type { Client } from '../client/create-client.ts';
import type { EvaluationSet } from '../model/dataset/evaluation-set.ts';
import type { ResolvedVersion, RunPlan, UnusedRun } from '../model/record/run-record.ts';
import type { TriedPlan } from '../model/record/tries.ts';
import type { RunPlace } from '../record/write/record-states.ts';
import type { ResumedRecord } from '../record/write/record-writer.ts';
import type { KnownCredits } from './cost/expected-credits.ts';
import type { RerunChoice } from './cost/rerun.ts';
import type { ReuseChoice, ReusedVersion } from './cost/reuse-outputs.ts';
import type { Shard } from './shards.ts';

export interface ItemChoice {
  /** Run at most this many items, from the start of the dataset. */
  readonly limit?: number | undefined;
  /** Run a random sample of this many items. The seed determines the sample. */
  readonly sample?: number | undefined;
  readonly only?: readonly string[] | undefined;
  readonly seed?: string | undefined;
  /** Run only this part of the items that the other options choose. */
  readonly shard?: Shard | undefined;
}

/** Options to accept gold that does not fit the schema. */
export interface GoldOptions {
  /**
   * Accept keys and classes that look like misspelt names of a schema, and fields that cannot be scored in
   * any item.
   */
  readonly allowUnknownGold?: boolean | undefined;
  /** Do not compare the gold with the config of the dataset. */
  readonly allowInvalidGold?: boolean | undefined;
}

export interface RecordHead {
  readonly tool: RunPlan['tool'];
  readonly gitCommit: string | null;
  readonly options: RunPlan['options'];
}

export interface RunOptions extends ItemChoice, GoldOptions {
  readonly client: Client;
  readonly recordDir: string;
  /**
   * Record in `recordDir` to resume. With `resume`, the options of the plan, such as `set` and `versions`, are
   * optional.
   */
  readonly resume?: ResumedRecord;
  readonly set?: EvaluationSet;
  /**
   * Id of the processor. Default for a resumed run: the id in the plan, which is valid only on the same
   * target.
   */
  readonly processor?: string;
  readonly versions?: readonly string[];
  readonly repeats?: number;
  readonly targetKind?: 'local' | 'remote';
  /**
   * Maximum number of item runs in progress. After 429 responses, the number is lower for some time. Default: 32, or
   * 2,000 with `openRunner`.
   */
  readonly concurrency?: number;
  /** Maximum number of runs to create on the service per second. Unlimited if this option is undefined. */
  readonly rate?: number | undefined;
  /** Time limit of one item run in milliseconds, from the request to the result. Default: 900,000. */
  readonly deadlineMs?: number;
  readonly waits?: Partial<RunWaits>;
  /**
   * Earlier records whose outputs a new run reuses if their reuse keys are equal. A resumed run ignores this option.
   */
  readonly reuse?: ReuseChoice | undefined;
  /** Documents of an earlier record to execute again. Not used by a resumed run. */
  readonly rerun?: RerunChoice | undefined;
  /**
   * Maximum number of credits of the run, including its earlier sessions. Reused outputs do not count. Default:
   * unlimited.
   */
  readonly maxCredits?: number | undefined;
  /** Credits of an earlier record. They are used to estimate the credits of this run. */
  readonly knownCredits?: KnownCredits | null | undefined;
  readonly head?: RecordHead;
  /**
   * Plans of earlier complete runs. From these plans, goldset computes how many configs were tried on the documents,
   * and states the number in the new record. If not set, the record does not state this number.
   */
  readonly earlierPlans?: readonly TriedPlan[] | undefined;
  /** Called with the versions of a new run before its record is created. If it throws, nothing runs. */
  readonly beforeRun?: (versions: readonly ResolvedVersion[]) => Promise<void>;
  readonly onEvent?: (event: RunEvent) => void;
  readonly signal?: AbortSignal;
}

/** Waiting times of a run, in milliseconds. */
export interface RunWaits {
  /** First pause after the service returned only errors. Each further pause is twice as long, up to 30 s. */
  readonly firstPauseMs: number;
  /**
   * If no item run succeeds for this time, the run ends as incomplete. An item run fails if its requests fail for a
   * quarter of this time while requests of the same kind succeed for other items.
   */
  readonly maxOutageMs: number;
  /** Maximum time to wait until a new run appears in the service's list, or can be read by its id. */
  readonly listMs: number;
  /** Time during which the service may still create a run after the response to the request was lost. */
  readonly settleMs: number;
}

export const defaultWaits: RunWaits = {
  firstPauseMs: 1_000,
  maxOutageMs: 120_000,
  listMs: 10_000,
  settleMs: 3_000,
};

/** Progress of a run, including its earlier sessions. */
export interface RunProgress {
  readonly planned: number;
  readonly done: number;
  readonly failed: number;
  /** Credits that this run has spent. The credits of reused outputs do not count. */
  readonly credits: number;
}

/**
 * An event of a run. The first event is `planned`. The member `resumed` of this event is the number of item runs that
 * earlier sessions left unfinished.
 */
export type RunEvent =
  | ({
      readonly kind: 'planned';
      readonly resumed: number;
      /** Outputs that a new run takes from earlier records, per version. */
      readonly reused: readonly ReusedVersion[];
      /** Expected credits of the item runs without a result; `null` if no earlier record has credits. */
      readonly expectedCredits: number | null;
    } & RunProgress)
  | ({ readonly kind: 'progress' } & RunProgress)
  | { readonly kind: 'notice'; readonly message: string };

export interface RunOutcome {
  readonly record: string;
  readonly planned: number;
  readonly processed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly credits: number;
  readonly wallMs: number;
  /** Runs that the service created and perhaps charged for, although the record does not use them. */
  readonly unusedRuns: readonly UnusedRun[];
  /**
   * Item runs for which the service may have created two runs. The service's list of runs does not show whether this
   * happened.
   */
  readonly unconfirmed: readonly RunPlace[];
}
