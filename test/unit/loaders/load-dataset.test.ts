import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loaders } from '../../../src/loaders/formats/loaders.ts';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import { defineLoader } from '../../../src/loaders/reading/define-loader.ts';
import { datasetsPage } from '../../docs/generators/datasets-page.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-load-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const put = (name: string, text: string) => writeFileSync(path.join(dir, name), text);
const csv = 'id,text,expected.total\na,Total 3,3\n';
const idsOf = async (spec: string, own?: Parameters<typeof loadDataset>[1]) => {
  const ids: string[] = [];
  for await (const { id } of (await loadDataset(spec, own)).items()) ids.push(id);
  return ids;
};

describe('loadDataset', () => {
  it('opens a folder with one CSV file', async () => {
    put('gold.csv', csv);
    expect(await idsOf(dir)).toEqual(['a']);
    expect(await idsOf(`csv:${dir}`)).toEqual(['a']);
  });

  it('names both loaders if two recognise the same folder, and opens it with a named one', async () => {
    put('gold.csv', csv);
    put('bill.txt', 'Total 4');
    put('bill.json', '{"total": 4}');
    await expect(loadDataset(dir)).rejects.toMatchObject({
      code: 'DATASET_NOT_RECOGNISED',
      message: expect.stringContaining('the loaders csv and pairs recognise the dataset'),
    });
    expect(await idsOf(`pairs:${dir}`)).toEqual(['bill']);
  });

  it('reads a folder with items.jsonl as native, whatever else it contains', async () => {
    put('dataset.json', '{"name": "n", "kind": "EXTRACT"}');
    put('items.jsonl', '{"id": "n-1", "text": "x", "expectedOutput": {"value": {}}}\n');
    put('review.csv', csv);
    put('packets.json', '[]');
    put('bill.txt', 'Total 4');
    put('bill.json', '{"total": 4}');
    expect(await idsOf(dir)).toEqual(['n-1']);
  });

  it('rejects a file and a folder that no loader recognises', async () => {
    await expect(loadDataset(dir)).rejects.toThrow('the folder is empty');
    put('notes.md', 'x');
    await expect(loadDataset(dir)).rejects.toThrow('no loader recognises the folder');
    await expect(loadDataset(path.join(dir, 'notes.md'))).rejects.toThrow('no loader recognises the file');
  });

  it('opens a path with a loader of the caller, which takes part in the recognition', async () => {
    put('gold.ids', 'b\n');
    const idList = defineLoader({
      name: 'id-list',
      doc: 'one id per line',
      recognise: ({ path: input, names }) => names === null && input.endsWith('.ids'),
      open: async (file) => ({
        manifest: { name: 'id-list', kind: 'EXTRACT' },
        manifestFile: file,
        path: file,
        notices: [],
        entries: () =>
          readFileSync(file, 'utf8')
            .trim()
            .split('\n')
            .map((id) => ({
              item: {
                id,
                source: { kind: 'text', text: id },
                expectedOutput: { value: {} },
                tags: {},
                origin: { file },
              },
            })),
      }),
    });
    expect(await idsOf(path.join(dir, 'gold.ids'), { loaders: [idList] })).toEqual(['b']);
    expect(await idsOf(`id-list:${dir}/gold.ids`, { loaders: [idList] })).toEqual(['b']);
    const twice = defineLoader({ ...idList, name: 'csv' });
    await expect(loadDataset(dir, { loaders: [twice] })).rejects.toThrow('two loaders are named "csv"');
  });
});

describe('loaders', () => {
  it('have unique names that a command line can contain', () => {
    const names = loaders.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]+$/);
  });

  it('are listed in docs/datasets.md', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/datasets.md'), 'utf8');
    expect(datasetsPage(page)).toBe(page);
  });
});
