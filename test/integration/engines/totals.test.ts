import { describe, expect, it } from 'vitest';
import { extract, number, text, textDocument } from '../../fixtures/documents/text-document.ts';

const properties = { total: number('Total amount to pay including tax and rounding') };

function totalOf(...lines: string[]): unknown {
  const page = ['HARBOUR LIGHT STORE', '12 Quay Street', ...lines].join('\n');
  return extract(textDocument(page), properties).value.total;
}

/** Returns a label with its amount in a column to the right. */
const row = (label: string, amount: string): string => `${label.padEnd(34)}${amount}`;

describe('the total of a receipt', () => {
  it('is the rounded total, for both signs of the rounding line', () => {
    const receipt = (sign: string): unknown =>
      totalOf(
        row('Total (inclusive of GST)', '31.02'),
        row('Rounding adj', sign),
        row('Total', '31.00'),
        row('Cash', '31.00'),
      );
    expect(['-0.02', '0.02', '(0.02)', '-RM 0.02'].map(receipt)).toEqual([31, 31, 31, 31]);
    expect(totalOf(row('Total incl. GST', '8.48'), row('Rounding', '0.02'), row('Payable', '8.50'))).toBe(
      8.5,
    );
  });

  it('stays as printed if no amount was rounded', () => {
    expect(totalOf(row('Total', '31.02'), row('Rounding adj', '0.00'), row('Card', '31.02'))).toBe(31.02);
  });

  it('is the sum plus tax and rounding, even if the sum has the clearer label', () => {
    expect(
      totalOf(
        row('Total sales amount', '33.00'),
        row('GST 6%', '1.98'),
        row('Rounding adjustment', '0.02'),
        row('Total', '35.00'),
        row('Cash', '55.00'),
        row('Change', '20.00-'),
      ),
    ).toBe(35);
  });

  it('is cash minus change, also with a trailing minus', () => {
    expect(
      totalOf(
        row('Total RM', ''),
        row('Tea', '19.90'),
        row('Soup', '4.50'),
        row('Total', 'RM 24.40'),
        row('Cash', '30.40'),
        'Change RM: 6.00-',
      ),
    ).toBe(24.4);
  });

  it.each([
    ['Total RM 12.50', 12.5],
    ['Total (GST incl)   12.00', 12],
    ['Summe inkl. USt: 559,84 €', 559.84],
    ['Gesamtbetrag inkl. 19 % MwSt.   1.190,00 EUR', 1190],
    ['Totaal incl. 21% btw   99,50', 99.5],
    ['Montant total toutes taxes comprises   48,00 €', 48],
    ['Totale iva inclusa   61,00', 61],
  ])('is read after "%s"', (line, expected) => {
    expect(totalOf(line)).toBe(expected);
  });

  it('is not the sum without tax, even with a long label', () => {
    expect(
      totalOf(
        row('Summe ohne 19% MwSt', '100,00'),
        row('MwSt 19%', '19,00'),
        row('Summe mit 19% MwSt', '119,00'),
      ),
    ).toBe(119);
  });

  it('is read below its label in a skewed photograph', () => {
    expect(totalOf('Total', row('', '40.00'), 'Cash', row('', '50.00'), 'Change', row('', '10.00'))).toBe(40);
  });

  it('is the amount paid if no total is printed, with a low confidence', () => {
    const lines = [row('Rye bread', '8.60'), row('Subtotal', '20.40'), row('Cash', '20.40')];
    const { value, metadata } = extract(textDocument(lines.join('\n')), properties);
    expect(value.total).toBe(20.4);
    expect(metadata.total?.logprobsConfidence).toBeLessThan(0.8);
  });

  it('is returned as text without the currency if the label contains it', () => {
    const { value } = extract(textDocument('Total RM 12.50'), { total: text('Total as printed') });
    expect(value.total).toBe('12.50');
  });
});

describe('sums of an invoice', () => {
  const sums = { net_total: number(), tax_total: number(), grand_total: number() };
  const read = (...lines: string[]): unknown => extract(textDocument(lines.join('\n')), sums).value;

  it('includes the taxes of several rates if net amount and total verify them', () => {
    expect(
      read(
        row('Net amount', '300.00'),
        row('VAT 20%', '40.00'),
        row('VAT 5%', '5.00'),
        row('Total', '345.00'),
      ),
    ).toEqual({ net_total: 300, tax_total: 45, grand_total: 345 });
    expect(read(row('VAT 20%', '40.00'), row('VAT 5%', '5.00'), row('Total', '345.00'))).toMatchObject({
      tax_total: 40,
    });
  });

  it('includes a net sum with an unspecific label if the tax follows it', () => {
    expect(
      read(row('Summe', '1.000,00 €'), row('MwSt. 19 %', '190,00 €'), row('Gesamtbetrag', '1.190,00 €')),
    ).toEqual({ net_total: 1000, tax_total: 190, grand_total: 1190 });
  });

  it('includes the tax instead of the taxed amount', () => {
    expect(
      read(row('Gesamt netto', '1.775,06'), row('USt 19% auf 1.775,06', '337,26'), row('Gesamt', '2.112,32')),
    ).toEqual({ net_total: 1775.06, tax_total: 337.26, grand_total: 2112.32 });
    expect(read('The fee comes to £731.90 net, to which VAT of £146.38 is added.')).toMatchObject({
      tax_total: 146.38,
    });
  });
});
