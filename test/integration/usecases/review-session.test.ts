import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import { applyReview } from '../../../src/loaders/review/apply-review.ts';
import { LabelConflict, LabelRejected } from '../../../src/usecases/review/label-problems.ts';
import { type EditRequest, ReviewSession } from '../../../src/usecases/review/review-session.ts';

const text = { type: ['string', 'null'] };
const row = {
  type: 'object',
  properties: { sku: text, count: { type: ['integer', 'null'] } },
  required: ['sku', 'count'],
  additionalProperties: false,
};
const config = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_light',
  schema: {
    type: 'object',
    properties: {
      number: text,
      currency: { enum: ['EUR', 'USD', null] },
      lines: { type: 'array', items: row },
    },
    required: ['number', 'currency', 'lines'],
    additionalProperties: false,
  },
};

function writeDataset(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-review-'));
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'small', kind: 'EXTRACT', config }));
  const items = [1, 2].map((n) => ({
    id: `doc-${n}`,
    text: `document ${n}`,
    expectedOutput: { value: { number: `R-${n}`, currency: 'EUR', lines: [{ sku: 'a', count: 1 }] } },
  }));
  writeFileSync(path.join(dir, 'items.jsonl'), `${items.map((item) => JSON.stringify(item)).join('\n')}\n`);
  return dir;
}

async function goldOf(dir: string, id: string): Promise<unknown> {
  for await (const item of (await loadDataset(dir)).items()) if (item.id === id) return item.expectedOutput;
  return undefined;
}

const edit = (path: string, before: unknown, after: unknown, more: object = {}): EditRequest =>
  ({ item: 'doc-1', path, action: 'edit', before, after, from: null, note: '', ...more }) as EditRequest;

