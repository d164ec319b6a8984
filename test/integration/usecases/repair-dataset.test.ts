import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkText } from '../../../src/cli/terminal/dataset-check-text.ts';
import { applyReview } from '../../../src/loaders/review/apply-review.ts';
import { inspectDataset } from '../../../src/usecases/dataset/inspect-dataset.ts';

const schema = {
  type: 'object',
  required: ['total', 'due'],
  properties: {
    total: { type: ['number', 'null'], description: 'd' },
    due: { type: ['string', 'null'], 'extend:type': 'date', description: 'd' },
  },
};
const items = [
  { id: 'a', text: 'one', expectedOutput: { value: { total: '80.00', due: '3 April 2025' } } },
  { id: 'b', text: 'two', expectedOutput: { Total: 5, due: null }, comment: 'kept' },
  { id: 'c', text: 'three', expectedOutput: { total: 'eighty', due: '4 April 2025' } },
  { id: 'd', text: 'four', expectedOutput: { total: 7 } },
  { id: 'e', text: 'five', expectedOutput: null },
];

function dataset(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-repair-'));
  const manifest = { name: 'small', kind: 'EXTRACT', config: { type: 'EXTRACT', schema } };
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify(manifest));
  writeFileSync(path.join(dir, 'items.jsonl'), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  return dir;
}
const read = (dir: string, name: string) => readFileSync(path.join(dir, name), 'utf8');
const linesOf = (dir: string, name: string) =>
  read(dir, name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('goldset dataset check --fix', () => {
  it('lists file, item, field, old and new value, and writes nothing', async () => {
    const dir = dataset();
    const { result, exitCode } = await inspectDataset({ dataset: dir, fix: true });
    expect(exitCode).toBe(2);
    // The five problems are the text "eighty", the dates of a and c, the number of a, and the key of b.
    expect(result.problemCount).toBe(5);
    const text = checkText(result);
    for (const line of [
      `line 1, item a: total: "80.00" → 80`,
      `line 1, item a: due: "3 April 2025" → "2025-04-03"`,
      'line 2, item b: Total renamed to total: 5',
      `line 3, item c: due: "4 April 2025" → "2025-04-04"`,
      'Repairs of 4 labels (nothing was written):',
      '--fix all,Total',
    ])
      expect(text).toContain(line);
    expect(read(dir, 'items.jsonl')).toBe(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    expect(readdirSync(dir).sort()).toEqual(['dataset.json', 'items.jsonl']);
  });

  it('writes values with "all" as a new version with history, and a renamed key only by its name', async () => {
    const dir = dataset();
    const before = read(dir, 'items.jsonl');
    const { result } = await inspectDataset({ dataset: dir, fix: 'all', reviewer: 'Ada' });
    expect(result.fix).toMatchObject({ version: 2, repairs: [{ item: 'a' }, { item: 'a' }, { item: 'c' }] });
    expect(result.problemCount).toBe(2);
    expect(checkText(result)).toContain('Repaired 3 labels in version 2:');
    expect(read(dir, 'history/items.1.jsonl')).toBe(before);
    expect(linesOf(dir, 'items.jsonl').map(({ expectedOutput }) => expectedOutput)).toEqual([
      { value: { total: 80, due: '2025-04-03' } },
      { Total: 5, due: null },
      { total: 'eighty', due: '2025-04-04' },
      { total: 7 },
      null,
    ]);
    await inspectDataset({ dataset: dir, fix: 'Total', reviewer: 'Ada' });
    expect(linesOf(dir, 'items.jsonl')[1]).toEqual({
      ...items[1],
      expectedOutput: { due: null, total: 5 },
    });
    expect(linesOf(dir, 'history/changes.jsonl')).toMatchObject([
      { version: 2, reviewer: 'Ada', item: 'a', path: 'total', before: '80.00', after: 80, line: 1 },
      { version: 2, item: 'a', path: 'due', after: '2025-04-03' },
      { version: 2, item: 'c', path: 'due', after: '2025-04-04' },
      { version: 3, item: 'b', path: 'total', renamedFrom: 'Total', before: 5, after: 5 },
    ]);
    const last = await inspectDataset({ dataset: dir, fix: true });
    expect(checkText(last.result)).toContain('No label can be repaired automatically.');
    expect(last.result.problemCount).toBe(1);
  });

  it('is named by the check without --fix, only for a dataset that it can repair', async () => {
    const dir = dataset();
    const hint = 'List the labels that can be repaired automatically:';
    const { result } = await inspectDataset({ dataset: dir });
    expect(checkText(result)).toContain(hint);
    expect(checkText({ ...result, path: path.join(dir, 'gold.csv') })).not.toContain(hint);
    expect(checkText({ ...result, problems: [] })).not.toContain(hint);
  });

  it('rejects unknown names, other formats, and --reviewer without --fix', async () => {
    const dir = dataset();
    await expect(inspectDataset({ dataset: dir, fix: 'due,totl' })).rejects.toThrow(
      '--fix: found "totl", expected all, total, due, Total',
    );
    const file = path.join(dir, 'gold.csv');
    writeFileSync(file, 'id,text\n1,a\n');
    await expect(inspectDataset({ dataset: `csv:${file}`, fix: 'all' })).rejects.toThrow(
      'expected the folder',
    );
    await expect(inspectDataset({ dataset: dir, reviewer: 'Ada' })).rejects.toThrow(
      '--reviewer without --fix',
    );
    expect(readdirSync(dir).sort()).toEqual(['dataset.json', 'gold.csv', 'items.jsonl']);
  });
});

describe('applyReview on an item with another invalid label', () => {
  const change = async (value: string) => {
    const dir = dataset();
    const list = path.join(dir, 'review.csv');
    writeFileSync(
      list,
      `item,path,label,proposed,score,evidence,decision,corrected,reviewer\nc,due,"""4 April 2025""",null,1,e,correct,${value},Ada\n`,
    );
    await applyReview({
      dataset: dir,
      review: list,
      at: '2026-01-01T00:00:00Z',
      reviewer: 'Ada',
      recount: async () => null,
    });
    return linesOf(dir, 'items.jsonl')[2].expectedOutput;
  };

  it('changes a label, but still rejects an invalid one', async () => {
    expect(await change('"""2025-04-04"""')).toEqual({ total: 'eighty', due: '2025-04-04' });
    await expect(change('"""5 April 2025"""')).rejects.toThrow('due: "5 April 2025"');
  });
});
