import { expect, test } from 'vitest';
import { ChangeList } from '../../../../src/analysis/fold/change-list.ts';
import { documentChange } from '../../../../src/analysis/fold/documents/document-state.ts';
import { changeFlags } from '../../../../src/analysis/fold/documents/find-changes.ts';

const facts = { otherWrong: 0, hadResult: true, hasResult: true };

test('counts the states of documents and finds documents by field', () => {
  const changes = new ChangeList();
  const kinds = [
    documentChange({ ...facts, errorsBefore: 0, errorsNow: 0, newErrors: 0 }),
    documentChange({ ...facts, errorsBefore: 0, errorsNow: 2, newErrors: 2 }),
    documentChange({ ...facts, errorsBefore: 88, errorsNow: 6, newErrors: 1 }),
    documentChange({ ...facts, errorsBefore: 88, errorsNow: 6, newErrors: 0 }),
    // The document lost its result, but none of its values was right before.
    documentChange({ ...facts, hasResult: false, errorsBefore: 3, errorsNow: 3, newErrors: 0 }),
  ];
  for (let position = 0; position < 500; position++) {
    const change = kinds[position % 5] as (typeof kinds)[number];
    changes.count(position, change);
    if (change.newErrors === 0) continue;
    changes.add(
      position,
      new Map([
        [position % 2 === 0 ? 'total' : 'lines.amount', changeFlags.newError],
        ['date', changeFlags.nowRight],
      ]),
    );
  }
  const { states, ...counts } = changes.counts();
  expect(states).toEqual({
    newlyWrong: 100,
    noResult: 100,
    moreErrors: 0,
    mixed: 100,
    otherWrong: 0,
    fewerErrors: 100,
    nowRight: 0,
    unchanged: 100,
  });
  // 100 right documents became wrong, and 100 lost their result, so 200 are newly wrong. 100 documents have 2 new
  // errors each, and 100 documents have 1 new error each.
  expect(counts).toEqual({
    newlyWrong: 200,
    newErrors: 200,
    newErrorsOrLost: 300,
    newErrorValues: 300,
    newErrorsButFewer: 100,
  });
  expect([0, 1, 2, 3, 4].map((position) => changes.isNewlyWrong(position))).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
  const newErrors = changes.documentsWith((field) => field === 'total', changeFlags.newError);
  expect(newErrors).toHaveLength(100);
  expect(newErrors.every((position) => position % 2 === 0)).toBe(true);
  expect(changes.documentsWith((field) => field === 'date', changeFlags.newError)).toEqual([]);
  expect(changes.documentsWith(() => true, changeFlags.newError)).toHaveLength(200);
  expect([...changes.documentsPerField(changeFlags.newError)]).toEqual([
    ['lines.amount', 100],
    ['total', 100],
  ]);
  expect([...changes.documentsPerField(changeFlags.nowRight)]).toEqual([['date', 200]]);
});

test('counts documents with new errors that have fewer errors in total than before', () => {
  const changes = new ChangeList();
  const add = (position: number, errorsBefore: number, errorsNow: number, newErrors: number) =>
    changes.count(position, documentChange({ ...facts, errorsBefore, errorsNow, newErrors }));
  add(0, 88, 6, 1);
  // Document 1 has as many errors as before, document 2 has more, and document 3 had none before. Document 4 has fewer
  // errors, and none of them is new.
  add(1, 3, 3, 1);
  add(2, 3, 4, 2);
  add(3, 0, 1, 1);
  add(4, 9, 1, 0);
  expect(changes.counts()).toMatchObject({ newErrors: 4, newErrorValues: 5, newErrorsButFewer: 1 });
});
