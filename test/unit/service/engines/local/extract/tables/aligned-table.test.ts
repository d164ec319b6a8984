import { describe, expect, it } from 'vitest';
import {
  date,
  extract,
  number,
  rowsOf,
  text,
  textDocument,
} from '../../../../../../fixtures/documents/text-document.ts';

const rowsIn = (page: string, key: string, properties: Record<string, never | object>) =>
  extract(textDocument(page), { [key]: rowsOf(properties as never) }).value[key];

describe('tables without rules', () => {
  it('reads columns whose headers name the fields in other words', () => {
    const page = `
Laboratory report              Reference: 99120

Investigation          Value     Units     Normal range
Haemoglobin            13.20     g/dL      12.0 - 15.5
Vitamin D                        ng/mL     30 - 120
Sodium                139.00     mmol/L    135 - 145
Please call us with any questions about this report.
`;
    expect(
      rowsIn(page, 'results', { test: text(), result: number(), unit: text(), reference_range: text() }),
    ).toEqual([
      { test: 'Haemoglobin', result: 13.2, unit: 'g/dL', reference_range: '12.0 - 15.5' },
      { test: 'Vitamin D', result: null, unit: 'ng/mL', reference_range: '30 - 120' },
      { test: 'Sodium', result: 139, unit: 'mmol/L', reference_range: '135 - 145' },
    ]);
  });

  it('joins wrapped texts and leaves headings, subtotals and totals out', () => {
    const page = `
Task                          Hours      Date            Worker
EAST WING
Foundation work, drainage     7.50       14/03/2031      Ada Brandt
and inspection
Painting                      3.00       15/03/2031      Tom Okafor
Subtotal                     10.50
WEST WING
Cleaning ................     2.25       16/03/2031      Mia Lund
Total                        12.75
`;
    expect(
      rowsIn(page, 'entries', { date: date(), employee: text(), task: text(), hours: number() }),
    ).toEqual([
      {
        date: '2031-03-14',
        employee: 'Ada Brandt',
        task: 'Foundation work, drainage and inspection',
        hours: 7.5,
      },
      { date: '2031-03-15', employee: 'Tom Okafor', task: 'Painting', hours: 3 },
      { date: '2031-03-16', employee: 'Mia Lund', task: 'Cleaning', hours: 2.25 },
    ]);
  });

  it('continues on the next page below the repeated header', () => {
    const header = 'Tracking no.     Ship to        Weight (kg)';
    const document = textDocument(
      `Manifest            Page 1\n\n${header}\nAB-2041          Gdansk              34.50\nMK36253          Graz                18.10\nQ97030           Bergen               9.75`,
      `Manifest            Page 2\n\n${header}\nTR-8109          Porto               12.00`,
    );
    const properties = { tracking_number: text(), destination: text(), weight: number() };
    expect(extract(document, { shipments: rowsOf(properties) }).value.shipments).toEqual([
      { tracking_number: 'AB-2041', destination: 'Gdansk', weight: 34.5 },
      { tracking_number: 'MK36253', destination: 'Graz', weight: 18.1 },
      { tracking_number: 'Q97030', destination: 'Bergen', weight: 9.75 },
      { tracking_number: 'TR-8109', destination: 'Porto', weight: 12 },
    ]);
  });

  it('fills nested objects, and keeps a text where a number is expected but not printed', () => {
    const page = `
Rank   Name              Nation   Time
1      Ada Brandt        GER      44.01
2      Mia Lund          SWE      46.80
DNS    Lena Vogel        AUT
`;
    const rows = {
      rank: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
      athlete: { type: 'object', properties: { name: text(), country: text() } },
      time: text(),
    };
    expect(rowsIn(page, 'results', rows)).toEqual([
      { rank: 1, athlete: { name: 'Ada Brandt', country: 'GER' }, time: '44.01' },
      { rank: 2, athlete: { name: 'Mia Lund', country: 'SWE' }, time: '46.80' },
      { rank: 'DNS', athlete: { name: 'Lena Vogel', country: 'AUT' }, time: null },
    ]);
  });

  it('gives a column that only its type assigns a confidence below 0.9', () => {
    const page = `
Code      Zzqx                Credits
MA101     Linear Algebra           6
CH220     Organic Chemistry        5
`;
    const { value, metadata } = extract(textDocument(page), {
      courses: rowsOf({ code: text(), title: text(), credits: number() }),
    });
    expect(value.courses).toEqual([
      { code: 'MA101', title: 'Linear Algebra', credits: 6 },
      { code: 'CH220', title: 'Organic Chemistry', credits: 5 },
    ]);
    expect(metadata['courses[0].title']?.logprobsConfidence).toBeLessThan(0.9);
  });

  it('finds no rows in prose', () => {
    const page =
      'The date and the name of the worker are known.\nHours and tasks are not part of this letter.';
    expect(rowsIn(page, 'entries', { date: date(), employee: text(), hours: number() })).toEqual([]);
  });
});
