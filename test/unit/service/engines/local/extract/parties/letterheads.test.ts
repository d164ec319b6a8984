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
});
