import { expect, it } from 'vitest';
import { orderTypes, typeErrors } from '../../../../src/model/report/order-types.ts';

// Rows are the expected types a, b, c and d. Columns are the predicted types and no prediction. One a is read as d, two
// d are read as a, and one c is missing.
const matrix = [
  [8, 0, 0, 1, 0],
  [0, 9, 0, 0, 0],
  [0, 0, 8, 0, 1],
  [2, 0, 0, 7, 0],
];

it('counts the errors of a type as expected and as predicted type', () => {
  expect(typeErrors([matrix], 4)).toEqual([3, 0, 1, 3]);
});

it('puts confused types next to each other, and types without errors last', () => {
  expect(orderTypes([matrix], 4)).toEqual([0, 3, 2, 1]);
});

it('keeps the order of types without errors, and accepts no types', () => {
  expect(
    orderTypes(
      [
        [
          [1, 0],
          [0, 1],
        ],
      ],
      2,
    ),
  ).toEqual([0, 1]);
  expect(orderTypes([[]], 0)).toEqual([]);
});
