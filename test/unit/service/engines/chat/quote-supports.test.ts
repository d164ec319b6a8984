import { expect, it } from 'vitest';
import { quoteSupports } from '../../../../../src/service/engines/chat/quote-supports.ts';

it.each([
  ['Invoice no. NW-20417', 'NW 20417', 'string', true],
  ['Invoice no. NW-20417', 'NW-20418', 'string', false],
  ['MÜLLER & SÖHNE', 'Müller & Söhne', 'string', true],
  ['Total € 12', 'EUR', 'string', true],
  ['HK$12.00', 'HKD', 'string', true],
  ['Total $ 12', 'EUR', 'string', false],
  ['3 April 2026', '2026-04-03', 'string', true],
  ['3 April 2026', '2026-04-04', 'string', false],
  ['Total —', '—', 'string', true],
  ['Total', '—', 'string', false],
  ['Total: 1,234.50 EUR', 1234.5, 'number', true],
  ['Summe 1.234,50', 1234.5, 'number', true],
  ['Total 12', 1234.5, 'number', false],
  ['credit (12.00)', -12, 'number', true],
  ['VAT 19 %', 0.19, 'number', true],
  ['VAT 19 %', 19, 'integer', true],
  ['VAT 19', 0.19, 'number', false],
  ['1,234.50 EUR', { amount: 1234.5, iso_4217_currency_code: 'USD' }, 'currency', true],
  ['1,234.50 EUR', { amount: 99, iso_4217_currency_code: 'EUR' }, 'currency', false],
  ['3 April 2026', '2026-04-03', 'date', true],
  ['04/03/2026', '2026-04-03', 'date', true],
  ['03/04/2026', '2026-04-03', 'date', true],
  ['3 April 2025', '2026-04-03', 'date', false],
  ['Credit note', true, 'boolean', true],
  ['Due in 30 days', 'net_30', 'enum', true],
] as const)('%j and %j as %s: %s', (quote, value, kind, expected) => {
  expect(quoteSupports(quote, value, kind)).toBe(expected);
});
