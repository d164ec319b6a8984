import { expect, test } from 'vitest';
import { documentChange } from '../../../../../src/analysis/fold/documents/document-state.ts';
import { Random } from '../../../../../src/base/random.ts';
import {
  changeGroupOf,
  type DocumentState,
  documentStates,
} from '../../../../../src/model/report/document-state.ts';
import { times } from '../../../../fixtures/long-form.ts';

/**
 * Cases of a document with a result in both versions. The facts are: errors before, errors now, new errors, and other
 * wrong values.
 */
const states: [facts: [number, number, number, number], state: DocumentState, newlyWrong: boolean][] = [
  [[0, 1, 1, 0], 'newlyWrong', true],
  [[0, 9, 9, 0], 'newlyWrong', true],
  [[1, 2, 1, 0], 'moreErrors', false],
  [[6, 88, 85, 2], 'moreErrors', false],
  [[15, 10, 5, 0], 'mixed', false],
  [[88, 6, 1, 5], 'mixed', false],
  // As many errors as before, but one of them is new.
  [[3, 3, 1, 0], 'mixed', false],
  [[1, 1, 1, 0], 'mixed', false],
  [[88, 6, 0, 0], 'fewerErrors', false],
  [[2, 1, 0, 1], 'fewerErrors', false],
  [[88, 0, 0, 0], 'nowRight', false],
  [[1, 0, 0, 0], 'nowRight', false],
  [[3, 3, 0, 1], 'otherWrong', false],
  [[3, 3, 0, 0], 'unchanged', false],
  [[0, 0, 0, 0], 'unchanged', false],
];

test.each(states)('%j is %s', ([errorsBefore, errorsNow, newErrors, otherWrong], state, newlyWrong) => {
  const facts = { errorsBefore, errorsNow, newErrors, otherWrong, hadResult: true, hasResult: true };
  expect(documentChange(facts)).toEqual({ state, newlyWrong, newErrors, errorsBefore, errorsNow });
});

test('a lost result is newly wrong, and a result that is missing in both versions is not', () => {
  const facts = { errorsBefore: 2, errorsNow: 5, newErrors: 3, otherWrong: 0, hasResult: false };
  expect(documentChange({ ...facts, hadResult: true })).toMatchObject({
    state: 'noResult',
    newlyWrong: true,
  });
  expect(documentChange({ ...facts, newErrors: 0, errorsNow: 2, hadResult: false })).toMatchObject({
    state: 'noResult',
    newlyWrong: false,
  });
});

test('a first result is an improvement or another wrong answer, never a loss', () => {
  const of = (errorsBefore: number, errorsNow: number) =>
    documentChange({
      errorsBefore,
      errorsNow,
      newErrors: 0,
      otherWrong: errorsNow,
      hadResult: false,
      hasResult: true,
    });
  expect(of(5, 0)).toMatchObject({ state: 'nowRight', newlyWrong: false });
  // The document has no expected values.
  expect(of(0, 0).state).toBe('nowRight');
  expect(of(5, 2).state).toBe('fewerErrors');
  expect(of(5, 5).state).toBe('otherWrong');
  // The gold has 2 values, and the output has 7 errors.
  expect(of(2, 7)).toMatchObject({ state: 'otherWrong', newlyWrong: false });
});

test('states agree with the numbers of errors for any document', () => {
  const random = new Random('states');
  const seen = new Set<DocumentState>();
  for (let i = 0; i < times(500, 20_000); i++) {
    const hadResult = random.next() < 0.9;
    const hasResult = random.next() < 0.9;
    // Draws four numbers of values: values that become wrong, that stay wrong with another value, that stay wrong with
    // the same value, and that become right.
    const newErrors = hadResult ? random.integer(3) : 0;
    const otherWrong = random.integer(3);
    const same = random.integer(3);
    const improved = random.integer(3);
    const errorsBefore = improved + otherWrong + same;
    const errorsNow = newErrors + otherWrong + same;
    const change = documentChange({ errorsBefore, errorsNow, newErrors, otherWrong, hadResult, hasResult });
    const { state, newlyWrong } = change;
    seen.add(state);
    expect(documentStates).toContain(state);
    expect(state === 'noResult').toBe(!hasResult);
    if (newlyWrong) expect(['newlyWrong', 'noResult']).toContain(state);
    if (state === 'newlyWrong') expect([newlyWrong, errorsBefore, newErrors > 0]).toEqual([true, 0, true]);
    if (hasResult && errorsNow < errorsBefore) expect(['mixed', 'fewerErrors', 'nowRight']).toContain(state);
    if (hasResult && newErrors > 0) expect(['newlyWrong', 'moreErrors', 'mixed']).toContain(state);
    if (state === 'nowRight') expect(errorsNow).toBe(0);
    if (state === 'unchanged') expect([newErrors, improved, otherWrong]).toEqual([0, 0, 0]);
    expect(changeGroupOf(change) === 'newErrors').toBe(newErrors > 0);
    expect(changeGroupOf(change) === 'lostResult').toBe(newlyWrong && newErrors === 0);
  }
  expect([...seen].sort()).toEqual([...documentStates].sort());
});
