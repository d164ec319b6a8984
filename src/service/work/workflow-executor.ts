import pLimit from 'p-limit';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { EventType } from '../../model/wire/event.ts';
import type { RunFailureReason } from '../../model/wire/processor-run.ts';
import { stepsBelow, type WorkflowDefinition } from '../../model/wire/workflow.ts';
import { HttpError } from '../errors/http-error.ts';
import { storageFailure } from '../errors/storage-failure.ts';
import { now } from '../storage/ids-and-times.ts';
import type { StoredFile } from '../stores/file-store.ts';
import type { NewRun, StoredRun } from '../stores/run-store.ts';
import type { Store } from '../stores/store.ts';
import type { StoredWorkflowRun } from '../stores/workflow-run-store.ts';
import type { RunExecutor } from './run-executor.ts';
import { configForPages, dueSteps, needsReview, type PlannedStep } from './workflow-plan.ts';

export type WorkflowRunEvent = Extract<EventType, `workflow_run.${string}`>;

/** Called after the service has stored a change of a workflow run. Events of a step have a `stepRunId`. */
type Notify = (event: WorkflowRunEvent, workflowRunId: string, stepRunId?: string) => void;

const maxFetches = 4;

/** Executes workflow runs. Derives the next steps only from stored data, so that the next start can resume a run. */
export class WorkflowExecutor {
  readonly #store: Store;
  readonly #runs: RunExecutor;
  readonly #fetchFile: (url: string, name: string) => Promise<StoredFile>;
  /** Returns how many milliseconds a cancelled run stays CANCELLING. Tests of clients can set this time. */
  readonly #cancellingMs: () => number;
  readonly #notify: Notify;
  readonly #toFetch = new Set<string>();
  readonly #limitFetches = pLimit(maxFetches);
  #stopping = false;

  constructor(
    store: Store,
    runs: RunExecutor,
    fetchFile: (url: string, name: string) => Promise<StoredFile>,
    cancellingMs: () => number,
    notify: Notify,
  ) {
    this.#store = store;
    this.#runs = runs;
    this.#fetchFile = fetchFile;
    this.#cancellingMs = cancellingMs;
    this.#notify = notify;
    runs.observe({
      began: ({ source, sourceId }) => {
        if (source === 'WORKFLOW_RUN' && sourceId !== null) store.workflowRuns.transition(sourceId, 'begin');
      },
      ended: (run) => this.#stepEnded(run),
      needsWholeFile: (run) => this.#hasFurtherSteps(run),
    });
  }

