import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireLock } from '../../../../src/base/file-lock.ts';
import { loadDataset } from '../../../../src/loaders/load-dataset.ts';
import { applyReview } from '../../../../src/loaders/review/apply-review.ts';

const text = { type: ['string', 'null'], description: 'd' };
const number = { type: ['number', 'null'], description: 'd' };
const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    required: ['name', 'total', 'lines'],
    properties: {
      name: text,
      total: number,
      lines: { type: 'array', items: { type: 'object', required: ['item'], properties: { item: text } } },
    },
  },
};
const items = [
  {
    id: 'a',
    text: 'one',
    expectedOutput: { value: { name: 'Ann', total: 1, lines: [{ item: 'x' }] } },
    comment: 'kept',
  },
  { id: 'b', text: 'two', expectedOutput: { name: 'Bob', total: null, lines: [] } },
];

function folder(kind = 'EXTRACT', itsConfig: object = config, itsItems: readonly object[] = items): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-review-'));
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'small', kind, config: itsConfig }));
  writeFileSync(
    path.join(dir, 'items.jsonl'),
    `${itsItems.map((item) => JSON.stringify(item)).join('\n')}\n`,
  );
  return dir;
}

const header = 'item,path,label,proposed,score,evidence,decision,corrected,reviewer';
function review(...lines: string[]): string {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'goldset-review-')), 'review.csv');
  writeFileSync(file, `${[header, ...lines].join('\r\n')}\r\n`);
  return file;
}
const apply = (dataset: string, list: string, out?: string) =>
  applyReview({
    dataset,
    review: list,
    at: '2026-01-01T00:00:00Z',
    reviewer: 'tester',
    recount: async () => null,
    ...(out === undefined ? {} : { out }),
  });
const read = (dir: string, name: string) => readFileSync(path.join(dir, name), 'utf8');

