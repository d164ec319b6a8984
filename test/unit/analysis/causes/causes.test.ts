import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { causes } from '../../../../src/analysis/causes/causes.ts';
import { pagesOf } from '../../../../src/analysis/causes/document-pages.ts';
import { compileFindCauses } from '../../../../src/analysis/causes/find-causes.ts';
import { Random } from '../../../../src/base/random.ts';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { compileScorer } from '../../../../src/scorers/compile-scorer.ts';
import { fillCausesPage } from '../../../docs/generators/metrics-page.ts';

const nullable = (type: string) => ({ type: [type, 'null'], description: 'x' });
const date = { ...nullable('string'), 'service:type': 'date' };
const money = {
  type: 'object',
  'service:type': 'currency',
  properties: { amount: nullable('number'), iso_4217_currency_code: nullable('string') },
  required: ['amount', 'iso_4217_currency_code'],
};
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const config = {
  type: 'EXTRACT',
  schema: object({
    text: nullable('string'),
    other: nullable('string'),
    day: date,
    due: date,
    number: nullable('number'),
    total: money,
    net: money,
    yes: nullable('boolean'),
    colour: { type: ['string', 'null'], enum: ['red', 'blue', null] },
    lines: {
      type: 'array',
      items: object({ name: nullable('string'), count: nullable('number'), price: nullable('number') }),
    },
  }),
} as unknown as Extract<ProcessorConfig, { type: 'EXTRACT' }>;
const find = compileFindCauses(config);

type Values = Record<string, JsonValue>;

/** Returns the causes of the wrong values by path. The comparators are exact, so every difference is an error. */
function causesOf(expected: Values, predicted: Values, text = '', hasOutput = true): Record<string, string> {
  const scorer = compileScorer(config, { comparators: [{ field: '**', comparator: 'exact' }] });
  const { leaves, rows } = scorer.itemScore({
    expected: { value: expected },
    predicted: hasOutput ? { value: predicted } : undefined,
  });
  return Object.fromEntries(
    find({ leaves, rows, pages: () => pagesOf(text), hasOutput }).map(({ leaf, cause }) => [
      leaf.path,
      causes[cause]?.name ?? '',
    ]),
  );
}

const inField = (field: string, expected: JsonValue, predicted: JsonValue) =>
  causesOf({ [field]: expected }, { [field]: predicted })[field];
const eur = (amount: number, code: string | null = 'EUR') => ({ amount, iso_4217_currency_code: code });

/**
 * Expected value, predicted value and cause. For each cause, the list also has cases of other causes that differ only
 * slightly.
 */
