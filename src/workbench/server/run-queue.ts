import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { messageOf } from '../../base/goldset-error.ts';
import type { RerunScope, StartedJob } from '../../model/results/rerun-plan.ts';
import type { RerunCommand } from '../../usecases/run/plan-rerun.ts';
import { recordKey } from '../../usecases/view/list-records.ts';

/** Number of ended jobs that stay in the list. */
const maxEnded = 20;
/** At most this many characters of the messages of a failed command are shown. */
const maxProblem = 2000;

interface Job {
  readonly id: number;
  readonly scope: RerunScope;
  readonly of: string;
  readonly command: RerunCommand;
  state: StartedJob['state'];
  path: string | null;
  problem: string | null;
  child: ChildProcess | null;
}

/**
 * Runs `goldset run` in child processes, one at a time per service. Each run writes a new record into the listed
 * folder. A run continues if the server stops.
 */
export class RunQueue {
  readonly #dir: string;
  readonly #goldset: readonly string[];
  readonly #onChange: () => void;
  readonly #jobs: Job[] = [];
  #next = 1;
  #isClosed = false;

  /** `goldset`: program and first arguments of the command line. `onChange` is called when a job changes its state. */
  constructor(dir: string, goldset: readonly string[], onChange: () => void) {
    this.#dir = dir;
    this.#goldset = goldset;
    this.#onChange = onChange;
  }

  get jobs(): readonly StartedJob[] {
    return this.#jobs.map(({ id, state, scope, of, path: relative, problem }) => {
      const key = relative === null ? null : recordKey(relative);
      return { id, state, scope, of, path: relative, key, problem };
    });
  }

  /** Adds a job, and starts it if its service is free. `of`: path of the earlier record below the listed folder. */
  add(scope: RerunScope, of: string, command: RerunCommand): void {
    const job = { scope, of, command, path: null, problem: null, child: null };
    this.#jobs.push({ id: this.#next++, state: 'waiting', ...job });
    this.#startNext();
  }

  /**
   * Interrupts a running job, or prevents the start of a waiting job. An interrupted run ends cleanly and can be
   * resumed. Returns `false` for an unknown job.
   */
  stop(id: number): boolean {
    const job = this.#jobs.find((one) => one.id === id);
    if (job === undefined) return false;
    if (job.state === 'waiting') job.state = 'stopped';
    else if (job.state === 'running') {
      job.state = 'stopped';
      job.child?.kill('SIGINT');
    }
    this.#onChange();
    return true;
  }

  /** Starts no further runs. Runs in progress continue. */
  close(): void {
    this.#isClosed = true;
  }

  #startNext(): void {
    for (const job of this.#jobs) {
      const isBusy = this.#jobs.some(
        ({ child, command }) => child !== null && command.target === job.command.target,
      );
      if (job.state === 'waiting' && !isBusy && !this.#isClosed) this.#tryStart(job);
    }
    const ended = this.#jobs.filter(({ child, state }) => child === null && state !== 'waiting');
    for (const job of ended.slice(0, -maxEnded)) this.#jobs.splice(this.#jobs.indexOf(job), 1);
    this.#onChange();
  }

  /** Starts a job. If its file of messages cannot be created, the job fails. */
  #tryStart(job: Job): void {
    try {
      this.#start(job);
    } catch (thrown) {
      job.state = 'failed';
      job.problem = messageOf(thrown);
    }
  }

  #start(job: Job): void {
    const [program = '', ...first] = this.#goldset;
    job.path = this.#freePath(job.of);
    job.state = 'running';
    const { args, target } = job.command;
    const out = path.join(this.#dir, job.path);
    const { GOLDSET_BASE_URL: _, ...local } = process.env;
    // Write the messages to a file. With a pipe, the run would fail if the server stopped.
    const logs = mkdtempSync(path.join(os.tmpdir(), 'goldset-view-'));
    const log = path.join(logs, 'messages');
    const file = openSync(log, 'w', 0o600);
    const child = spawn(program, [...first, 'run', `--out=${out}`, ...args.slice(1)], {
      stdio: ['ignore', 'ignore', file],
      // With `detached`, a signal from the terminal, such as Ctrl-C, stops the server but not its runs.
      detached: true,
      env: target === null ? local : process.env,
    });
    closeSync(file);
    child.unref();
    job.child = child;
    const end = (code: number | null, problem: string | null) => {
      if (job.child === null) return;
      job.child = null;
      const isWritten = existsSync(path.join(out, 'record/summary.json'));
      if (job.state !== 'stopped') job.state = isWritten && code !== 70 ? 'ended' : 'failed';
      if (job.state === 'failed') job.problem = problem ?? lastText(log);
      rmSync(logs, { recursive: true, force: true });
      this.#startNext();
    };
    child.on('error', (error) => end(null, error.message));
    child.on('exit', (code) => end(code, null));
  }

  /**
   * Returns a free path for a new record next to the earlier record `of`. Adds the first free number from 2:
   * `invoices-2` for `invoices`. If `of` ends with a number, and the path without this number exists, replaces the
   * number: `invoices-3` for `invoices-2`. For the listed folder itself (`.`), adds the number to `rerun`.
   */
  #freePath(of: string): string {
    const first = of.replace(/-\d+$/, '');
    const base = of === '.' ? 'rerun' : existsSync(path.join(this.#dir, first)) ? first : of;
    for (let number = 2; ; number++) {
      const relative = `${base}-${number}`;
      const isTaken = this.#jobs.some((job) => job.path === relative);
      if (!isTaken && !existsSync(path.join(this.#dir, relative))) return relative;
    }
  }
}

function lastText(file: string): string {
  try {
    const text = readFileSync(file, 'utf8').trim().slice(-maxProblem);
    if (text !== '') return text;
  } catch {
    // Ignore a file that cannot be read, for example because another program has deleted it.
  }
  return 'The command ended without a message.';
}
