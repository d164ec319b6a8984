import { expect, test } from 'vitest';
import { FlowBuilder } from '../../../../src/pages/flow/flow-builder.ts';
import { TableBuilder } from '../../../../src/pages/flow/table-builder.ts';

function table(): TableBuilder {
  return new TableBuilder(new FlowBuilder('a.html'));
}

test('a cell that spans rows in the last column does not move the cells of later rows', () => {
  const built = table();
  built.addCell('a');
  built.addCell('b', { rows: 2 });
  built.beginRow();
  built.addCell('c');
  built.beginRow();
  built.addCell('d');
  built.addCell('e');
  expect(built.finish()?.rows).toEqual([
    ['a', 'b'],
    ['c', ''],
    ['d', 'e'],
  ]);
});

test('the spans of a merged cell count the rows and columns that the table has', () => {
  const built = table();
  built.addCell('a', { rows: 9, columns: 2 });
  built.beginRow();
  built.addCell('b');
  built.beginRow();
  built.beginRow();
  built.addCell('c');
  // The first cell claims 9 rows, but the table ends after the fourth. The third row is empty and omitted, so the cell
  // spans 3 rows.
  expect(built.finish()).toEqual({
    kind: 'table',
    rows: [
      ['a', ''],
      ['', '', 'b'],
      ['', '', 'c'],
    ],
    details: [
      [{ columns: 2, rows: 3 }, undefined],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ],
  });
});

test('a cell that continues the cell above extends it, unless it has a text', () => {
  const built = table();
  built.addCell('a');
  built.addCell('b');
  built.beginRow();
  built.addCell('', { continues: true });
  built.addCell('c', { continues: true });
  expect(built.finish()?.details).toEqual([
    [{ rows: 2 }, undefined],
    [undefined, undefined],
  ]);
});
