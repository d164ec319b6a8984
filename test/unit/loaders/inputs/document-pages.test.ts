import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { sha256 } from '../../../../src/base/hash.ts';
import { documentPages } from '../../../../src/loaders/inputs/document-pages.ts';

const dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-pages-'));

async function read(
  name: string,
  content: string | Uint8Array,
  options: { hash?: string; pages?: number } = {},
) {
  const file = path.join(dir, name);
  await writeFile(file, content);
  const document = { kind: 'file', path: file, name } as const;
  return documentPages()({ document, documentHash: options.hash ?? sha256(content) }, options.pages ?? 50);
}

async function pdfOf(...pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const page = pdf.addPage([400, 200]);
    for (const [i, line] of lines.entries()) page.drawText(line, { x: 40, y: 150 - 20 * i, size: 12, font });
  }
  return pdf.save();
}

it('returns the lines of a PDF by page', async () => {
  const pdf = await pdfOf(['Invoice 4711', 'Total 119.00'], ['Terms']);
  expect(await read('a.pdf', pdf)).toEqual({ pages: ['Invoice 4711\nTotal 119.00', 'Terms'], isWhole: true });
});

it('returns the values of form fields', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 200]);
  const field = pdf.getForm().createTextField('name');
  field.setText('Ada Example');
  field.addToPage(page, { x: 40, y: 100, width: 200, height: 20 });
  expect((await read('form.pdf', await pdf.save()))?.pages.join()).toContain('Ada Example');
});

it('returns the first pages of a long file, and that pages are missing', async () => {
  expect(await read('b.pdf', await pdfOf(['one'], ['two'], ['three']), { pages: 2 })).toEqual({
    pages: ['one', 'two'],
    isWhole: false,
  });
  expect(await read('b.txt', 'one\ftwo', { pages: 1 })).toEqual({ pages: ['one'], isWhole: false });
});

it('returns that text is missing if a page has none', async () => {
  expect(await read('c.pdf', await pdfOf(['one'], []))).toEqual({ pages: ['one', ''], isWhole: false });
});

it('returns the text of text files, tables and mails', async () => {
  expect(await read('d.txt', 'Page one\fPage two\r\n')).toEqual({
    pages: ['Page one', 'Page two\n'],
    isWhole: true,
  });
  const csv = await read('d.csv', 'Part,Price\nBolt,1.25\n');
  expect(csv?.pages.join(' ')).toMatch(/Bolt\s+1\.25/);
  const mail = await read('d.eml', 'From: a@example.org\r\nSubject: Order 12\r\n\r\nTen bolts, please\r\n');
  expect(mail?.pages.join(' ')).toContain('Ten bolts, please');
});

it('returns null for a changed, absent, damaged or empty file and for an image', async () => {
  expect(await read('e.txt', 'text', { hash: sha256('earlier text') })).toBeNull();
  expect(await read('e.pdf', '%PDF-1.7 damaged')).toBeNull();
  expect(await read('e2.txt', '')).toBeNull();
  expect(await read('e.png', 'any bytes')).toBeNull();
  const absent = { kind: 'file', path: path.join(dir, 'absent.txt'), name: 'absent.txt' } as const;
  expect(await documentPages()({ document: absent, documentHash: '' }, 50)).toBeNull();
});

it('keeps the text of the last file, and reads again if the path or the hash differs', async () => {
  const file = path.join(dir, 'f.txt');
  await writeFile(file, 'text');
  const document = { kind: 'file', path: file, name: 'f.txt' } as const;
  const pages = documentPages();
  const documentHash = sha256('text');
  const text = { pages: ['text'], isWhole: true };
  expect(await pages({ document, documentHash }, 50)).toEqual(text);
  await rm(file);
  expect(await pages({ document, documentHash }, 50)).toEqual(text);
  expect(await pages({ document, documentHash: sha256('other') }, 50)).toBeNull();
  expect(await pages({ document, documentHash }, 50)).toBeNull();
});

it.each([
  [1, null],
  [2, { pages: ['Total 1'], isWhole: true }],
])('keeps the texts of the last %i files', async (kept, first) => {
  const readPages = documentPages(kept);
  const itemOf = async (name: string, content: string) => {
    const file = path.join(dir, name);
    await writeFile(file, content);
    return { document: { kind: 'file' as const, path: file, name }, documentHash: sha256(content) };
  };
  const [one, two] = [await itemOf('one.txt', 'Total 1'), await itemOf('two.txt', 'Total 2')];
  await readPages(one, 50);
  await readPages(two, 50);
  // The first file is deleted, so its text can come only from an earlier call.
  await rm(one.document.path);
  expect(await readPages(one, 50)).toEqual(first);
});
