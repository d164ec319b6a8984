import { describe, expect, test } from 'vitest';
import { parsePlainPage } from '../../../../../../../src/service/engines/local/parse/layout/plain-text.ts';
import { detectTables } from '../../../../../../../src/service/engines/local/parse/layout/tables.ts';

const order = parsePlainPage(
  [
    'Purchase order',
    '',
    '',
    'Item          Quantity      Price',
    'Green tea            2       4.00',
    'Black tea           12       3.50',
    '  first flush',
    'Cups                 1      19.90',
    '',
    '',
    '',
    '',
    'Thank you for your order, which we will send soon.',
  ].join('\n'),
  1,
);

describe('detectTables', () => {
  test('finds columns by the gaps between them', () => {
    const tables = detectTables(order);
    expect(tables).toHaveLength(1);
    const rows = tables[0]?.rows ?? [];
    expect(rows.map((row) => row.cells.map((cell) => cell.text))).toEqual([
      ['Item', 'Quantity', 'Price'],
      ['Green tea', '2', '4.00'],
      ['Black tea', '12', '3.50'],
      ['first flush', '', ''],
      ['Cups', '1', '19.90'],
    ]);
    expect(rows.map((row) => row.header)).toEqual([true, false, false, false, false]);
    expect(rows.map((row) => row.continues)).toEqual([false, false, false, true, false]);
    expect(rows[1]?.cells[2]?.box?.right).toBe(33 * 6);
  });

  test('finds no table in labels with values or in running text', () => {
    const letter = parsePlainPage(
      'Number:   17\nDate:     2024-01-05\nTo:       The board\nplain words\nmore words',
      1,
    );
    expect(detectTables(letter)).toEqual([]);
  });
});
