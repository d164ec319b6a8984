import { describe, expect, it } from 'vitest';
import type { ExtractConfig } from '../../../../../../src/model/processor/processor-config.ts';
import { extractFields } from '../../../../../../src/service/engines/local/extract/extract-fields.ts';
import {
  date,
  extract,
  number,
  schemaOf,
  text,
  textDocument,
} from '../../../../../fixtures/documents/text-document.ts';

const letter = textDocument(`
Nordlicht Papier GmbH - Hafenweg 12 - 20457 Hamburg

Sommerfeld Buchhandel KG
Am Markt 3
99084 Erfurt

                                             Rechnungsnummer:   NP-2031-778
                                             Rechnungsdatum:    4. März 2031
                                             Ihre Bestellung:   B-5512

Pos   Bezeichnung              Menge   Einzelpreis      Betrag
1     Briefpapier weiss           10          4,50       45,00
2     Umschlaege C5                4         12,25       49,00

                                         Nettobetrag     94,00 EUR
                                         MwSt. 19 %      17,86 EUR
                                         Gesamtbetrag   111,86 EUR

Zahlbar bis 03.04.2031 auf IBAN DE89 3704 0044 0532 0130 00
`);

const receipt = textDocument(`
             BLUE LANTERN BAKERY SDN BHD
                  (812345-K)
           NO 5, JALAN MERANTI 2,
          TAMAN DAMAI, 81100 JOHOR BAHRU
             TEL : 07-555 1234
               TAX INVOICE
  INVOICE NO : BL-00921        19/08/2031 14:22

  CURRY PUFF           2 X 1.50          3.00
  COFFEE                                 2.18
  SUB TOTAL                              5.18
  ROUNDING ADJ                           0.02
  TOTAL                                  5.20
  CASH                                  10.00
  CHANGE                                 4.80
`);

describe('extractFields on a German letter', () => {
  const properties = {
    invoice_number: text('Invoice number'),
    issue_date: date('Date of issue'),
    due_date: date('Due date'),
    currency: text('ISO 4217 code'),
    seller_name: text(),
    buyer_name: text(),
    buyer_address: text(),
    net_total: number(),
    tax_total: number(),
    grand_total: number(),
    iban: text(),
    order_number: text(),
  };

  it('finds every value by label, type and position', () => {
    expect(extract(letter, properties).value).toEqual({
      invoice_number: 'NP-2031-778',
      issue_date: '2031-03-04',
      due_date: '2031-04-03',
      currency: 'EUR',
      seller_name: 'Nordlicht Papier GmbH',
      buyer_name: 'Sommerfeld Buchhandel KG',
      buyer_address: 'Am Markt 3 99084 Erfurt',
      net_total: 94,
      tax_total: 17.86,
      grand_total: 111.86,
      iban: 'DE89 3704 0044 0532 0130 00',
      order_number: 'B-5512',
    });
  });

  it('keeps the order of required, and omits keys outside the schema', () => {
    expect(Object.keys(extract(letter, properties).value)).toEqual(Object.keys(properties));
  });

  it('returns values of nested objects, and parts of addresses', () => {
    const { value, metadata } = extract(letter, {
      seller: { type: 'object', required: ['name'], properties: { name: text() } },
      buyer: {
        type: 'object',
        required: ['name', 'street', 'zip', 'city'],
        properties: { name: text(), street: text(), zip: text(), city: text() },
      },
    });
    expect(value).toEqual({
      seller: { name: 'Nordlicht Papier GmbH' },
      buyer: { name: 'Sommerfeld Buchhandel KG', street: 'Am Markt 3', zip: '99084', city: 'Erfurt' },
    });
    expect(Object.keys(metadata)).toContain('seller.name');
  });

  it('returns a currency as amount and code', () => {
    const { value, metadata } = extract(letter, {
      grand_total: {
        type: 'object',
        'service:type': 'currency',
        required: ['amount', 'iso_4217_currency_code'],
        properties: { amount: number(), iso_4217_currency_code: text() },
      },
    });
    expect(value).toEqual({ grand_total: { amount: 111.86, iso_4217_currency_code: 'EUR' } });
    expect(Object.keys(metadata)).toEqual(['grand_total']);
  });

  it('cites the page, the words and a polygon inside the page', () => {
    const citation = extract(letter, properties).metadata.invoice_number?.citations?.[0];
    expect(citation).toMatchObject({ page: 1, referenceText: 'NP-2031-778' });
    expect(citation?.polygon).toHaveLength(4);
    for (const point of citation?.polygon ?? []) {
      expect(point.x).toBeGreaterThan(0);
      expect(point.y).toBeLessThan(66 * 12);
    }
  });

  it('omits citations if they are disabled, and adds reasons if they are enabled', () => {
    const { metadata } = extract(letter, properties, {
      advancedOptions: { citationsEnabled: false, modelReasoningInsightsEnabled: true },
    });
    expect(metadata.grand_total?.citations).toBeUndefined();
    expect(metadata.grand_total?.insights?.[0]?.content).toContain('Gesamtbetrag');
  });
});

