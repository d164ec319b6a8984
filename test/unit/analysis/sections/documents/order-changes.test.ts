import { expect, test } from 'vitest';
import { documentChange } from '../../../../../src/analysis/fold/documents/document-state.ts';
import {
  compareByImportance,
  orderChanges,
} from '../../../../../src/analysis/sections/documents/order-changes.ts';
import type {
  ChangedDocument,
  ChangedValue,
  ValueChange,
} from '../../../../../src/model/report/document-state.ts';

const change = (
  errorsBefore: number,
  errorsNow: number,
  newErrors: number,
  more: { otherWrong?: number; hadResult?: boolean; hasResult?: boolean } = {},
) =>
  documentChange({
    errorsBefore,
    errorsNow,
    newErrors,
    otherWrong: 0,
    hadResult: true,
    hasResult: true,
    ...more,
  });
const value = (path: string, of: ValueChange = 'newError'): ChangedValue => ({
  change: of,
  path,
  expected: 'e',
  baseline: 'b',
  candidate: 'c',
});
const order = {
  isCritical: (_: string) => false,
  documentsPerField: () =>
    new Map([
      ['total', 9],
      ['date', 1],
      ['line_items.description', 4],
    ]),
  fields: ['seller', 'total', 'date', 'line_items.description'],
};

test('documents that matter more come first', () => {
  const documents = {
    'newly wrong, 3 errors': change(0, 3, 3),
    'newly wrong, 1 error': change(0, 1, 1),
    'lost its result': change(0, 9, 9, { hasResult: false }),
    '20 more errors': change(1, 21, 20),
    'mixed, 5 new, 15 to 14': change(15, 14, 5),
    'mixed, 5 new, 15 to 10': change(15, 10, 5),
    'mixed, 2 new': change(3, 3, 2),
    'other wrong answer': change(3, 3, 0, { otherWrong: 1 }),
    '88 to 6': change(88, 6, 0),
    '8 to 6': change(8, 6, 0),
    'now right, 9 errors before': change(9, 0, 0),
    'now right, 1 error before': change(1, 0, 0),
    'no result in both': change(4, 4, 0, { hadResult: false, hasResult: false }),
    unchanged: change(3, 3, 0),
  };
  const names = Object.entries(documents)
    .reverse()
    .sort(([, a], [, b]) => compareByImportance(a, b))
    .map(([name]) => name);
  expect(names).toEqual(Object.keys(documents));
});

test('the value of the largest effect comes first: critical field, then the rarest error, then the schema', () => {
  const document: ChangedDocument = {
    itemId: 'a',
    ...change(0, 4, 4),
    values: ['line_items[1].description', 'total', 'date', 'line_items[0].description', 'seller'].map(
      (path) => value(path),
    ),
  };
  const paths = (criticalFields: string[]) =>
    orderChanges([document], {
      ...order,
      isCritical: (field) => criticalFields.includes(field),
    })[0]?.values.map(({ path }) => path);
  // `order` states in how many documents each field has a new error: seller 0, date 1, description 4, total 9. The two
  // descriptions keep their order.
  const byRarity = ['seller', 'date', 'line_items[1].description', 'line_items[0].description', 'total'];
  expect(paths([])).toEqual(byRarity);
  expect(paths(['total'])).toEqual(['total', ...byRarity.filter((path) => path !== 'total')]);
  expect(paths(['line_items.description'])?.slice(0, 2)).toEqual([
    'line_items[1].description',
    'line_items[0].description',
  ]);
  const tied = orderChanges([document], { ...order, documentsPerField: () => new Map() });
  expect(tied[0]?.values.map(({ path }) => path).slice(0, 3)).toEqual(['seller', 'total', 'date']);
});
