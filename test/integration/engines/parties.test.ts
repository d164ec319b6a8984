import { describe, expect, it } from 'vitest';
import { date, extract, text, textDocument } from '../../fixtures/documents/text-document.ts';

const properties = {
  company: text('Name of the company or shop that issued the receipt'),
  address: text('Postal address of the company or shop'),
};

function head(...lines: string[]): Record<string, unknown> {
  const page = [...lines, '', 'Bread            3.20', 'Total            3.20'].join('\n');
  return extract(textDocument(page), properties).value;
}

describe('the header of a receipt', () => {
  it('ignores lines that address the customer', () => {
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

  it('joins a name whose second line is not a name', () => {
    expect(head('GREEN VALLEY HARDWARE', 'ENTERPRISE (NORTH) SDN BHD').company).toBe(
      'GREEN VALLEY HARDWARE ENTERPRISE (NORTH) SDN BHD',
    );
    expect(head('EASTERN LIGHT', 'STATIONERY SDN BHD').company).toBe('EASTERN LIGHT STATIONERY SDN BHD');
  });

  it('does not use the type of shop as its name', () => {
    expect(head('TWO SPARROWS', 'BISTRO & CAFE', '8 Market Road').company).toBe('TWO SPARROWS');
  });

  it('removes register numbers from name and address', () => {
    expect(
      head(
        'BLUE CROWN CONFECTIONERY S/B 273500-U (BC1)',
        'BR NO.: (124525-H)',
        'NO. 9, JALAN MELATI, 47301 KAJANG',
      ),
    ).toEqual({ company: 'BLUE CROWN CONFECTIONERY S/B', address: 'NO. 9, JALAN MELATI, 47301 KAJANG' });
  });

  it('recognises a street by its position above the postal code', () => {
    expect(head('Bäckerei Lindner', 'Seit 1902', 'Am Alten Tor', '04109 Leipzig').address).toBe(
      'Am Alten Tor 04109 Leipzig',
    );
  });

  it('ends an address at a line that is not part of it, and keeps its region', () => {
    const name = 'LOW TIDE PIZZA SDN BHD';
    expect(head(name, '12, Jalan Permai 3,', '81750 MASAI JOHOR', 'CARRY OUT NOW').address).toBe(
      '12, Jalan Permai 3, 81750 MASAI JOHOR',
    );
    expect(head(name, '12, Jalan Permai 3, 40150', 'SHAH ALAM', 'SELANGOR').address).toBe(
      '12, Jalan Permai 3, 40150 SHAH ALAM SELANGOR',
    );
  });

  it('excludes owner, branch and document type from an address', () => {
    expect(
      head('FRISCHEMARKT OST', 'Inh. K. Vogel', 'Berliner Allee 120', '13088 Berlin', 'Kassenbon').address,
    ).toBe('Berliner Allee 120 13088 Berlin');
    expect(head('SUNRISE HARDWARE', '88 County Road 5', 'Austin TX 78701', 'Store 0214 Reg 03').address).toBe(
      '88 County Road 5 Austin TX 78701',
    );
    expect(head('GREENLEAF GROCERY', '300 5th Ave', 'Brooklyn, NY 11215', 'Apples', '2 @ 1.10').address).toBe(
      '300 5th Ave Brooklyn, NY 11215',
    );
  });

  it('finds the address after the title of the document, and ignores items', () => {
    expect(
      head('COPPER KETTLE ENTERPRISE', 'TAX INVOICE', 'NO7, JLN MAWAR, SHAH ALAM', '2 X 11.50 SOAP 10L')
        .address,
    ).toMatch(/^NO7, JLN MAWAR, SHAH ALAM/);
    expect(head('COPPER KETTLE ENTERPRISE', '2 X 11.50   23.00', 'SOAP 10L').address).toBeNull();
  });
});

describe('the parties of an invoice', () => {
  const fields = { seller_name: text(), buyer_name: text() };
  const read = (...lines: string[]): unknown =>
    extract(textDocument([...lines, '', 'Invoice no.: 4711', 'Total: 12.00 EUR'].join('\n')), fields).value;

  it('are the name at the top and the recipient below it, regardless of their legal forms', () => {
    expect(
      read(
        'Malerbetrieb Sabine Kurz',
        'Lindenallee 45',
        '14050 Berlin',
        '',
        'Hotel Seeblick OHG',
        'Uferpromenade 5',
        '78462 Konstanz',
      ),
    ).toEqual({ seller_name: 'Malerbetrieb Sabine Kurz', buyer_name: 'Hotel Seeblick OHG' });
  });

  it.each([
    ['From:', 'To:'],
    ['Absender', 'Rechnungsempfänger'],
    ['Rechnungssteller:', 'Rechnung an:'],
  ])('are read below %s and %s in adjacent columns', (from, to) => {
    const columns = (a: string, b: string): string => a.padEnd(40) + b;
    expect(
      read(
        columns(from, to),
        columns('Gartenbau Hohlfeld', 'Hotel Seeblick OHG'),
        columns('Feldweg 88', 'Uferpromenade 5'),
        columns('01099 Dresden', '78462 Konstanz'),
      ),
    ).toEqual({ seller_name: 'Gartenbau Hohlfeld', buyer_name: 'Hotel Seeblick OHG' });
  });
});

describe('the header of an invoice', () => {
  const fields = { invoice_number: text(), issue_date: date(), due_date: date() };
  const read = (...lines: string[]): Record<string, unknown> =>
    extract(textDocument(lines.join('\n')), fields).value;

  it('assigns a shared value to both labels', () => {
    expect(read('Rechnungsdatum / Leistungsdatum: 02.06.2026', 'Zahlungsziel: 16.06.2026')).toMatchObject({
      issue_date: '2026-06-02',
      due_date: '2026-06-16',
    });
  });

  it('prefers the number after its label to text below the title', () => {
    const { invoice_number } = read(
      'Nr.:      RE60595',
      '',
      'Rechnung / Invoice',
      'Pos.   Bezeichnung           Menge    Gesamt',
      '1      Anfahrtspauschale     2        269,50',
    );
    expect(invoice_number).toBe('RE60595');
    expect(read('Invoice # 2024-17').invoice_number).toBe('2024-17');
  });

  it('reads the day first if the country of the currency does, regardless of the address', () => {
    expect(read('Issued: 01/04/2023', 'Midtown Clinic', 'Austin, TX 78701', 'Total GBP 12.00')).toMatchObject(
      {
        issue_date: '2023-04-01',
      },
    );
  });
});
