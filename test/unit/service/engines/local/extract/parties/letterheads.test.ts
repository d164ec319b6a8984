import { describe, expect, it } from 'vitest';
import { extract, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

describe('addresses that end with a country', () => {
  it('excludes the branch below the country', () => {
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
});
