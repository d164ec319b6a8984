import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareByLabels } from '../../../src/usecases/compare/compare-records.ts';
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

  const ask = async (target: string, body: object = {}, to = server, token = to.token) => {
    const origin = `http://127.0.0.1:${to.port}`;
    const headers = { cookie: `goldset-${to.port}=${token}`, origin, 'x-goldset': '1' };
    const response = await fetch(`${origin}/api/comparisons/${id}/labels${target}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
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
    // The versions differ in 6 numbers and 2 totals.
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

  it('need the cookie, and do not exist on a server that only reads', async () => {
    expect((await ask('', {}, server, 'wrong')).status).toBe(401);
    const other = await startViewServer(reports, { readOnly: true });
    const { status } = await ask('', {}, other);
    await other.close();
    expect(status).toBe(404);
    expect(existsSync(file)).toBe(true);
  });
});
