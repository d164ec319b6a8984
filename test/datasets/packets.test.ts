import { describe, expect, test } from 'vitest';
import { closeDocument, openDocument } from '../../src/pages/open/open-document.ts';
import { type BundledItem, bytesOf, readItems, readJson, tally } from '../unit/datasets/bundled-set.ts';
import { pagesOf } from '../unit/datasets/item-words.ts';

interface Split {
  readonly classificationId: string;
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
}

const items = readItems('packets');
const config = readJson('packets', 'dataset.json').config as { splitClassifications: { id: string }[] };
const classes = new Set(config.splitClassifications.map((entry) => entry.id));
const splitsOf = (item: BundledItem): Split[] => item.expectedOutput.splits as Split[];

describe.each(items.map((item) => [item.id, item] as const))('%s', (_, item) => {
  test('has splits that cover the pages of the PDF without gaps or overlaps', async () => {
    const document = await openDocument(bytesOf('packets', item.file!), item.file!);
    if (document.kind !== 'pdf') throw new Error('not a PDF');
    const { pageCount } = document;
    await closeDocument(document);
    let next = 1;
    for (const split of splitsOf(item)) {
      expect(split.startPage).toBe(next);
      expect(split.endPage).toBeGreaterThanOrEqual(split.startPage);
      expect(classes).toContain(split.classificationId);
      next = split.endPage + 1;
    }
    expect(next - 1).toBe(pageCount);
    expect(item.tags.pages).toBe(String(pageCount));
    expect(item.tags.documents).toBe(String(splitsOf(item).length));
  });
});

test('packets have 2 to 30 pages and all documented traits', () => {
  const pages = items.map((item) => Number(item.tags.pages));
  expect(items.length).toBeGreaterThanOrEqual(14);
  expect([Math.min(...pages), Math.max(...pages)]).toEqual([2, 30]);
  const traits = Object.keys(tally(items.map((item) => item.tags.trait))).sort();
  expect(traits).toEqual(['blank-page', 'long', 'page-numbers', 'plain', 'same-type', 'scan', 'single']);
  expect(
    new Set(items.flatMap((item) => splitsOf(item).map((split) => split.type))).size,
  ).toBeGreaterThanOrEqual(5);
});

test('the set has adjacent documents of one type, single documents and documents of three pages', () => {
  const neighbours = items.filter((item) =>
    splitsOf(item).some((split, i, all) => split.type === all[i + 1]?.type),
  );
  expect(neighbours.length).toBeGreaterThanOrEqual(5);
  expect(items.filter((item) => splitsOf(item).length === 1).length).toBeGreaterThanOrEqual(1);
  expect(
    items.filter((item) => splitsOf(item).some((split) => split.endPage - split.startPage === 2)).length,
  ).toBeGreaterThanOrEqual(2);
});

test('a blank page between two documents is a separate split', async () => {
  const item = items.find((packet) => packet.tags.trait === 'blank-page')!;
  const pages = await pagesOf('packets', item);
  const empty = pages.flatMap((words, i) => (words.length === 0 ? [i + 1] : []));
  expect(empty.length).toBeGreaterThanOrEqual(1);
  for (const page of empty) {
    expect(splitsOf(item)).toContainEqual({
      classificationId: 'other',
      type: 'other',
      startPage: page,
      endPage: page,
    });
  }
});
