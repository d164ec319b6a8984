import type { TransportEvent } from '../client/client-options.ts';
import type { ItemRun, RunPlan, RunSummary } from '../model/record/run-record.ts';
import type { RecordStates } from '../record/write/record-states.ts';
import type { AdaptiveLimiter } from './adaptive-limiter.ts';
import { plannedRunsOf } from './open-run.ts';
import type { RunEvent, RunOutcome } from './run-options.ts';

/** Counts the results of a run, reports its progress and returns its summary. */
export class RunTally {
  readonly planned: number;
  readonly #byState: { processed: number; failed: number; cancelled: number };
  readonly #limiter: AdaptiveLimiter;
  readonly #onEvent: (event: RunEvent) => void;
  readonly #startedAt = performance.now();
  /** Number of rows of earlier sessions. */
  readonly doneBefore: number;
  /** Duration of earlier sessions, from the creation of the plan to their last row. */
  readonly #earlierMs: number;
  #credits: number;
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

  announce(resumed: number): void {
    this.#onEvent({ kind: 'planned', planned: this.planned, alreadyDone: this.doneBefore, resumed });
  }

  notice(message: string): void {
    this.#onEvent({ kind: 'notice', message });
  }

  transport(event: TransportEvent): void {
    if (event.kind === 'request') this.#requests++;
    if (event.kind === 'retry') this.#retries++;
    if (event.kind !== 'rate-limited') return;
    this.#rateLimited++;
    this.#onEvent({ kind: 'rate-limited', waitMs: event.waitMs, limit: this.#limiter.limit });
  }

  add(row: ItemRun): void {
    this.#byState[row.state]++;
    this.#credits += row.credits ?? 0;
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const rate = (this.done - this.doneBefore) / Math.max(0.001, seconds);
    this.#onEvent({
      kind: 'progress',
      planned: this.planned,
      done: this.done,
      failed: this.#byState.failed,
      inFlight: this.#limiter.inFlight,
      limit: this.#limiter.limit,
      ratePerSecond: rate,
      etaMs: ((this.planned - this.done) / rate) * 1000,
      credits: this.#credits,
    });
  }

  summary(): RunSummary {
    return {
      finishedAt: new Date().toISOString(),
      wallMs: this.#wallMs,
      planned: this.planned,
      byState: { ...this.#byState, notRun: this.planned - this.done },
      requests: this.#requests,
      retries: this.#retries,
      rateLimited: this.#rateLimited,
      concurrency: [...this.#limiter.history],
    };
  }

  outcome(record: string): RunOutcome {
    return {
      record,
      planned: this.planned,
      ...this.#byState,
      credits: this.#credits,
      wallMs: this.#wallMs,
    };
  }

  get #wallMs(): number {
    return Math.round(this.#earlierMs + performance.now() - this.#startedAt);
  }
}
