import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAddress } from '../../../../../../../src/service/engines/local/extract/parties/address-parts.ts';
import { extract, number, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

describe('splitAddress', () => {
  it.each([
    ['12 Hill Road, Leeds, LS1 5AB, UK', ['12 Hill Road', 'Leeds', undefined, 'LS1 5AB', 'UK']],
    [
      '12 Hill Road, Leeds, West Yorkshire, LS1 5AB',
      ['12 Hill Road', 'Leeds', 'West Yorkshire', 'LS1 5AB', undefined],
    ],
    [
      '5 Lake Street, Mysore, Karnataka - 570001, India',
      ['5 Lake Street', 'Mysore', 'Karnataka', '570001', 'India'],
    ],
    ['7 Oak Ave, Fremont, CA 94538', ['7 Oak Ave', 'Fremont', 'CA', '94538', undefined]],
    ['Gasse 3, 50667 Köln', ['Gasse 3', 'Köln', undefined, '50667', undefined]],
  ])('%s', (address, [street, city, state, code, country]) => {
    const parts = splitAddress(address as string);
    expect([parts.street, parts.city, parts.state, parts['postal-code'], parts.country]).toEqual([
      street,
      city,
      state,
      code,
      country,
    ]);
  });

  it('never invents text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (address) => {
        for (const part of Object.values(splitAddress(address))) expect(address).toContain(part);
      }),
    );
  });
});

describe('addresses of parties', () => {
  const invoice = textDocument(`
Alder Tools GmbH                                   INVOICE 77
Hafenstrasse 4
20457 Hamburg
Germany

Customer: Roe Consulting Ltd       Address: 12 Hill Road, Leeds, LS1 5AB, UK

Net amount        100.00 EUR
Total amount      119.00 EUR
`);

  it('reads the address to the right of the name of a party', () => {
    const address = {
      type: 'object',
      properties: { street: text(), city: text(), postal_code: text(), country: text() },
    };
    expect(extract(invoice, { customer_name: text(), customer_address: address }).value).toEqual({
      customer_name: 'Roe Consulting Ltd',
      customer_address: { street: '12 Hill Road', city: 'Leeds', postal_code: 'LS1 5AB', country: 'UK' },
    });
  });

  it('reads parts of an address for names with the party in front', () => {
    const fields = {
      vendor_street: text(),
      vendor_zip: text(),
      vendor_city: text(),
      vendor_country_code: text(),
    };
    expect(extract(invoice, { ...fields, customer_city: text() }).value).toEqual({
      vendor_street: 'Hafenstrasse 4',
      vendor_zip: '20457',
      vendor_city: 'Hamburg',
      vendor_country_code: 'DE',
      customer_city: 'Leeds',
    });
  });

  it('gives the currency of the document to each object with an amount', () => {
    const money = { type: 'object', properties: { amount: number(), currency_code: text() } };
    expect(extract(invoice, { net_total: money, total: money, discount: money }).value).toEqual({
      net_total: { amount: 100, currency_code: 'EUR' },
      total: { amount: 119, currency_code: 'EUR' },
      discount: { amount: null, currency_code: null },
    });
  });
});
