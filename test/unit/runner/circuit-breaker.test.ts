import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CircuitBreaker } from '../../../src/runner/circuit-breaker.ts';
import { defaultWaits } from '../../../src/runner/run-options.ts';

const signal = new AbortController().signal;

function breakerOf(waits = {}): { breaker: CircuitBreaker; pauses: string[] } {
  const pauses: string[] = [];
  const breaker = new CircuitBreaker({
    url: 'http://service',
    waits: { ...defaultWaits, firstPauseMs: 20, maxOutageMs: 200, ...waits },
    onPause: (reason) => pauses.push(reason),
  });
  return { breaker, pauses };
}

test('opens after three different item runs failed in a row, and reports it once', () => {
  const { breaker, pauses } = breakerOf();
  for (const key of ['a', 'b', 'a', 'b']) breaker.onFailure(key, '500');
  expect([breaker.isOpen, pauses]).toEqual([false, []]);
  breaker.onFailure('c', '503');
  breaker.onFailure('d', '503');
  expect([breaker.isOpen, pauses]).toEqual([true, ['503']]);
});

test('starts to count again after a success', () => {
  const { breaker } = breakerOf();
  for (const key of ['a', 'b']) breaker.onFailure(key, '500');
  breaker.onSuccess();
  for (const key of ['c', 'd']) breaker.onFailure(key, '500');
  expect(breaker.isOpen).toBe(false);
});

test('opens at once if the service does not respond to any request', () => {
  const { breaker, pauses } = breakerOf();
  breaker.onFailure('a', 'no response', true);
  expect([breaker.isOpen, pauses]).toEqual([true, ['no response']]);
});

test('admits one item run per pause, and each pause is twice as long', async () => {
  const { breaker } = breakerOf({ maxOutageMs: 10_000 });
  breaker.onFailure('a', '500', true);
  const startedAt = performance.now();
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    expect(await breaker.ready(signal)).toBe(true);
    times.push(performance.now() - startedAt);
  }
  expect(times[0]).toBeGreaterThanOrEqual(19);
  expect(times[1]).toBeGreaterThanOrEqual(59);
  expect(times[2]).toBeGreaterThanOrEqual(139);
});

test('ends a pause when a run in flight succeeds', async () => {
  const { breaker } = breakerOf({ firstPauseMs: 60_000, maxOutageMs: 100_000 });
  breaker.onFailure('a', '500', true);
  const ready = breaker.ready(signal);
  breaker.onSuccess();
  expect(await ready).toBe(true);
});

test('admits no run after the longest outage, and reports the last reason', async () => {
  const { breaker } = breakerOf({ maxOutageMs: 30 });
  breaker.onFailure('a', '500 injected', true);
  await delay(40);
  expect(await breaker.ready(signal)).toBe(false);
  expect(breaker.error()).toMatchObject({ code: 'SERVICE_FAILING', details: { reason: '500 injected' } });
});

test('stops waiting when the signal aborts', async () => {
  const { breaker } = breakerOf({ firstPauseMs: 60_000 });
  breaker.onFailure('a', '500', true);
  const stop = new AbortController();
  const waiting = breaker.ready(stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
});
