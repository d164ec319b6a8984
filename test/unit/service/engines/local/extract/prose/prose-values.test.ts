import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

const date = { type: 'string', format: 'date' };

const parties = { type: 'array', items: { type: 'object', properties: { name: text(), role: text() } } };

const supply = textDocument(`
EXHIBIT 4.2

MASTER SUPPLY AGREEMENT

This Master Supply Agreement (this "Agreement") is made and entered into as of the 3rd
day of May, 2031, by and between Hollow Oak Mills, Inc., a Vermont corporation with offices at
12 River Road, Montpelier, VT 05602 ("Supplier"), and Brandt and Daughters LLC (the "Buyer").

WHEREAS, Supplier and Buyer entered into that certain Letter of Intent dated January 9, 2030;

1. Term. This Agreement shall be effective as of June 1, 2031 (the "Effective Date") and shall remain in
effect for a period of eighteen (18) months, unless renewed for additional periods of two (2) years.

2. Price. Prices are fixed until December 31, 2040.

9. Governing Law. This Agreement shall be governed by and construed in accordance with the laws of
the State of New Hampshire, without regard to conflicts of laws.
`);

describe('facts in the sentences of a contract', () => {
  it('reads title, dates and law, and computes the end of the term', () => {
    const { value, metadata } = extract(supply, {
      document_name: text(),
      agreement_date: date,
      effective_date: date,
      expiration_date: date,
      governing_law: text(),
    });
    expect(value).toEqual({
      document_name: 'MASTER SUPPLY AGREEMENT',
      agreement_date: '2031-05-03',
      effective_date: '2031-06-01',
      // 18 months after 1 June 2031.
      expiration_date: '2032-12-01',
      governing_law: 'New Hampshire',
    });
    const confidence = (name: string): number => metadata[name]?.logprobsConfidence ?? 0;
    expect(confidence('agreement_date')).toBeGreaterThanOrEqual(0.9);
    expect(confidence('expiration_date')).toBeLessThan(0.9);
    expect(metadata.governing_law?.citations?.[0]?.referenceText).toBe('New Hampshire');
  });

  it('lists the parties with the short names that the contract defines', () => {
    const { value } = extract(supply, { parties, supplier: text(), buyer: text() });
    expect(value).toEqual({
      parties: [
        { name: 'Hollow Oak Mills, Inc.', role: 'Supplier' },
        { name: 'Brandt and Daughters LLC', role: 'Buyer' },
      ],
      supplier: 'Hollow Oak Mills, Inc.',
      buyer: 'Brandt and Daughters LLC',
    });
    const { value: names } = extract(supply, { parties: { type: 'array', items: text() } });
    expect(names).toEqual({ parties: ['Hollow Oak Mills, Inc.', 'Brandt and Daughters LLC'] });
  });

  it('reads parties with a capacity instead of a short name, and definitions of names', () => {
    const loan = textDocument(`
LOAN AGREEMENT dated as of 2 May 2031 among TERN COMPANY, as Borrower, HARBOUR BANK, N.A., as Agent, and
ROE CREDIT LLC, as Lender.

"Custodian" means Alder Trust Company, N.A. in its capacity as keeper of the notes.
`);
    expect(
      extract(loan, { borrower: text(), agent: text(), lender: text(), custodian: text() }).value,
    ).toEqual({
      borrower: 'TERN COMPANY',
      agent: 'HARBOUR BANK, N.A.',
      lender: 'ROE CREDIT LLC',
      custodian: 'Alder Trust Company, N.A.',
    });
  });

  it('prefers the name in the opening to the name after a label of an exhibit', () => {
    const opening = `
LOAN AGREEMENT

This Loan Agreement is made as of May 3, 2031 between TERN WORKS, INC., a Vermont corporation (the
"Borrower"), and HERON BANK, N.A., as Agent.
`;
    const exhibit =
      'EXHIBIT B\n\nBorrower: Tern Works, Inc.\nAgent: Heron Bank, N.A., as the agent under the Loan';
    const wanted = { borrower: text(), agent: text() };
    const both = extract(textDocument(opening, exhibit), wanted);
    expect(both.value).toEqual({ borrower: 'TERN WORKS, INC.', agent: 'HERON BANK, N.A.' });
    const alone = extract(textDocument(exhibit), wanted);
    expect(alone.value).toEqual({ borrower: 'Tern Works, Inc.', agent: 'Heron Bank, N.A.' });
  });

  it('is less certain of a title that the first sentence spells differently', () => {
    const title = (first: string): number =>
      extract(textDocument(`LEASE AGREEMENT\n\nThis ${first} is between Ada Roe and Tom Doe.\n`), {
        document_title: text(),
      }).metadata.document_title?.logprobsConfidence ?? 0;
    expect(title('agreement')).toBeGreaterThanOrEqual(0.9);
    expect(title('Lease Agreement')).toBeLessThan(0.9);
  });

  it('reads the companies in the signature blocks if no sentence lists the parties', () => {
    const filing = textDocument(`
JOINT FILING AGREEMENT

The undersigned agree to the joint filing of this statement.

ALDER FUND L.P.
By: /s/ Ada Roe
Name: Ada Roe

BIRCH HOLDINGS, INC.
a Texas corporation
By: /s/ Tom Doe
`);
    const { value, metadata } = extract(filing, { parties });
    expect(value).toEqual({
      parties: [
        { name: 'ALDER FUND L.P.', role: null },
        { name: 'BIRCH HOLDINGS, INC.', role: null },
      ],
    });
    expect(metadata['parties[0].name']?.logprobsConfidence).toBeLessThan(0.9);
  });

  it('prefers the end date that a sentence states', () => {
    const lease = textDocument(`
LEASE

THIS LEASE, dated March 2, 2029, is between Ada Okafor ("Landlord") and Tern Coffee Ltd ("Tenant").
The term of this Lease is two (2) years, commencing on April 1, 2029 and ending on March 31, 2031.
Rent is due no later than May 5, 2029.
`);
    const fields = { lease_start: date, lease_end: date, landlord: text(), tenant: text() };
    expect(extract(lease, fields).value).toEqual({
      lease_start: '2029-04-01',
      lease_end: '2031-03-31',
      landlord: 'Ada Okafor',
      tenant: 'Tern Coffee Ltd',
    });
  });

  it('reads a date that the document defines under the name of the field', () => {
    const note = textDocument(`
NOTE PURCHASE AGREEMENT

"Closing Date" means 9 August 2033. The notes are sold on the Closing Date. The first payment is made on
May 4, 2034 (the "First Payment Date").
`);
    const { value } = extract(note, { closing_date: date, first_payment_date: date });
    expect(value).toEqual({ closing_date: '2033-08-09', first_payment_date: '2034-05-04' });
  });

  it('reads a German contract', () => {
    const german = textDocument(`
Dienstleistungsvertrag

Der folgende Vertrag wird zwischen der Möwe Logistik GmbH, Hafenstraße 4, 20457 Hamburg
(nachfolgend „Auftraggeber“) und Lena Brandt, Gasse 2, 50667 Köln (nachfolgend „Beraterin“)
geschlossen am 4. Februar 2031.
§ 1 Der Vertrag tritt am 1. März 2031 in Kraft und läuft bis zum 28. Februar 2033.
§ 9 Es gilt ausschließlich deutsches Recht.
`);
    const fields = {
      contract_date: date,
      effective_date: date,
      end_date: date,
      applicable_law: text(),
      beraterin: text(),
    };
    expect(extract(german, fields).value).toEqual({
      contract_date: '2031-02-04',
      effective_date: '2031-03-01',
      end_date: '2033-02-28',
      applicable_law: 'deutsches Recht',
      beraterin: 'Lena Brandt',
    });
  });

  it('reads a French contract', () => {
    const french = textDocument(`
CONTRAT DE PRESTATION

Le présent contrat est conclu le 7 avril 2030 entre la société Brume SARL, sise 3 rue du Lac,
69001 Lyon (ci-après « le Prestataire »), et Tom Leroy (ci-après « le Client »).
Il prend effet le 1er mai 2030 et prend fin le 30 avril 2031.
Le présent contrat est régi par le droit français.
`);
    const fields = { contract_date: date, effective_date: date, end_date: date, governing_law: text() };
    expect(extract(french, fields).value).toEqual({
      contract_date: '2030-04-07',
      effective_date: '2030-05-01',
      end_date: '2031-04-30',
      governing_law: 'droit français',
    });
  });

  it('returns null if no sentence states the fact', () => {
    const letter = textDocument(`
Dear Ms Okafor,

thank you for your visit on 3 May 2031. The law of the jungle is not our law. I have worked between
Monday and Friday on the agreement that you sent us.
`);
    const { value } = extract(letter, {
      effective_date: date,
      expiration_date: date,
      governing_law: text(),
      parties,
      licensor: text(),
    });
    expect(value).toEqual({
      effective_date: null,
      expiration_date: null,
      governing_law: null,
      parties: [],
      licensor: null,
    });
  });

  it('gives dates in the format that the description asks for', () => {
    const { value } = extract(supply, {
      agreement_date: text('Date of the agreement, as YYYY-MM-DD'),
      effective_date: text('First day, format DD.MM.YYYY'),
    });
    expect(value).toEqual({ agreement_date: '2031-05-03', effective_date: '01.06.2031' });
  });

  it('reads any dates and parties of a generated opening', () => {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
    const name = fc.constantFrom('Alder', 'Birch', 'Cedar', 'Doe & Roe', 'Elm and Ash');
    const form = fc.constantFrom('Inc.', 'LLC', 'Ltd.', 'GmbH', 'Corp.');
    const verb = fc.constantFrom(
      'entered into as of',
      'dated as of',
      'made on',
      'made and entered into this',
    );
    fc.assert(
      fc.property(day, name, name, form, form, verb, (when, first, second, formA, formB, words) => {
        const a = `${first} Holdings, ${formA}`;
        const b = `${second} Works ${formB}`;
        const printed = when.toLocaleDateString('en-US', {
          month: 'long',
          day: 'numeric',
          year: 'numeric',
          timeZone: 'UTC',
        });
        const made = textDocument(
          `SERVICE AGREEMENT\n\nThis Service Agreement is ${words} ${printed}, between ${a} ("One") and ${b} ("Two").\n`,
        );
        const { value } = extract(made, { agreement_date: date, one: text(), two: text() });
        expect(value).toEqual({ agreement_date: when.toISOString().slice(0, 10), one: a, two: b });
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['nested brackets and quotes', `This Agreement is between ${'("'.repeat(3_000)}`],
    ['a list of parties without an end', `This Agreement is between ${'A and B, '.repeat(2_000)}`],
    ['repeated clauses', 'governed by the laws of the '.repeat(2_000)],
    ['repeated terms', 'the term shall be for a period of one '.repeat(2_000)],
    ['capitals', 'LAWS OF THE STATE OF '.repeat(2_000)],
    [
      'markup and formulas',
      'This Agreement is between <script>alert(1)</script> Inc. ("A") and =1+1 Ltd ("B").',
    ],
  ])('reads hostile text in a short time: %s', (_, hostile) => {
    const start = process.cpuUsage();
    extract(textDocument(hostile.replace(/(.{90}) /g, '$1\n')), {
      governing_law: text(),
      effective_date: date,
      expiration_date: date,
      agreement_date: date,
      parties,
    });
    const { user } = process.cpuUsage(start);
    expect(user).toBeLessThan(3e6);
  });
});