describe('a review session', () => {
  let dir = '';
  let session: ReviewSession;
  beforeEach(async () => {
    dir = writeDataset();
    session = await ReviewSession.open(dir, 'Ada');
  });
  afterEach(() => session.close());
  const log = () =>
    readFileSync(path.join(dir, 'review/log.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const reopen = async () => {
    await session.close();
    session = await ReviewSession.open(dir, 'Ada');
  };

  it('states why the labels of a folder without the right to write cannot be edited', async () => {
    const other = writeDataset();
    // A file in place of the folder makes writing fail for every user, also for the administrator.
    writeFileSync(path.join(other, 'review'), '');
    await expect(ReviewSession.open(other, 'Ada')).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/cannot be written: .*, so the labels of this dataset cannot be edited/),
      fix: expect.stringContaining('Allow this user to write'),
    });
  });

  it('writes each edit to the log at once, and to the gold only when it is saved', async () => {
    await session.edit(
      edit('number', 'R-1', 'R-9', {
        action: 'accept',
        from: { recordId: 'r', version: 'draft', confidence: 0.9 },
      }),
    );
    await session.edit(edit('lines[0].count', 1, 2, { note: 'two boxes' }));
    expect(log()).toMatchObject([
      {
        seq: 1,
        reviewer: 'Ada',
        kind: 'edit',
        item: 'doc-1',
        path: 'number',
        action: 'accept',
        before: 'R-1',
        after: 'R-9',
        from: { version: 'draft' },
      },
      { seq: 2, path: 'lines[0].count', action: 'edit', from: null, note: 'two boxes' },
    ]);
    expect(await goldOf(dir, 'doc-1')).toMatchObject({ value: { number: 'R-1' } });
    expect(await session.save()).toMatchObject({ version: 2, changed: 2 });
    expect(await goldOf(dir, 'doc-1')).toEqual({
      value: { number: 'R-9', currency: 'EUR', lines: [{ sku: 'a', count: 2 }] },
    });
    expect((await session.unsaved()).edits).toEqual([]);
    expect(log().at(-1)).toMatchObject({ seq: 3, kind: 'saved', version: 2 });
    const changes = readFileSync(path.join(dir, 'history/changes.jsonl'), 'utf8').trimEnd().split('\n');
    expect(changes.map((line) => JSON.parse(line))).toMatchObject([
      { version: 2, item: 'doc-1', path: 'number', before: 'R-1', after: 'R-9', reviewer: 'Ada', line: 1 },
      { version: 2, path: 'lines[0].count', before: 1, after: 2, line: 2, evidence: 'two boxes' },
    ]);
    expect(readFileSync(path.join(dir, 'history/items.1.jsonl'), 'utf8')).toContain('"R-1"');
  });

  it('writes the same files as apply-review with the same decisions', async () => {
    const other = mkdtempSync(path.join(os.tmpdir(), 'goldset-review-'));
    cpSync(dir, other, { recursive: true });
    await session.edit(edit('number', 'R-1', 'R-9'));
    await session.edit(edit('currency', 'EUR', null, { action: 'no-value' }));
    await session.save();
    const list = path.join(other, 'list.csv');
    writeFileSync(
      list,
      'item,path,label,decision,corrected,proposed\ndoc-1,number,"""R-1""",correct,"""R-9""",\ndoc-1,currency,"""EUR""",correct,null,\n',
    );
    const at = '2026-01-01T00:00:00.000Z';
    await applyReview({ dataset: other, review: list, at, reviewer: 'Ada', recount: async () => null });
    for (const name of ['items.jsonl', 'dataset.json', 'history/items.1.jsonl'])
      expect(readFileSync(path.join(dir, name), 'utf8')).toBe(readFileSync(path.join(other, name), 'utf8'));
  });

  it('takes an edit back, but not if a later edit changed the label', async () => {
    const { edit: first } = await session.edit(edit('number', 'R-1', 'R-2'));
    const { edit: second } = await session.edit(edit('number', 'R-2', 'R-3'));
    await expect(session.undo(first.seq)).rejects.toEqual(
      new LabelConflict(first, { value: 'R-3', mark: null }),
    );
    await session.undo(second.seq);
    await session.undo(first.seq);
    expect((await session.unsaved()).edits).toEqual([]);
    expect(await session.save()).toMatchObject({ changed: 0, version: 1 });
    await expect(session.undo(first.seq)).rejects.toThrow(LabelRejected);
  });

  it('does not take an edit back if later edits build on it', async () => {
    const { edit: first } = await session.edit(edit('number', 'R-1', 'R-2'));
    await session.edit(edit('number', 'R-2', 'R-3'));
    await session.edit(edit('number', 'R-3', 'R-2'));
    await expect(session.undo(first.seq)).rejects.toThrow(LabelConflict);
    const { edit: row } = await session.edit(edit('lines[1].sku', null, 'b'));
    await session.edit(edit('lines[2].sku', null, 'c'));
    await expect(session.undo(row.seq)).rejects.toThrow(LabelConflict);
    expect(await session.save()).toMatchObject({ changed: 3 });
  });

  it('rejects an edit of a label that has changed, and states the present label', async () => {
    await session.edit(edit('number', 'R-1', 'R-2'));
    await expect(session.edit(edit('number', 'R-1', 'R-3'))).rejects.toEqual(
      new LabelConflict({ item: 'doc-1', path: 'number' }, { value: 'R-2', mark: null }),
    );
    const changed = readFileSync(path.join(dir, 'items.jsonl'), 'utf8').replace(
      '"currency":"EUR"',
      '"currency":"USD" ',
    );
    writeFileSync(path.join(dir, 'items.jsonl'), changed);
    await expect(session.edit(edit('currency', 'EUR', null))).rejects.toEqual(
      new LabelConflict({ item: 'doc-1', path: 'currency' }, { value: 'USD', mark: null }),
    );
  });

  it.each<[string, EditRequest, string]>([
    ['of another type', edit('lines[0].count', 1, 'two'), 'lines[0].count'],
    ['outside the enum', edit('currency', 'EUR', 'GBP'), 'one of'],
    ['in a row after the next one', edit('lines[3].sku', null, 'b'), 'no such row'],
    ['of an unknown item', edit('number', 'R-1', 'R-2', { item: 'doc-9' }), 'no item doc-9'],
  ])('rejects a label %s, and logs nothing', async (_, request, problem) => {
    await expect(session.edit(request)).rejects.toThrow(problem);
    expect(readFileSync(path.join(dir, 'review/log.jsonl'), 'utf8')).toBe('');
  });

  it('marks values as not scored, takes it back, and saves the marks', async () => {
    await session.edit(edit('number', 'R-1', null, { action: 'not-annotated' }));
    await expect(session.edit(edit('number', null, 'R-2'))).rejects.toEqual(
      new LabelConflict({ item: 'doc-1', path: 'number' }, { value: null, mark: 'not-annotated' }),
    );
    const { edit: back } = await session.edit(edit('number', null, 'R-2', { markBefore: 'not-annotated' }));
    await session.undo(back.seq);
    await expect(session.edit(edit('currency', 'EUR', null, { action: 'unclear' }))).rejects.toThrow(
      'State why',
    );
    await session.edit(edit('currency', 'EUR', null, { action: 'unclear', note: ' two signs ' }));
    const gold = {
      expectedOutput: { value: { lines: [{ sku: 'a', count: 1 }] } },
      notScored: { number: 'not-annotated', currency: 'unclear: two signs' },
    };
    expect(await session.gold('doc-1')).toEqual(gold);
    await reopen();
    expect(await session.save()).toMatchObject({ changed: 2, version: 2 });
    expect(await session.gold('doc-1')).toEqual(gold);
    expect(log()).toMatchObject([
      { action: 'not-annotated', after: null, markAfter: 'not-annotated' },
      { markBefore: 'not-annotated', after: 'R-2' },
      { kind: 'undo' },
      { action: 'unclear', note: ' two signs ', markAfter: 'unclear: two signs' },
      { kind: 'saved' },
    ]);
  });

  it('adds and removes rows through the whole table', async () => {
    await session.edit(
      edit(
        'lines',
        [{ sku: 'a', count: 1 }],
        [
          { sku: 'a', count: 1 },
          { sku: 'b', count: 4 },
        ],
      ),
    );
    await session.edit(edit('lines[1].sku', 'b', 'c'));
    await session.edit(edit('lines[2].sku', null, 'd'));
    await session.save();
    expect(await goldOf(dir, 'doc-1')).toMatchObject({
      value: { lines: [{ sku: 'a', count: 1 }, { sku: 'c', count: 4 }, { sku: 'd' }] },
    });
  });

  it('repeats an undone edit, until another edit is made', async () => {
    const { edit: first } = await session.edit(edit('number', 'R-1', 'R-2', { note: 'typed' }));
    await session.undo(first.seq);
    await session.redo();
    expect(log().at(-1)).toMatchObject({ before: 'R-1', after: 'R-2', note: 'typed', redoes: first.seq });
    await expect(session.redo()).rejects.toThrow('no undone edit');
    await session.undo(log().at(-1).seq);
    expect((await session.unsaved()).redo).toMatchObject({ after: 'R-2' });
    await reopen();
    await session.edit(edit('currency', 'EUR', 'USD'));
    expect((await session.unsaved()).redo).toBeNull();
    await expect(session.redo()).rejects.toThrow('no undone edit');
  });

  describe('after a change of the dataset by another program', () => {
    const change = (from: string, to: string) => {
      const file = path.join(dir, 'items.jsonl');
      const text = readFileSync(file, 'utf8');
      expect(text).toContain(from);
      writeFileSync(file, `${text.replace(from, to).trimEnd()}\n`);
    };
    beforeEach(async () => {
      await session.edit(edit('number', 'R-1', 'R-2'));
      await session.edit(edit('number', 'R-2', 'R-9'));
      await session.edit(edit('currency', 'EUR', 'USD'));
      await session.edit(edit('number', 'R-2', 'R-8', { item: 'doc-2' }));
      change('"R-1"', '"R-5"');
      change('"id":"doc-2"', '"id":"doc-3"');
    });

    it('saves the edits that still fit, and keeps the others as conflicts', async () => {
      const { edits, conflicts } = await session.unsaved();
      expect(edits.map(({ seq }) => seq)).toEqual([3]);
      expect(conflicts).toMatchObject([
        { edit: { members: [1, 2], before: 'R-1', after: 'R-9' }, current: { value: 'R-5', mark: null } },
        { edit: { members: [4] }, current: null },
      ]);
      expect(await session.save()).toMatchObject({ changed: 1, version: 2 });
      expect(await goldOf(dir, 'doc-1')).toMatchObject({ value: { number: 'R-5', currency: 'USD' } });
      expect(log().at(-1)).toMatchObject({ kind: 'saved', version: 2, except: [1, 2, 4] });
      await reopen();
      const after = await session.unsaved();
      expect(after.edits).toEqual([]);
      expect(after.conflicts).toMatchObject(conflicts);
      expect(await session.save()).toMatchObject({ changed: 0, version: 2 });
    });

    it('keeps the label of the dataset, or replaces it', async () => {
      await session.resolve(4, 'keep');
      await session.resolve(2, 'replace');
      expect((await session.unsaved()).conflicts).toEqual([]);
      expect(await session.gold('doc-1')).toMatchObject({ expectedOutput: { value: { number: 'R-9' } } });
      await expect(session.resolve(2, 'keep')).rejects.toThrow('not in conflict');
      await session.save();
      const changes = readFileSync(path.join(dir, 'history/changes.jsonl'), 'utf8').trimEnd().split('\n');
      expect(changes.map((line) => JSON.parse(line))).toMatchObject([
        { path: 'currency', before: 'EUR', after: 'USD' },
        { path: 'number', before: 'R-5', after: 'R-9' },
      ]);
    });

    it('replaces a conflict by a new edit of the label', async () => {
      await session.edit(edit('number', 'R-5', 'R-6'));
      expect((await session.unsaved()).conflicts.map(({ edit: { seq } }) => seq)).toEqual([4]);
      await session.save();
      expect(await goldOf(dir, 'doc-1')).toMatchObject({ value: { number: 'R-6' } });
    });

    it('saves an edit whose label the other program changed in the same way', async () => {
      change('"R-5"', '"R-9"');
      const { conflicts } = await session.unsaved();
      expect(conflicts.map(({ edit: { seq } }) => seq)).toEqual([4]);
      expect(await session.save()).toMatchObject({ changed: 1 });
      expect(await goldOf(dir, 'doc-1')).toMatchObject({ value: { number: 'R-9', currency: 'USD' } });
    });

    it('keeps conflicts that a killed process left between the version and the line of the log', async () => {
      await session.save();
      await session.close();
      const lines = readFileSync(path.join(dir, 'review/log.jsonl'), 'utf8').trimEnd().split('\n');
      writeFileSync(path.join(dir, 'review/log.jsonl'), `${lines.slice(0, -1).join('\n')}\n`);
      session = await ReviewSession.open(dir, 'Ada');
      expect(log().at(-1)).toMatchObject({ kind: 'saved', version: 2, except: [1, 2, 4] });
    });
  });

  it('keeps the edits of a killed process, and cuts off a torn last line', async () => {
    await session.edit(edit('number', 'R-1', 'R-2'));
    await session.close();
    appendFileSync(path.join(dir, 'review/log.jsonl'), '{"seq":2,"at":"2026');
    session = await ReviewSession.open(dir, 'Ada');
    expect((await session.unsaved()).edits.map(({ after }) => after)).toEqual(['R-2']);
    expect((await session.edit(edit('currency', 'EUR', 'USD'))).edit.seq).toBe(2);
    await session.discard();
    await reopen();
    expect((await session.unsaved()).edits).toEqual([]);
  });

  it('does not save twice if the process was killed after the new version', async () => {
    await session.edit(edit('number', 'R-1', 'R-2'));
    await session.edit(edit('number', 'R-2', 'R-3'));
    await session.save();
    await session.close();
    // Without the last line, the log looks as if the process was killed before it could add this line.
    const lines = readFileSync(path.join(dir, 'review/log.jsonl'), 'utf8').trimEnd().split('\n');
    writeFileSync(path.join(dir, 'review/log.jsonl'), `${lines.slice(0, -1).join('\n')}\n`);
    session = await ReviewSession.open(dir, 'Ada');
    expect((await session.unsaved()).edits).toEqual([]);
    expect(log().at(-1)).toMatchObject({ kind: 'saved', version: 2 });
    expect(await session.save()).toMatchObject({ changed: 0, version: 2 });
  });

  it('writes only the last of several edits of a label to a version', async () => {
    await session.edit(edit('number', 'R-1', 'R-2'));
    await session.edit(edit('currency', 'EUR', 'USD'));
    await session.edit(edit('number', 'R-2', 'R-3'));
    await session.edit(edit('currency', 'USD', 'EUR'));
    expect(await session.save()).toMatchObject({ changed: 1, version: 2 });
    const changes = readFileSync(path.join(dir, 'history/changes.jsonl'), 'utf8').trimEnd().split('\n');
    expect(changes.map((line) => JSON.parse(line))).toMatchObject([
      { path: 'number', before: 'R-1', after: 'R-3', line: 3 },
    ]);
    expect(await session.gold('doc-1')).toMatchObject({
      expectedOutput: { value: { number: 'R-3', currency: 'EUR' } },
    });
  });

  it('rejects a class that the config does not have', async () => {
    const other = mkdtempSync(path.join(os.tmpdir(), 'goldset-review-'));
    const classes = ['invoice', 'other'].map((type) => ({ id: type, type, description: type }));
    const classify = { type: 'CLASSIFY', baseProcessor: 'classification_light', classifications: classes };
    writeFileSync(
      path.join(other, 'dataset.json'),
      JSON.stringify({ name: 'mail', kind: 'CLASSIFY', config: classify }),
    );
    const item = { id: 'doc-1', text: 'x', expectedOutput: { id: 'invoice', type: 'invoice' } };
    writeFileSync(path.join(other, 'items.jsonl'), `${JSON.stringify(item)}\n`);
    const opened = await ReviewSession.open(other, 'Ada');
    await expect(opened.edit(edit('type', 'invoice', 'bogus'))).rejects.toThrow(
      'expected one of invoice, other',
    );
    await opened.edit(edit('type', 'invoice', 'other'));
    await opened.save();
    expect(await goldOf(other, 'doc-1')).toEqual({ id: 'other', type: 'other' });
    await opened.close();
  });

  it('rejects a log with an invalid line, and can be opened once the line is correct', async () => {
    await session.close();
    const file = path.join(dir, 'review/log.jsonl');
    writeFileSync(file, '{"kind":"erase"}\n');
    await expect(ReviewSession.open(dir, 'Ada')).rejects.toThrow('log.jsonl, line 1');
    writeFileSync(file, '');
    session = await ReviewSession.open(dir, 'Ada');
    expect((await session.unsaved()).edits).toEqual([]);
  });

  it('excludes a second process', async () => {
    await expect(ReviewSession.open(dir, 'Bob')).rejects.toMatchObject({ code: 'FOLDER_LOCKED' });
    const script = `import(${JSON.stringify(path.resolve('src/usecases/review/review-session.ts'))}).then(({ ReviewSession }) => ReviewSession.open(${JSON.stringify(dir)}, 'Bob')).then(() => console.log('open'), (error) => console.log(error.code))`;
    expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()).toBe('FOLDER_LOCKED');
  });

  it('rejects a dataset in another format', async () => {
    const other = mkdtempSync(path.join(os.tmpdir(), 'goldset-review-'));
    await expect(ReviewSession.open(other, 'Ada')).rejects.toThrow('no items.jsonl');
  });
});
