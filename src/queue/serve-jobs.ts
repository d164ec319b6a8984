import { setTimeout as delay } from 'node:timers/promises';
import type { Job as BullJob, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { parseJson } from '../base/exact-json.ts';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { toolVersion } from '../base/tool-version.ts';
import { connectRedis, removeKeys } from './connect-redis.ts';
import { coordinatorNames, type Job, type JobHandler, type JobKind, type QueueAccess } from './job-queue.ts';
import {
  keyPrefix,
  messageScript,
  openQueuesKey,
  pauseScript,
  type QueueKeys,
  queueKeys,
  turnScript,
} from './queue-keys.ts';
import { type Message, type StoredJob, sessionSchema } from './redis-job-queue.ts';

interface WorkerOptions {
  readonly url: string;
  readonly kind: JobKind;
  /** Maximum number of jobs of one coordinator that the worker executes at the same time. */
  readonly concurrency: number;
  /**
   * Returns the handler for the jobs of one coordinator. If `open` throws a GoldsetError, this worker takes no jobs of
   * this coordinator, and calls `open` again later. Not called for a coordinator with another version of goldset.
   */
  readonly open: (shared: unknown, access: QueueAccess) => Promise<JobHandler>;
  readonly onNotice: (message: string) => void;
  readonly onReady?: (shown: string) => void;
  /** When this signal aborts, the worker stops, and its unfinished jobs go to other workers. */
  readonly signal: AbortSignal;
}

/** Interval in milliseconds at which a worker looks for new coordinators. */
const lookMs = 500;
/** After a lost connection, coordinators have this many milliseconds to announce their queues again. */
const graceMs = 10_000;
/** After this many milliseconds, the worker checks whether a coordinator with another version of goldset has ended. */
const otherVersionMs = 15_000;
/** If this many workers stopped while they had a job, no further worker gets the job. */
const maxStops = 5;

/**
 * Executes the jobs of all coordinators with this version of goldset until `signal` aborts. Throws as `connectRedis` does.
 */
export async function serveJobs(options: WorkerOptions): Promise<void> {
  const { kind, signal, onNotice } = options;
  const { bullmq, connect, shown } = await connectRedis(options.url);
  const redis = connect();
  let graceUntil = 0;
  redis.on('close', () => {
    if (!signal.aborted && graceUntil !== Number.POSITIVE_INFINITY)
      onNotice(`the connection to the queue ${shown} is lost; the worker tries to connect again`);
    graceUntil = Number.POSITIVE_INFINITY;
  });
  redis.on('ready', () => {
    if (graceUntil === Number.POSITIVE_INFINITY) graceUntil = performance.now() + graceMs;
  });
  const open = new Map<string, OpenQueue>();
  const rejected = new Map<string, Rejection>();
  options.onReady?.(shown);
  try {
    while (!signal.aborted) {
      // Redis commands wait while there is no connection. Stopping the worker must not wait for them.
      const names = await unlessAborted(redis.smembers(openQueuesKey(kind)), signal);
      for (const name of names) {
        const earlier = rejected.get(name);
        if (open.has(name) || performance.now() < (earlier?.until ?? 0)) continue;
        const text = await redis.get(queueKeys(name).session);
        if (text === null) {
          await redis.srem(openQueuesKey(kind), name);
          await removeKeys(redis, queueKeys(name).all);
          continue;
        }
        const queue = new OpenQueue(name, redis, options);
        const rejection = await queue.open(text, bullmq, connect);
        if (rejection === null) {
          open.set(name, queue);
          continue;
        }
        if (rejection.reason !== earlier?.reason) onNotice(rejection.reason);
        rejected.set(name, rejection);
      }
      for (const [name, queue] of open) {
        if (performance.now() < graceUntil || (await redis.exists(queueKeys(name).session)) === 1) continue;
        open.delete(name);
        await queue.close();
        await redis.srem(openQueuesKey(kind), name);
        await removeKeys(redis, queueKeys(name).all);
      }
      await delay(lookMs, undefined, { signal });
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  } finally {
    await Promise.all([...open.values()].map((queue) => queue.close()));
    redis.disconnect();
  }
}

/** Why a worker takes no jobs of a coordinator, and the time (`performance.now()`) of its next try. */
interface Rejection {
  readonly reason: string;
  readonly until: number;
}

function lostJob(): Error {
  return new Error('another worker has the job');
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, stopped]);
}

