import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoreRecord } from '../../../src/usecases/score/score-record.ts';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../../src/workbench/server/view-server.ts';
import { folderOfRecords } from '../../fixtures/records/folder-of-records.ts';
import { reviewedRecord } from '../../fixtures/records/reviewed-record.ts';

describe('the routes that edit gold', () => {
  let server: ViewServer;
  let dataset = '';
  let reports = '';
  const key = recordKey('first');
  beforeAll(async () => {
    ({ dataset, reports } = await reviewedRecord());
    server = await startViewServer(reports, { reviewer: 'Ada' });
  });
  afterAll(() => server.close());

  const ask = async (to: ViewServer, target: string, body?: object) => {
    const origin = `http://127.0.0.1:${to.port}`;
    const response = await fetch(`${origin}${target}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: `goldset-${to.port}=${to.token}`,
        origin,
        'x-goldset': '1',
        'content-type': 'application/json',
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const edit = (change: object = {}) =>
    ask(server, `/api/records/${key}/edits`, {
      item: 'doc-20',
      path: 'total',
      action: 'edit',
      before: '"20.50"',
      after: '"20.00"',
      ...change,
    });

  it.each<[string, number, object, string]>([
    ['a label that has changed', 409, { before: '"1"' }, 'has changed'],
    ['a value of the wrong type', 422, { after: '5' }, 'expected string'],
    ['a value that is not JSON', 422, { after: '{' }, 'expected JSON'],
    ['an unclear value without a reason', 422, { action: 'unclear' }, 'State why'],
    ['an unknown mark', 422, { markBefore: 'maybe' }, 'markBefore'],
    ['a label that was not scored', 409, { markBefore: 'not-annotated' }, 'has changed'],
    ['an unknown action', 422, { action: 'delete' }, 'action'],
    ['an unknown item', 422, { item: '../../x' }, 'no item'],
    ['a text above the limit', 422, { after: JSON.stringify('x'.repeat(20_000)) }, 'Edit it in items.jsonl'],
    [
      'a member of the prototype',
      422,
      { path: '__proto__.polluted', before: 'null' },
      'no value at __proto__.polluted',
    ],
    ['a field that the schema does not have', 422, { path: 'totel', before: 'null' }, 'no value at totel'],
  ])('reject %s with %i', async (_, status, change, problem) => {
    const answer = await edit(change);
    expect(answer.status).toBe(status);
    expect(answer.body.problem).toContain(problem);
    expect(readFileSync(path.join(dataset, 'review/log.jsonl'), 'utf8')).toBe('');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('state the present label with a conflict', async () => {
    expect((await edit({ before: '"1"' })).body.current).toBe('"20.50"');
  });

  it('undo and redo an edit, and end conflicts with a change of the dataset', async () => {
    const file = path.join(dataset, 'items.jsonl');
    const before = readFileSync(file, 'utf8');
    const { body: state } = await edit({ item: 'doc-22', before: '"22.50"', after: '"1"' });
    const { seq } = state.unsaved[0];
    const undone = await ask(server, `/api/records/${key}/edits/${seq}/undo`, {});
    expect(undone.body).toMatchObject({ unsaved: [], canRedo: true });
    const redone = await ask(server, `/api/records/${key}/redo`, {});
    expect(redone.body).toMatchObject({ unsaved: [{ seq: seq + 2, after: '"1"' }], canRedo: false });
    writeFileSync(file, before.replace('"22.50"', '"7"'));
    const { body: changed } = await ask(server, `/api/records/${key}/review`);
    expect(changed).toMatchObject({
      unsaved: [],
      conflicts: [{ seq: seq + 2, after: '"1"', current: '"7"' }],
    });
    const resolve = (decision: string) =>
      ask(server, `/api/records/${key}/conflicts/${seq + 2}`, { decision });
    expect((await resolve('both')).status).toBe(422);
    expect((await resolve('replace')).body).toMatchObject({
      unsaved: [{ before: '"7"', after: '"1"' }],
      conflicts: [],
    });
    expect((await resolve('keep')).status).toBe(422);
    expect((await ask(server, `/api/records/${key}/discard`, {})).body.unsaved).toEqual([]);
    writeFileSync(file, before);
  });

  it('give the figures of goldset score in the preview, and in the saved version', async () => {
    expect((await edit()).body.unsaved).toMatchObject([
      { item: 'doc-20', before: '"20.50"', after: '"20.00"' },
    ]);
    const { body: verdicts } = await ask(server, `/api/records/${key}/verdicts`);
    const before = await scoreRecord({ record: path.join(reports, 'first'), gold: dataset, save: false });
    expect(verdicts.run.headline).toBe(before.model.summary.outcome.headline);
    expect(verdicts.run.measure).toBe(before.model.summary.numbers[0]?.text);
    const saved = await ask(server, `/api/records/${key}/versions`, {});
    expect(saved.body).toMatchObject({ version: 2, changed: 1, unsaved: [] });
    const { model } = await scoreRecord({ record: path.join(reports, 'first'), gold: dataset, save: false });
    expect(verdicts.preview.headline).toBe(model.summary.outcome.headline);
    expect(verdicts.preview.measure).toBe(model.summary.numbers[0]?.text);
    expect(verdicts.preview.measure).not.toBe(verdicts.run.measure);
    const shown = await ask(server, `/api/records/${key}/scored?gold=saved`);
    expect(shown.body).toEqual(verdicts.preview);
    expect((await ask(server, `/api/records/${key}/scored`)).body).toEqual(verdicts.run);
  });

  it('take back an edit, and give up all edits', async () => {
    const { body } = await edit({ item: 'doc-21', before: '"21.50"', after: '"21.00"' });
    const undone = await ask(server, `/api/records/${key}/edits/${body.unsaved[0].seq}/undo`, {});
    expect(undone.body.unsaved).toEqual([]);
    expect((await ask(server, `/api/records/${key}/edits/1/undo`, {})).status).toBe(422);
    const kept = await edit({ item: 'doc-22', action: 'keep', before: '"22.50"', after: '"22.50"' });
    expect(kept.body).toMatchObject({ changes: 0, unsaved: [{ action: 'keep' }] });
    const changed = await edit({ item: 'doc-21', before: '"21.50"', after: '"21.00"' });
    expect(changed.body.changes).toBe(1);
    expect((await ask(server, `/api/records/${key}/discard`, {})).body.unsaved).toEqual([]);
  });

  it('let only one server edit a dataset, and state why the other one cannot', async () => {
    const other = await startViewServer(reports);
    const { status, body } = await ask(other, `/api/records/${key}/review`);
    await other.close();
    expect(status).toBe(200);
    expect(body.problem).toContain('review');
  });

  it('state that a record without a native dataset cannot be edited', async () => {
    const other = await startViewServer(await folderOfRecords());
    const { body } = await ask(other, `/api/records/${recordKey('scored')}/review`);
    await other.close();
    expect(body).toMatchObject({ problem: expect.stringContaining('small'), fix: expect.any(String) });
  });

  it('do not exist on a server that only reads', async () => {
    const other = await startViewServer(reports, { readOnly: true });
    const targets = ['edits', 'edits/1/undo', 'versions', 'discard'];
    const statuses = await Promise.all(
      targets.map(async (name) => (await ask(other, `/api/records/${key}/${name}`, {})).status),
    );
    const reads = await ask(other, `/api/records/${key}/scored`);
    await other.close();
    expect(statuses).toEqual([404, 404, 404, 404]);
    expect(reads.status).toBe(200);
  });
});