const cases: readonly (readonly [field: string, expected: JsonValue, predicted: JsonValue, cause: string])[] =
  [
    ['day', '2026-03-04', '2026-04-03', 'day-month-swapped'],
    ['text', '03/04/2026', '04/03/2026', 'day-month-swapped'],
    ['text', '5 March 2026', '2026-05-03', 'day-month-swapped'],
    ['text', '3/11/99', '11/3/99', 'day-month-swapped'],
    ['text', '1/11/18', '11/1/18', 'day-month-swapped'],
    ['day', '2026-03-04', '2027-04-03', 'unknown'],
    ['day', '2026-03-14', '2026-03-15', 'unknown'],
    ['text', 'Acme Inc.', 'Acme Incorporated', 'paraphrase'],
    ['text', 'Acme Inc.', 'Acme Inc. Basel', 'cut-or-joined'],
    ['number', 12.5, -12.5, 'sign'],
    ['total', eur(-3), eur(3), 'sign'],
    ['text', '(0.03)', '0.03', 'sign'],
    ['number', 12.5, -12.4, 'unknown'],
    ['text', 'A-12', 'A12', 'spaces-punctuation'],
    ['number', 1234.5, 12345, 'power-of-ten'],
    ['total', eur(0.5), eur(50), 'power-of-ten'],
    ['text', '30.90', '3090', 'power-of-ten'],
    ['text', '$ 1,720.00', '$ 17.20', 'power-of-ten'],
    ['text', '12345', '123450', 'cut-or-joined'],
    ['number', 2.66, 0.27, 'power-of-ten'],
    ['number', 238.15, 23.82, 'power-of-ten'],
    ['number', -3196.89, -319.69, 'power-of-ten'],
    ['total', eur(616808.65), eur(616.808), 'power-of-ten'],
    ['number', 2.66, 0.28, 'unknown'],
    ['number', 2.66, -0.27, 'unknown'],
    ['number', 266.4, 2.7, 'unknown'],
    ['number', 7241.6, 0.72, 'unknown'],
    ['text', '27-10-2025 – 18-11-2025', '10-27-2025 – 11-18-2025', 'day-month-swapped'],
    ['text', '11.11.2026 – 10.12.2026', '11.11.2026 – 12.10.2026', 'day-month-swapped'],
    ['text', 'due on 2026-03-04', 'due on 2026-04-03', 'day-month-swapped'],
    ['text', '27-10-2025 – 18-11-2025', '10-27-2025 – 11-19-2025', 'unknown'],
    ['text', 'from 13.14.2026', 'from 14.13.2026', 'paraphrase'],
    ['text', '€ 2.425,54 per maand', '2.425,54 per maand', 'currency'],
    ['text', '331,36 EUR al mese', '331,36 USD al mese', 'currency'],
    ['text', '331,36 al mese', '331,36 EUR al mese', 'currency'],
    ['text', '331,36 EUR al mese', '742,89 al mese', 'unknown'],
    ['text', 'TOP 10 hits', '10 hits', 'cut-or-joined'],
    ['text', 'all 12.50 m of it', '12.50 m of it', 'cut-or-joined'],
    ['number', 12, 34, 'unknown'],
    ['number', 0, 10, 'unknown'],
    ['text', '325,600', '325.600', 'spaces-punctuation'],
    ['total', eur(5), eur(5, null), 'currency'],
    ['total', eur(5), eur(5, 'USD'), 'currency'],
    ['text', '$8.20', '8.20', 'currency'],
    ['text', 'EUR', 'GBP', 'currency'],
    ['total', eur(5), eur(7, null), 'unknown'],
    ['text', 'EUR', 'Eve', 'unknown'],
    ['text', 'KPN 158 567', '158 567', 'cut-or-joined'],
    ['text', 'Acme Ltd', 'ACME LTD', 'letter-case'],
    ['text', 'Straße', 'STRASSE', 'letter-case'],
    ['text', 'Acme Ltd', 'ACME LTO', 'misread-characters'],
    ['text', 'F26-0293', 'F260293', 'spaces-punctuation'],
    ['text', 'O’Dwyer  Co.', 'o dwyer co', 'spaces-punctuation'],
    ['text', 'F26-0293', 'F26-0294', 'unknown'],
    ['text', '18-11-18', '2018-11-18', 'other-format'],
    ['text', '1.234,50', '1234.5', 'other-format'],
    ['text', '18-11-18', '2018-11-19', 'unknown'],
    ['yes', true, false, 'wrong-choice'],
    ['colour', 'red', 'blue', 'wrong-choice'],
    ['text', '12 Mill Lane, Basel', '12 Mill Lane', 'cut-or-joined'],
    ['text', 'Mill Lane', 'Mill Lane VAT id DE1', 'cut-or-joined'],
    ['text', '12 Mill Lane, Third Floor, 4051 Basel', '12 Mill Lane, 4051 Basel', 'cut-or-joined'],
    ['text', 'Oak Ltd, 12 Mill Lane', '12 Mill Lane, 4051 Basel', 'cut-or-joined'],
    ['number', 1234.5, 234.5, 'cut-or-joined'],
    ['text', '1x', '1', 'cut-or-joined'],
    ['text', '12', '1', 'unknown'],
    ['text', '03/04/2018', '2018-03-04', 'other-format'],
    ['day', '03/04/2018', '2018-03-04', 'other-format'],
    ['text', 'Basel', 'Bern', 'unknown'],
    ['text', 'INV-1052', 'INV-lO52', 'misread-characters'],
    ['text', 'Corn Street', 'Com Street', 'misread-characters'],
    ['text', 'Gävle', 'Gavle', 'misread-characters'],
    ['text', 'Lindqvist Brothers', 'Lindqvst Brothers', 'misread-characters'],
    ['number', 38.93, 88.93, 'misread-characters'],
    ['text', 'Anna', 'Otto', 'unknown'],
    ['text', 'INV-1052', 'INV-4152', 'unknown'],
    ['text', 'payment within 30 days', '30 days payment within', 'paraphrase'],
    ['text', 'The meter was read by the caretaker', 'Meter read by caretaker', 'paraphrase'],
    ['text', 'Station Street 5, Bielefeld', 'Station St. 5, Bielefeld', 'paraphrase'],
    ['text', 'Station Street 5, Bielefeld', 'Station Street 7, Bielefeld', 'unknown'],
    ['text', 'Blue Heron Press Inc.', 'Grey Gull Shipping Ltd', 'unknown'],
    // Initialisms and abbreviations.
    ['text', 'Cash on delivery', 'COD', 'paraphrase'],
    ['text', 'Cash on delivery', 'CAD', 'unknown'],
    ['text', 'Acme Société à responsabilité limitée', 'Acme SARL', 'paraphrase'],
    ['text', 'Acme S.p.A.', 'Acme Società per azioni', 'paraphrase'],
    ['text', 'Acme Inc', 'Acme Limited Liability', 'unknown'],
    ['text', '31 Kingsway Lane, Graz', '31 Kingsway Ln, Graz', 'paraphrase'],
    ['text', 'No. 5, TMN Berkeley', 'No. 5, Taman Berkeley', 'paraphrase'],
    ['text', 'No. 5, Tman Berkeley', 'No. 5, Taman Berkeley', 'misread-characters'],
    ['text', 'Texas', 'TX', 'paraphrase'],
    ['text', 'Texas', 'TS', 'paraphrase'],
    ['text', 'Texas', 'XT', 'unknown'],
    ['text', 'Jane Smith', 'J. Smith', 'paraphrase'],
    ['text', 'Jane Smith', 'B. Smith', 'unknown'],
    ['text', '30 days net', 'Net 30', 'paraphrase'],
    ['text', '30 days net', 'Net 60', 'unknown'],
    ['text', 'Label tape 12 mm, black on white', '12mm labelling tape (black/white)', 'paraphrase'],
    ['text', 'Label tape 12 mm, black on white', '9mm labelling tape (black/white)', 'unknown'],
    // Several digits are replaced by digits that look alike. At most a third of the digits may be replaced.
    ['text', 'DE123456789', 'DE128450789', 'misread-characters'],
    ['text', '17/04/2018', '17/64/2013', 'misread-characters'],
    ['text', '17/04/2018', '17/24/2014', 'unknown'],
    ['text', '21/01/2018', '27/07/2010', 'unknown'],
    ['text', 'Leader Act Ltd', 'Kestrel & Wye Architects', 'unknown'],
    ['text', '38061', '88867', 'unknown'],
    ['text', 'EUR', 'FUR', 'misread-characters'],
    // The predicted value is the label of a field.
    ['day', '2026-03-04', 'Day', 'neighbouring-label'],
    ['text', 'Acme Ltd', 'Other:', 'neighbouring-label'],
    ['number', 12.5, 'Net total', 'neighbouring-label'],
    ['number', 12.5, 'Total of all of it', 'unknown'],
    ['text', 'Acme Ltd', 'Other people', 'unknown'],
    ['text', 'Net 30', null, 'missing'],
    ['text', null, 'Net 30', 'extra'],
    ['total', eur(5), null, 'missing'],
    ['text', 'Acme', 'Thank you', 'unknown'],
    ['text', '-', '–', 'spaces-punctuation'],
  ];

