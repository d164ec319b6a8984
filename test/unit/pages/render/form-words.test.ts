import { degrees, PDFDocument, TextAlignment } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { closeDocument, openDocument } from '../../../../src/pages/open/open-document.ts';
import type { PdfFile } from '../../../../src/pages/open/pdf-file.ts';
import { readFormFields, readFormWords } from '../../../../src/pages/render/form-words.ts';
import { PdfForm } from '../../../fixtures/documents/pdf-form.ts';

async function formWords(rotate = 0) {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([600, 800]);
  page.setRotation(degrees(rotate));
  const form = pdf.getForm();
  const add = (name: string, x: number, y: number, width: number, height: number) => {
    const field = form.createTextField(name);
    field.addToPage(page, { x, y, width, height });
    field.setFontSize(10);
    return field;
  };
  add('name', 100, 700, 200, 20).setText('Jane Doe');
  const right = add('total', 100, 600, 200, 20);
  right.setAlignment(TextAlignment.Right);
  right.setText('1,500.00');
  const lines = add('address', 100, 500, 200, 60);
  lines.enableMultiline();
  lines.setText('1 Main Street\nBerlin');
  const comb = add('number', 100, 400, 90, 20);
  comb.setMaxLength(9);
  comb.enableCombing();
  comb.setText('123');
  add('empty', 100, 300, 90, 20);
  const secret = add('secret', 100, 200, 90, 20);
  secret.enablePassword();
  secret.setText('hidden');
  const list = form.createDropdown('country');
  list.addOptions(['Canada', 'Chile']);
  list.select('Chile');
  list.addToPage(page, { x: 100, y: 100, width: 90, height: 20 });
  form.createCheckBox('agree').addToPage(page, { x: 10, y: 10, width: 10, height: 10 });
  const file = (await openDocument(await pdf.save(), 'form.pdf')) as PdfFile;
  try {
    return await readFormWords(file, 1);
  } finally {
    await closeDocument(file);
  }
}

describe('words of form fields', () => {
  it('are the shown texts and choices, in their fields', async () => {
    const words = await formWords();
    expect(words.map(({ text }) => text)).toEqual([
      ...['Jane', 'Doe', '1,500.00', '1', 'Main', 'Street', 'Berlin', '123', 'Chile'],
    ]);
    const at = (text: string) => words.find((word) => word.text === text)?.box;
    // The field with `Jane` is 100 to 300 points from the left, and 80 to 100 points from the top.
    expect(Math.abs((at('Jane')?.left ?? 0) - 102)).toBeLessThan(1);
    expect(at('Jane')?.top).toBeGreaterThan(80);
    expect(at('Doe')?.bottom).toBeLessThan(100);
    expect(Math.abs((at('1,500.00')?.right ?? 0) - 298)).toBeLessThan(1);
    expect(at('Berlin')?.top).toBeGreaterThan(at('Street')?.top as number);
    // Each of the 9 boxes of the comb is 10 points wide.
    expect(at('123')?.right).toBeCloseTo((at('123')?.left ?? 0) + 30, 0);
  });

  it('have boxes on the page as it is shown', async () => {
    const jane = (await formWords(90)).find(({ text }) => text === 'Jane')?.box;
    // After a rotation by 90 degrees clockwise, the upper edge of the page is on the right.
    expect(jane?.left).toBeGreaterThan(700);
    expect(Math.abs((jane?.top ?? 0) - 102)).toBeLessThan(1);
  });
});

describe('form fields', () => {
  it('have their state, tooltip and export value', async () => {
    const form = (await PdfForm.create())
      .text('Ada', [50, 700, 100, 16], { name: 'applicant.first', tooltip: ' First name ' })
      .text('', [50, 670, 100, 16], { name: 'applicant.last' })
      .checkbox(true, 50, 640)
      .checkbox(false, 70, 640)
      .radio('married', { single: [50, 600], married: [80, 600] })
      .note('Typed later', [50, 560, 100, 14]);
    const file = (await openDocument(await form.bytes(), 'form.pdf')) as PdfFile;
    try {
      const fields = await readFormFields(file, 1);
      expect(
        fields.map(({ kind, tooltip, checked, words }) => [
          kind,
          tooltip,
          checked,
          words.map(({ text }) => text),
        ]),
      ).toEqual([
        ['note', '', undefined, ['Typed', 'later']],
        ['text', 'First name', undefined, ['Ada']],
        ['text', '', undefined, []],
        ['checkbox', '', true, ['☒']],
        ['checkbox', '', false, ['☐']],
        ['checkbox', '', false, ['☐']],
        ['checkbox', '', true, ['☒']],
      ]);
      expect(fields[1]?.name).toBe('applicant.first');
      // The checkbox is 9 points wide, and its upper edge is 193 points from the top of the page. The border of the
      // checkbox adds half a point on each side.
      expect(fields[3]?.box).toEqual({ left: 49.5, right: 59.5, top: 192.5, bottom: 202.5 });
      expect(await readFormWords(file, 1)).toHaveLength(3);
    } finally {
      await closeDocument(file);
    }
  });
});
