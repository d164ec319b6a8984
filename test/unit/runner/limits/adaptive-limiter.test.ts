import { expect, test } from 'vitest';
import { AdaptiveLimiter } from '../../../../src/runner/limits/adaptive-limiter.ts';

function limiterAt(maximum: number): { limiter: AdaptiveLimiter; clock: { now: number } } {
  const clock = { now: 0 };
  return { limiter: new AdaptiveLimiter({ maximum, start: 4, now: () => clock.now }), clock };
}

async function fill(limiter: AdaptiveLimiter): Promise<void> {
  while (limiter.inFlight < limiter.limit) await limiter.acquire();
}

test('doubles up to the maximum while runs succeed', async () => {
  const { limiter } = limiterAt(20);
  for (const expected of [8, 16, 20, 20]) {
    await fill(limiter);
    for (let n = limiter.inFlight; n > 0; n--) limiter.release(true);
    expect(limiter.limit).toBe(expected);
  }
});

test('halves once for all 429 responses to runs in flight', async () => {
  const { limiter, clock } = limiterAt(64);
  for (let round = 0; round < 3; round++) {
    await fill(limiter);
    for (let n = limiter.inFlight; n > 0; n--) limiter.release(true);
  }
  await fill(limiter);
  expect(limiter.limit).toBe(32);
  for (let count = 1; count <= 12; count++) limiter.onRateLimited(count);
  expect(limiter.limit).toBe(16);
  clock.now = 300;
  limiter.onRateLimited(12);
  expect(limiter.limit).toBe(8);
});

test('grows back to the level that the service allowed, and tries one more run later', async () => {
  const { limiter, clock } = limiterAt(64);
  for (let round = 0; round < 3; round++) {
    await fill(limiter);
    for (let n = limiter.inFlight; n > 0; n--) limiter.release(true);
  }
  await fill(limiter);
  limiter.onRateLimited(12);
  for (let round = 0; round < 5; round++) {
    for (let n = limiter.inFlight; n > 0; n--) limiter.release(true);
    await fill(limiter);
  }
  expect(limiter.limit).toBe(20);
  clock.now = 5_001;
  limiter.release(true);
  expect(limiter.limit).toBe(21);
});

test('does not grow for 1 s after a server error', async () => {
  const { limiter, clock } = limiterAt(64);
  await fill(limiter);
  limiter.onServerError();
  limiter.release(true);
  expect(limiter.limit).toBe(4);
  clock.now = 1_000;
  limiter.release(true);
  expect(limiter.limit).toBe(5);
});

test('admits waiting runs one by one, and rejects them on abort', async () => {
  const { limiter } = limiterAt(1);
  await limiter.acquire();
  const stop = new AbortController();
  const given = limiter.acquire(stop.signal);
  const next = limiter.acquire();
  stop.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  limiter.release(true);
  await next;
  expect(limiter.inFlight).toBe(1);
});
