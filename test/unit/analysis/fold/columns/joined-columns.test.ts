import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CodeColumn } from '../../../../../src/analysis/fold/columns/code-column.ts';
import { joinColumns } from '../../../../../src/analysis/fold/columns/joined-columns.ts';

test('computes the joined value of each document', () => {
  const lists = fc.array(fc.array(fc.nat(9), { minLength: 20, maxLength: 20 }), {
    minLength: 0,
    maxLength: 4,
  });
  fc.assert(
    fc.property(lists, (values) => {
      const columns = values.map((list) => {
        const column = new CodeColumn(0);
        for (const [position, value] of list.entries()) column.set(position, value, () => value);
        return column;
      });
      const joined = joinColumns(columns, (parts) => parts.reduce((sum, part) => sum + part, 0));
      const negative = joined.map((sum) => -sum);
      for (let position = 0; position < 20; position++) {
        const sum = values.reduce((total, list) => total + (list[position] as number), 0);
        expect(joined.at(position)).toBe(sum);
        expect(negative(position)).toBe(-sum);
      }
    }),
  );
});

test('computes the value per document if there are more combinations than a safe integer can count', () => {
  const columns = Array.from({ length: 6 }, () => {
    const column = new CodeColumn(0);
    for (let position = 0; position < 2000; position++) column.set(position, position, () => position);
    return column;
  });
  const joined = joinColumns(columns, (parts) => parts.join());
  expect(joined.at(1999)).toBe('1999,1999,1999,1999,1999,1999');
  expect(joined.map((text) => text.length)(7)).toBe(11);
});
