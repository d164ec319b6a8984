import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readPredictions } from '../../../../src/loaders/inputs/read-predictions.ts';

/** Writes the given files as JSON into a new folder, and returns the folder. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-predictions-'));
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), JSON.stringify(value));
  }
  return dir;
}

test('reads the outputs of a folder by plain and encoded ids', async () => {
  const dir = folderOf({ 'a.json': 1, 'b/c.json': 2, 'd%2Fe.json': 3, 'f%41.json': 4, '100%.json': 5 });
  const items = new Set(['a', 'b/c', 'd/e', 'f%41', '100%']);
  using predictions = await readPredictions(dir, (id) => items.has(id));
  const outputs = await Promise.all([...items].map((id) => predictions.outputOf(id)));
  expect(outputs).toEqual([1, 2, 3, 4, 5]);
  expect(predictions.unknown).toEqual([]);
});

test.each([
  ['a b', 'a%20b.json', 'a b.json'],
  ['x/y', 'x/y.json', 'x%2Fy.json'],
])('rejects two files with outputs of %s', async (id, ...names) => {
  const dir = folderOf(Object.fromEntries(names.map((name) => [name, 1])));
  const [second, first] = names;
  await expect(readPredictions(dir, (one) => one === id)).rejects.toThrow(
    `${dir}: ${second}: found a second output of "${id}"; the first is ${first}, expected one file per item`,
  );
});
