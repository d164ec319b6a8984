import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeNativeDataset } from '../../../../src/loaders/formats/write-native-dataset.ts';
import { checkDataset, loadDataset } from '../../../../src/loaders/load-dataset.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'goldset-convert-'));
mkdirSync(path.join(dir, 'a'));
mkdirSync(path.join(dir, 'b'));
writeFileSync(path.join(dir, 'a/bill.txt'), 'first');
writeFileSync(path.join(dir, 'b/bill.txt'), 'second');
const rows = [
  'id,file,fileUrl,fileId,text,expected.total,tag.kind',
  'a/1,a/bill.txt,,,,1,new',
  '"=b ""2""",b/bill.txt,,,,2,',
  '../c,a/bill.txt,,,,3,',
  'url,,https://example.test/x.pdf,,,4,',
  'id,,,file_1,,5,',
  'text,,,,"two\nlines",6,old',
];
writeFileSync(path.join(dir, 'gold.csv'), `${rows.join('\n')}\n`);

test('writes a CSV dataset with the same items and copies of its documents', async () => {
  const csv = await loadDataset(path.join(dir, 'gold.csv'));
  const out = path.join(dir, 'native');
  expect(await writeNativeDataset(out, csv.manifest, csv.items())).toMatchObject({ items: 6, files: 2 });
  expect(await checkDataset(out)).toMatchObject({ kind: 'EXTRACT', items: 6, problems: [] });
  const native = await loadDataset(out);
  const [before, after] = [[], []] as [unknown[], unknown[]];
  for await (const { origin: _, source, ...item } of csv.items())
    before.push([item, source.kind === 'file' ? readFileSync(source.path, 'utf8') : source]);
  for await (const { origin: _, source, ...item } of native.items())
    after.push([item, source.kind === 'file' ? readFileSync(source.path, 'utf8') : source]);
  expect(after).toEqual(before);
});

test('keeps the version that proposed the gold', async () => {
  const proposedBy = { processor: 'bills', version: '1.0' };
  const csv = await loadDataset(path.join(dir, 'gold.csv'));
  const items = csv.items();
  const proposed = async function* () {
    let changed = 0;
    for await (const item of items) {
      changed++;
      yield {
        ...item,
        goldSource: changed === 1 ? { proposedBy } : { proposedBy, confirmedUnchanged: 3, changed },
      };
    }
  };
  const out = path.join(dir, 'proposed');
  await writeNativeDataset(out, csv.manifest, proposed());
  const found: unknown[] = [];
  for await (const { goldSource } of (await loadDataset(out)).items()) found.push(goldSource);
  expect(found.slice(0, 2)).toEqual([{ proposedBy }, { proposedBy, confirmedUnchanged: 3, changed: 2 }]);
  expect(found).toHaveLength(6);
});

test('keeps the values that are not scored', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'goldset-write-')), 'set');
  const notScored = { date: 'unclear: two dates' as const };
  const item = {
    id: 'a',
    source: { kind: 'text' as const, text: 'x' },
    expectedOutput: { total: 1 },
    tags: {},
    notScored,
  };
  await writeNativeDataset(folder, { name: 'small', kind: 'EXTRACT' }, [{ ...item, origin: { file: 'x' } }]);
  const items = await Array.fromAsync((await loadDataset(folder)).items());
  expect(items[0]?.notScored).toEqual(notScored);
});

test('never overwrites an existing dataset', async () => {
  const csv = await loadDataset(path.join(dir, 'gold.csv'));
  const out = path.join(dir, 'twice');
  await writeNativeDataset(out, csv.manifest, csv.items());
  const before = readFileSync(path.join(out, 'items.jsonl'), 'utf8');
  await expect(writeNativeDataset(out, csv.manifest, csv.items())).rejects.toThrow('it already exists');
  expect(readFileSync(path.join(out, 'items.jsonl'), 'utf8')).toBe(before);
});
