import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../../src/analysis/sections/build-report.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import {
  causeFieldsText,
  causeFilesText,
  causeGainText,
  causeGroupText,
} from '../../../../src/model/score/cause-section.ts';
import { causesTable } from '../../../../src/report/tables/causes-table.ts';
import { type RecordedPair, writeRecord } from '../../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'], description: 'x' };
const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      day: { ...text, 'service:type': 'date' },
      due: { ...text, 'service:type': 'date' },
      note: text,
    },
    required: ['day', 'due', 'note'],
  },
} as unknown as ProcessorConfig;

const gold = { day: '2026-03-04', due: '2026-05-06', note: 'paid' };
const swapped = { day: '2026-04-03', due: '2026-06-05' };
const pair = (id: string, ...outputs: readonly object[]): RecordedPair => ({
  id,
  expected: { value: gold },
  outputs: outputs.map((output) => (output instanceof Error ? output : { value: { ...gold, ...output } })),
});
const reportOf = async (pairs: readonly RecordedPair[], versions = ['1.0']) =>
  buildReport(await writeRecord(config, versions, pairs));

describe('causesSection', () => {
  it('counts values, documents and documents that would be fully right, by hand', async () => {
    // In `a`, both dates are swapped. In `b`, one date is swapped and the note is missing. In `c`, only the note is
    // missing. In `d`, everything is right.
    const { causes } = await reportOf([
      pair('a', swapped),
      pair('b', { day: swapped.day, note: null }),
      pair('c', { note: null }),
      pair('d', {}),
    ]);
    expect(causes).toMatchObject({ documents: [4], wrongValues: [5] });
    expect(causes?.causes.map(({ name, versions: [figures] }) => [name, figures])).toEqual([
      [
        'day-month-swapped',
        {
          values: 3,
          documents: 2,
          gain: { documents: 1, share: 0.25 },
          fields: [
            { field: 'day', values: 2 },
            { field: 'due', values: 1 },
          ],
          group: null,
        },
      ],
      [
        'missing',
        {
          values: 2,
          documents: 2,
          gain: { documents: 1, share: 0.25 },
          fields: [{ field: 'note', values: 2 }],
          group: null,
        },
      ],
    ]);
    expect(causes?.causes[0]?.examples).toEqual([
      { itemId: 'a', path: 'day', expected: '2026-03-04', predicted: '2026-04-03' },
      { itemId: 'b', path: 'day', expected: '2026-03-04', predicted: '2026-04-03' },
    ]);
  });

  it('states the reason next to each wrong value of the documents, in each version', async () => {
    const { items } = await reportOf(
      [pair('a', { note: 'PAID' }, { ...swapped, note: null })],
      ['1.0', 'draft'],
    );
    const reasons = items[0]?.versions.map((version) =>
      version.leaves.map(({ field }, at) => [field, version.reasons?.[at]]),
    );
    expect(reasons).toEqual([
      [
        ['day', undefined],
        ['due', undefined],
        ['note', 'only capital and small letters differ'],
      ],
      [
        ['day', 'day and month swapped'],
        ['due', 'day and month swapped'],
        ['note', undefined],
      ],
    ]);
  });

  it('compares versions, sorts by the last one and lists values without a known cause last', async () => {
    const pairs = ['a', 'b', 'c'].map((id) => pair(id, swapped, { note: 'Zürich' }));
    const { causes, versions } = await reportOf([...pairs, pair('d', {}, { note: null })], ['1.0', 'draft']);
    expect(
      causes?.causes.map(({ name, versions: both }) => [name, ...both.map(({ values }) => values)]),
    ).toEqual([
      ['missing', 0, 1],
      ['day-month-swapped', 6, 0],
      ['unknown', 0, 3],
    ]);
    expect(causes?.causes[1]?.examples).toEqual([]);
    const rows = [...(causesTable.rows({ kind: 'EXTRACT', causes, versions } as never) ?? [])];
    const cell = (name: string) =>
      rows.map((row) => causesTable.columns.find((one) => one.name === name)?.of(row));
    expect([
      cell('version'),
      cell('cause'),
      cell('values'),
      cell('gained_documents'),
      cell('fields'),
    ]).toEqual([
      ['draft', '1.0', 'draft'],
      ['missing', 'day-month-swapped', 'unknown'],
      [1, 6, 3],
      [1, 3, 3],
      ['note 1', 'day 3, due 3', 'note 3'],
    ]);
  });

  it('finds the group in which a cause is concentrated', async () => {
    const tagged = (quality: string, wrong: number) =>
      Array.from({ length: 10 }, (_, i) => ({
        ...pair(`${quality}-${i}`, i < wrong ? swapped : {}),
        tags: { quality, country: i % 2 === 0 ? 'DE' : 'FR' },
      }));
    const { causes } = await reportOf([...tagged('scan', 9), ...tagged('digital', 1)]);
    const group = causes?.causes[0]?.versions[0]?.group;
    expect(group).toEqual({
      tag: 'quality',
      value: 'scan',
      documents: 9,
      of: 10,
      otherDocuments: 1,
      ofOther: 10,
    });
    expect(group && causeGroupText(group)).toBe('quality: scan (9 of 10 documents, elsewhere 1 of 10)');
    // The difference between 6 of 10 and 3 of 10 documents can be chance.
    const even = await reportOf([...tagged('scan', 6), ...tagged('digital', 3)]);
    expect(even.causes?.causes[0]?.versions[0]?.group).toBeNull();
  });

  it('limits the examples to 20 and their length to 300 characters', async () => {
    const long = 'x'.repeat(1000);
    const { causes } = await reportOf(Array.from({ length: 25 }, (_, i) => pair(`d${i}`, { note: long })));
    const [row] = causes?.causes ?? [];
    expect(row?.versions[0]?.documents).toBe(25);
    expect(row?.examples.length).toBe(20);
    expect(row?.examples[0]?.predicted).toBe(`${'x'.repeat(300)}…`);
  });

  describe('with files', () => {
    const file = { kind: 'file', path: 'a.pdf', name: 'a.pdf' } as const;
    const cited = (value: string, page: number) => ({
      citations: [{ page, referenceText: value }],
    });
    const read = async (pages: readonly string[] | null, note: string, count = 1) => {
      const opened: string[] = [];
      const pairs = Array.from({ length: count }, (_, i) => ({ ...pair(`d${i}`, { note }), document: file }));
      const { causes } = await buildReport(await writeRecord(config, ['1.0'], pairs), {
        readPages: async ({ id }) => {
          opened.push(id);
          return pages && { pages, isWhole: true };
        },
      });
      const names = causes?.causes.map(({ name, versions: [figures] }) => [name, figures?.values]);
      return { names, files: causes?.files, opened: opened.length };
    };

    it('finds the value of another page in the text that the caller reads', async () => {
      expect(await read(['Note: paid', 'Invoice INV-78'], 'INV-78')).toEqual({
        names: [['other-page', 1]],
        files: { read: 1, unread: 0 },
        opened: 1,
      });
    });

    it('has the causes of the values alone, if the file cannot be read', async () => {
      expect(await read(null, 'INV-78')).toEqual({
        names: [['unknown', 1]],
        files: { read: 0, unread: 1 },
        opened: 1,
      });
    });

    it('does not open a file if the two values show the cause', async () => {
      expect(await read(['Note: paid'], 'Paid')).toEqual({
        names: [['letter-case', 1]],
        files: { read: 0, unread: 0 },
        opened: 0,
      });
    });

    it('opens at most 200 files, and counts the others', async () => {
      expect(await read(['Note: paid', 'Invoice INV-78'], 'INV-78', 203)).toEqual({
        names: [
          ['other-page', 200],
          ['unknown', 3],
        ],
        files: { read: 200, unread: 3 },
        opened: 200,
      });
    });

    it('reads at most 1,000 pages', async () => {
      const pages = ['Note: paid', 'INV-78', ...Array.from({ length: 298 }, () => 'more')];
      expect(await read(pages, 'INV-78', 6)).toMatchObject({ files: { read: 4, unread: 2 }, opened: 4 });
    });

    it('uses the cited texts of all outputs without a file', async () => {
      const output = (note: string, page: number) => ({
        value: { ...gold, note },
        metadata: { note: cited(note, page) },
      });
      const causeOf = async (page: number) => {
        const outputs = [output('paid', 1), output('INV-78', page)];
        const pairs = [{ id: 'a', expected: { value: gold }, outputs, document: file }];
        const { causes } = await buildReport(await writeRecord(config, ['1.0', 'draft'], pairs));
        return causes?.causes.map(({ name }) => name);
      };
      expect(await causeOf(2)).toEqual(['other-page']);
      // A misread text would also be cited on this page, so the page does not show the cause.
      expect(await causeOf(1)).toEqual(['unknown']);
    });
  });

  it('names failed documents, if the failures policy counts their values', async () => {
    const { causes } = await reportOf([pair('a', new Error('timed out')), pair('b', {})]);
    expect(
      causes?.causes.map(({ name, versions: [figures] }) => [name, figures?.values, figures?.gain.documents]),
    ).toEqual([['no-result', 3, 1]]);
  });

  it('returns null if every value is right, and for a classifier', async () => {
    expect((await reportOf([pair('a', {})])).causes).toBeNull();
    const classifier = {
      type: 'CLASSIFY',
      classifications: [{ id: 'c1', type: 'invoice', description: 'x' }],
    } as unknown as ProcessorConfig;
    const record = await writeRecord(
      classifier,
      ['1.0'],
      [{ id: 'a', expected: { type: 'invoice' }, outputs: [{ id: 'o1', type: 'other' }] }],
    );
    expect((await buildReport(record)).causes).toBeNull();
  });
});

