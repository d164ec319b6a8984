import { expect, test } from 'vitest';
import { placeText } from '../../../../src/model/json/place-text.ts';

test.each([
  ['line_items[1].description', 'line item 2, description'],
  ['line_items[0].price.amount', 'line item 1, price.amount'],
  ['totals.line_items[9]', 'totals, line item 10'],
  ['tables[0].rows[2].cells[1]', 'table 1, row 3, cell 2'],
  ['matrix[1][2]', 'matrix 2.3'],
  ['[2].x', 'row 3, x'],
  ['entries[0]', 'entry 1'],
  ['taxes[1].rate', 'tax 2, rate'],
  ['addresses[0].city', 'address 1, city'],
  ['taxLines[0]', 'tax line 1'],
  ['status[0]', 'status 1'],
  ['analysis[0]', 'analysis 1'],
  // Paths without a row, and texts that are not paths, stay as they are.
  ['seller_vat_id', 'seller_vat_id'],
  ['seller.name', 'seller.name'],
  ['pages 1–3', 'pages 1–3'],
  ['', ''],
  ['[see note].x', '[see note].x'],
  ['we]ird[0].x', 'we]ird[0].x'],
])('%j reads %j', (path, text) => {
  expect(placeText(path)).toBe(text);
});

test('names a row that only the prediction has', () => {
  expect(placeText('line_items[1].description', true)).toBe('line item 2, description (extra row)');
  expect(placeText('total', true)).toBe('total');
});

test('reads a long path in linear time', () => {
  const path = 'a[0].'.repeat(20_000);
  const start = performance.now();
  expect(placeText(`${path}]`)).toBe(`${path}]`);
  expect(performance.now() - start).toBeLessThan(500);
});
