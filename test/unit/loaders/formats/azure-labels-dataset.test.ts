import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDataset, loadDataset } from '../../../../src/loaders/load-dataset.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-azure-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const put = (name: string, content: unknown) =>
  writeFile(path.join(dir, name), typeof content === 'string' ? content : JSON.stringify(content));

const box = [0.1, 0.2, 0.3, 0.2, 0.3, 0.25, 0.1, 0.25];
const words = (...texts: string[]) => texts.map((text) => ({ page: 1, text, boundingBoxes: [box] }));
const polygon = [
  { x: 0.1, y: 0.2 },
  { x: 0.3, y: 0.2 },
  { x: 0.3, y: 0.25 },
  { x: 0.1, y: 0.25 },
];
const citation = (referenceText: string) => ({
  page: 1,
  referenceText,
  polygon,
  pageWidth: 1,
  pageHeight: 1,
});
const fields = {
  fields: [
    { fieldKey: 'Receipt No', fieldType: 'string', fieldFormat: 'not-specified' },
    { fieldKey: 'ReceiptNo', fieldType: 'number' },
    { fieldKey: 'Total', fieldType: 'number' },
    { fieldKey: 'Paid?', fieldType: 'selectionMark' },
    { fieldKey: 'Items', fieldType: 'array', itemType: 'Items_object' },
  ],
  definitions: {
    Items_object: { fieldType: 'object', fields: [{ fieldKey: 'Unit Price', fieldType: 'number' }] },
  },
};

async function itemsOf(spec: string) {
  const items = [];
  for await (const item of (await loadDataset(spec)).items()) items.push(item);
  return items;
}

describe('labels for Azure Document Intelligence', () => {
  it('become values, and their boxes become citations', async () => {
    await put('fields.json', fields);
    await put('a.pdf', 'x');
    await put('a.pdf.ocr.json', '{}');
    await put('a.pdf.labels.json', {
      document: 'a.pdf',
      labels: [
        { label: 'Receipt No', key: null, value: words('No', '7') },
        { label: 'ReceiptNo', value: words('12-34') },
        { label: 'Total', value: words('1,500.25') },
        { label: 'Paid?', value: words('unselected') },
        { label: 'Items/2/Unit Price', value: words('3') },
        { label: 'Items/0/Unit Price', value: words('2.5') },
      ],
    });
    await put('b.png', 'x');
    await put('b.png.labels.json', { labels: [{ label: 'Total', value: null }] });
    await put('c.pdf.labels.json', { labels: [] });
    const set = await loadDataset(dir);
    expect(set.notices).toEqual(['c.pdf.labels.json has no document of that name and is left out']);
    expect(set.manifest).toMatchObject({ kind: 'EXTRACT', config: { type: 'EXTRACT' } });
    expect(set.manifest.config).toMatchObject({
      schema: {
        required: ['receipt_no', 'receipt_no_2', 'total', 'paid', 'items'],
        properties: {
          receipt_no: { type: ['string', 'null'], description: 'Receipt No' },
          // Not all labels of this field are numbers, so its type is string.
          receipt_no_2: { type: ['string', 'null'] },
          total: { type: ['number', 'null'] },
          paid: { type: ['boolean', 'null'] },
          items: { type: 'array', items: { properties: { unit_price: { type: ['number', 'null'] } } } },
        },
      },
    });
    const [a, b] = await itemsOf(dir);
    expect([a?.id, a?.source, b?.id]).toEqual([
      'a',
      { kind: 'file', path: path.join(dir, 'a.pdf'), name: 'a.pdf' },
      'b',
    ]);
    expect(a?.expectedOutput).toEqual({
      value: {
        receipt_no: 'No 7',
        receipt_no_2: '12-34',
        total: 1500.25,
        paid: false,
        items: [{ unit_price: 2.5 }, { unit_price: 3 }],
      },
      metadata: {
        receipt_no: { citations: [citation('No'), citation('7')] },
        receipt_no_2: { citations: [citation('12-34')] },
        total: { citations: [citation('1,500.25')] },
        paid: { citations: [citation('unselected')] },
        'items[0].unit_price': { citations: [citation('2.5')] },
        'items[1].unit_price': { citations: [citation('3')] },
      },
    });
    expect(b?.expectedOutput).toEqual({ value: {}, metadata: {} });
  });

  it('report broken labels with the file and the field, and keep the other documents', async () => {
    await put('fields.json', fields);
    const broken: Record<string, unknown> = {
      'a.pdf': { labels: [{ label: 'Total', value: words('1') }] },
      'b.pdf': { labels: [{ label: 'Totl', value: words('1') }] },
      'c.pdf': { labels: [{ label: 'Total', value: [{ page: 0, text: '1', boundingBoxes: [] }] }] },
      'd.pdf': { labels: [{ label: 'Total', value: [{ page: 1, text: '1', boundingBoxes: [[1, 2]] }] }] },
      'e.pdf': '{"labels": [',
    };
    for (const [name, labels] of Object.entries(broken)) {
      await put(name, 'x');
      await put(`${name}.labels.json`, labels);
    }
    const { problems, items } = await checkDataset(dir);
    expect(items).toBe(1);
    expect(problems.map(({ message }) => message.replace(dir, ''))).toEqual([
      expect.stringMatching(
        /b\.pdf\.labels\.json: labels\[0\]\.label: found "Totl", expected a field of fields\.json/,
      ),
      expect.stringMatching(/c\.pdf\.labels\.json: labels\[0\]\.value\[0\]\.page: found 0/),
      expect.stringMatching(/d\.pdf\.labels\.json: labels\[0\]\.value\[0\]\.boundingBoxes\[0\]/),
      expect.stringMatching(/e\.pdf\.labels\.json: line 1: found invalid JSON/),
    ]);
  });

  it('need fields.json of the right form, and at least one document', async () => {
    await put('fields.json', { fields: [] });
    await put('a.pdf.labels.json', { labels: [] });
    await expect(loadDataset(dir)).rejects.toMatchObject({ code: 'DATASET_INVALID' });
    await put('fields.json', fields);
    await expect(loadDataset(dir)).rejects.toMatchObject({
      message: expect.stringContaining('found labels of a.pdf, but none of these documents'),
    });
  });
});

const data = path.resolve(import.meta.dirname, '../../../../../shared/data/azure-forms');

describe.skipIf(!existsSync(data))('real labels (skipped where ../shared/data is absent)', () => {
  it.each([
    ['w9-training-data', 51],
    ['w8-training-data', 52],
    ['1099-training-data', 52],
    ['contoso-invoice', 18],
  ])('%s has 3 documents without a problem, and a box for each of %i values', async (folder, values) => {
    const spec = path.join(data, folder);
    const { problems, items } = await checkDataset(spec);
    expect([problems, items]).toEqual([[], 3]);
    const outputs = (await itemsOf(spec)).map(({ expectedOutput }) => expectedOutput as { metadata: object });
    expect(outputs.reduce((sum, { metadata }) => sum + Object.keys(metadata).length, 0)).toBe(values);
  });
});
