import type * as BullMq from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';

/** The optional packages of the queue, and the access to Redis. */
interface QueuePackages {
  readonly bullmq: typeof BullMq;
  /** Returns a connection that connects again until it is closed. */
  connect(options?: RedisOptions): Redis;
  /** The address of Redis without user name and password, for messages. */
  readonly shown: string;
}

/**
 * Loads the packages of the queue, and checks that Redis can be reached. Throws QUEUE_PACKAGES_MISSING,
 * QUEUE_UNREACHABLE, or USAGE for an invalid address.
 */
export async function connectRedis(url: string): Promise<QueuePackages> {
  const shown = shownAddress(url);
  const { bullmq, ioredis } = await loadPackages();
  const probe = new ioredis.Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 5_000,
  });
  // If `connect` fails, its error states only that the connection was closed. The event `error` has the reason.
  let reason: string | undefined;
  probe.on('error', (error: Error) => {
    reason ??= messageOf(error);
  });
  try {
    await probe.connect();
    await probe.ping();
  } catch (thrown) {
    throw new GoldsetError('QUEUE_UNREACHABLE', { url: shown, reason: reason || messageOf(thrown) });
  } finally {
    probe.disconnect();
  }
  const connect = (options: RedisOptions = {}): Redis => {
    const redis = new ioredis.Redis(url, {
      ...options,
      maxRetriesPerRequest: null,
      retryStrategy: (times) => Math.min(1_000, 50 * times),
    });
    // Without this listener, an `error` event would be written to the terminal. Callers react to `close` and `ready`.
    redis.on('error', () => undefined);
    return redis;
  };
  return { bullmq, connect, shown };
}

/** Returns an address without user name and password. Throws USAGE if it is not the address of a Redis server. */
export function shownAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !['redis:', 'rediss:'].includes(parsed.protocol))
    throw new GoldsetError('USAGE', {
      problem: '--queue: expected an address that starts with redis:// or rediss://',
      fix: 'Give the address of a Redis server, for example redis://localhost:6379.',
    });
  return `${parsed.protocol}//${parsed.host}`;
}

async function loadPackages() {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, ioredis };
  } catch (thrown) {
    throw new GoldsetError('QUEUE_PACKAGES_MISSING', { reason: messageOf(thrown) }, { cause: thrown });
  }
}

/** Removes all keys that match a pattern. */
export async function removeKeys(redis: Redis, pattern: string): Promise<void> {
  for (let cursor = '0', isFirst = true; isFirst || cursor !== '0'; isFirst = false) {
    const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1_000);
    cursor = next;
    if (keys.length > 0) await redis.unlink(...keys);
  }
}
