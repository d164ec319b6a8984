import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DatasetStatsResult } from '../../../../src/model/results/command-results.ts';
import { datasetStats } from '../../../../src/usecases/dataset/inspect-dataset.ts';

async function statsOf(name: string, text: string): Promise<DatasetStatsResult> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'goldset-stats-')), name);
  writeFileSync(file, text);
  return datasetStats({ dataset: file });
}

test('counts the fields of gold without "value", such as the columns of a CSV file', async () => {
  const csv = 'id,text,expected.number,expected.total,tag.kind\na,x,R-1,10,new\nb,y,R-2,,new\n';
  expect(await statsOf('gold.csv', csv)).toEqual({
    name: 'gold',
    kind: 'EXTRACT',
    items: 2,
    sources: { text: 2 },
    tags: { 'kind=new': 2 },
    gold: { number: 2, total: 1 },
  });
});

test('counts a field whose name is also a class as a field', async () => {
  const csv = 'id,text,expected.type,expected.amount\na,x,card,10\n';
  expect((await statsOf('gold.csv', csv)).gold).toEqual({ type: 1, amount: 1 });
});
