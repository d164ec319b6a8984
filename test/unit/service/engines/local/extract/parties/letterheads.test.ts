import { describe, expect, it } from 'vitest';
import type { ParsedDocument, ParsedLine } from '../../../../../../../src/service/engines/parsed-document.ts';
import { placedLine } from '../../../../../../fixtures/documents/parsed-document.ts';
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

describe('names of businesses', () => {
  it('prefers the registered company to a building that the address repeats', () => {
    const receipt = textDocument(`
      TQ FOR SHOPPING WITH US
      RIVER VILLAGE
      LOUNGE 2, GROUND FLOOR, RIVER VILLAGE,NO 2,
      JALAN KENANGA 1A/7A, RIVER SQUARE,
      47301,PETALING JAYA,SELANGOR
      careline : 1800 88 1231
      careline@example.com
      PEARS RETAIL SB(306295-X) FKA PLUM STORES SB
      TOTAL       12.00
    `);
    expect(extract(receipt, { company: text() }).value).toEqual({ company: 'PEARS RETAIL SB' });
  });
});

describe('starts and ends of receipt addresses', () => {
  const addressOf = (printed: string): unknown => extract(textDocument(printed), { address: text() }).value;

  it('includes a place in brackets below the postal code', () => {
    const printed = `
      GREEN PEAR TRADING SDN BHD
      NO 8, JALAN KENANGA 2,
      56000 KUALA LUMPUR, SELANGOR
      (RIVER MALL NORTH WING)
      TOTAL       12.00
    `;
    expect(addressOf(printed)).toEqual({
      address: 'NO 8, JALAN KENANGA 2, 56000 KUALA LUMPUR, SELANGOR (RIVER MALL NORTH WING)',
    });
  });

  it('excludes the name of a branch above the street', () => {
    const printed = `
      GREEN PEAR TRADING SDN BHD
      GREEN PEAR KENANGA PLAZA
      NO 8, JALAN KENANGA 2,
      56000 KUALA LUMPUR
      TOTAL       12.00
    `;
    expect(addressOf(printed)).toEqual({ address: 'NO 8, JALAN KENANGA 2, 56000 KUALA LUMPUR' });
  });

  it('keeps a building above the street', () => {
    const printed = `
      GREEN PEAR TRADING SDN BHD
      KENANGA PLAZA
      NO 8, JALAN KENANGA 2,
      56000 KUALA LUMPUR
      TOTAL       12.00
    `;
    expect(addressOf(printed)).toEqual({
      address: 'KENANGA PLAZA NO 8, JALAN KENANGA 2, 56000 KUALA LUMPUR',
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

  it('prefers a registered company below the address to a place above it', () => {
    const printed = `
      RIVER VILLAGE
      NO 4, JALAN KENANGA 9/1,
      47300 PETALING JAYA, SELANGOR
      Careline : 1800 55 1234
      care@greenpear.example
      GREEN PEAR RETAIL SB(765432-X)
      TOTAL       12.00
    `;
    expect(nameOf(printed)).toEqual({ company: 'GREEN PEAR RETAIL SB' });
  });
});

describe('names on two lines of a letter', () => {
  const invoice = (...lines: ParsedLine[]): ParsedDocument => ({
    type: 'PDF',
    pages: [{ number: 1, width: 595, height: 842, source: 'text', lines }],
  });
  const first = placedLine('Green Pear Mutual', 70, 72, 0);
  const second = placedLine('Insurance Riverside Ltd', 70, 83, 0);

  it('are joined if they are set apart from all other lines', () => {
    const letter = invoice(first, second, placedLine('12 Quay Street', 70, 120, 1));
    expect(extract(letter, { seller_name: text() }).value).toEqual({
      seller_name: 'Green Pear Mutual Insurance Riverside Ltd',
    });
  });

  it('are not joined above an address in the same block', () => {
    const letter = invoice(first, second, placedLine('12 Quay Street', 70, 94, 0));
    expect(extract(letter, { seller_name: text() }).value).toEqual({
      seller_name: 'Insurance Riverside Ltd',
    });
  });
});