describe('applyReview', () => {
  it('loses no change if two lists are applied at once', async () => {
    const dir = folder();
    const lists = [review('a,total,1,7,3,e,accept,,'), review('b,name,"""Bob""","""Rob""",1,e,accept,,')];
    const ends = await Promise.allSettled(lists.map((list) => apply(dir, list)));
    for (const [at, end] of ends.entries()) {
      if (end.status === 'fulfilled') continue;
      expect(end.reason.code).toBe('FOLDER_LOCKED');
      await apply(dir, lists[at] as string);
    }
    const [a, b] = read(dir, 'items.jsonl').trim().split('\n');
    expect(JSON.parse(a as string).expectedOutput.value.total).toBe(7);
    expect(JSON.parse(b as string).expectedOutput.name).toBe('Rob');
    expect(JSON.parse(read(dir, 'dataset.json')).version).toBe(3);
    expect(read(dir, 'history/changes.jsonl').trim().split('\n')).toHaveLength(2);
    for (const list of lists) expect(await apply(dir, list)).toMatchObject({ version: 3, changed: 0 });
  });

  it('changes nothing while another process changes the dataset', async () => {
    const dir = folder();
    const before = read(dir, 'items.jsonl');
    const unlock = acquireLock(path.join(dir, 'history', 'lock.db'));
    await expect(apply(dir, review('a,total,1,7,3,e,accept,,'))).rejects.toMatchObject({
      code: 'FOLDER_LOCKED',
    });
    expect(read(dir, 'items.jsonl')).toBe(before);
    unlock();
    expect(await apply(dir, review('a,total,1,7,3,e,accept,,'))).toMatchObject({ changed: 1 });
  });

  it('writes a new version with its history, and loses nothing', async () => {
    const dir = folder();
    const before = read(dir, 'items.jsonl');
    const list = review(
      'a,total,1,7,3,because,accept,,Eve',
      'a,lines[0].item,"""x""","""y""",2,,correct,"x, longer",',
      'b,name,"""Bob""","""Rob""",1,,keep,,',
      'b,total,null,5,1,,,,',
    );
    expect(await apply(dir, list)).toMatchObject({ version: 2, changed: 2, kept: 1, undecided: 1 });
    const [a, b] = read(dir, 'items.jsonl').trim().split('\n');
    expect(JSON.parse(a as string)).toEqual({
      ...items[0],
      expectedOutput: { value: { name: 'Ann', total: 7, lines: [{ item: 'x, longer' }] } },
    });
    expect(JSON.parse(b as string)).toEqual(items[1]);
    expect(JSON.parse(read(dir, 'dataset.json'))).toMatchObject({ name: 'small', version: 2 });
    expect(read(dir, 'history/items.1.jsonl')).toBe(before);
    const history = read(dir, 'history/changes.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(history).toEqual([
      {
        version: 2,
        at: '2026-01-01T00:00:00Z',
        reviewer: 'Eve',
        item: 'a',
        path: 'total',
        before: 1,
        after: 7,
        evidence: 'because',
        review: 'review.csv',
        line: 2,
      },
      expect.objectContaining({ reviewer: 'tester', path: 'lines[0].item', before: 'x', after: 'x, longer' }),
    ]);
    const loaded: unknown[] = [];
    for await (const item of (await loadDataset(dir)).items()) loaded.push(item.id);
    expect(loaded).toEqual(['a', 'b']);
    // When the review is applied a second time, the labels already have the values of the review.
    expect(await apply(dir, list)).toMatchObject({ version: 2, changed: 0, unchanged: 2 });
    expect(readdirSync(path.join(dir, 'history')).sort()).toEqual([
      'changes.jsonl',
      'items.1.jsonl',
      'lock.db',
    ]);
  });

  it('marks labels as not annotated or unclear', async () => {
    const dir = folder();
    const name = 'a,lines[0].item,"""x""",null,1,,unclear,two names,';
    await apply(dir, review('a,total,1,null,1,,not-annotated,,', name));
    const [item = ''] = read(dir, 'items.jsonl').split('\n');
    expect(JSON.parse(item)).toMatchObject({
      expectedOutput: { value: { name: 'Ann', lines: [{}] } },
      notScored: { total: 'not-annotated', 'lines[0].item': 'unclear: two names' },
    });
    expect(JSON.parse(item).expectedOutput.value).not.toHaveProperty('total');
    const changes = read(dir, 'history/changes.jsonl').trim().split('\n');
    expect(changes.map((line) => JSON.parse(line))).toMatchObject([
      { path: 'total', before: 1, after: null, notScored: 'not-annotated' },
      { path: 'lines[0].item', before: 'x', after: null, notScored: 'unclear: two names' },
    ]);
    await loadDataset(dir);
  });

  it('rejects unclear without a reason', async () => {
    await expect(apply(folder(), review('a,total,1,null,1,,unclear,,'))).rejects.toThrow(
      'corrected: found nothing, expected the reason why the value is unclear',
    );
  });

  it('writes into a new folder and leaves the dataset as it is', async () => {
    const dir = folder();
    const out = path.join(dir, '..', `${path.basename(dir)}-new`);
    const list = review('b,name,"""Bob""","""Rob""",1,,accept,,');
    expect(await apply(dir, list, out)).toMatchObject({ dataset: path.resolve(out), version: 2 });
    expect(readdirSync(dir).sort()).toEqual(['dataset.json', 'items.jsonl']);
    expect(read(out, 'items.jsonl')).toContain('"name":"Rob"');
    await expect(apply(dir, list, out)).rejects.toThrow(/it already exists/);
  });

  it.each([
    [
      'a label that has changed',
      'a,total,2,7,3,,accept,,',
      /line 2: a total: found the label is 1 now, expected 2/,
    ],
    ['an unknown item', 'z,total,1,7,3,,accept,,', /no such item/],
    [
      'a value that the schema forbids',
      'a,total,1,7,3,,correct,seven,',
      /total: found value.total: "seven", expected number/,
    ],
    [
      'an empty correction',
      'a,total,1,7,3,,correct,,',
      /corrected: found nothing, expected the correct value/,
    ],
    [
      'an unknown decision',
      'a,total,1,7,3,,yes,,',
      /decision: found yes, expected accept, correct, not-annotated, unclear, keep/,
    ],
    ['a label of invalid JSON', 'a,name,Ann,"""Eve""",3,,accept,,', /label: found Ann/],
  ])('stops before anything is written: %s', async (_, line, message) => {
    const dir = folder();
    const first = 'b,name,"""Bob""","""Rob""",1,,accept,,';
    await expect(apply(dir, review(first, line))).rejects.toThrow(
      expect.objectContaining({
        message: expect.stringMatching(new RegExp(message.source.replace('line 2', 'line 3'))),
      }),
    );
    expect(readdirSync(dir).sort()).toEqual(['dataset.json', 'items.jsonl']);
    expect(read(dir, 'items.jsonl')).toContain('"name":"Bob"');
  });

  it('changes classes with their ids, splits, and entries of a fields array', async () => {
    const classes = [
      { id: 'c1', type: 'invoice', description: 'd' },
      { id: 'c2', type: 'letter', description: 'd' },
    ];
    const kinds = folder('CLASSIFY', { type: 'CLASSIFY', classifications: classes }, [
      { id: 'a', text: 't', expectedOutput: { id: 'c1', type: 'invoice' } },
    ]);
    await apply(kinds, review('a,type,"""invoice""","""letter""",1,,accept,,'));
    expect(JSON.parse(read(kinds, 'items.jsonl')).expectedOutput).toEqual({ id: 'c2', type: 'letter' });
    const split = (endPage: number) => ({ type: 'invoice', startPage: 1, endPage });
    const packets = folder('SPLITTER', { type: 'SPLITTER', splitClassifications: classes }, [
      { id: 'a', text: 't', expectedOutput: { splits: [split(1)] } },
    ]);
    const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    await apply(packets, review(`a,splits,${cell([split(1)])},${cell([split(2)])},1,,accept,,`));
    expect(JSON.parse(read(packets, 'items.jsonl')).expectedOutput).toEqual({ splits: [split(2)] });
    const fields = folder(
      'EXTRACT',
      { type: 'EXTRACT', fields: [{ id: 'no', name: 'No', type: 'string', description: 'd' }] },
      [{ id: 'a', text: 't', expectedOutput: { no: { id: 'no', type: 'string', value: '1' } } }],
    );
    await apply(fields, review(`a,no,${cell('1')},${cell('2')},1,,accept,,`));
    expect(JSON.parse(read(fields, 'items.jsonl')).expectedOutput.no.value).toBe('2');
  });
});
