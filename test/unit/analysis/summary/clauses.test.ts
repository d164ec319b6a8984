import { expect, test } from 'vitest';
import {
  burdenOf,
  costClause,
  groupClause,
  isCheaper,
  lossClause,
  newErrorsClause,
  timeClause,
} from '../../../../src/analysis/summary/clauses.ts';
import { comparison } from './outcome-cases.ts';

test.each([
  [1, 1, 'costs the same'],
  [0, 0, 'costs the same'],
  [1, 1.09, 'costs the same'],
  [1, 0.92, 'costs the same'],
  [1, 1.2, 'costs 1.2 times as much (1.2 instead of 1 credit)'],
  [2, 1, 'costs 0.5 times as much (1 instead of 2 credits)'],
  [0, 1, 'costs 1 credit (0 before)'],
  [null, 1.5, 'costs 1.5 credits'],
])('says of costs %s and %s: %s', (before, after, text) => {
  expect(costClause({ before, after })).toBe(text);
});

test('calls a version cheaper only if it costs less than 1 / 1.1 of the other', () => {
  expect(isCheaper({ before: 1, after: 0.92 })).toBe(false);
  expect(isCheaper({ before: 1, after: 0.9 })).toBe(true);
  expect(isCheaper({ before: 0, after: 0 })).toBe(false);
  expect(isCheaper(null)).toBe(false);
});

test('says that a document takes as long as before if the interval includes 0', () => {
  const time = { before: 270, after: 1700 };
  expect(timeClause({ ...time, difference: { value: 1400, low: -1, high: 2800 } })).toBe(
    'takes as long as before (typically 1.7 s)',
  );
  expect(timeClause({ ...time, difference: { value: 1400, low: 1, high: 2800 } })).toBe(
    'takes 1.4 s longer (now typically 1.7 s)',
  );
  expect(timeClause({ ...time, difference: { value: -1400, low: -2800, high: -1 } })).toBe(
    'is 1.4 s faster (now typically 1.7 s)',
  );
  expect(timeClause({ ...time, difference: null })).toBe('takes typically 1.7 s, 0.27 s before');
  expect(timeClause(null)).toBeNull();
});

test('counts a cost or time only above 1.5 times, and a time only from 0.1 s longer on', () => {
  const time = { before: 200, after: 302, difference: { value: 102, low: 1, high: 200 } };
  expect(burdenOf({ cost: { before: 1, after: 1.5 }, time: null })).toEqual({ cost: null, time: null });
  expect(burdenOf({ cost: { before: 1, after: 1.6 }, time })).toEqual({ cost: 1.6, time: 1.51 });
  const brief = { before: 41, after: 140, difference: { value: 99, low: 90, high: 110 } };
  expect(burdenOf({ cost: null, time: brief })).toEqual({ cost: null, time: null });
  expect(burdenOf({ cost: null, time: { ...brief, before: 40 } })).toEqual({ cost: null, time: 3.5 });
});

test.each([
  [0, 0, 0, 0, 'No document has new errors.'],
  [7, 12, 7, 0, '7 documents have 12 new errors; all 7 have fewer errors in total than before.'],
  [1, 1, 1, 0, '1 document has a new error; it has fewer errors in total than before.'],
  [
    7,
    12,
    3,
    0,
    '7 documents have 12 new errors; 3 of these documents have fewer errors in total than before.',
  ],
  [2, 2, 0, 1, '2 documents have 2 new errors. 1 document that was fully right is wrong now.'],
  [0, 0, 0, 2, '2 documents that were fully right are wrong now.'],
])(
  'describes %i documents with %i new errors, %i with fewer in total and %i newly wrong',
  (newErrors, newErrorValues, fewerInTotal, newlyWrong, text) => {
    expect(newErrorsClause({ newErrors, newErrorValues, fewerInTotal, newlyWrong, lost: 0 }, 'EXTRACT')).toBe(
      text,
    );
  },
);

test('describes newly wrong types once, because a type is the only value of a document', () => {
  const changes = { newErrors: 3, newErrorValues: 3, fewerInTotal: 0, newlyWrong: 3, lost: 0 };
  expect(newErrorsClause(changes, 'CLASSIFY')).toBe(
    '3 documents that had the right type have a wrong one now.',
  );
  expect(newErrorsClause(changes, 'SPLITTER')).toContain('3 packets have 3 new errors.');
  expect(newErrorsClause(null, 'EXTRACT')).toBeNull();
});

test('names groups of documents that are clearly worse', () => {
  expect(groupClause(null)).toBeNull();
  expect(groupClause([])).toBe('No group of documents is clearly worse.');
  expect(groupClause(['quality scan', 'language fr'])).toBe('Clearly worse for quality scan, language fr.');
});

test('describes a loss with its range', () => {
  const loss = comparison('field:due_date', [1, 0.73], [-0.42, -0.12], 'regressed');
  expect(lossClause(loss, 'EXTRACT')).toBe('due_date fell from 100 to 73 of 100 (loss between 12 and 42)');
});

test('counts documents that lost their result apart from those that are wrong now', () => {
  const changes = { newErrors: 5, newErrorValues: 9, fewerInTotal: 0, newlyWrong: 3, lost: 2 };
  expect(newErrorsClause(changes, 'EXTRACT')).toBe(
    '5 documents have 9 new errors. 1 document that was fully right is wrong now. 2 documents have no result any more.',
  );
});