describe('extractFields on a receipt', () => {
  const properties = { company: text(), date: text(), address: text(), total: text() };

  it('reads the header, the date as printed and the total that was paid', () => {
    expect(extract(receipt, properties).value).toEqual({
      company: 'BLUE LANTERN BAKERY SDN BHD',
      date: '19/08/2031',
      address: 'NO 5, JALAN MERANTI 2, TAMAN DAMAI, 81100 JOHOR BAHRU',
      total: '5.20',
    });
  });

  it('joins a name that is printed on two lines', () => {
    const company = (head: string): unknown => extract(textDocument(head), { company: text() }).value.company;
    expect(
      company('  BLUE LANTERN TIMBER &\n      HARDWARE\n  NO 5, JALAN MERANTI 2\n  81100 JOHOR BAHRU'),
    ).toBe('BLUE LANTERN TIMBER & HARDWARE');
    expect(
      company('  BLUE LANTERN HOLDINGS\n      SDN. BHD.\n  NO 5, JALAN MERANTI 2\n  81100 JOHOR BAHRU'),
    ).toBe('BLUE LANTERN HOLDINGS SDN. BHD.');
  });

  it('returns the type that the schema requires', () => {
    expect(extract(receipt, { date: date(), total: number() }).value).toEqual({
      date: '2031-08-19',
      total: 5.2,
    });
  });
});

describe('extractFields with labels from the config', () => {
  const form = textDocument(`
Vessel register extract
Hull colour: teal            Keel laid: 12/31/2029
Berth ref: Q-17
Skipper
Ada Example
Insured: [x] Yes [ ] No      Condition: seaworthy
`);

  it('finds fields without a known concept by their names', () => {
    expect(extract(form, { hull_colour: text(), keel_laid: date(), skipper: text() }).value).toEqual({
      hull_colour: 'teal',
      keel_laid: '2029-12-31',
      skipper: 'Ada Example',
    });
  });

  it('uses labels from the description, the rules, the key definitions and service:name', () => {
    expect(extract(form, { place: text("printed as 'Berth ref'") }).value.place).toBe('Q-17');
    expect(extract(form, { place: { ...text(), 'service:name': 'Berth ref' } }).value.place).toBe('Q-17');
    expect(
      extract(form, { place: text() }, { advancedOptions: { keyDefinitions: 'place = Berth ref' } }).value
        .place,
    ).toBe('Q-17');
    expect(
      extract(form, { place: text() }, { extractionRules: 'place is printed after "Berth ref".' }).value
        .place,
    ).toBe('Q-17');
    expect(extract(form, { place: text() }).value.place).toBeNull();
  });

  it('reads booleans from checkboxes and enums from words next to their label', () => {
    expect(
      extract(form, {
        insured: { type: ['boolean', 'null'] },
        condition: { enum: ['seaworthy', 'laid up', null] },
        colour: { enum: ['red', 'green', null] },
      }).value,
    ).toEqual({ insured: true, condition: 'seaworthy', colour: null });
  });

  it('returns the document type from its title, or null if there is no title', () => {
    const asked = { is_credit_note: { type: ['boolean', 'null'] } };
    expect(extract(textDocument('Gutschrift Nr. 12'), asked).value.is_credit_note).toBe(true);
    expect(extract(textDocument('Facture FA-2031-4'), asked).value.is_credit_note).toBe(false);
    expect(extract(textDocument('Dear friend'), asked).value.is_credit_note).toBeNull();
  });

  it('reads the parts of a signature block', () => {
    const signed = textDocument(`
Signature: /s/ Ada Example
Name: Ada Example
Title: Harbour master
Date: 3 May 2031
`);
    const part = (node: object) => ({ type: ['string', 'null'], ...node });
    const { value } = extract(signed, {
      approval: {
        type: 'object',
        'service:type': 'signature',
        required: ['printed_name', 'signature_date', 'is_signed', 'title_or_role'],
        properties: {
          printed_name: part({}),
          signature_date: part({ 'service:type': 'date' }),
          is_signed: { type: ['boolean', 'null'] },
          title_or_role: part({}),
        },
      },
    });
    expect(value.approval).toEqual({
      printed_name: 'Ada Example',
      signature_date: '2031-05-03',
      is_signed: true,
      title_or_role: 'Harbour master',
    });
  });

  it('returns no values that are not in the document', () => {
    const { value, metadata } = extract(textDocument('A page about nothing in particular.'), {
      invoice_number: text(),
      issue_date: date(),
      grand_total: number(),
      iban: text(),
      insured: { type: ['boolean', 'null'] },
      kind: { enum: ['red', null] },
      seller: { type: 'object', required: ['vat_id'], properties: { vat_id: text() } },
      line_items: {
        type: 'array',
        items: { type: 'object', properties: { description: text(), amount: number() } },
      },
    });
    expect(value).toEqual({
      invoice_number: null,
      issue_date: null,
      grand_total: null,
      iban: null,
      insured: null,
      kind: null,
      seller: { vat_id: null },
      line_items: [],
    });
    expect(metadata).toEqual({});
  });

  it('reads only the pages that the config selects', () => {
    const pages = textDocument('Invoice no: A1', 'Grand total: 12.00');
    const properties = { invoice_number: text(), grand_total: number() };
    expect(extract(pages, properties).value).toEqual({ invoice_number: 'A1', grand_total: 12 });
    expect(
      extract(pages, properties, { advancedOptions: { fixedPageLimit: 1 } }).value.grand_total,
    ).toBeNull();
    expect(
      extract(pages, properties, { advancedOptions: { pageRanges: [{ start: 2, end: 2 }] } }).value
        .invoice_number,
    ).toBeNull();
  });
});

