import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { parseJson } from '../base/exact-json.ts';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { toolVersion } from '../base/tool-version.ts';
import { connectRedis, removeKeys } from './connect-redis.ts';
import type { JobKind, JobOptions, JobQueue, JobReply } from './job-queue.ts';
import { keyPrefix, openQueuesKey, type QueueKeys, queueKeys } from './queue-keys.ts';

interface RedisQueueOptions {
  /** Address of Redis: `redis://` or `rediss://`, with the password if there is one. */
  readonly url: string;
  readonly kind: JobKind;
  /** Data that each worker needs for all jobs. The data must not contain a token. */
  readonly shared: unknown;
  /**
   * Identifies the work of the coordinator. An existing queue with the same key was left by a coordinator that was
   * killed. The new queue replaces the old queue, so that workers do not execute the old jobs too.
   */
  readonly key?: string | undefined;
  /** Maximum number of `begin` calls per second of all workers together. Unlimited if `rate` is undefined. */
  readonly rate?: number | undefined;
  /** If a worker sends no sign of life for this many milliseconds, its jobs go to other workers. Default: 15,000. */
  readonly lostWorkerMs?: number | undefined;
  /**
   * Maximum time in milliseconds without a connection to Redis. Default: 120,000. With `Infinity`, jobs also wait while
   * Redis rejects commands, for example because its memory is full.
   */
  readonly maxOutageMs?: number | undefined;
  readonly onNotice: (message: string) => void;
}

/** Settings that a coordinator publishes for its workers. */
export const sessionSchema = z.object({
  version: z.string(),
  msPerTurn: z.number(),
  lostWorkerMs: z.number(),
  shared: z.unknown(),
  key: z.string().optional(),
});

export const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('note'), id: z.string(), value: z.unknown() }),
  z.object({ kind: z.literal('done'), id: z.string(), value: z.unknown() }),
  z.object({ kind: z.literal('uncertain'), id: z.string() }),
  z.object({ kind: z.literal('abandoned'), id: z.string(), workers: z.number() }),
  z.object({ kind: z.literal('failed'), id: z.string(), reason: z.string() }),
]);
export type Message = z.infer<typeof messageSchema>;

/**
 * A job in Redis. `isRepeated` is true if the coordinator added the job again without knowing whether a worker had
 * begun it.
 */
export interface StoredJob {
  readonly data: unknown;
  readonly isRepeated: boolean;
}

interface Pending {
  readonly data: unknown;
  readonly priority: number;
  readonly onNote: (note: unknown) => void;
  readonly resolve: (reply: JobReply) => void;
  readonly reject: (reason: unknown) => void;
}

/** If a coordinator gives no sign of life for this many milliseconds, workers treat it as ended. */
const sessionMs = 30_000;
const beatMs = 3_000;
/** After this many milliseconds without a message from a worker, the coordinator checks whether there is a worker. */
const silentMs = 10_000;
/** After this many milliseconds, the coordinator again adds the jobs that Redis rejected. */
const retryMs = 1_000;

/** Opens a queue for the workers of `goldset worker`. Throws as `connectRedis` does. */
export async function openRedisQueue(options: RedisQueueOptions): Promise<JobQueue> {
  const { bullmq, connect, shown } = await connectRedis(options.url);
  const name = `${options.kind}-${randomUUID()}`;
  const redis = connect();
  const queue = new bullmq.Queue<StoredJob>(name, { connection: redis, prefix: keyPrefix });
  queue.on('error', () => undefined);
  const opened = new RedisJobQueue(options, { name, queue, redis, receiver: connect(), shown });
  await opened.start();
  return opened;
}

interface Connections {
  readonly name: string;
  readonly queue: Queue<StoredJob>;
  readonly redis: Redis;
  /** Connection that is used only to wait for messages. */
  readonly receiver: Redis;
  readonly shown: string;
}

