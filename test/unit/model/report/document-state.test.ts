import { expect, test } from 'vitest';
import { documentChange } from '../../../../src/analysis/fold/documents/document-state.ts';
import {
  type ChangeCounts,
  type ChangedDocument,
  documentStates,
  errorsText,
  listChanges,
} from '../../../../src/model/report/document-state.ts';

const change = (errorsBefore: number, errorsNow: number, newErrors: number, otherWrong = 0) =>
  documentChange({ errorsBefore, errorsNow, newErrors, otherWrong, hadResult: true, hasResult: true });

test('errors before and now, with the new ones', () => {
  expect(errorsText(change(15, 10, 5))).toBe('15 → 10 errors, 5 new');
  expect(errorsText(change(88, 6, 0))).toBe('88 → 6 errors');
  expect(errorsText(change(0, 1, 1))).toBe('0 → 1 error, 1 new');
});

test('each changed document is in one list, in the order of the report', () => {
  const documents: ChangedDocument[] = [
    { itemId: 'newly wrong', ...change(0, 1, 1), values: [] },
    { itemId: 'mixed', ...change(88, 6, 1), values: [] },
    { itemId: 'other', ...change(2, 2, 0, 1), values: [] },
    { itemId: 'fewer', ...change(88, 6, 0), values: [] },
    { itemId: 'right', ...change(2, 0, 0), values: [] },
  ];
  const states = Object.fromEntries(documentStates.map((state) => [state, 0])) as ChangeCounts['states'];
  const counts: ChangeCounts = {
    // The counts have one document more than the list, as in a report that shows only some documents.
    states: { ...states, newlyWrong: 1, mixed: 1, otherWrong: 1, fewerErrors: 2, nowRight: 1, unchanged: 9 },
    newlyWrong: 1,
    newErrors: 2,
    newErrorsOrLost: 2,
    newErrorValues: 2,
    newErrorsButFewer: 1,
  };
  expect(
    listChanges(documents, counts).map(({ group, count, documents: found }) => [
      group,
      count,
      found.map(({ itemId }) => itemId),
    ]),
  ).toEqual([
    ['newErrors', 2, ['newly wrong', 'mixed']],
    ['fewerErrors', 3, ['fewer', 'right']],
    ['otherWrong', 1, ['other']],
  ]);
  expect(listChanges([], null)).toEqual([]);
  const lost = documentChange({
    errorsBefore: 2,
    errorsNow: 2,
    newErrors: 0,
    otherWrong: 0,
    hadResult: true,
    hasResult: false,
  });
  const withLost = listChanges([...documents, { itemId: 'lost', ...lost, values: [] }], {
    ...counts,
    newErrorsOrLost: 3,
  });
  expect(
    withLost.map(({ group, count, documents: found }) => [group, count, found.map(({ itemId }) => itemId)]),
  ).toEqual([
    ['newErrors', 2, ['newly wrong', 'mixed']],
    ['lostResult', 1, ['lost']],
    ['fewerErrors', 3, ['fewer', 'right']],
    ['otherWrong', 1, ['other']],
  ]);
});
