import { describe, expect, it } from 'vitest';
import { canStartAgain, workerToEnd } from '../../../../src/service/work/memory-budget.ts';

const limitMb = 1000;
const worker = (residentMb: number, order?: number) => ({ residentMb, order });

describe('workerToEnd', () => {
  it.each([
    ['nothing if large workers share the limit', [worker(500, 1), worker(500, 2)], undefined],
    ['the youngest of the large workers', [worker(600, 2), worker(500, 1), worker(50, 3)], 0],
    ['the largest idle worker before any job', [worker(600, 1), worker(500, 2), worker(100), worker(300)], 3],
    [
      'nothing if a small worker runs next to the largest document',
      [worker(1000, 1), worker(200, 2)],
      undefined,
    ],
    ['the youngest of the small workers', [worker(150, 2), worker(900, 1), worker(160, 3)], 2],
    ['nothing if one large worker is alone, because its own limit ends it', [worker(1300, 1)], undefined],
    ['the idle worker next to a large one', [worker(1000, 1), worker(300)], 1],
  ])('returns %s', (_, workers, expected) => {
    expect(workerToEnd(workers, limitMb)).toBe(expected === undefined ? undefined : workers[expected]);
  });
});

describe('canStartAgain', () => {
  it.each([
    ['waits for an older job without enough room', 2, 400, [worker(600, 1)], false],
    ['starts with room for more than before', 2, 400, [worker(490, 1)], true],
    ['starts as the oldest job, whatever the younger ones use', 2, 400, [worker(900, 3)], true],
    ['starts a small job next to the largest document', 2, 150, [worker(1000, 1)], true],
  ])('%s', (_, order, endedAtMb, workers, expected) => {
    expect(canStartAgain(workers, { order, endedAtMb }, limitMb)).toBe(expected);
  });
});
