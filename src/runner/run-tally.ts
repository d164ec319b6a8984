import type { TransportEvent } from '../client/client-options.ts';
import type { ItemRun, RunPlan, RunSummary } from '../model/record/run-record.ts';
import type { RecordStates } from '../record/write/record-states.ts';
import type { AdaptiveLimiter } from './limits/adaptive-limiter.ts';
import { plannedRunsOf } from './open-run.ts';
import type { RunEvent, RunOutcome, RunProgress } from './run-options.ts';

/** Service runs that the record does not use, and item runs for which the service may have created two runs. */
export type Audit = Partial<Pick<RunOutcome, 'unusedRuns' | 'unconfirmed'>>;

/** Counts the results of a run, reports its progress and returns its summary. */
export class RunTally {
  readonly planned: number;
  readonly #byState: { processed: number; failed: number; cancelled: number };
  readonly #limiter: AdaptiveLimiter;
  readonly #onEvent: (event: RunEvent) => void;
  readonly #startedAt = performance.now();
  /** Number of rows that earlier sessions wrote. */
  readonly doneBefore: number;
  /** Time that earlier sessions took, from the creation of the plan to their last row, in milliseconds. */
  readonly #earlierMs: number;
  #credits: number;
  readonly #reused: RecordStates['reused'];
  #requests = 0;
  #retries = 0;
  #rateLimited = 0;

  constructor(
    plan: RunPlan,
    states: RecordStates,
    limiter: AdaptiveLimiter,
    onEvent: ((event: RunEvent) => void) | undefined,
  ) {
    this.planned = plannedRunsOf(plan);
    this.#byState = { ...states.byState };
    this.#credits = states.credits;
    this.#reused = states.reused;
    this.#limiter = limiter;
    this.#onEvent = onEvent ?? (() => undefined);
    this.doneBefore = this.done;
    this.#earlierMs =
      states.lastFinishedAt === null
        ? 0
        : Math.max(0, Date.parse(states.lastFinishedAt) - Date.parse(plan.createdAt));
  }

  get done(): number {
    return this.#byState.processed + this.#byState.failed + this.#byState.cancelled;
  }

  announce(
    planned: Pick<Extract<RunEvent, { kind: 'planned' }>, 'resumed' | 'reused' | 'expectedCredits'>,
  ): void {
    this.#onEvent({ kind: 'planned', ...planned, ...this.#progress });
  }

  notice(message: string): void {
    this.#onEvent({ kind: 'notice', message });
  }

  transport({ kind }: TransportEvent): void {
    if (kind === 'request') this.#requests++;
    if (kind === 'retry') this.#retries++;
    if (kind === 'rate-limited') this.#rateLimited++;
  }

  /** Adds the numbers of requests that a worker has made. */
  addRequests(requests: Readonly<Record<'request' | 'retry' | 'rate-limited', number>>): void {
    this.#requests += requests.request;
    this.#retries += requests.retry;
    this.#rateLimited += requests['rate-limited'];
  }

  add(row: ItemRun): void {
    this.#byState[row.state]++;
    this.#credits += row.credits ?? 0;
    this.#onEvent({ kind: 'progress', ...this.#progress });
  }

  get processed(): number {
    return this.#byState.processed;
  }

  summary({ unusedRuns = [], unconfirmed = [] }: Audit, draftEdited = false): RunSummary {
    return {
      finishedAt: new Date().toISOString(),
      wallMs: this.#wallMs,
      planned: this.planned,
      byState: { ...this.#byState, notRun: this.planned - this.done },
      requests: this.#requests,
      retries: this.#retries,
      rateLimited: this.#rateLimited,
      concurrency: [...this.#limiter.history],
      ...(unusedRuns.length > 0 && { unusedRuns: [...unusedRuns] }),
      ...(unconfirmed.length > 0 && { unconfirmed: [...unconfirmed] }),
      ...(this.#reused.outputs > 0 && { reused: this.#reused }),
      ...(draftEdited && { draftEdited }),
    };
  }

  outcome(record: string, { unusedRuns = [], unconfirmed = [] }: Audit): RunOutcome {
    const counts = { planned: this.planned, ...this.#byState, credits: this.#credits };
    return { record, ...counts, wallMs: this.#wallMs, unusedRuns, unconfirmed };
  }

  get #progress(): RunProgress {
    const { planned, done } = this;
    return { planned, done, failed: this.#byState.failed, credits: this.#credits };
  }

  get #wallMs(): number {
    return Math.round(this.#earlierMs + performance.now() - this.#startedAt);
  }
}
