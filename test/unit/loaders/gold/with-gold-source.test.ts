import { expect, test } from 'vitest';
import { withGoldSource } from '../../../../src/loaders/gold/with-gold-source.ts';
import type { EvaluationSetItem } from '../../../../src/model/dataset/evaluation-set.ts';
import type { DatasetEntry, DatasetSource } from '../../../../src/model/dataset/loader.ts';

const proposedBy = { processor: 'p', version: '1.0' };
const item = (id: string, more: Partial<EvaluationSetItem> = {}): DatasetEntry => ({
  item: {
    id,
    source: { kind: 'text', text: id },
    expectedOutput: { total: 1 },
    tags: {},
    origin: { file: 'gold.csv' },
    ...more,
  },
});

async function read(goldSource: DatasetSource['manifest']['goldSource'], entries: readonly DatasetEntry[]) {
  const manifest = { name: 'n', kind: 'EXTRACT' as const, goldSource };
  const source = { manifest, manifestFile: '', path: '', notices: [], entries: () => entries };
  return (await Array.fromAsync(withGoldSource(source).entries())).map((entry) =>
    'item' in entry ? entry.item.goldSource : entry.problem,
  );
}

test('gives the source of the dataset to items with gold and without their own source', async () => {
  const own = { proposedBy: { processor: 'q', version: '2.0' }, confirmedUnchanged: 1, changed: 0 };
  const entries = [item('a'), item('b', { goldSource: own }), item('c', { expectedOutput: null })];
  expect(await read({ proposedBy }, entries)).toEqual([{ proposedBy }, own, undefined]);
});

test('changes nothing if the dataset has no source', async () => {
  expect(await read(undefined, [item('a')])).toEqual([undefined]);
});
