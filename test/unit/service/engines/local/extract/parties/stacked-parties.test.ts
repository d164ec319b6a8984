import { describe, expect, it } from 'vitest';
import { extract, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

describe('an address block without a label', () => {
  it('starts at a form of address, which is part of the name', () => {
    const letter = textDocument(`
      Green Pear Insurance Ltd

      Mrs
      Ada Example
      12 Quay Street
      56000 Riverside

      Premium invoice               24 January 2031
    `);
    const fields = { seller_name: text(), buyer_name: text(), buyer_address: text() };
    expect(extract(letter, fields).value).toEqual({
      seller_name: 'Green Pear Insurance Ltd',
      buyer_name: 'Mrs Ada Example',
      buyer_address: '12 Quay Street 56000 Riverside',
    });
  });
});
