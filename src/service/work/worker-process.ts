import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { guardPipe } from './guard-state.ts';
import type { JobResult, ProcessJob, WorkerSettings } from './job.ts';

export interface WorkerRequest {
  readonly job: ProcessJob;
  /**
   * Settings of the service, if they differ from the settings of the last job. A worker can serve several
   * services in turn.
   */
  readonly settings: WorkerSettings | undefined;
}

export interface WorkerResponse {
  readonly result: JobResult<ProcessJob['kind']>;
  readonly residentMb: number;
}

/** Receives what a worker process sends. `ended` gets the reason: an exit code, a signal or an error. */
export interface WorkerListener {
  responded(response: WorkerResponse): void;
  /** Called when the resident memory has changed by several MB during a job. */
  resized(): void;
  ended(reason: string): void;
  printed(text: string): void;
}

// The worker is TypeScript in the sources, and JavaScript in the built package.
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
/** Assumed memory of a new worker until its first report. */
const newWorkerMb = 60;
const maxIdle = 4;
const idleMs = 10_000;
const ignored: WorkerListener = {
  responded: () => {},
  resized: () => {},
  ended: () => {},
  printed: () => {},
};

/**
 * Workers without a service. The next service of this Node process can use these workers, which have already
 * loaded their engine.
 */
const idle = new Set<WorkerProcess>();

/** A process that performs one job at a time. It can be ended at any time, and does not keep its parent alive. */
export class WorkerProcess {
  residentMb = newWorkerMb;
  startMb = newWorkerMb;
  /** Workers with the same key are interchangeable. */
  readonly #key: string;
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  #listener = ignored;
  #settings: WorkerSettings | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  private constructor(key: string, memoryLimitMb: number) {
    this.#key = key;
    const cacheDir = getCompileCacheDir();
    const child = fork(workerFile, [String(memoryLimitMb), String(process.pid)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryLimitMb}`],
      env:
        cacheDir === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: path.dirname(cacheDir) },
      // With pipes, the text that engines print does not get into the output of the command. The last pipe is for the
      // guard thread, which cannot use the IPC channel.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
    });
    this.#child = child;
    child.on('message', (response: WorkerResponse) => {
      this.residentMb = response.residentMb;
      this.#listener.responded(response);
    });
    child.on('error', (error) => this.#end(error.message));
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => this.#listener.printed(chunk.toString().trimEnd()));
    createInterface(child.stdio[guardPipe] as Readable).on('line', (line) => {
      this.residentMb = Number(line);
      this.#listener.resized();
    });
    this.#closed = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        idle.delete(this);
        clearTimeout(this.#idleTimer);
        this.#end(signal ?? `exit code ${code}`);
        resolve();
      });
    });
    this.#keepParentAlive(false);
  }

  /** Returns an idle worker with this engine and this memory limit. If there is none, starts a worker. */
  static take(
    { engineModule }: WorkerSettings,
    memoryLimitMb: number,
    listener: WorkerListener,
  ): WorkerProcess {
    const key = `${memoryLimitMb} ${engineModule}`;
    const found = [...idle].find((worker) => worker.#key === key);
    const worker = found ?? new WorkerProcess(key, memoryLimitMb);
    idle.delete(worker);
    clearTimeout(worker.#idleTimer);
    worker.#listener = listener;
    return worker;
  }

  perform(job: ProcessJob, settings: WorkerSettings): void {
    const request: WorkerRequest = { job, settings: settings === this.#settings ? undefined : settings };
    this.#settings = settings;
    this.startMb = this.residentMb;
    this.#child.send(request, (error) => {
      if (error !== null) this.#end(error.message);
    });
  }

  /**
   * Offers this idle worker to the next service of this process. The worker ends if no service takes it within
   * 10 s.
   */
  release(): void {
    this.#listener = ignored;
    if (idle.size >= maxIdle || !this.#child.connected) return this.#disconnect();
    idle.add(this);
    this.#idleTimer = setTimeout(() => this.#disconnect(), idleMs).unref();
  }

  async kill(): Promise<void> {
    this.#listener = ignored;
    this.#keepParentAlive(true);
    this.#child.kill('SIGKILL');
    await this.#closed;
  }

  #end(reason: string): void {
    const listener = this.#listener;
    this.#listener = ignored;
    listener.ended(reason);
  }

  #disconnect(): void {
    idle.delete(this);
    // A worker exits when its channel closes.
    if (this.#child.connected) this.#child.disconnect();
  }

  #keepParentAlive(keep: boolean): void {
    const child = this.#child as ChildProcess & { readonly channel?: { ref(): void; unref(): void } | null };
    // The pipes are sockets, but ChildProcess declares them as general streams without `ref`.
    const pipes = [child.stdout, child.stderr, child.stdio[guardPipe]] as unknown as readonly {
      ref(): void;
      unref(): void;
    }[];
    for (const handle of [child, child.channel, ...pipes]) keep ? handle?.ref() : handle?.unref();
  }
}