type Connect = Awaited<ReturnType<typeof connectRedis>>['connect'];
type BullMq = Awaited<ReturnType<typeof connectRedis>>['bullmq'];

/** The queue of one coordinator, as long as this worker takes jobs from it. */
class OpenQueue {
  readonly #name: string;
  readonly #redis: Redis;
  readonly #options: WorkerOptions;
  readonly #keys: QueueKeys;
  readonly #stop = new AbortController();
  #worker: Worker<StoredJob> | undefined;
  #connection: Redis | undefined;
  #handler: JobHandler | undefined;
  #waitingError: (() => Error) | undefined;
  #msPerTurn = 0;
  /**
   * The pending request for a start time. The worker requests one start time after the other, so that few reserved
   * start times are lost if it is killed.
   */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(name: string, redis: Redis, options: WorkerOptions) {
    this.#name = name;
    this.#redis = redis;
    this.#options = options;
    this.#keys = queueKeys(name);
  }

  /**
   * Starts to take jobs. Returns the reason if the coordinator has another version of goldset or if the handler cannot be
   * opened, and `null` otherwise.
   */
  async open(text: string, bullmq: BullMq, connect: Connect): Promise<Rejection | null> {
    const { open, kind, concurrency } = this.#options;
    const session: unknown = JSON.parse(text);
    // Reads only the version, because the other members can differ between versions of goldset.
    const { version } = sessionSchema.pick({ version: true }).parse(session);
    if (version !== toolVersion()) {
      const details = { found: toolVersion(), expected: version, coordinator: coordinatorNames[kind] };
      return this.#rejection(new GoldsetError('QUEUE_VERSION', details), otherVersionMs);
    }
    const { msPerTurn, lostWorkerMs, shared } = sessionSchema.parse(session);
    this.#msPerTurn = msPerTurn;
    try {
      this.#handler = await open(shared, {
        signal: this.#stop.signal,
        pause: (ms) => this.#pause(ms),
      });
    } catch (thrown) {
      if (!(thrown instanceof GoldsetError)) throw thrown;
      return this.#rejection(thrown, lostWorkerMs);
    }
    this.#waitingError = () => new bullmq.WaitingError();
    this.#connection = connect();
    this.#worker = new bullmq.Worker<StoredJob>(this.#name, (job, token) => this.#process(job, token), {
      connection: this.#connection,
      prefix: keyPrefix,
      concurrency,
      lockDuration: lostWorkerMs,
      stalledInterval: Math.max(100, Math.round(lostWorkerMs / 3)),
      // If too many workers stopped while they had a job, BullMQ would end the job without a reply. So `#process` ends
      // such a job and sends the reply.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: 500,
    });
    // Ignore errors for lost connections and for jobs that Redis no longer has. The coordinator adds these jobs again.
    this.#worker.on('error', () => undefined);
    return null;
  }

  #rejection({ message, fix }: GoldsetError, forMs: number): Rejection {
    const coordinator = coordinatorNames[this.#options.kind];
    const reason = `this worker takes no jobs of a ${coordinator}: ${message}; fix: ${fix}`;
    return { reason, until: performance.now() + forMs };
  }

  async close(): Promise<void> {
    this.#stop.abort(new DOMException('the worker stopped', 'AbortError'));
    // `close` waits until the jobs have been handed back. Without a connection, this never happens. So limit the wait.
    await Promise.race([this.#closeWorker(), delay(2_000, undefined, { ref: false })]);
    this.#connection?.disconnect();
    await this.#handler?.close();
  }

  async #closeWorker(): Promise<void> {
    await this.#worker?.close();
    // When BullMQ looks for stalled jobs, it writes the settings of the queue again, even after the coordinator removed
    // all keys.
    const { session, meta } = this.#keys;
    const hasCoordinator = await this.#redis.exists(session).catch(() => 1);
    if (hasCoordinator === 0) await this.#redis.unlink(meta).catch(() => undefined);
  }

  async #process(job: BullJob<StoredJob>, token: string | undefined): Promise<void> {
    const id = job.id ?? '';
    const begun = await this.#redis.hget(this.#keys.begun, id);
    if (begun === '' || (begun === null && job.data.isRepeated)) return this.#send({ kind: 'uncertain', id });
    if (job.stalledCounter >= maxStops)
      return this.#send({ kind: 'abandoned', id, workers: job.stalledCounter });
    let hasJob = true;
    const begin = async (): Promise<void> => {
      hasJob = await this.#begin(id, token ?? '');
      if (!hasJob) throw lostJob();
    };
    const work: Job = {
      data: job.data.data,
      earlierNote: begun === null ? undefined : parseJson(begun),
      begin,
      note: (note) => void this.#send({ kind: 'note', id, value: note }, JSON.stringify(note)),
    };
    try {
      const reply = await this.#execute(id, work);
      // Another worker has the job now, and that worker sends the reply.
      if (!hasJob) throw lostJob();
      await this.#send(reply);
    } catch (thrown) {
      if (!this.#stop.signal.aborted || this.#waitingError === undefined) throw thrown;
      await job.moveToWait(token);
      throw this.#waitingError();
    }
  }

  /**
   * Executes a job and returns the message to send. An error becomes a message too, unless this worker stops.
   */
  async #execute(id: string, work: Job): Promise<Message> {
    try {
      return { kind: 'done', id, value: await this.#handler?.handle(work) };
    } catch (thrown) {
      if (this.#stop.signal.aborted) throw thrown;
      return { kind: 'failed', id, reason: messageOf(thrown) };
    }
  }

  async #send(message: Message, note = ''): Promise<void> {
    const { signal } = this.#stop;
    const { session, messages, begun } = this.#keys;
    const text = JSON.stringify(message);
    for (;;) {
      try {
        await this.#redis.eval(messageScript, 3, ...[session, messages, begun], ...[text, message.id, note]);
        return;
      } catch (thrown) {
        // Tries again, because Redis rejects messages while its memory is full. Without a reply, the
        // coordinator would wait forever.
        if (signal.aborted) throw thrown;
        await delay(lookMs, undefined, { signal });
      }
    }
  }

  /**
   * Waits until the job may start, according to the rate limit of the coordinator. Returns false if the worker no
   * longer has the job, for example because Redis has lost its data.
   */
  #begin(id: string, token: string): Promise<boolean> {
    const turn = this.#turn.then(() => this.#waitForTurn(id, token));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #waitForTurn(id: string, token: string): Promise<boolean> {
    const { signal } = this.#stop;
    const { session, nextTurn, begun, lock } = this.#keys;
    for (;;) {
      signal.throwIfAborted();
      const [state, us] = (await this.#redis.eval(
        turnScript,
        4,
        ...[session, nextTurn, begun, lock(id)],
        ...[this.#msPerTurn, id, token],
      )) as [number, number];
      if (state === -2) return false;
      if (state === -1) await delay(lookMs, undefined, { signal });
      if (us > 0) await delay(us / 1000, undefined, { signal });
      if (state === 1) return true;
    }
  }

  #pause(ms: number): void {
    const { session, nextTurn } = this.#keys;
    this.#redis.eval(pauseScript, 2, session, nextTurn, ms).catch(() => undefined);
  }
}
