import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queueKeys } from '../../../src/queue/queue-keys.ts';
import { openRedisQueue } from '../../../src/queue/redis-job-queue.ts';
import { serveJobs } from '../../../src/queue/serve-jobs.ts';
import { hasRedis, RedisServer } from '../../fixtures/queue/redis-server.ts';

describe.skipIf(!hasRedis)('the keys of a queue in Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());

  test('are removed by the worker if BullMQ writes the settings again after the coordinator ended', async () => {
    const onNotice = () => undefined;
    const stop = new AbortController();
    const worker = serveJobs({
      ...{ url: redis.url, kind: 'engines', concurrency: 1, onNotice, signal: stop.signal },
      open: async () => ({ handle: async ({ data }) => data, close: async () => undefined }),
    });
    const queue = await openRedisQueue({ url: redis.url, kind: 'engines', shared: {}, onNotice });
    await queue.run(7, () => undefined);
    const session = (await redis.keys()).find((key) => key.endsWith(':session')) ?? '';
    const name = session.split(':')[1] ?? '';
    expect(queueKeys(name).session).toBe(session);
    await queue.close();
    await redis.ask((client) => client.hset(queueKeys(name).meta, 'opts.maxLenEvents', '10000'));
    stop.abort();
    await worker;
    expect(await redis.keys()).toEqual([]);
  });
});
