import { expect, test } from 'vitest';
import { someOf } from '../fixtures/long-form.ts';
import { readItems, readJson, tally } from '../unit/datasets/bundled-set.ts';
import { pagesOf } from '../unit/datasets/item-words.ts';

const items = readItems('mixed-documents');
const config = readJson('mixed-documents', 'dataset.json').config as {
  classifications: { id: string; type: string }[];
};

test('every item has a class of the config, and each class has at least eight items', () => {
  const counts = tally(items.map((item) => String(item.expectedOutput.type)));
  expect(Object.keys(counts).sort()).toEqual(config.classifications.map((entry) => entry.type).sort());
  expect(Object.values(counts).every((count) => count >= 8)).toBe(true);
  expect(items.length).toBeGreaterThanOrEqual(72);
  for (const item of items) {
    const entry = config.classifications.find(
      (classification) => classification.id === item.expectedOutput.id,
    );
    expect(entry?.type, item.id).toBe(item.expectedOutput.type);
  }
});

test('the documents have one to three pages and cover every quality', () => {
  expect(Object.keys(tally(items.map((item) => item.tags.pages))).sort()).toEqual(['1', '2', '3']);
  const quality = tally(items.map((item) => item.tags.quality));
  expect(quality.scan).toBeGreaterThanOrEqual(5);
  expect(quality.text).toBeGreaterThanOrEqual(5);
});

test('similar classes share words: many documents related to an invoice mention one', async () => {
  const near = ['credit_note', 'purchase_order', 'delivery_note', 'other', 'bank_statement'];
  const readable = items.filter(
    (item) => item.tags.quality !== 'scan' && near.includes(String(item.expectedOutput.type)),
  );
  const naming: string[] = [];
  const read = someOf(readable, 4);
  for (const item of read) {
    const words = (await pagesOf('mixed-documents', item)).flat().join(' ');
    if (/invoice|rechnung|facture/i.test(words)) naming.push(String(item.expectedOutput.type));
  }
  expect(Object.keys(tally(naming)).sort()).toEqual([...near].sort());
  expect(naming.length).toBeGreaterThanOrEqual(read.length / 2);
});