class RedisJobQueue implements JobQueue {
  readonly #options: RedisQueueOptions;
  readonly #maxOutageMs: number;
  readonly #connections: Connections;
  readonly #keys: QueueKeys;
  readonly #pending = new Map<string, Pending>();
  #jobs = 0;
  #beat: NodeJS.Timeout | undefined;
  #isClosing = false;
  /** Time (`performance.now()`) at which the connection was lost; `null` if the connection is open. */
  #lostAt: number | null = null;
  #failure: unknown = null;
  #heardAt = performance.now();
  #isSilenceReported = false;
  #retry: NodeJS.Timeout | undefined;
  #isRejectionReported = false;

  constructor(options: RedisQueueOptions, connections: Connections) {
    this.#options = options;
    this.#maxOutageMs = options.maxOutageMs ?? 120_000;
    this.#connections = connections;
    this.#keys = queueKeys(connections.name);
  }

  async start(): Promise<void> {
    const { redis, receiver } = this.#connections;
    await this.#removePredecessors();
    await this.#announce();
    redis.on('close', () => this.#onLost());
    redis.on('ready', () => void this.#onFound());
    // A message can be lost together with the connection that was receiving it, so all jobs without a reply
    // are added again.
    receiver.on('ready', () => void this.#onFound());
    this.#beat = setInterval(() => this.#onBeat(), Math.min(beatMs, this.#maxOutageMs / 4));
    void this.#receive();
  }

  run(
    data: unknown,
    onNote: (note: unknown) => void,
    { priority = 0, signal }: JobOptions = {},
  ): Promise<JobReply> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      const id = `job-${++this.#jobs}`;
      if (this.#pending.size === 0) this.#heardAt = performance.now();
      this.#pending.set(id, { data, priority, onNote, resolve, reject });
      this.#add(id, { data, isRepeated: false }, priority);
      const withdraw = (): void => {
        if (!this.#pending.delete(id)) return;
        reject(signal?.reason);
        this.#connections.queue.remove(id).catch(() => undefined);
      };
      signal?.addEventListener('abort', withdraw, { once: true });
    });
  }

  cancel(reason: unknown): void {
    this.#failure ??= reason;
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }

  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    this.cancel(new GoldsetError('INVARIANT', { what: 'the queue was closed before its jobs ended' }));
    const { name, queue, redis, receiver } = this.#connections;
    receiver.disconnect();
    if (this.#lostAt === null) {
      await redis.srem(openQueuesKey(this.#options.kind), name);
      await removeKeys(redis, this.#keys.all);
      await queue.close();
    }
    redis.disconnect();
  }

  #add(id: string, job: StoredJob, priority: number): void {
    const options = { jobId: id, priority, removeOnComplete: true, removeOnFail: true };
    this.#connections.queue.add('job', job, options).catch((thrown: unknown) => {
      // If there is no connection, the jobs are added again when Redis can be reached.
      if (this.#lostAt === null && !this.#isClosing) this.#onRejected(thrown);
    });
  }

  /**
   * Reacts to a command that Redis rejected. Ends all jobs, or adds them again later if `maxOutageMs` is
   * infinite.
   */
  #onRejected(thrown: unknown): void {
    if (this.#maxOutageMs !== Number.POSITIVE_INFINITY) return this.cancel(thrown);
    if (this.#retry !== undefined) return;
    if (!this.#isRejectionReported)
      this.#options.onNotice(
        `the queue ${this.#connections.shown} rejects commands (${messageOf(thrown)}); documents wait until the queue accepts commands again`,
      );
    this.#isRejectionReported = true;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      void this.#onFound();
    }, retryMs);
  }

  async #removePredecessors(): Promise<void> {
    const { kind, key } = this.#options;
    if (key === undefined) return;
    const { redis } = this.#connections;
    for (const name of await redis.smembers(openQueuesKey(kind))) {
      const keys = queueKeys(name);
      const session = sessionSchema.safeParse(JSON.parse((await redis.get(keys.session)) ?? 'null'));
      if (session.data?.key !== key) continue;
      await redis.srem(openQueuesKey(kind), name);
      await removeKeys(redis, keys.all);
    }
  }

