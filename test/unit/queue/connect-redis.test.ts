import { registerHooks } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { connectRedis } from '../../../src/queue/connect-redis.ts';

test('names both packages and their installation if one of them is missing', async () => {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'bullmq') throw new Error("Cannot find package 'bullmq'");
      return next(specifier, context);
    },
  });
  onTestFinished(() => hooks.deregister());
  const thrown = await connectRedis('redis://127.0.0.1:1').catch((error: unknown) => error);
  expect(thrown).toMatchObject({
    code: 'QUEUE_PACKAGES_MISSING',
    exitCode: 2,
    message: expect.stringMatching(/bullmq and ioredis/),
    fix: 'Install them with: npm install bullmq ioredis',
  });
});

test('rejects an address of another kind, and does not repeat it', async () => {
  const thrown = await connectRedis('http://user:secret@host').catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code: 'USAGE', exitCode: 2 });
  expect(String(thrown)).not.toContain('secret');
});

test('reports an unreachable Redis without user and password', async () => {
  const thrown = await connectRedis('redis://user:secret@127.0.0.1:1').catch((error: unknown) => error);
  expect(thrown).toMatchObject({
    code: 'QUEUE_UNREACHABLE',
    exitCode: 3,
    details: { url: 'redis://127.0.0.1:1', reason: expect.stringContaining('ECONNREFUSED') },
  });
  expect(String(thrown)).not.toContain('secret');
});
