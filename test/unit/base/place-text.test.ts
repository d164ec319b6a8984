import { expect, test } from 'vitest';
import { placeText } from '../../../src/base/place-text.ts';

test.each([
  ['total_amount', 'total_amount'],
  ['seller.address.city', 'seller.address.city'],
  ['line_items[1].description', 'line item 2, description'],
  ['line_items[1]', 'line item 2'],
  ['lineItems[0].unitPrice', 'line item 1, unitPrice'],
  ['order.entries[0].taxes[11].rate', 'order, entry 1, tax 12, rate'],
  ['addresses[2].zip', 'address 3, zip'],
  ['status[0]', 'status 1'],
  ['matrix[0][1]', 'matrix 1, row 2'],
  ['[3].type', 'row 4, type'],
  ['type', 'type'],
  ['', ''],
])('writes the path %j as %j', (path, text) => {
  expect(placeText(path)).toBe(text);
});