  /** Publishes the queue, so that workers find it. */
  async #announce(): Promise<void> {
    const { kind, rate, lostWorkerMs = 15_000, shared, key } = this.#options;
    const { redis, name } = this.#connections;
    const msPerTurn = rate === undefined ? 0 : 1000 / rate;
    const session = { version: toolVersion(), msPerTurn, lostWorkerMs, shared, key };
    await redis.set(this.#keys.session, JSON.stringify(session), 'PX', sessionMs);
    await redis.sadd(openQueuesKey(kind), name);
  }

  #onBeat(): void {
    const now = performance.now();
    if (this.#lostAt !== null) {
      if (now - this.#lostAt < this.#maxOutageMs) return;
      const seconds = Math.round(this.#maxOutageMs / 1000);
      this.cancel(new GoldsetError('QUEUE_LOST', { url: this.#connections.shown, seconds }));
      return;
    }
    this.#connections.redis
      .pexpire(this.#keys.session, sessionMs)
      .then((isKnown) => (isKnown === 1 ? undefined : this.#onFound()))
      .catch(() => undefined);
    if (this.#pending.size === 0 || now - this.#heardAt < silentMs || this.#isSilenceReported) return;
    this.#isSilenceReported = true;
    void this.#reportMissingWorkers();
  }

  async #reportMissingWorkers(): Promise<void> {
    const { queue, shown } = this.#connections;
    const workers = await queue.getWorkersCount().catch(() => 0);
    if (workers > 0 || this.#isClosing) this.#isSilenceReported = false;
    else
      this.#options.onNotice(
        `no worker has responded for ${silentMs / 1000} s; start one with: goldset worker --queue ${shown}`,
      );
  }

  #onLost(): void {
    if (this.#isClosing || this.#lostAt !== null) return;
    this.#lostAt = performance.now();
    const seconds = Math.round(this.#maxOutageMs / 1000);
    const effect = Number.isFinite(seconds) ? `the run pauses for up to ${seconds} s` : 'documents wait';
    this.#options.onNotice(`the connection to the queue ${this.#connections.shown} is lost; ${effect}`);
  }

  /**
   * Adds all jobs without a reply again, because Redis may have lost the job or its reply. BullMQ ignores a job that
   * Redis still has.
   */
  async #onFound(): Promise<void> {
    if (this.#isClosing || this.#connections.redis.status !== 'ready') return;
    const wasLost = this.#lostAt !== null;
    this.#lostAt = null;
    try {
      await this.#announce();
    } catch (thrown) {
      if (this.#isRejectionReported) this.#onRejected(thrown);
      return;
    }
    if (wasLost) this.#options.onNotice(`the connection to the queue ${this.#connections.shown} is back`);
    this.#heardAt = performance.now();
    for (const [id, { data, priority }] of this.#pending) this.#add(id, { data, isRepeated: true }, priority);
  }

  async #receive(): Promise<void> {
    const { receiver, redis } = this.#connections;
    while (!this.#isClosing) {
      try {
        const found = await receiver.blpop(this.#keys.messages, 5);
        if (found === null) continue;
        this.#onMessage(found[1]);
        for (const text of (await redis.lpop(this.#keys.messages, 500)) ?? []) this.#onMessage(text);
      } catch (thrown) {
        if (this.#isClosing) return;
        if (this.#lostAt === null && receiver.status === 'ready') this.#onRejected(thrown);
        if (this.#failure !== null) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  #onMessage(text: string): void {
    this.#heardAt = performance.now();
    this.#isSilenceReported = false;
    const { id, ...reply } = messageSchema.parse(parseJson(text));
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    if (reply.kind === 'note') return pending.onNote(reply.value);
    this.#pending.delete(id);
    pending.resolve(reply);
  }
}
