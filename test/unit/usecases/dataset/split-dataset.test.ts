import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  drawGroups,
  type SplitRequest,
  splitDataset,
} from '../../../../src/usecases/dataset/split-dataset.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'goldset-split-'));
  mkdirSync(path.join(root, 'set'));
  write('set/dataset.json', { name: 'set', kind: 'EXTRACT', licence: 'CC0' });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, value: unknown): void {
  writeFileSync(path.join(root, name), typeof value === 'string' ? value : JSON.stringify(value));
}

/** Writes items. Each is given as `id text vendor`, where the vendor is optional. */
function writeItems(items: readonly string[]): void {
  const lines = items.map((words) => {
    const [id, text, vendor] = words.split(' ');
    return JSON.stringify({
      id,
      text,
      expectedOutput: { value: { id } },
      ...(vendor && { tags: { vendor } }),
    });
  });
  write('set/items.jsonl', lines.join('\n'));
}

const split = (change: Partial<SplitRequest> = {}) =>
  splitDataset({ dataset: path.join(root, 'set'), holdout: 2, ...change });
const linesOf = (name: string, folder = 'set-split') =>
  readFileSync(path.join(root, folder, name, 'items.jsonl'), 'utf8')
    .trim()
    .split('\n');
const idsOf = (name: string, folder?: string) => linesOf(name, folder).map((line) => JSON.parse(line).id);

test('writes every document to exactly one of two datasets, and does not change the dataset', async () => {
  writeItems(['a 1', 'b 2', 'c 3', 'd 4', 'e 5']);
  const before = readFileSync(path.join(root, 'set/items.jsonl'), 'utf8');
  const result = await split();
  expect(result).toEqual({
    seed: 'goldset',
    clusters: null,
    tune: { folder: path.join(root, 'set-split/tune'), items: 3, files: 0 },
    holdout: { folder: path.join(root, 'set-split/holdout'), items: 2, files: 0 },
  });
  expect([...linesOf('tune'), ...linesOf('holdout')].sort()).toEqual(before.split('\n'));
  expect(JSON.parse(readFileSync(path.join(root, 'set-split/holdout/dataset.json'), 'utf8'))).toEqual({
    ...{ name: 'set-holdout', kind: 'EXTRACT', licence: 'CC0' },
  });
  expect(readFileSync(path.join(root, 'set/items.jsonl'), 'utf8')).toBe(before);
});

test('the seed decides which documents are reserved, and the order of the items does not', async () => {
  const items = Array.from({ length: 20 }, (_, i) => `id-${i} text-${i}`);
  writeItems(items);
  await split({ out: path.join(root, 'one') });
  await split({ out: path.join(root, 'other'), seed: 'other' });
  writeItems(items.toReversed());
  await split({ out: path.join(root, 'reversed') });
  expect(idsOf('holdout', 'reversed').sort()).toEqual(idsOf('holdout', 'one').sort());
  expect(idsOf('holdout', 'other').sort()).not.toEqual(idsOf('holdout', 'one').sort());
});

test('keeps documents with the same content or the same tag together', async () => {
  // a and b have the same text, b and c the same vendor, and c and d the same text. So these four are one group.
  writeItems(['a 1', 'b 1 x', 'c 2 x', 'd 2', 'e 3 y', 'f 4 z']);
  const result = await split({ clusterBy: 'tag.vendor', holdout: 1 });
  expect(result.clusters).toBe(3);
  const sides = [idsOf('tune'), idsOf('holdout')];
  expect(sides.filter((ids) => ids.includes('a'))[0]).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd']));
});

test.each([
  ['0', '--holdout'],
  ['2.5', '--holdout'],
  ['many', '--holdout'],
  ['6', 'would reserve all 3 documents'],
])('rejects --holdout %s, and writes nothing', async (holdout, message) => {
  writeItems(['a 1', 'b 2', 'c 3']);
  await expect(split({ holdout })).rejects.toThrow(message);
  expect(() => linesOf('tune')).toThrow('ENOENT');
});

test('rejects a tag that no item has, and states if the documents form too few groups', async () => {
  writeItems(['a 1', 'b 1', 'c 1']);
  await expect(split({ clusterBy: 'vendor' })).rejects.toThrow('no item');
  await expect(split({ holdout: 1 })).rejects.toThrow('because they form only 1 cluster');
});

test('writes nothing if one of the datasets exists', async () => {
  writeItems(['a 1', 'b 2', 'c 3']);
  mkdirSync(path.join(root, 'set-split/holdout'), { recursive: true });
  await expect(split()).rejects.toThrow('set-split/holdout');
  expect(() => linesOf('tune')).toThrow('ENOENT');
});

test('draws whole groups until there are enough items, and at most one group more', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 30 }), fc.string(), (all, size, seed) => {
      const groups = all.map((count, g) => Array.from({ length: count }, (_, i) => `${g}-${i}`));
      const drawn = drawGroups(groups, size, seed);
      const total = (list: readonly (readonly string[])[]) => list.flat().length;
      expect(total(drawn)).toBeGreaterThanOrEqual(Math.min(size, total(groups)));
      expect(total(drawn.slice(0, -1))).toBeLessThan(size);
      expect(new Set(drawn).size).toBe(drawn.length);
      for (const group of drawn) expect(groups).toContain(group);
    }),
    { numRuns: 100 },
  );
});
