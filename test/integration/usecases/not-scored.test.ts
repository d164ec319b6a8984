import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scoreRecord } from '../../../src/usecases/score/score-record.ts';
import { reviewedRecord } from '../../fixtures/records/reviewed-record.ts';

it('leaves values out of the figures of a record, and lists the unclear ones', async () => {
  const { dataset, reports } = await reviewedRecord();
  const file = path.join(dataset, 'items.jsonl');
  const marks: Record<string, string> = { 'doc-20': 'unclear: two totals', 'doc-21': 'not-annotated' };
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const items = lines.map((line) => {
    const item = JSON.parse(line);
    const mark = marks[item.id];
    if (mark === undefined) return item;
    delete item.expectedOutput.value.total;
    return { ...item, notScored: { total: mark } };
  });
  writeFileSync(file, `${items.map((item) => JSON.stringify(item)).join('\n')}\n`);
  const record = path.join(reports, 'first');
  const of = async (gold?: string) =>
    (await scoreRecord({ record, save: false, ...(gold && { gold }) })).model;
  const [before, after] = [await of(), await of(dataset)];
  // The draft is wrong only in the two values that `marks` lists, each in its own document. So 28 of 30 documents (93 %)
  // are fully right.
  expect(before.summary.numbers[0]?.text).toContain('93');
  expect(after.summary.numbers[0]?.text).toContain('100');
  expect(before.method.unclear).toBeUndefined();
  expect(after.method.unclear).toEqual({
    count: 1,
    values: [{ itemId: 'doc-20', path: 'total', reason: 'two totals' }],
  });
  expect(after.method.facts).toContainEqual({ name: 'Not scored: not annotated', value: '1 value' });
  expect(after.method.facts).toContainEqual({ name: 'Not scored: unclear', value: '1 value' });
});
