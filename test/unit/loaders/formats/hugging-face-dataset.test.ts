import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkDataset, loadDataset } from '../../../../src/loaders/load-dataset.ts';

/** Writes a folder with `metadata.jsonl` and one image per line, and returns its path. */
function folderOf(lines: readonly (object | string)[]): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-hugging-face-'));
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(path.join(dir, 'metadata.jsonl'), `${texts.join('\n')}\n`);
  for (const line of lines)
    if (typeof line === 'object' && 'file_name' in line)
      writeFileSync(path.join(dir, `${line.file_name}`), 'x');
  return dir;
}

/** Returns the `ground_truth` of a line, in the form that the documentation of Donut describes. */
const donut = (parse: unknown, others = {}) => JSON.stringify({ gt_parse: parse, ...others });

async function read(lines: readonly (object | string)[]) {
  const set = await loadDataset(folderOf(lines));
  const items = await Array.fromAsync(set.items());
  const { kind, config } = set.manifest;
  return {
    kind,
    config,
    notices: set.notices,
    items: items.map(({ id, expectedOutput }) => [id, expectedOutput]),
  };
}

test('reads the fields of ground_truth, and names the members that it ignores', async () => {
  const found = await read([
    {
      file_name: 'a.png',
      ground_truth: donut({ total: '9.00', menu: [{ nm: 'Tea', cnt: 2 }] }, { meta: {} }),
    },
    { file_name: 'b.png', ground_truth: { gt_parse: { total: null } }, split: 'test' },
    { file_name: 'c.png' },
  ]);
  expect(found).toMatchObject({ kind: 'EXTRACT', config: { schema: { required: ['total', 'menu'] } } });
  expect(found.items).toEqual([
    ['a', { value: { total: '9.00', menu: [{ nm: 'Tea', cnt: 2 }] } }],
    ['b', { value: { total: null } }],
    ['c', null],
  ]);
  expect(found.notices).toEqual([
    'ignored members of metadata.jsonl, which are not part of the gold: ground_truth.meta, split',
  ]);
});

test('reads other members as fields', async () => {
  const found = await read([{ file_name: 'a.png', company: 'Ace', total: 9 }]);
  expect(found).toMatchObject({ kind: 'EXTRACT', notices: [] });
  expect(found.items).toEqual([['a', { value: { company: 'Ace', total: 9 } }]]);
});

test('reads classes from label or from the class of ground_truth', async () => {
  const found = await read([
    { file_name: 'a.png', label: 'Invoice', width: 800 },
    { file_name: 'b.png', ground_truth: donut({ class: 'Letter' }) },
    { file_name: 'c.png', label: 7 },
  ]);
  expect(found.kind).toBe('CLASSIFY');
  expect(found.items).toEqual([
    ['a', { type: 'Invoice' }],
    ['b', { type: 'Letter' }],
    ['c', { type: '7' }],
  ]);
  expect(found.notices).toEqual(['ignored members of metadata.jsonl, which are not part of the gold: width']);
});

test('reads a label as a field if other documents have fields', async () => {
  const lines = [
    { file_name: 'a.png', label: 'Invoice', total: 3 },
    { file_name: 'b.png', total: 4 },
  ];
  for (const order of [lines, lines.toReversed()]) {
    const found = await read(order);
    expect(found).toMatchObject({ kind: 'EXTRACT', notices: [] });
    expect(found.items).toContainEqual(['a', { value: { label: 'Invoice', total: 3 } }]);
  }
});

test('reads null in ground_truth or label as no gold', async () => {
  const fields = await read([
    { file_name: 'a.png', ground_truth: donut({ total: 1 }) },
    { file_name: 'b.png', ground_truth: null, split: 'test' },
  ]);
  expect(fields).toMatchObject({ config: { schema: { required: ['total'] } } });
  expect(fields.items[1]).toEqual(['b', null]);
  expect(fields.notices).toEqual([expect.stringMatching(/gold: split$/)]);
  const classes = await read([
    { file_name: 'a.png', label: 'x' },
    { file_name: 'b.png', label: null },
    { file_name: 'c.png', label: null, width: 800 },
  ]);
  expect(classes.kind).toBe('CLASSIFY');
  expect(classes.items).toEqual([
    ['a', { type: 'x' }],
    ['b', null],
    ['c', null],
  ]);
  expect(classes.notices).toEqual([expect.stringMatching(/gold: width$/)]);
  expect((await read([{ file_name: 'a.png', label: null }])).items).toEqual([['a', null]]);
});

test('names each invalid line', async () => {
  const dir = folderOf([
    { file_name: 'a.png', ground_truth: donut({ total: 1 }) },
    '{"label": "Invoice"}',
    { file_name: 'b.png', ground_truth: '{"gt_parses": []}' },
    { file_name: 'd.png', ground_truth: 'no JSON' },
    '{"file_name": "../x.png"}',
    'text',
  ]);
  const { problems } = await checkDataset(dir);
  const messages = problems.map(({ message }) => message.replaceAll(dir, 'DIR'));
  expect(messages).toEqual([
    expect.stringMatching(/^DIR\/metadata.jsonl, line 2: file_name: found nothing/),
    expect.stringMatching(/line 3: ground_truth: found .* expected a JSON text \{"gt_parse"/),
    expect.stringMatching(/line 4: ground_truth: found "no JSON"/),
    expect.stringMatching(/line 5.*\.\.\/x\.png/),
    expect.stringMatching(/line 6: the text: found "text"/),
  ]);
});
