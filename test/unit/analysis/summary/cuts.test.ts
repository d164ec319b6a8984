import { expect, test } from 'vitest';
import { cutsToMove } from '../../../../src/analysis/summary/cuts.ts';
import { scoreSplitting } from '../../../../src/scorers/splitting/score-splitting.ts';

/** Divides pages 1 to 10 into segments, which start at page 1 and at the given pages. */
const splits = (...starts: readonly number[]) => {
  const all = [1, ...starts, 11];
  return all.slice(0, -1).map((startPage, i) => ({
    type: 'a',
    startPage,
    endPage: (all[i + 1] as number) - 1,
  }));
};
const cuts = (expected: readonly number[], predicted: readonly number[]) =>
  cutsToMove(
    scoreSplitting({
      expected: { splits: splits(...expected) },
      predicted: { splits: splits(...predicted) },
      pages: 10,
    }),
  );

test.each([
  [[3, 6], [3, 6], 0],
  [[3, 6], [3, 7], 1],
  [[3, 6], [3], 1],
  [[3], [3, 6, 8], 2],
  [[2, 4, 6, 8], [2, 4, 6, 9, 10], 2],
  [[], [], 0],
])('cuts before the pages %j instead of %j: move, add or remove %i', (expected, predicted, moved) => {
  expect(cuts(expected, predicted)).toEqual([moved, 10]);
});
