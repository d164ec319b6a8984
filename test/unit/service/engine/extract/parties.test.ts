import { describe, expect, it } from 'vitest';
import { extract, text, textDocument } from './text-document.ts';

const properties = {
  company: text('Name of the company or shop that issued the receipt'),
  address: text('Postal address of the company or shop'),
};

function head(...lines: string[]): Record<string, unknown> {
  const page = [...lines, '', 'Bread            3.20', 'Total            3.20'].join('\n');
  return extract(textDocument(page), properties).value;
}

describe('the head of a receipt', () => {
  it('passes over lines that speak to the customer', () => {
    expect(
      head('GOODS SOLD ARE NOT RETURNABLE', 'NORTH PIER BOOKS LTD', '4 Quay Street, Leith EH6 6NU'),
    ).toEqual({ company: 'NORTH PIER BOOKS LTD', address: '4 Quay Street, Leith EH6 6NU' });
    expect(head('YOUR ORDER NUMBER IS', '7290', 'COPPER KETTLE ENTERPRISE').company).toBe(
      'COPPER KETTLE ENTERPRISE',
    );
    expect(head('TALL OAK FOODS SDN BHD', 'FORMERLY KNOWN AS', 'SMALL ACORN FOODS SDN BHD').company).toBe(
      'TALL OAK FOODS SDN BHD',
    );
  });

  it('joins a name whose second line could not stand alone', () => {
    expect(head('GREEN VALLEY HARDWARE', 'ENTERPRISE (NORTH) SDN BHD').company).toBe(
      'GREEN VALLEY HARDWARE ENTERPRISE (NORTH) SDN BHD',
    );
    expect(head('EASTERN LIGHT', 'STATIONERY SDN BHD').company).toBe('EASTERN LIGHT STATIONERY SDN BHD');
  });

  it('does not take what a shop is for its name', () => {
    expect(head('TWO SPARROWS', 'BISTRO & CAFE', '8 Market Road').company).toBe('TWO SPARROWS');
  });

  it('leaves register numbers out of name and address', () => {
    expect(
      head(
        'BLUE CROWN CONFECTIONERY S/B 273500-U (BC1)',
        'BR NO.: (124525-H)',
        'NO. 9, JALAN MELATI, 47301 KAJANG',
      ),
    ).toEqual({ company: 'BLUE CROWN CONFECTIONERY S/B', address: 'NO. 9, JALAN MELATI, 47301 KAJANG' });
  });

  it('knows a street by its place over the postal code', () => {
    expect(head('Bäckerei Lindner', 'Seit 1902', 'Am Alten Tor', '04109 Leipzig').address).toBe(
      'Am Alten Tor 04109 Leipzig',
    );
  });

  it('ends an address where nothing of an address follows, and keeps its region', () => {
    const name = 'LOW TIDE PIZZA SDN BHD';
    expect(head(name, '12, Jalan Permai 3,', '81750 MASAI JOHOR', 'CARRY OUT NOW').address).toBe(
      '12, Jalan Permai 3, 81750 MASAI JOHOR',
    );
    expect(head(name, '12, Jalan Permai 3, 40150', 'SHAH ALAM', 'SELANGOR').address).toBe(
      '12, Jalan Permai 3, 40150 SHAH ALAM SELANGOR',
    );
  });

  it('looks for the address past the title of the document, and takes no item for one', () => {
    expect(
      head('COPPER KETTLE ENTERPRISE', 'TAX INVOICE', 'NO7, JLN MAWAR, SHAH ALAM', '2 X 11.50 SOAP 10L')
        .address,
    ).toMatch(/^NO7, JLN MAWAR, SHAH ALAM/);
    expect(head('COPPER KETTLE ENTERPRISE', '2 X 11.50   23.00', 'SOAP 10L').address).toBeNull();
  });
});
