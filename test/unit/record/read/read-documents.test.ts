import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openRecord } from '../../../../src/record/read/open-record.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

test('handles signals and timers while it reads many documents', async () => {
  const config = { type: 'CLASSIFY' as const, classifications: [{ id: 'k', type: 'k', description: '' }] };
  const output = { id: 'k', type: 'k' };
  const pairs = Array.from({ length: 450 }, (_, i) => ({ id: `d${i}`, expected: output, outputs: [output] }));
  const reader = await writeRecord(config, ['draft'], pairs);
  await reader.index();
  let turns = 0;
  const count = (): void => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  let documents = 0;
  for await (const _ of reader.documents()) documents++;
  clearImmediate(next);
  expect(documents).toBe(450);
  expect(turns).toBeGreaterThanOrEqual(2);
});

test('rejects gold that differs from its hash in a record of format 1, which has no hash of the file', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-changed-gold-'));
  await cp(path.resolve(import.meta.dirname, '../../../fixtures/records-v1/extract'), dir, {
    recursive: true,
  });
  const items = path.join(dir, 'items.jsonl');
  await writeFile(items, (await readFile(items, 'utf8')).replace('A-101', 'A-999'));
  const documents = (await openRecord(dir)).documents();
  expect((await documents.next()).value?.item.id).toBe('note-01');
  await expect(documents.next()).rejects.toThrow(/items\.jsonl: .*line 2: expectationHash/);
  await rm(dir, { recursive: true });
});