  resumeUnfinished(): number {
    const runs = this.#store.workflowRuns.unfinished();
    for (const run of runs) {
      if (run.status === 'CANCELLING') this.#finishCancel(run.id);
      // If a step is unfinished, the run executor resumes it. The end of that step then continues the workflow run.
      else if (!this.#store.runs.bySource(run.id).some(isUnfinished)) this.start(run);
    }
    return runs.length;
  }

  start(run: StoredWorkflowRun): void {
    if (run.fileId !== null) return this.#advance(run.id);
    this.#toFetch.add(run.id);
    void this.#limitFetches(() => this.#fetch(run.id));
  }

  /**
   * Cancels a run and its steps. The run stays CANCELLING for the time that `cancellingMs` returns. Returns `false` if
   * a run with this status cannot be cancelled.
   */
  cancel(id: string): boolean {
    if (!this.#store.workflowRuns.transition(id, 'cancel')) return false;
    this.#toFetch.delete(id);
    // If the service stops before `work`, the next start finishes the cancellation.
    const later = (work: () => void) => (): void => {
      if (!this.#stopping) attempt(work);
    };
    const heldMs = this.#cancellingMs();
    if (heldMs === 0) setImmediate(later(() => this.#finishCancel(id)));
    else {
      setImmediate(later(() => this.#cancelSteps(id)));
      setTimeout(
        later(() => this.#finishCancel(id)),
        heldMs,
      ).unref();
    }
    return true;
  }

  abandon(id: string): void {
    this.#toFetch.delete(id);
    if (this.#store.workflowRuns.transition(id, 'cancel')) this.#finishCancel(id);
  }

  /** Records the approval or rejection by a person. Returns `false` if the run does not need a review. */
  review(id: string, decision: 'approve' | 'reject', by: string | null, note: string | null): boolean {
    const values = { reviewedBy: by, reviewedAt: now(), rejectionNote: note };
    const done = this.#store.workflowRuns.transition(id, decision, values);
    if (done) this.#notify(decision === 'approve' ? 'workflow_run.completed' : 'workflow_run.rejected', id);
    return done;
  }

  /** Starts no further steps. The next start resumes the unfinished runs. */
  stop(): void {
    this.#stopping = true;
    this.#toFetch.clear();
  }

  #finishCancel(id: string): void {
    this.#cancelSteps(id);
    this.#store.workflowRuns.transition(id, 'cancelled');
  }

  #cancelSteps(id: string): void {
    for (const step of this.#store.runs.bySource(id)) this.#runs.cancel(step.id);
  }

  #stepEnded({ id, source, sourceId, status }: StoredRun): void {
    if (source !== 'WORKFLOW_RUN' || sourceId === null) return;
    if (status === 'PROCESSED') this.#notify('workflow_run.step_run.processed', sourceId, id);
    this.#advance(sourceId);
  }

  #hasFurtherSteps(run: StoredRun): boolean {
    if (run.source !== 'WORKFLOW_RUN' || run.sourceId === null) return false;
    const workflowRun = this.#store.workflowRuns.find(run.sourceId);
    if (workflowRun === undefined) return false;
    const [first, ...others] = workflowRun.definition.steps;
    return first !== undefined && (others.length > 0 || stepsBelow(first).length > 0);
  }

  /** Creates the runs of all due steps. Ends the workflow run when all steps have ended. */
  #advance(id: string): void {
    const run = this.#store.workflowRuns.find(id);
    if (run === undefined || this.#stopping || (run.status !== 'PENDING' && run.status !== 'PROCESSING'))
      return;
    while (true) {
      const steps = this.#store.runs.bySource(id);
      const failedStep = steps.find(({ status }) => status === 'FAILED' || status === 'CANCELLED');
      if (failedStep !== undefined) return this.#failBy(id, failedStep);
      const existing = new Set(steps.map(({ step }) => step));
      const missing = dueSteps(run.definition, steps).filter(({ key }) => !existing.has(key));
      let given = false;
      let waiting = steps.some(isUnfinished);
      for (const step of missing) {
        const result = this.#createStep(run, step);
        if (result === 'impossible') return;
        if (result === 'given') given = true;
        if (result === 'queued') waiting = true;
      }
      // A step with an output from the caller has already ended, so its next steps may be due now.
      if (given) continue;
      if (!waiting) this.#finish(run, steps);
      return;
    }
  }

  #createStep(run: StoredWorkflowRun, planned: PlannedStep): 'queued' | 'given' | 'nothing' | 'impossible' {
    const { processorId } = planned.step;
    const processor = this.#store.processors.find(processorId);
    const version =
      processor && this.#store.processors.resolve(processorId, planned.step.version ?? 'latest');
    if (processor === undefined || version === undefined) {
      const what =
        processor === undefined ? 'The processor' : `Version ${planned.step.version} of the processor`;
      this.#fail(run.id, 'INVALID_PROCESSOR', `${what} ${processorId} does not exist.`);
      return 'impossible';
    }
    const config = configForPages(version.config, planned.pages);
    if (config === null) return 'nothing';
    const created: NewRun = {
      processorId,
      processorVersionId: version.id,
      processorName: processor.name,
      type: processor.type,
      priority: run.priority,
      // The metadata of a processor run must be an object.
      metadata: isJsonObject(run.metadata) ? run.metadata : {},
      config,
      fileId: run.fileId ?? '',
      fileName: run.fileName,
      source: 'WORKFLOW_RUN',
      sourceId: run.id,
      step: planned.key,
    };
    const given = run.givenOutputs.find((candidate) => candidate.processorId === processorId);
    if (given === undefined) {
      this.#runs.enqueue(this.#store.runs.create(created));
      return 'queued';
    }
    const output = JSON.stringify(given.output);
    this.#store.runs.createFinished(created, { output, credits: 0, pages: 0 });
    return 'given';
  }

  #finish({ id, definition }: StoredWorkflowRun, steps: readonly StoredRun[]): void {
    const outputs = steps.map(({ output }) => output);
    const review = needsReview(definition, outputs);
    if (this.#store.workflowRuns.transition(id, review ? 'askForReview' : 'finish'))
      this.#notify(review ? 'workflow_run.needs_review' : 'workflow_run.completed', id);
  }

  #failBy(id: string, step: StoredRun): void {
    const reason = step.status === 'CANCELLED' ? 'ABORTED' : step.failureReason;
    const message = step.failureMessage ?? 'The step was cancelled.';
    this.#fail(id, reason ?? 'INTERNAL_ERROR', `${step.processorName}: ${message}`);
  }

  #fail(id: string, reason: RunFailureReason, message: string): void {
    // End the workflow run first, so that cancelled steps do not change it.
    if (!this.#store.workflowRuns.fail(id, reason, message)) return;
    for (const step of this.#store.runs.bySource(id)) if (isUnfinished(step)) this.#runs.cancel(step.id);
    this.#notify('workflow_run.failed', id);
  }

  /** Fetches the file of a run. If the service stops meanwhile, the next start fetches it again. */
  async #fetch(id: string): Promise<void> {
    if (!this.#toFetch.delete(id)) return;
    const run = this.#store.workflowRuns.find(id);
    if (run === undefined || run.fileUrl === null) return;
    try {
      const file = await this.#fetchFile(run.fileUrl, run.fileName);
      if (this.#stopping) return;
      this.#store.workflowRuns.setFile(id, file.id, run.fileName === '' ? file.name : run.fileName);
      this.#advance(id);
    } catch (error) {
      if (this.#stopping) return;
      const message = error instanceof HttpError ? error.message : 'The file could not be fetched.';
      attempt(() => this.#fail(id, 'FAILED_TO_PROCESS_FILE', message));
    }
  }
}

/** Does `work` and ignores a storage failure, because the next start finds the run unfinished. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (storageFailure(error) === null) throw error;
  }
}

export function processorsOf(definition: WorkflowDefinition): ReadonlySet<string> {
  const ids = new Set<string>();
  const visit = (steps: WorkflowDefinition['steps']): void => {
    for (const step of steps) {
      ids.add(step.processorId);
      visit([...stepsBelow(step)]);
    }
  };
  visit(definition.steps);
  return ids;
}

function isUnfinished(run: StoredRun): boolean {
  return run.status === 'PENDING' || run.status === 'PROCESSING';
}
