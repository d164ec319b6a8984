import type { JobKind } from './job-queue.ts';

/** Prefix of all keys of goldset in Redis. */
export const keyPrefix = 'goldset';

/** Key of the set that contains the names of all queues with a coordinator. */
export function openQueuesKey(kind: JobKind): string {
  return `${keyPrefix}:open:${kind}`;
}

/**
 * Keys of one queue: the keys of goldset, and two of the keys of BullMQ. All keys of the queue match the pattern `all`,
 * which `removeKeys` uses.
 */
export function queueKeys(name: string) {
  const base = `${keyPrefix}:${name}`;
  return {
    all: `${base}:*`,
    /** Settings of the coordinator for its workers. The key expires if the coordinator stops. */
    session: `${base}:session`,
    /** Messages of the workers to the coordinator. */
    messages: `${base}:messages`,
    /** Hash that maps the id of each job that has begun to its last note. The value is empty if there is no note. */
    begun: `${base}:begun`,
    /** Earliest time at which a worker may start further work, in epoch milliseconds by the clock of Redis. */
    nextTurn: `${base}:next-turn`,
    /** Key of BullMQ with the settings of the queue. */
    meta: `${base}:meta`,
    /** Key of BullMQ with the token of the worker that has the job. */
    lock: (id: string): string => `${base}:${id}:lock`,
  };
}

export type QueueKeys = ReturnType<typeof queueKeys>;

/**
 * Admits one piece of work, or returns how long to wait. Reserves a start time only if it is at most 100 ms ahead, so
 * that a later pause also delays the waiting workers.
 *
 * Keys: session, nextTurn, begun, lock of the job. Arguments: milliseconds between two starts, id of the job, token of
 * the worker. Returns a state and a wait in microseconds. State 1: admitted after the wait. State 0: ask again after the
 * wait. State -1: the coordinator ended. State -2: the worker no longer has the job.
 */
export const turnScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return {-1, 0} end
if redis.call('GET', KEYS[4]) ~= ARGV[3] then return {-2, 0} end
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local wait = math.max(0, tonumber(redis.call('GET', KEYS[2]) or 0) - now)
if wait > 100 then return {0, math.floor((wait - 50) * 1000)} end
local step = tonumber(ARGV[1])
if step > 0 then redis.call('SET', KEYS[2], string.format('%.3f', now + wait + step)) end
redis.call('HSET', KEYS[3], ARGV[2], '')
return {1, math.floor(wait * 1000)}
`;

/** Delays the start of further work by at least the given number of milliseconds. Keys: session, nextTurn. */
export const pauseScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return end
local time = redis.call('TIME')
local at = time[1] * 1000 + time[2] / 1000 + ARGV[1]
if at > tonumber(redis.call('GET', KEYS[2]) or 0) then
  redis.call('SET', KEYS[2], string.format('%.3f', at))
end
`;

/**
 * Sends a message to the coordinator. A note is stored as the last note of its job. Any other message removes the job from `begun`.
 * Does nothing if the coordinator ended.
 *
 * Keys: session, messages, begun. Arguments: message, id of the job, note or empty text.
 */
export const messageScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('RPUSH', KEYS[2], ARGV[1])
if ARGV[3] == '' then redis.call('HDEL', KEYS[3], ARGV[2])
else redis.call('HSET', KEYS[3], ARGV[2], ARGV[3]) end
`;