describe('causeGainText', () => {
  it.each([
    [1, 200, '1 document (+0.5 of 100)'],
    [28, 100, '28 documents (+28 of 100)'],
    [2, 30, '2 documents (+6.7 of 100)'],
    [1, 5000, '1 document (less than +0.1 of 100)'],
    [1, 19, '1 document'],
    [0, 200, '0'],
  ])('%i of %i documents is %s', (gained, documents, text) => {
    expect(causeGainText({ documents: gained, share: gained / documents }, documents)).toBe(text);
  });

  it('has no rate without a share', () => {
    expect(causeGainText({ documents: 3, share: null }, 100)).toBe('3 documents');
    expect(causeGainText(undefined)).toBe('0');
  });
});

describe('causeFieldsText', () => {
  it('lists the first fields and counts the others', () => {
    const fields = ['a', 'b', 'c', 'd', 'e'].map((field, i) => ({ field, values: 9 - i }));
    expect(causeFieldsText(fields)).toBe('a 9, b 8, c 7 and 2 more');
    expect(causeFieldsText(fields.slice(0, 1))).toBe('a 9');
    expect(causeFieldsText([])).toBe('');
  });
});

it.each([
  [0, 0, ''],
  [1, 0, 'The rules searched the files of 1 document.'],
  [
    200,
    1,
    'The rules searched the files of 200 documents. The text of 1 document was not available: images, changed or missing files, and files after the first 200.',
  ],
])('%d read files and %d others are %s', (read, unread, text) => {
  expect(causeFilesText({ read, unread })).toBe(text);
});
