import { expect, test } from 'vitest';
import { changesText } from '../../../../src/analysis/measure/changes-text.ts';
import { type ChangeCounts, documentStates } from '../../../../src/model/report/document-state.ts';

const none = Object.fromEntries(documentStates.map((state) => [state, 0])) as ChangeCounts['states'];
const counts = (
  states: Partial<ChangeCounts['states']>,
  {
    newErrors = 0,
    newErrorValues = newErrors,
    newErrorsButFewer = 0,
    newlyWrong = 0,
  }: Partial<Omit<ChangeCounts, 'states'>> = {},
): ChangeCounts => ({
  states: { ...none, ...states },
  newlyWrong,
  newErrors,
  newErrorsOrLost: newErrors,
  newErrorValues,
  newErrorsButFewer,
});

test.each([
  [counts({ unchanged: 9 }), 'No document changed'],
  [
    counts(
      { mixed: 7, fewerErrors: 21, nowRight: 26 },
      { newErrors: 7, newErrorValues: 12, newErrorsButFewer: 7 },
    ),
    '7 documents have 12 new errors (all 7 have fewer errors in total), 21 have fewer errors, 26 are now fully right',
  ],
  [
    counts(
      { newlyWrong: 1, moreErrors: 2, mixed: 1 },
      { newErrors: 4, newErrorValues: 9, newErrorsButFewer: 1, newlyWrong: 1 },
    ),
    '4 documents have 9 new errors (1 of them has fewer errors in total), 1 is newly wrong',
  ],
  [
    counts({ mixed: 1 }, { newErrors: 1, newErrorsButFewer: 1 }),
    '1 document has 1 new error (and fewer errors in total)',
  ],
  [counts({ mixed: 1 }, { newErrors: 1 }), '1 document has 1 new error'],
  [
    counts({ fewerErrors: 1, otherWrong: 2 }),
    'No document has a new error, 1 has fewer errors, 2 have other wrong answers',
  ],
  // The document is newly wrong because it lost its result, so it has no new error.
  [counts({ noResult: 1 }, { newlyWrong: 1 }), 'No document has a new error, 1 is newly wrong'],
])('describes %#', (given, text) => {
  expect(changesText(given)).toBe(text);
});
