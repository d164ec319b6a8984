import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../../src/workbench/server/view-server.ts';
import { proposedDataset } from '../../fixtures/records/proposed-dataset.ts';

describe('the routes of labelling', () => {
  let dir = '';
  let server: ViewServer;
  beforeEach(() => {
    dir = proposedDataset(3);
  });
  afterEach(async () => {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const start = async (readOnly = false) => {
    server = await startViewServer(dir, { reviewer: 'Ada', readOnly });
  };
  const ask = async (target: string, body?: object, headers: object = {}) => {
    const origin = `http://127.0.0.1:${server.port}`;
    const response = await fetch(`${origin}${target}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...{ cookie: `goldset-${server.port}=${server.token}`, origin, 'x-goldset': '1' },
        ...{ 'content-type': 'application/json', ...headers },
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const route = (rest: string) => `/api/datasets/${recordKey(dir)}/${rest}`;
  const decision = { item: 'doc-0', path: 'currency', action: 'no-value' };
  const log = () => path.join(dir, 'review/log.jsonl');

  it('list datasets with their counts', async () => {
    await start();
    const { body } = await ask('/api/datasets');
    const facts = {
      name: 'letters',
      labelled: 0,
      proposals: 3,
      partlyLabelled: 0,
      resumable: 0,
      unfinished: 0,
      unsaved: 0,
      labelIssues: null,
    };
    expect(body).toMatchObject({ isReadOnly: false, datasets: [{ state: 'readable', ...facts }] });
    writeFileSync(path.join(dir, 'items.jsonl'), '{"id":"doc-1","text":"a","expectedOutput":{"value":{}}}\n');
    expect((await ask('/api/datasets')).body.datasets).toMatchObject([{ labelled: 1, proposals: 2 }]);
    writeFileSync(path.join(dir, 'proposals.jsonl'), 'no json\n');
    const [damaged] = (await ask('/api/datasets')).body.datasets;
    expect(damaged).toMatchObject({ state: 'damaged', problem: expect.stringContaining('line 1') });
  });

  it('write a decision before they answer', async () => {
    await start();
    const { status, body } = await ask(route('decisions'), decision);
    expect(status).toBe(200);
    expect(
      body.document.values.find(({ path: at }: { path: string }) => at === 'currency').decision.action,
    ).toBe('no-value');
    expect(JSON.parse(readFileSync(log(), 'utf8'))).toMatchObject({
      kind: 'decision',
      reviewer: 'Ada',
      ...decision,
    });
  });

  it('reject a decision of a page that does not show the decision of another tab', async () => {
    await start();
    const edit = { ...decision, action: 'edit', label: 'EUR', seen: null };
    expect((await ask(route('decisions'), edit)).status).toBe(200);
    const { status, body } = await ask(route('decisions'), { ...decision, seen: null });
    expect([status, body.problem]).toEqual([409, expect.stringContaining('in another tab')]);
    const shown = (await ask(route('labelling?item=doc-0'))).body.document.values;
    const { seq, label } = shown.find(({ path: at }: { path: string }) => at === 'currency').decision;
    expect([seq, label]).toEqual([1, 'EUR']);
    expect((await ask(route('decisions'), { ...decision, seen: seq })).status).toBe(200);
  });

  it('report a changed dataset to other pages', async () => {
    await start();
    const cookie = `goldset-${server.port}=${server.token}`;
    const { body } = await fetch(`http://127.0.0.1:${server.port}/api/events`, { headers: { cookie } });
    await ask(route('decisions'), decision);
    await ask(route('decisions'), { ...decision, item: 'nobody' });
    await ask(route('decisions/undo'), {});
    let text = '';
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(part).toString();
      if (text.includes('id: 2')) break;
    }
    const sent = text.split('\n').filter((line) => /^(event|data): /.test(line));
    const event = ['event: dataset.changed', `data: {"key":"${recordKey(dir)}"}`];
    expect(sent).toEqual(['event: ready', 'data: {}', ...event, ...event]);
  });

  it('show proposals that are added while the server runs', async () => {
    await start();
    expect((await ask(route('labelling'))).body.progress.documents).toBe(3);
    const file = path.join(dir, 'proposals.jsonl');
    const [line = ''] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${readFileSync(file, 'utf8')}${line.replaceAll('doc-0', 'doc-9')}\n`);
    expect((await ask(route('labelling'))).body.progress.documents).toBe(4);
  });

  it('write to the log that another program put in place of the first one', async () => {
    await start();
    await ask(route('decisions'), decision);
    const before = readFileSync(log(), 'utf8');
    rmSync(log());
    writeFileSync(log(), before);
    for (const item of ['doc-1', 'doc-2'])
      expect((await ask(route('decisions'), { ...decision, item })).status).toBe(200);
    const lines = readFileSync(log(), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual([1, 2, 3]);
  });

  it.each<[string, number, string, object, object]>([
    ['an unknown action', 422, 'decisions', { action: 'delete' }, {}],
    ['an unknown document', 422, 'decisions', { item: '../../etc/passwd' }, {}],
    ['a member of the prototype', 422, 'decisions', { path: '__proto__', action: 'edit', label: 'x' }, {}],
    ['a text above the limit', 422, 'decisions', { action: 'edit', label: 'x'.repeat(5000) }, {}],
    ['another origin', 403, 'decisions', {}, { origin: 'http://example.com' }],
    ['a request without the session', 401, 'decisions', {}, { cookie: 'x=y' }],
    ['an unknown group', 422, 'decisions/group', { item: 'nobody', group: '' }, {}],
  ])('reject %s with %i', async (_, status, to, change, headers) => {
    await start();
    expect((await ask(route(to), { ...decision, ...change }, headers)).status).toBe(status);
    expect(existsSync(log()) && readFileSync(log(), 'utf8')).toBeFalsy();
  });

  it('serve no file outside the folder of the dataset', async () => {
    const file = path.join(dir, 'proposals.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('letters/doc-0.txt', '../../../etc/hostname'));
    await start();
    const { status, body } = await ask(route('pages?item=doc-0'));
    expect([status, body.problem]).toEqual([422, expect.stringContaining('../../../etc/hostname')]);
    expect((await ask(route('pages?item=doc-1'))).body).toEqual({
      text: expect.stringContaining('Letter R-1'),
      pages: [],
    });
  });

  it('do not exist if the server only reads', async () => {
    await start(true);
    expect((await ask('/api/datasets')).body.isReadOnly).toBe(true);
    for (const to of ['decisions', 'decisions/group', 'decisions/undo'])
      expect((await ask(route(to), decision)).status).toBe(404);
    expect(existsSync(path.join(dir, 'review'))).toBe(false);
  });
});
