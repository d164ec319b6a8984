import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../../../../src/model/processor/processor-config.ts';
import { parseDocument } from '../../../../../../../src/service/engines/local/parse/parse-document.ts';
import { PdfForm } from '../../../../../../fixtures/documents/pdf-form.ts';
import { date, extract, number, text } from '../../../../../../fixtures/documents/text-document.ts';

async function read(form: PdfForm, properties: Record<string, SchemaNode>) {
  const document = await parseDocument(await form.bytes(), 'form.pdf', { effort: 'performance' });
  return extract(document, properties);
}

const groupOf = (...keys: string[]): SchemaNode => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, text()])),
});

describe('values of printed forms', () => {
  it('are found by captions that name the field in other words, in front of dots', async () => {
    const form = await PdfForm.create();
    const lines = [
      ['Surname', 'Moreau'],
      ['Rank or rating', 'Second mate'],
      ['Name of ship', 'Tern of Oslo'],
      ["Seaman's book number", 'XY 8060'],
      ['Joined ship on', ''],
      ['Port of joining', 'Bergen'],
    ] as const;
    for (const [at, [caption, value]] of lines.entries())
      form.print(`${caption} ..............`, 46, 760 - 19 * at, 9).print(value, 240, 760 - 19 * at, 9);
    const { value, metadata } = await read(form, {
      family_name: text(),
      rank: text(),
      vessel: text(),
      joined_on: date(),
      port: text(),
    });
    expect(value).toEqual({
      family_name: 'Moreau',
      rank: 'Second mate',
      vessel: 'Tern of Oslo',
      joined_on: null,
      port: 'Bergen',
    });
    expect(metadata.rank?.citations?.[0]?.referenceText).toBe('Second mate');
  });

  it('belong to the party in the heading of their column', async () => {
    const form = await PdfForm.create();
    const column = (x: number, title: string, ...lines: [string, string][]) => {
      form.print(title, x, 780, 11);
      for (const [at, [caption, value]] of lines.entries())
        form.print(caption, x, 760 - 18 * at, 9).print(value, x + 100, 760 - 18 * at, 9);
    };
    column(46, 'Patient', ['Name', 'Ada Moreau'], ['Place', 'Oslo'], ['Phone', '555 0134']);
    column(300, 'Referring dentist', ['Name', 'Bo Lund'], ['Practice', 'Tern Dental'], ['Phone', '']);
    const { value } = await read(form, {
      dentist: groupOf('name', 'practice', 'phone'),
      patient: groupOf('name', 'city', 'phone'),
    });
    expect(value).toEqual({
      dentist: { name: 'Bo Lund', practice: 'Tern Dental', phone: null },
      patient: { name: 'Ada Moreau', city: 'Oslo', phone: '555 0134' },
    });
  });

  it('are empty for a printed dash', async () => {
    const form = await PdfForm.create();
    const lines = [
      ['Surname', 'Moreau'],
      ['Rank', 'Second mate'],
      ['Purchase order', '-'],
      ['Port of joining', 'Bergen'],
      ['Phone', '555 0134'],
    ] as const;
    for (const [at, [caption, value]] of lines.entries())
      form.print(`${caption} ..............`, 46, 760 - 19 * at, 9).print(value, 240, 760 - 19 * at, 9);
    const { value } = await read(form, { family_name: text(), purchase_order: text(), port: text() });
    expect(value).toEqual({ family_name: 'Moreau', purchase_order: null, port: 'Bergen' });
  });

  it('are empty for a column of captions with one value or none', async () => {
    const form = await PdfForm.create();
    for (const [x, title, name] of [
      [46, 'Seller', ''],
      [300, 'Buyer', 'Bo Lund'],
    ] as const) {
      form.print(title, x, 780, 11).print(name, x + 100, 760, 9);
      for (const [at, caption] of ['Name', 'Place', 'Phone'].entries())
        form.print(caption, x, 760 - 18 * at, 9);
    }
    form.print('555 0134', 400, 724, 9).print('Oslo', 400, 742, 9);
    const party = groupOf('name', 'city', 'phone');
    const { value } = await read(form, { seller: party, buyer: party });
    expect(value).toEqual({
      seller: { name: null, city: null, phone: null },
      buyer: { name: 'Bo Lund', city: 'Oslo', phone: '555 0134' },
    });
  });

  it('start after the colon of their caption, and rows of options do not count', async () => {
    const form = await PdfForm.create();
    const lines = [
      'Name: Ada Moreau',
      'Street:',
      'Home town: Oslo',
      'Membership no.: 4471',
      'Monthly fee: 12.50',
    ];
    for (const [at, line] of lines.entries()) form.print(line, 46, 760 - 18 * at, 9);
    form.print('Plan', 46, 660, 9);
    for (const [at, option] of ['[ ] Basic', '[x] Plus', '[ ] Premium', '[ ] Family', '[ ] Youth'].entries())
      form.print(option, 90 + 90 * at, 660, 9);
    const { value } = await read(form, { member: groupOf('name', 'street', 'city') });
    expect(value).toEqual({ member: { name: 'Ada Moreau', street: null, city: 'Oslo' } });
  });

  it('are never the caption of another box', async () => {
    const form = await PdfForm.create();
    const boxes = [
      ['1 Name of owner', ''],
      ['2 Address of owner', '8 Mill Lane'],
      ['3 Hull number', 'EM 925'],
      ['4 Length overall (ft)', '27'],
      ['5 Purchase price', '9,100.00'],
      ['6 Date purchased', '2031-05-03'],
    ] as const;
    for (const [at, [caption, value]] of boxes.entries()) {
      const [x, y] = [46 + 252 * (at % 2), 740 - 34 * (at >> 1)];
      form
        .box([x, y, 240, 30])
        .print(caption, x + 3, y + 21, 6.5)
        .print(value, x + 12, y + 6, 10);
    }
    const wanted = { owner_name: text(), hull_number: text(), length: number() };
    expect((await read(form, wanted)).value).toEqual({
      owner_name: null,
      hull_number: 'EM 925',
      length: 27,
    });
  });

  it('are not read from a page of prose with a few captions', async () => {
    const form = await PdfForm.create();
    for (let line = 0; line < 20; line++)
      form.print(
        `Line ${line} of a letter that explains what the parties agreed in the spring.`,
        46,
        700 - 14 * line,
      );
    for (const [at, caption] of ['Rank or rating', 'Port of joining', 'Wage', 'Age', 'Sex'].entries())
      form.print(`${caption}: Oslo`, 46, 780 - 14 * at);
    expect((await read(form, { rank: text() })).value).toEqual({ rank: null });
  });
});