describe('causes', () => {
  it.each(cases)('%s: %j → %j is %s', (field, expected, predicted, cause) => {
    expect(inField(field, expected, predicted)).toBe(cause);
  });

  it('finds the value of another field', () => {
    const gold = {
      text: 'Oak Ltd',
      other: 'Elm AG',
      day: '2026-01-02',
      due: '2026-02-15',
      total: eur(119),
      net: eur(100.25),
    };
    const wrong = { ...gold, text: 'ELM AG', day: '2026-02-15', total: eur(100.25) };
    expect(causesOf(gold, wrong)).toEqual({
      text: 'neighbouring-label',
      day: 'neighbouring-label',
      total: 'neighbouring-label',
    });
  });

  it('does not take a short number or a part of the value for the value of another field', () => {
    const lines = [{ name: 'bolt', count: 3, price: 8 }];
    const gold = { text: 'Mill Lane', other: 'Mill Lane 4', number: 7, lines };
    const wrong = { ...gold, text: 'Mill Lane 4', lines: [{ name: 'bolt', count: 7, price: 7 }] };
    expect(causesOf(gold, wrong)).toEqual({
      text: 'cut-or-joined',
      'lines[0].count': 'unknown',
      'lines[0].price': 'unknown',
    });
  });

  it('takes a short number of the next cell of the row for its value, but not of the cell after it', () => {
    const gold = { lines: [{ name: '5', count: 3, price: 8 }] };
    const causeWith = (price: number) => causesOf(gold, { lines: [{ name: '5', count: 3, price }] });
    expect(causeWith(3)).toEqual({ 'lines[0].price': 'neighbouring-label' });
    expect(causeWith(5)).toEqual({ 'lines[0].price': 'unknown' });
  });

  it('finds an extra value that belongs to another field', () => {
    const gold = { day: '2026-01-02', due: null };
    expect(causesOf(gold, { ...gold, due: '2026-01-02' })).toEqual({ due: 'neighbouring-label' });
  });

  it('finds values of the same page and of another page', () => {
    const text = 'Invoice 4711\nOrder no.: PO-9\nTotal 119.00\fInvoice 4712\nTotal 88.40';
    const inText = (expected: Values, predicted: Values) => causesOf(expected, predicted, text);
    expect(inText({ text: '4711' }, { text: 'PO-9' })).toEqual({ text: 'neighbouring-label' });
    expect(inText({ text: '4711' }, { text: '4712' })).toEqual({ text: 'other-page' });
    expect(inText({ number: 119 }, { number: 88.4 })).toEqual({ number: 'other-page' });
    expect(inText({ text: '4711' }, { text: '9' })).toEqual({ text: 'unknown' });
    expect(inText({ text: '119.00' }, { text: 'Total' })).toEqual({ text: 'neighbouring-label' });
    expect(inText({ number: 119 }, { number: 9 })).toEqual({ number: 'unknown' });
    // The document has two pages. No value shows on which page the text is.
    expect(inText({ text: '4711' }, { text: '4719' })).toEqual({ text: 'unknown' });
    expect(inText({ text: 'not printed' }, { text: '4712' })).toEqual({ text: 'unknown' });
    expect(causesOf({ text: '4711' }, { text: '4712' })).toEqual({ text: 'unknown' });
  });

  it('finds the page of a value that is not printed by the values before and after it', () => {
    const text = 'Acme Ltd\nTotal 119.00\fInvoice 4712\nTotal 88.40';
    const near = (other: string) =>
      causesOf({ other, text: 'not printed' }, { other, text: '4712' }, text).text;
    expect(near('Acme Ltd')).toBe('other-page');
    expect(near('88.40')).toBe('neighbouring-label');
    expect(near('Total')).toBe('unknown');
  });

  it('finds a label and a short number directly before or after the value on the page', () => {
    const inText = (text: string, number: number, predicted: number) =>
      causesOf({ number }, { number: predicted }, text).number;
    expect(inText('Desk 1 187.39', 187.39, 1)).toBe('neighbouring-label');
    expect(inText('Desk 1 of 187.39', 187.39, 1)).toBe('unknown');
    expect(causesOf({ text: '1197531' }, { text: 'ID#' }, 'ID# 1197531')).toEqual({
      text: 'neighbouring-label',
    });
  });

  it('has the cause misread-characters if the text layer of the page has the same misreading', () => {
    const inText = (predicted: string) =>
      causesOf({ text: 'INV-1052' }, { text: predicted }, 'No. INV-lO52 PO-77');
    expect(inText('INV-lO52')).toEqual({ text: 'misread-characters' });
    expect(inText('PO-77')).toEqual({ text: 'neighbouring-label' });
  });

  it('takes a printed text for the text of the field if most of its words are the same and the expected text is not printed', () => {
    const [expected, other] = ['Ontario; Peru North', 'Oak Ltd'];
    const predicted = 'Ontario and the laws of Peru North';
    const causeIn = (text: string, found = predicted) =>
      causesOf({ text: expected, other }, { text: found, other }, text).text;
    expect(causeIn(`Oak Ltd. The law of ${predicted} applies.`)).toBe('paraphrase');
    expect(causeIn(`Oak Ltd\fThe law of ${predicted} applies.`)).toBe('paraphrase');
    expect(causeIn(`${expected}\nThe law of ${predicted} applies.`)).toBe('neighbouring-label');
    expect(causeIn('Oak Ltd. The law of Ontario South applies.', 'Ontario South')).toBe('neighbouring-label');
    const order = causesOf({ day: '2024-10-08' }, { day: '2027-10-08' }, 'Order of 2027-10-08');
    expect(order).toEqual({ day: 'neighbouring-label' });
  });

  it('takes a text that the document does not print for a paraphrase, if a third of its words are the same', () => {
    const inText = (expected: string, predicted: string, text: string) =>
      causesOf({ text: expected }, { text: predicted }, text).text;
    const [printed, reworded] = ['Garden waste disposal', 'Removal of green waste'];
    expect(inText(printed, reworded, `1 ${printed} 12.00`)).toBe('paraphrase');
    expect(inText(printed, reworded, '1 Garden 12.00')).toBe('unknown');
    expect(inText(printed, reworded, '')).toBe('unknown');
    expect(inText(printed, 'Removal of green bottles', `1 ${printed} 12.00`)).toBe('unknown');
    expect(inText(printed, '2 Garden 5,50', `1 ${printed} 2 5,50`)).toBe('unknown');
    expect(inText('30 jours net', 'paiement à 30 jours', 'Conditions: 30 jours net')).toBe('paraphrase');
    expect(inText('30 jours net', 'paiement à 30 jours', 'paiement à 30 jours net')).toBe(
      'neighbouring-label',
    );
    expect(inText('30 jours net', 'paiement à 30 jours', '')).toBe('cut-or-joined');
  });

  const line = (name: string | null, count: number | null, price: number | null) => ({ name, count, price });
  const bolt = line('steel bolt M8', 4, 1.25);
  const nut = line('brass nut', 9, 0.75);
  const saw = line('hand saw', 2, 17.5);

  it('finds merged rows', () => {
    const found = causesOf(
      { lines: [bolt, nut, saw] },
      { lines: [line('steel bolt M8 brass nut', 4, 1.25), saw] },
    );
    expect([...new Set(Object.values(found))]).toEqual(['rows']);
    expect(Object.keys(found).length).toBe(4);
  });

  it('finds merged rows by their text, so that summed numbers count too', () => {
    const merged = { ...line('steel bolt M8, brass nut', 13, 2), price: 2 };
    const found = causesOf({ lines: [bolt, saw, nut] }, { lines: [merged, saw] });
    expect([...new Set(Object.values(found))]).toEqual(['rows']);
    expect(Object.keys(found).length).toBe(6);
  });

  it('finds split rows', () => {
    const parts = [line('steel', 4, 1.25), line('bolt M8', null, null)];
    const found = causesOf({ lines: [bolt, nut] }, { lines: [...parts, nut] });
    expect(found).toEqual({ 'lines[0].name': 'rows', 'lines[1].name': 'rows' });
  });

  it('finds a column that moved by one row', () => {
    const rows = [bolt, nut, saw].map((row, i, all) => ({ ...row, price: all[i + 1]?.price ?? null }));
    expect(causesOf({ lines: [bolt, nut, saw] }, { lines: rows })).toMatchObject({
      'lines[1].price': 'rows',
      'lines[2].price': 'rows',
    });
    const counts = [3, 1, 2];
    const moved = [1, 2, 2];
    const gold = counts.map((count, i) => line(`part ${'abc'[i]}`, count, null));
    const found = causesOf(
      { lines: gold },
      { lines: gold.map((row, i) => ({ ...row, count: moved[i] as number })) },
    );
    expect(found).toEqual({ 'lines[0].count': 'rows', 'lines[1].count': 'rows' });
  });

  it('takes two exchanged values of two rows for a row change', () => {
    const exchanged = [{ ...bolt, name: saw.name }, nut, { ...saw, name: bolt.name }];
    expect(causesOf({ lines: [bolt, nut, saw] }, { lines: exchanged })).toEqual({
      'lines[0].name': 'rows',
      'lines[2].name': 'rows',
    });
  });

  it('takes both of two exchanged values for a row change, also if one of them is short', () => {
    const prices = (one: number, next: number) => ({
      lines: [bolt, { ...nut, price: one }, { ...saw, price: next }],
    });
    expect(causesOf(prices(9.5, 12.75), prices(12.75, 9.5))).toEqual({
      'lines[1].price': 'rows',
      'lines[2].price': 'rows',
    });
  });

  it('finds a split row with a short part', () => {
    const parts = [line('steel bolt', 4, 1.25), line('M8', null, null)];
    expect(causesOf({ lines: [bolt, nut] }, { lines: [...parts, nut] })).toEqual({
      'lines[0].name': 'rows',
      'lines[1].name': 'rows',
    });
  });

  it('takes a single value of another row for the value of a neighbour', () => {
    const price = (one: number, next: number) => ({
      lines: [bolt, nut, { ...saw, price: one }, line('vice', 1, next)],
    });
    expect(causesOf(price(17.5, 44.25), price(1.25, 44.25))).toEqual({
      'lines[2].price': 'neighbouring-label',
    });
    const moved = { ...saw, count: 94, price: 1.25 };
    const gold = { lines: [{ ...bolt, count: 94 }, nut, saw] };
    expect(causesOf(gold, { lines: [{ ...bolt, count: 94 }, nut, moved] })).toMatchObject({
      'lines[2].price': 'neighbouring-label',
    });
    const three = { ...saw, count: 945, price: 1.25 };
    const other = { lines: [{ ...bolt, count: 945 }, nut, saw] };
    expect(causesOf(other, { lines: [{ ...bolt, count: 945 }, nut, three] })).toEqual({
      'lines[2].count': 'rows',
      'lines[2].price': 'rows',
    });
  });

  it('does not take one equal small number in another row for a moved column', () => {
    const gold = [line('part a', 3, null), line('part b', 1, null)];
    const wrong = [line('part a', 1, null), line('part b', 1, null)];
    expect(causesOf({ lines: gold }, { lines: wrong })).toEqual({ 'lines[0].count': 'unknown' });
  });

  it('finds rows that are missing or extra', () => {
    expect(new Set(Object.values(causesOf({ lines: [bolt, nut] }, { lines: [bolt] })))).toEqual(
      new Set(['missing-row']),
    );
    expect(new Set(Object.values(causesOf({ lines: [bolt] }, { lines: [bolt, saw] })))).toEqual(
      new Set(['extra-row']),
    );
    expect(causesOf({ lines: [bolt, nut] }, { lines: [bolt, { ...nut, price: null }] })).toEqual({
      'lines[1].price': 'missing',
    });
  });

  it('names a document without a result', () => {
    expect(causesOf({ text: 'a', day: '2026-01-02' }, {}, '', false)).toEqual({
      text: 'no-result',
      day: 'no-result',
    });
  });

  it('reads the mark in 5,000 as the other amounts of the document show it', () => {
    const causeWith = (other: string) => causesOf({ text: '5,000', other }, { text: '5', other }).text;
    expect(causeWith('39,000')).toBe('power-of-ten');
    expect(causeWith('1,139.50')).toBe('power-of-ten');
    expect(causeWith('12,50')).toBe('other-format');
    expect(causeWith('12.50')).toBe('other-format');
    const ofText = (text: string, found: string, other: string) =>
      causesOf({ text, other }, { text: found, other }).text;
    expect(ofText('24,500', '24500', '6,500')).toBe('spaces-punctuation');
    expect(ofText('51.300', '51,300', '52.000')).toBe('spaces-punctuation');
    const dropped = { text: '39.600', other: 'Rp 50.000' };
    expect(causesOf({ ...dropped, text: 'Rp 39.600' }, dropped).text).toBe('currency');
  });

  it('gives no cause to right values', () => {
    expect(causesOf({ text: 'a', lines: [bolt] }, { text: 'a', lines: [bolt] })).toEqual({});
  });

  it('gives any pair of values one cause, whatever they contain', () => {
    const random = new Random('any values');
    const parts = [
      '',
      ' ',
      '12',
      '-',
      'é',
      '漢字',
      'شيء',
      '\u0000',
      '9'.repeat(400),
      'a[0].b',
      '1e400',
      '½',
      '$',
      'x'.repeat(6000),
      '__proto__',
      '١٢/٣',
    ];
    const value = (): JsonValue =>
      random.pick<() => JsonValue>([
        () => `${random.pick(parts)}${random.pick(parts)}`,
        () => random.integer(2000) / 100,
        () => ({ amount: random.pick([null, 1, '1,0']), iso_4217_currency_code: random.pick(parts) }),
        () => [random.pick(parts)],
        () => random.integer(2) === 0,
        () => null,
      ])();
    const names = new Set<string>(causes.map(({ name }) => name));
    for (let i = 0; i < 300; i++) {
      const values = () => ({
        text: value(),
        day: value(),
        total: value(),
        yes: value(),
        lines: [{ name: value(), count: value() }],
      });
      for (const cause of Object.values(causesOf(values(), values(), String(random.pick(parts)))))
        expect(names).toContain(cause);
    }
  });

  it('has a cause for every name once, and ends with the cause of every value', () => {
    const names = causes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeLessThanOrEqual(31);
    expect(names.at(-1)).toBe('unknown');
  });

  it('are described in docs/metrics/causes.md (npm run docs)', () => {
    const page = readFileSync('docs/metrics/causes.md', 'utf8');
    expect(fillCausesPage(page)).toBe(page);
  });
});
