import { expect, test } from 'vitest';
import { findChanges, findNewErrors } from '../../../../../src/analysis/fold/documents/find-changes.ts';
import type { LeafOutcome, Outcome } from '../../../../../src/model/score/item-score.ts';

const leaf = (path: string, outcome: Outcome, predicted?: string): LeafOutcome => ({
  path,
  field: path,
  outcome,
  expected: 'gold',
  predicted,
  similarity: 0,
});

test('gives a document new errors if a right leaf became wrong, even if another leaf was fixed', () => {
  const found = findChanges(
    'a',
    [leaf('total', 'correct', 'gold'), leaf('date', 'missing')],
    [leaf('total', 'incorrect', 'x'), leaf('date', 'correct', 'gold')],
  );
  expect(found.change).toBe('new-errors');
  expect(found.newErrors).toEqual([
    { itemId: 'a', path: 'total', expected: 'gold', baseline: 'gold', candidate: 'x' },
  ]);
  expect(found.fixed.map((entry) => entry.path)).toEqual(['date']);
});

test('marks a document as fixed if leaves only improved', () => {
  const found = findChanges('a', [leaf('date', 'missing')], [leaf('date', 'correct', 'gold')]);
  expect(found.change).toBe('fixed');
});

test('distinguishes a changed wrong value from no change', () => {
  expect(findChanges('a', [leaf('x', 'incorrect', '1')], [leaf('x', 'incorrect', '2')]).change).toBe(
    'changed-wrong',
  );
  expect(findChanges('a', [leaf('x', 'incorrect', '1')], [leaf('x', 'incorrect', '1')]).change).toBe('same');
  expect(findChanges('a', [leaf('x', 'missing')], [leaf('x', 'incorrect', '1')]).change).toBe(
    'changed-wrong',
  );
});

test('counts a spurious value of the candidate as a new error, and one of the baseline as fixed', () => {
  expect(findChanges('a', [], [leaf('rows[3].x', 'spurious', 'y')]).newErrors).toHaveLength(1);
  expect(findChanges('a', [leaf('rows[3].x', 'spurious', 'y')], []).fixed).toHaveLength(1);
});

test('ignores excluded and unscored leaves', () => {
  expect(findChanges('a', [leaf('x', 'excluded')], [leaf('x', 'incorrect', '1')]).change).toBe('same');
  expect(findChanges('a', [leaf('x', 'correct')], [leaf('x', 'unscored')]).change).toBe('same');
});

test('finds new errors over repeats: a leaf is right in a smaller share of the repeats', () => {
  const [isRight, isWrong] = [leaf('x', 'correct', 'gold'), leaf('x', 'incorrect', '1')];
  const errors = (before: readonly (typeof isRight)[], after: readonly (typeof isRight)[]) =>
    findNewErrors(
      'a',
      before.map((one) => [one]),
      after.map((one) => [one]),
    ).length;
  expect(errors([isRight], [isWrong])).toBe(1);
  expect(errors([isRight, isRight], [isRight, isWrong])).toBe(1);
  // 1 of 2 and 2 of 4 are equal shares, and 1 of 2 is more than 1 of 3.
  expect(errors([isRight, isWrong], [isRight, isRight, isWrong, isWrong])).toBe(0);
  expect(errors([isRight, isWrong], [isRight, isWrong, isWrong])).toBe(1);
  expect(errors([isWrong, isWrong], [isRight, isWrong])).toBe(0);
  expect(errors([isRight], [leaf('x', 'excluded')])).toBe(0);
  expect(findNewErrors('a', [[isRight], [isRight]], [[isWrong], [isRight]])).toEqual([
    { itemId: 'a', field: 'x', path: 'x', expected: 'gold', baseline: 'gold', candidate: '1' },
  ]);
});
