import type { Client } from '../client/create-client.ts';
import type { EvaluationSet } from '../model/dataset/evaluation-set.ts';
import type { RunPlan } from '../model/record/run-record.ts';
import type { ResumedRecord } from '../record/write/record-writer.ts';
import type { RunEvent } from './run-events.ts';
import type { Shard } from './shards.ts';

/** Which items of a set are run. */
export interface ItemChoice {
  /** The first so many. */
  readonly limit?: number | undefined;
  /** So many, drawn by the seed. */
  readonly sample?: number | undefined;
  /** Only these ids. */
  readonly only?: readonly string[] | undefined;
  readonly seed?: string | undefined;
  /** Only this part of what the others choose. */
  readonly shard?: Shard | undefined;
}

/** What the head of a record says about the tool and the command; the command line fills it. */
export interface RecordHead {
  readonly tool: RunPlan['tool'];
  readonly gitCommit: string | null;
  readonly options: RunPlan['options'];
}

export interface RunOptions extends ItemChoice {
  readonly client: Client;
  readonly recordDir: string;
  /** The record in `recordDir` to go on with: its plan holds, and `set`, `versions` and the rest may be left out. */
  readonly resume?: ResumedRecord;
  readonly set?: EvaluationSet;
  /** The id of the processor; on resume that of the plan, unless the target is a new one. */
  readonly processor?: string;
  readonly versions?: readonly string[];
  readonly repeats?: number;
  readonly targetKind?: 'local' | 'remote';
  /** Most runs in flight; the limiter stays below it where the service refuses. */
  readonly concurrency?: number;
  /** Longest time of one run, from its request to its result. */
  readonly deadlineMs?: number;
  readonly head?: RecordHead;
  readonly onEvent?: (event: RunEvent) => void;
  readonly signal?: AbortSignal;
}

export interface RunOutcome {
  readonly record: string;
  readonly planned: number;
  readonly processed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly credits: number;
  readonly wallMs: number;
}
