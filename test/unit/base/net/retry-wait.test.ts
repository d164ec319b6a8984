import { describe, expect, test } from 'vitest';
import { backoffMs, requestedWaitMs } from '../../../../src/base/net/retry-wait.ts';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

describe('requestedWaitMs', () => {
  test.each<[string, Parameters<typeof requestedWaitMs>[0], number | null]>([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['a part of a second', { 'retry-after': '0.25' }, 250],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT' }, 30_000],
    [
      'a date by a clock that is an hour ahead',
      { 'retry-after': 'Thu, 01 Jan 2026 13:00:30 GMT', date: 'Thu, 01 Jan 2026 13:00:00 GMT' },
      30_000,
    ],
    ['a date that has passed', { 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, 0],
    ['the epoch second of the reset', { 'x-ratelimit-reset': String(now / 1000 + 12) }, 12_000],
    ['both: Retry-After counts', { 'retry-after': '1', 'x-ratelimit-reset': String(now / 1000 + 12) }, 1_000],
    ['nonsense', { 'retry-after': 'soon' }, null],
    ['nothing', {}, null],
  ])('%s', (_, headers, expected) => {
    expect(requestedWaitMs(headers, now)).toBe(expected);
  });
});

test('backoffMs doubles up to 10 s, with 50 % jitter', () => {
  expect([1, 2, 3, 10].map((repeat) => backoffMs(repeat, 200, () => 0))).toEqual([100, 200, 400, 5_000]);
  expect([1, 2, 3, 10].map((repeat) => backoffMs(repeat, 200, () => 1))).toEqual([200, 400, 800, 10_000]);
});
