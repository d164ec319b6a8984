import { expect, test } from 'vitest';
import { placeText } from '../../../src/base/place-text.ts';

test.each([
  ['total_amount', 'total_amount'],
  ['seller.address.city', 'seller.address.city'],
  ['line_items[1].description', 'line item 2, description'],
  ['line_items[1]', 'line item 2'],
  ['line_items[0].price.amount', 'line item 1, price.amount'],
  ['lineItems[0].unitPrice', 'line item 1, unitPrice'],
  ['order.entries[0].taxes[11].rate', 'order, entry 1, tax 12, rate'],
  ['addresses[2].zip', 'address 3, zip'],
  ['status[0]', 'status 1'],
  ['analysis[0]', 'analysis 1'],
  ['matrix[0][1]', 'matrix 1, row 2'],
  ['[3].type', 'row 4, type'],
  ['type', 'type'],
  ['pages 1–3', 'pages 1–3'],
  ['', ''],
  // These texts are not paths, so they stay unchanged.
  ['[see note].x', '[see note].x'],
  ['we]ird[0].x', 'we]ird[0].x'],
])('writes the path %j as %j', (path, text) => {
  expect(placeText(path)).toBe(text);
});

test('names a row that only the prediction has', () => {
  expect(placeText('line_items[1].description', true)).toBe('line item 2, description (extra row)');
  expect(placeText('total', true)).toBe('total');
});
