import { expect, test } from 'vitest';
import { RunPace } from '../../../../src/runner/limits/run-pace.ts';

test('spaces turns evenly, without a burst after a pause', () => {
  const clock = { now: 0 };
  const pace = new RunPace(4, () => clock.now);
  expect([pace.reserve(), pace.reserve(), pace.reserve()]).toEqual([0, 250, 500]);
  clock.now = 10_000;
  expect([pace.reserve(), pace.reserve()]).toEqual([0, 250]);
});

test('a late turn does not delay the following ones', () => {
  const clock = { now: 0 };
  const pace = new RunPace(10, () => clock.now);
  const turns = Array.from({ length: 100 }, () => {
    const at = clock.now + pace.reserve();
    // The timer fires 7 ms late.
    clock.now = at + 7;
    return at;
  });
  expect(turns.at(-1)).toBe(9900);
});

test('stops waiting if the run is aborted', async () => {
  const pace = new RunPace(0.01);
  pace.reserve();
  const stop = new AbortController();
  const waiting = pace.wait(stop.signal);
  stop.abort();
  await expect(waiting).rejects.toThrow();
});
