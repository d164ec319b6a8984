import { describe, expect, it } from 'vitest';
import {
  extract,
  number,
  rowsOf,
  schemaOf,
  text,
  textDocument,
} from '../../../../../../fixtures/documents/text-document.ts';

const money = schemaOf({ currency_code: text(), amount: number() });
const items = rowsOf({ description: text(), quantity: number(), unit_price: money, total: money });

describe('objects of an amount and a currency in table rows', () => {
  it('reads each amount from the column with the name of the object, with the currency of the document', () => {
    const invoice = textDocument(`
      Item code   Description       Unit price    Quantity      Total
      3301        Steel bolt              2.50           4      10.00
      3302        Copper wire             7.00           3      21.00

                                                Total due   EUR 31.00
    `);
    const eur = (amount: number): unknown => ({ currency_code: 'EUR', amount });
    expect(extract(invoice, { items }).value.items).toEqual([
      { description: 'Steel bolt', quantity: 4, unit_price: eur(2.5), total: eur(10) },
      { description: 'Copper wire', quantity: 3, unit_price: eur(7), total: eur(21) },
    ]);
  });

  it('gives no currency if the document prints none', () => {
    const invoice = textDocument(`
      No    Description       Unit price    Quantity      Total
      1     Steel bolt              2.50           4      10.00
      2     Copper wire             7.00           3      21.00
    `);
    const none = (amount: number): unknown => ({ currency_code: null, amount });
    expect(extract(invoice, { items }).value.items).toEqual([
      { description: 'Steel bolt', quantity: 4, unit_price: none(2.5), total: none(10) },
      { description: 'Copper wire', quantity: 3, unit_price: none(7), total: none(21) },
    ]);
  });
});
