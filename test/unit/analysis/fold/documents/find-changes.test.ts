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
const side = (...leaves: LeafOutcome[]) => ({ leaves, hasResult: true });
const noResult = (...leaves: LeafOutcome[]) => ({ leaves, hasResult: false });
const stateOf = (...[before, after]: Parameters<typeof findChanges>) =>
  findChanges(before, after).change.state;

test('lists only the new errors of a document in which other values improved', () => {
  const found = findChanges(
    side(leaf('total', 'correct', 'gold'), leaf('date', 'missing')),
    side(leaf('total', 'incorrect', 'x'), leaf('date', 'correct', 'gold')),
  );
  expect(found.change).toEqual({
    state: 'mixed',
    newlyWrong: false,
    newErrors: 1,
    errorsBefore: 1,
    errorsNow: 1,
  });
  expect(found.values).toEqual([
    { change: 'newError', path: 'total', expected: 'gold', baseline: 'gold', candidate: 'x' },
  ]);
  expect([...found.fields]).toEqual([
    ['total', 1],
    ['date', 2],
  ]);
});

test('lists the improved values of a document without new errors', () => {
  const found = findChanges(
    side(leaf('date', 'missing'), leaf('total', 'incorrect', '1')),
    side(leaf('date', 'correct', 'gold'), leaf('total', 'incorrect', '2')),
  );
  expect(found.change).toMatchObject({ state: 'fewerErrors', errorsBefore: 2, errorsNow: 1 });
  expect(found.values.map(({ change, path }) => [change, path])).toEqual([['nowRight', 'date']]);
});

test('a document with 88 errors before and 6 now is not newly wrong', () => {
  const rows = (wrong: number) =>
    Array.from({ length: 100 }, (_, i) =>
      i < wrong ? leaf(`x[${i}]`, 'incorrect', 'a') : leaf(`x[${i}]`, 'correct', 'gold'),
    );
  expect(findChanges(side(...rows(88)), side(...rows(6))).change).toEqual({
    state: 'fewerErrors',
    newlyWrong: false,
    newErrors: 0,
    errorsBefore: 88,
    errorsNow: 6,
  });
  // The baseline has 88 wrong values. The candidate has 6 wrong values, at paths where the baseline is right. So all 6
  // are new errors.
  const moved = rows(6)
    .reverse()
    .map((each, i) => ({ ...each, path: `x[${i}]` }));
  expect(findChanges(side(...rows(88)), side(...moved)).change).toMatchObject({
    state: 'mixed',
    newlyWrong: false,
    newErrors: 6,
  });
});

test('distinguishes another wrong value from no change', () => {
  const found = findChanges(side(leaf('x', 'incorrect', '1')), side(leaf('x', 'incorrect', '2')));
  expect(found.change.state).toBe('otherWrong');
  expect(found.values).toEqual([
    { change: 'otherWrong', path: 'x', expected: 'gold', baseline: '1', candidate: '2' },
  ]);
  expect(stateOf(side(leaf('x', 'incorrect', '1')), side(leaf('x', 'incorrect', '1')))).toBe('unchanged');
  expect(stateOf(side(leaf('x', 'missing')), side(leaf('x', 'incorrect', '1')))).toBe('otherWrong');
});

test('counts a spurious value of the candidate as a new error, and one of the baseline as right now', () => {
  const row = { ...leaf('rows[3].x', 'spurious', 'y'), expected: undefined, spuriousRow: true as const };
  expect(findChanges(side(), side(row)).change).toMatchObject({ state: 'newlyWrong', newErrors: 1 });
  expect(findChanges(side(), side(row)).values).toEqual([
    { change: 'newError', path: 'rows[3].x', extraRow: true, expected: '—', baseline: '—', candidate: 'y' },
  ]);
  expect(findChanges(side(row), side()).change).toMatchObject({ state: 'nowRight', newErrors: 0 });
});

test('ignores excluded and unscored leaves of documents with results', () => {
  expect(stateOf(side(leaf('x', 'excluded')), side(leaf('x', 'incorrect', '1')))).toBe('unchanged');
  expect(findChanges(side(leaf('x', 'correct')), side(leaf('x', 'excluded'))).change.errorsNow).toBe(0);
});

test('counts every expected value of a lost result as a new error, under any failures policy', () => {
  for (const outcome of ['missing', 'unscored'] as const) {
    const before = side(leaf('x', 'correct', 'gold'), leaf('y', 'incorrect', '1'));
    const found = findChanges(before, noResult(leaf('x', outcome), leaf('y', outcome)));
    expect(found.change).toEqual({
      state: 'noResult',
      newlyWrong: true,
      newErrors: 1,
      errorsBefore: 1,
      errorsNow: 2,
    });
    expect(found.values.map(({ path }) => path)).toEqual(['x']);
  }
});

test('a document without a result before has no new error', () => {
  const spurious = { ...leaf('note', 'spurious', 'y'), expected: null };
  const before = noResult(leaf('x', 'unscored'), { ...leaf('note', 'unscored'), expected: null });
  expect(findChanges(before, side(leaf('x', 'correct', 'gold'), spurious)).change).toEqual({
    state: 'otherWrong',
    newlyWrong: false,
    newErrors: 0,
    errorsBefore: 1,
    errorsNow: 1,
  });
  expect(stateOf(before, side(leaf('x', 'correct', 'gold')))).toBe('nowRight');
  expect(findChanges(before, before).change).toMatchObject({ state: 'noResult', newlyWrong: false });
  expect(findNewErrors([before], [side(spurious)])).toEqual([]);
});

test('finds new errors over repeats: a leaf is right in a smaller share of the repeats', () => {
  const [isRight, isWrong] = [leaf('x', 'correct', 'gold'), leaf('x', 'incorrect', '1')];
  const errors = (before: readonly (typeof isRight)[], after: readonly (typeof isRight)[]) =>
    findNewErrors(
      before.map((one) => side(one)),
      after.map((one) => side(one)),
    ).length;
  expect(errors([isRight], [isWrong])).toBe(1);
  expect(errors([isRight, isRight], [isRight, isWrong])).toBe(1);
  // Before, the value is right in 1 of 2 repeats. If it is right in 2 of 4 now, the share is the same, so there is no
  // new error. 1 of 3 is a smaller share, so there is a new error.
  expect(errors([isRight, isWrong], [isRight, isRight, isWrong, isWrong])).toBe(0);
  expect(errors([isRight, isWrong], [isRight, isWrong, isWrong])).toBe(1);
  expect(errors([isWrong, isWrong], [isRight, isWrong])).toBe(0);
  expect(errors([isRight], [leaf('x', 'excluded')])).toBe(0);
  expect(findNewErrors([side(isRight), side(isRight)], [side(isWrong), side(isRight)])).toEqual([
    { field: 'x', path: 'x', expected: 'gold', baseline: 'gold', candidate: '1' },
  ]);
  // A repeat without a result counts as wrong, so 2 of 2 repeats are right before, and 1 of 2 now.
  expect(
    findNewErrors([side(isRight), side(isRight)], [side(isRight), noResult(leaf('x', 'unscored'))]),
  ).toHaveLength(1);
});