describe('extractFields with a fields array', () => {
  const config: ExtractConfig = {
    type: 'EXTRACT',
    fields: [
      { id: 'number', name: 'Invoice number', type: 'string', description: '' },
      { id: 'sum', name: 'Total amount', type: 'currency', description: '' },
      { id: 'day', name: 'Invoice date', type: 'date', description: '' },
      { id: 'nothing', name: 'Keel colour', type: 'string', description: '' },
    ],
  };

  it('returns one entry per field with id, type and value', () => {
    const output = extractFields(letter, config, { effort: 'performance' }) as Record<
      string,
      Record<string, unknown>
    >;
    expect(Object.keys(output)).toEqual(['number', 'sum', 'day', 'nothing']);
    expect(output.number).toMatchObject({ id: 'number', type: 'string', value: 'NP-2031-778' });
    expect(output.number?.references).toMatchObject([{ fieldName: 'Invoice number', page: 1 }]);
    expect(output.sum).toMatchObject({
      type: 'currency',
      value: { amount: 111.86, iso_4217_currency_code: 'EUR' },
    });
    expect(output.day).toMatchObject({ type: 'date', value: '2031-03-04' });
    expect(output.nothing).toMatchObject({ value: null });
  });
});

describe('extractFields with both bases', () => {
  const properties = { company: text(), invoice_number: text(), total: number(), address: text() };

  it('returns only the OCR confidence with the light base', () => {
    const light = extract(receipt, properties, {}, 'light');
    expect(light.metadata.invoice_number).toMatchObject({ ocrConfidence: 1 });
    expect(light.metadata.invoice_number).not.toHaveProperty('logprobsConfidence');
    const full = extract(receipt, properties);
    expect(full.metadata.invoice_number?.logprobsConfidence).toBeGreaterThan(0.5);
  });

  it('uses the description of a field only with the performance base, whatever base was used before', () => {
    const ticket = textDocument('Kaftan mark: QX-7');
    const stamp = { stamp_of_office: text('Printed as "Kaftan mark".') };
    const found = (effort: 'light' | 'performance') =>
      extract(ticket, stamp, {}, effort).value.stamp_of_office;
    expect([found('light'), found('performance'), found('light')]).toEqual([null, 'QX-7', null]);
  });

  it('does not use positions on the page with the light base', () => {
    expect(extract(receipt, properties, {}, 'light').value.address).toBeNull();
    expect(extract(receipt, properties).value.address).not.toBeNull();
  });

  it('has a higher confidence for a labelled value than for a guess', () => {
    const sure = extract(textDocument('Invoice date: 03/05/2031'), { invoice_date: date() });
    const guess = extract(textDocument('Some shop\n03/05/2031 and 04/06/2031'), { invoice_date: date() });
    const of = (one: typeof sure): number => one.metadata.invoice_date?.logprobsConfidence ?? 0;
    expect(of(sure)).toBeGreaterThan(of(guess) + 0.2);
  });

  it('returns the same output for the same input', () => {
    const config = { type: 'EXTRACT', schema: schemaOf(properties) } as ExtractConfig;
    const run = (): string => JSON.stringify(extractFields(receipt, config, { effort: 'performance' }));
    expect(run()).toBe(run());
  });
});
