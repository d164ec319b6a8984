import { describe, expect, it } from 'vitest';
import { extract, number, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

describe('tax totals of several rates', () => {
  const totals = { net_total: number(), tax_total: number(), grand_total: number() };

  it('adds the taxes of lines that start with the taxable amount', () => {
    const invoice = textDocument(`
      Summe netto                                  300,00
      Steuerbasisbetrag USt. 7 %        100,00       7,00
      Steuerbasisbetrag USt. 19 %       200,00      38,00
      Rechnungssumme brutto                        345,00
    `);
    expect(extract(invoice, totals).value).toEqual({ net_total: 300, tax_total: 45, grand_total: 345 });
  });

  it('adds negative taxes with rates in a column without a percent sign', () => {
    const creditNote = textDocument(`
      Tax                  Base        Rate %      Tax amount
      VAT               -100.00             7           -7.00
      VAT               -200.00            19          -38.00

      Total net                                       -300.00
      Grand total                                     -345.00
    `);
    expect(extract(creditNote, totals).value).toEqual({
      net_total: -300,
      tax_total: -45,
      grand_total: -345,
    });
  });

  it('ignores discounts that only name a tax rate', () => {
    const creditNote = textDocument(`
      Discount 2,50 % of -100.00      19 % VAT          2.00
      Discount 1,50 % of -50.00        7 % VAT          1.00
      Tax                  Base        Rate %      Tax amount
      VAT               -100.00             7           -7.00
      VAT               -200.00            19          -38.00

      Total net                                       -300.00
      Grand total                                     -345.00
    `);
    expect(extract(creditNote, totals).value).toEqual({
      net_total: -300,
      tax_total: -45,
      grand_total: -345,
    });
  });

  it('reads insurance tax as the tax and derives the net amount from it', () => {
    const policy = textDocument(`
      Contents insurance                                80,00 EUR
      Gesamtbeitrag                                     80,00 EUR
      Versicherungsteuer 19 %                           15,20 EUR
      Rechnungsbeitrag                                  95,20 EUR
    `);
    expect(extract(policy, totals).value).toEqual({ net_total: 80, tax_total: 15.2, grand_total: 95.2 });
  });
});

describe('totals of receipts', () => {
  it('does not take the included tax for the total', () => {
    const receipt = textDocument(`
      DUE                              20.00
      PAID                             50.00
      CHANGE                           30.00
      (TOTAL INCLUDED GST @ 6% : 1.13)
    `);
    expect(extract(receipt, { total: number() }).value).toEqual({ total: 20 });
  });

  it('takes the amount paid if OCR misread the total', () => {
    const receipt = textDocument(`
      Total                            PM4.00
      Paid                             RM4.00
    `);
    expect(extract(receipt, { total: number() }).value).toEqual({ total: 4 });
  });

  it('prefers the date of sale to the date of printing', () => {
    const receipt = textDocument(`
      Date             03/04/2031 10:00
      Printed on: 05-04-2031 11:00
    `);
    expect(extract(receipt, { date: text() }).value).toEqual({ date: '03/04/2031' });
  });
});
