import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareByLabels } from '../../../src/usecases/compare/compare-records.ts';
import { folderOfList, pageOfList } from '../../../src/usecases/view/find-label-lists.ts';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../../src/workbench/server/view-server.ts';
import { reviewedRecord } from '../../fixtures/records/reviewed-record.ts';

describe('the routes of the label differences', () => {
  let server: ViewServer;
  let reports = '';
  let dataset = '';
  let file = '';
  const id = `${recordKey('first')}.0-${recordKey('first')}.1`;
  beforeAll(async () => {
    ({ reports, dataset } = await reviewedRecord());
    server = await startViewServer(reports);
    file = path.join(server.folder, 'labels', `${id}.jsonl`);
  });
  afterAll(() => server.close());

  const post = async (target: string, body: object = {}, to = server, token = to.token) => {
    const origin = `http://127.0.0.1:${to.port}`;
    const headers = { cookie: `goldset-${to.port}=${token}`, origin, 'x-goldset': '1' };
    const response = await fetch(`${origin}${target}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const ask = (target: string, body: object = {}, to = server, token = to.token) =>
    post(`/api/comparisons/${id}/labels${target}`, body, to, token);
  const get = async (target: string, to = server) => {
    const headers = { cookie: `goldset-${to.port}=${to.token}` };
    const response = await fetch(`http://127.0.0.1:${to.port}${target}`, { headers });
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(await response.text()) : null };
  };
  const lines = () =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const lineOf = (document: string, at: string) =>
    lines().findIndex((line) => line.document === document && line.path === at) + 1;

  it('write the list, ask each value without the values of the versions, and store each answer', async () => {
    const gold = readFileSync(path.join(dataset, 'items.jsonl'), 'utf8');
    const { body } = await ask('');
    // The versions differ in the field `number` of 6 documents, and in the field `total` of 2 documents.
    expect(body).toMatchObject({ file, values: 8, answered: 0, asked: { values: null } });
    const line = lineOf('doc-20', 'total');
    const place = { line, document: 'doc-20', path: 'total' };
    const shown = (await ask('', { line, reveal: true })).body.asked;
    expect(shown.values.toSorted()).toEqual(['20.00', '20.50']);
    const choice = shown.values.indexOf('20.50');
    expect((await ask('/answers', { ...place, answer: 'value', choice })).status).toBe(200);
    expect(lines()[line - 1].answer).toEqual({ value: '20.50' });
    await ask('/answers', { ...place, answer: 'value', label: 'none' });
    expect(lines()[line - 1].answer).toEqual({ value: 'none' });
    await ask('/answers', { ...place, answer: 'open' });
    expect(lines()[line - 1].answer).toBeNull();
    expect((await ask('/answers', { ...place, path: 'number', answer: 'none' })).status).toBe(422);
    expect((await ask('/answers', { ...place, answer: 'right' })).status).toBe(422);
    expect((await ask('/answers', { ...place, answer: 'value', choice: 2 })).status).toBe(422);
    expect(readFileSync(path.join(dataset, 'items.jsonl'), 'utf8')).toBe(gold);
  });

  it('keep answers of an editor, and give the result of goldset compare', async () => {
    const [head, ...asked] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const edited = asked.map((text) => {
      const line = JSON.parse(text);
      if (line.path === '$rest') return JSON.stringify({ ...line, answer: 'right' });
      return line.document === 'doc-20' ? text : JSON.stringify({ ...line, answer: line.values[0] });
    });
    writeFileSync(file, `${[head, ...edited].join('\n')}\n`);
    const place = { line: lineOf('doc-20', 'total'), document: 'doc-20', path: 'total' };
    expect((await ask('')).body).toMatchObject({ answered: 7, asked: place });
    expect((await ask('/result')).body.sentence).toContain('1 of 8 values have no answer yet');
    await ask('/answers', { ...place, answer: 'unclear' });
    expect((await ask('')).body).toMatchObject({ answered: 8, asked: null });
    const { result } = await compareByLabels({
      baseline: path.join(reports, 'first'),
      versions: '1.0,draft',
      labels: file,
    });
    expect((await ask('/result')).body).toEqual({ sentence: 'sentence' in result && result.sentence });
  });

  it('open a list that goldset compare wrote, and store its answers for goldset compare', async () => {
    const record = path.join(reports, 'first');
    const own = path.join(reports, 'own.jsonl');
    await compareByLabels({ baseline: record, versions: '1.0,draft', labelDifferences: own });
    const found = await get('/api/label-lists');
    expect(found.body.lists).toMatchObject([
      { path: expect.stringContaining(`labels/${id}.jsonl`), values: 8, answered: 8 },
      { key: recordKey(own), state: 'readable', versions: ['1.0', 'draft'], values: 8, answered: 0 },
    ]);
    const list = `/api/label-lists/${recordKey(own)}`;
    expect((await get(`/label-lists/${recordKey(own)}`)).status).toBe(200);
    const answers = new Map<string, { answer: string; label?: string }>();
    for (;;) {
      const { asked } = (await post(list)).body;
      if (asked === null) break;
      // Without `reveal` in the request, only the question `$rest` (all other values of the document) shows values.
      expect(asked.values === null).toBe(asked.path !== '$rest');
      const n = asked.document.slice('doc-'.length);
      const answer = {
        number: { answer: 'value', label: `R-${n}` },
        total: { answer: 'value', label: `${n}.50` },
        $rest: { answer: 'right' },
      }[asked.path as 'number' | 'total' | '$rest'];
      answers.set(`${asked.document} ${asked.path}`, answer);
      const { line, document, path: at } = asked;
      expect((await post(`${list}/answers`, { line, document, path: at, ...answer })).status).toBe(200);
    }
    expect(answers.size).toBe(8 + 8);
    const { result, exitCode } = await compareByLabels({
      baseline: record,
      versions: '1.0,draft',
      labels: own,
    });
    // Version 1.0 is wrong in the field `number` of 6 documents, and the draft in the field `total` of 2 documents. The
    // answers of the reviewer are the gold.
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ state: 'compared', answered: 8, open: 0, differing: 8 });
    const sentence = 'sentence' in result ? result.sentence : '';
    expect((await post(`${list}/result`)).body).toEqual({ sentence });
    const numbers = 'questions' in result ? result.questions.find(({ label }) => label === 'number') : null;
    expect(numbers?.difference.value).toBeCloseTo(6 / 30);
    expect((await get('/api/label-lists')).body.lists[1]).toMatchObject({ answered: 8 });
  });

  it('state why a list cannot be used, and open a record outside of the folder only for a named list', async () => {
    const inside = path.join(server.folder, 'moved.jsonl');
    const [head = '', ...rest] = readFileSync(path.join(reports, 'own.jsonl'), 'utf8').split('\n');
    const write = (change: (compared: { candidate: Record<string, unknown> }) => void) => {
      const { compared, ...others } = JSON.parse(head);
      change(compared);
      writeFileSync(inside, [JSON.stringify({ ...others, compared }), ...rest].join('\n'));
    };
    const problem = async () => {
      const { lists } = (await get('/api/label-lists')).body;
      const entry = lists.find(({ path: name }: { path: string }) => name.endsWith('moved.jsonl'));
      expect((await post(`/api/label-lists/${entry.key}`)).status).toBe(422);
      return entry.problem;
    };
    const outside = (await reviewedRecord()).reports;
    write(({ candidate }) =>
      Object.assign(candidate, { record: path.relative(reports, `${outside}/first`) }),
    );
    expect(await problem()).toContain('expected a record in the opened folder');
    write(({ candidate }) => Object.assign(candidate, { recordId: 'other' }));
    expect(await problem()).toContain('compared.candidate.record');
    write(({ candidate }) => Object.assign(candidate, { version: 'gone' }));
    expect(await problem()).toContain('found gone, expected a version of the record');
    const { compared: _, ...old } = JSON.parse(head);
    writeFileSync(inside, [JSON.stringify(old), ...rest].join('\n'));
    expect(await problem()).toContain('found nothing, expected the compared records');
    rmSync(inside);
    const own = path.join(reports, 'own.jsonl');
    expect(await folderOfList(own)).toBe(reports);
    const other = await startViewServer(outside, { labelLists: [own] });
    const { body } = await post(pageOfList(own).replace('/label-lists', '/api/label-lists'), {}, other);
    await other.close();
    expect(body).toMatchObject({ file: own, answered: 8 });
    expect((await post('/api/label-lists/0123456789ab')).status).toBe(404);
  });

  it('need the cookie, and do not exist on a server that only reads', async () => {
    expect((await ask('', {}, server, 'wrong')).status).toBe(401);
    const other = await startViewServer(reports, { readOnly: true });
    const { status } = await ask('', {}, other);
    const listed = (await get('/api/label-lists', other)).body;
    await other.close();
    expect(status).toBe(404);
    expect(listed).toMatchObject({ isReadOnly: true, lists: [{ answered: 8 }, { answered: 8 }] });
    expect(existsSync(file)).toBe(true);
  });
});
