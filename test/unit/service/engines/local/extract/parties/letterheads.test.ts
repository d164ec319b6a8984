import { describe, expect, it } from 'vitest';
import { extract, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

describe('ends of addresses', () => {
  it('excludes the branch below a country', () => {
    const receipt = textDocument(`
      GREEN PEAR TRADING SDN BHD
      NO 8, JALAN KENANGA 2,
      56000 KUALA LUMPUR, MALAYSIA
      RIVER MALL
      Tel: 03-555 1234
      TOTAL       12.00
    `);
    expect(extract(receipt, { company: text(), address: text() }).value).toEqual({
      company: 'GREEN PEAR TRADING SDN BHD',
      address: 'NO 8, JALAN KENANGA 2, 56000 KUALA LUMPUR, MALAYSIA',
    });
  });

  it('excludes the first article below a line that ends with a full stop', () => {
    const receipt = textDocument(`
      GREEN PEAR HARDWARE SDN BHD
      NO 7, JALAN KENANGA, SHAH ALAM.
      27" STEEL BASIN
      TOTAL       12.00
    `);
    expect(extract(receipt, { company: text(), address: text() }).value).toEqual({
      company: 'GREEN PEAR HARDWARE SDN BHD',
      address: 'NO 7, JALAN KENANGA, SHAH ALAM.',
    });
  });

  it('excludes a tax number whose label OCR misread', () => {
    const receipt = textDocument(`
      GREEN PEAR TRADING SDN BHD
      NO 8, JALAN KENANGA 2,
      56000 KUALA LUMPUR
      65T 1D. N0 : 000123456789
      TOTAL       12.00
    `);
    expect(extract(receipt, { address: text() }).value).toEqual({
      address: 'NO 8, JALAN KENANGA 2, 56000 KUALA LUMPUR',
    });
  });
});

describe('names of shops', () => {
  const nameOf = (printed: string): unknown => extract(textDocument(printed), { company: text() }).value;

  it('prefers the name above a register number to a line above it', () => {
    const printed = `
      Z = 0%          4.00     0.00
      SEE YOU AND DO VISIT US AGAIN
      CASHIER [ANNE]           MACHINE [003]
      [19/06/31] [11:37]
                               POSTED
      SILVER FERN CORNER
      (7654321-P)
      G.2 & G.3, PLAZA KENANGA,
      NO.1 JALAN 9/1, 47300 PJ, SELANGOR
      TOTAL       12.00
    `;
    expect(nameOf(printed)).toEqual({ company: 'SILVER FERN CORNER' });
  });

  it('does not count the digits of the register number', () => {
    const printed = `
      77 QU1CK 5/B (1234567-X)
      LOT 28, JALAN KENANGA,
      41150 KLANG, SELANGOR
      066 PEAR JUICE 3IN1     13.65
      1821 OAT CRACKERS       6.70
      TOTAL       20.35
    `;
    expect(nameOf(printed)).toEqual({ company: '77 QU1CK 5/B' });
  });

  it('prefers a name to its repetition in brackets', () => {
    const printed = `
      SILVER FERN RIVERSIDE
      (SILVER FERN SHOP (123))
      UNIT 4, JALAN KENANGA,
      93350 KUCHING, SARAWAK.
      TOTAL       12.00
    `;
    expect(nameOf(printed)).toEqual({ company: 'SILVER FERN RIVERSIDE' });
  });

  it('joins a name whose second line starts with a divided business word', () => {
    const printed = `
      NORTHERN SOUTHERN
      STAT IONERY SDN BHD
      NO 8, JALAN KENANGA 2,
      56000 KUALA LUMPUR
      TOTAL       12.00
    `;
    expect(nameOf(printed)).toEqual({ company: 'NORTHERN SOUTHERN STAT IONERY SDN BHD' });
  });

  it('does not take a word of the address for the name', () => {
    const printed = `
 SILVER F ERN
 Company No: MA0123456-M
 Lot   2407, Jalan Kenanga
 52100 Riverside, KL
 Site: 2076
 Telephone: 03-555 7995
 GST No: 001229619200
 TOTAL       12.00
    `;
    expect(nameOf(printed)).toEqual({ company: 'SILVER F ERN' });
  });

  it('does not read the letters of a branch code as a word of an address', () => {
    const printed = `
      PEARLY
      CT512 - PEARLY RIVERSIDE
      SILVER ENTERPRISE
      001234567-X
      NORTH STATION P3311, LORONG
      KENANGA,
      JLN UTARA
      TAX INVOICE
      TOTAL       12.00
    `;
    expect(extract(textDocument(printed), { address: text() }).value).toEqual({
      address: 'NORTH STATION P3311, LORONG KENANGA, JLN UTARA',
    });
  });
});
