import { describe, expect, it } from 'vitest';
import { date, extract, number, rowsOf, text, textDocument } from '../../fixtures/documents/text-document.ts';

const items = rowsOf({ description: text(), quantity: number(), unit_price: number(), amount: number() });

describe('arrays of objects', () => {
  it('reads a table by its column headers, in any order and language', () => {
    const { value } = extract(
      textDocument(`
Montant      Quantité    Désignation             Prix unitaire
  12,00             3    Cahier bleu                      4,00
   9,50             1    Stylo à encre                    9,50
`),
      { line_items: items },
    );
    expect(value.line_items).toEqual([
      { description: 'Cahier bleu', quantity: 3, unit_price: 4, amount: 12 },
      { description: 'Stylo à encre', quantity: 1, unit_price: 9.5, amount: 9.5 },
    ]);
  });

  it('joins wrapped descriptions and omits sums', () => {
    const { value } = extract(
      textDocument(`
Description                      Qty     Unit price      Amount
Garden chair, folding, with        2          30.00       60.00
cushion
Table                              1         110.00      110.00

Subtotal                                                 170.00
VAT 20 %                                                  34.00
Total                                                    204.00
`),
      { line_items: items },
    );
    expect(value.line_items).toEqual([
      { description: 'Garden chair, folding, with cushion', quantity: 2, unit_price: 30, amount: 60 },
      { description: 'Table', quantity: 1, unit_price: 110, amount: 110 },
    ]);
  });

  it('distinguishes article from description, reads money without decimals, and recognises sums by all their names', () => {
    const coded = rowsOf({ item_code: text(), description: text(), quantity: number(), amount: number() });
    const { value } = extract(
      textDocument(`
Dated: 30 December 2031

Article     Description             Qty     Rate        Amount
LB-2408     Microscope slides        32    1,500        48,000
LB-2104     Beaker set                2    5,250        10,500
                                   Net total        JPY 58,500
                                   VAT 10 %          JPY 5,850
                                   Total            JPY 64,350

According to our records the invoice 2031-151 of 22 November 2031 over JPY 12,000 is still open.
`),
      { line_items: coded, issue_date: date('Date of issue'), tax_amount: number('VAT amount') },
    );
    expect(value).toEqual({
      line_items: [
        { item_code: 'LB-2408', description: 'Microscope slides', quantity: 32, amount: 48_000 },
        { item_code: 'LB-2104', description: 'Beaker set', quantity: 2, amount: 10_500 },
      ],
      issue_date: '2031-12-30',
      tax_amount: 5850,
    });
  });

  it('continues on further pages, after repeated headers and carried sums', () => {
    const header = 'Pos   Bezeichnung              Menge   Einzelpreis      Betrag';
    const { value, metadata } = extract(
      textDocument(
        `${header}\n1     Lampe                        2         10,00       20,00\nÜbertrag                                                20,00`,
        `${header}\nÜbertrag                                                20,00\n2     Kabel                        1          5,00        5,00\n\nGesamtbetrag                                            25,00`,
      ),
      { line_items: items },
    );
    expect(value.line_items).toMatchObject([
      { description: 'Lampe', quantity: 2, amount: 20 },
      { description: 'Kabel', quantity: 1, amount: 5 },
    ]);
    expect(metadata['line_items[1].amount']?.citations?.[0]?.page).toBe(2);
  });

  it('reads the lines of a receipt without a header', () => {
    const { value } = extract(
      textDocument(`
SMALL SHOP
MILK             2 X 1.50         3.00
BREAD                             2.20
TOTAL                             5.20
CASH                             10.00
`),
      { items },
    );
    expect(value.items).toEqual([
      { description: 'MILK', quantity: 2, unit_price: 1.5, amount: 3 },
      { description: 'BREAD', quantity: null, unit_price: null, amount: 2.2 },
    ]);
  });

  it('reads a table without a known concept by the names of the fields', () => {
    const { value } = extract(
      textDocument(`
Tide table
Harbour          High water     Depth
Northpoint            06:12        4.5
Eastbay               07:40        3.1
`),
      { tides: rowsOf({ harbour: text(), high_water: text(), depth: number() }) },
    );
    expect(value.tides).toEqual([
      { harbour: 'Northpoint', high_water: '06:12', depth: 4.5 },
      { harbour: 'Eastbay', high_water: '07:40', depth: 3.1 },
    ]);
  });

  it('continues on pages without a repeated header, and does not read taxes as items', () => {
    const { value } = extract(
      textDocument(
        `
Description                      Qty     Unit price      Amount
Garden chair                       2          30.00       60.00
Table                              1         110.00      110.00
`,
        `
Northwind Garden Supplies
Bench                              3          40.00      120.00

VAT 20 % on 290.00                                        58.00
Total                                                    348.00
`,
      ),
      { line_items: items },
    );
    expect(value.line_items).toEqual([
      { description: 'Garden chair', quantity: 2, unit_price: 30, amount: 60 },
      { description: 'Table', quantity: 1, unit_price: 110, amount: 110 },
      { description: 'Bench', quantity: 3, unit_price: 40, amount: 120 },
    ]);
  });

  it('returns an empty list if there is no table', () => {
    expect(
      extract(textDocument('Dear friend, see you soon.'), { line_items: items }).value.line_items,
    ).toEqual([]);
  });
});
