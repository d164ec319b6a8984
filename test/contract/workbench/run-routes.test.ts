import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StartedJob } from '../../../src/model/results/rerun-plan.ts';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../../src/workbench/server/view-server.ts';
import { folderOfRecords } from '../../fixtures/records/folder-of-records.ts';

/**
 * A program that the server starts instead of `goldset`. It writes its arguments, and writes a summary when the file
 * `go` appears. It fails for one document. If it is interrupted, it ends without a summary.
 */
const program = `
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
const out = process.argv.find((arg) => arg.startsWith('--out=')).slice(6);
if (process.argv.includes('--only=doc-3')) {
  console.error('error DATASET_EMPTY: no documents');
  process.exit(2);
}
mkdirSync(out + '/record', { recursive: true });
writeFileSync(out + '/args.json', JSON.stringify(process.argv.slice(2)));
process.on('SIGINT', () => process.exit(130));
setInterval(() => {
  if (!existsSync(process.argv[2])) return;
  writeFileSync(out + '/record/summary.json', '{}');
  process.exit(0);
}, 10);
`;

describe('runs that a page of goldset view starts', () => {
  let folder = '';
  let go = '';
  let server: ViewServer;
  const scored = recordKey('scored');
  beforeAll(async () => {
    folder = await folderOfRecords();
    const tools = mkdtempSync(path.join(os.tmpdir(), 'goldset-program-'));
    go = path.join(tools, 'go');
    writeFileSync(path.join(tools, 'program.mjs'), program);
    server = await startViewServer(folder, {
      goldset: [process.execPath, path.join(tools, 'program.mjs'), go],
    });
  });
  afterAll(() => server.close());

  const send = async (target: string, body?: object, headers: Record<string, string> = {}, to = server) => {
    const origin = `http://127.0.0.1:${to.port}`;
    const own = { cookie: `goldset-${to.port}=${to.token}` };
    const write = { origin, 'x-goldset': '1', 'content-type': 'application/json' };
    const response = await fetch(`${origin}${target}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...own, ...(body && write), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json().catch(() => null) };
  };
  const jobs = async () => (await send('/api/runs')).json as StartedJob[];
  const states = async () => (await jobs()).map(({ state }) => state);

  it('are estimated, write new records one after the other, and can be stopped', async () => {
    const estimate = await send(`/api/runs/estimate?record=${scored}&scope=wrong`);
    expect(estimate.json).toMatchObject({ documents: 1, runs: 2, reused: 23, problem: null });
    for (const scope of ['wrong', 'newErrors', 'wrong'])
      expect((await send('/api/runs', { record: scored, scope, reuse: true })).status).toBe(200);
    expect(await states()).toEqual(['running', 'waiting', 'waiting']);
    const [first, second, third] = await jobs();
    expect(first).toMatchObject({ path: 'scored-2', key: recordKey('scored-2'), of: 'scored' });
    await expect.poll(() => existsSync(path.join(folder, 'scored-2/args.json'))).toBe(true);
    const args = JSON.parse(readFileSync(path.join(folder, 'scored-2/args.json'), 'utf8'));
    expect(args.slice(1)).toEqual([
      'run',
      `--out=${path.join(folder, 'scored-2')}`,
      `--only-wrong=${path.join(folder, 'scored/record')}`,
    ]);
    await send(`/api/runs/${third?.id}/stop`, {});
    await send(`/api/runs/${first?.id}/stop`, {});
    await expect.poll(states).toEqual(['stopped', 'running', 'stopped']);
    expect(existsSync(path.join(folder, 'scored-2/record/summary.json'))).toBe(false);
    writeFileSync(go, '');
    await expect.poll(states).toEqual(['stopped', 'ended', 'stopped']);
    expect((await jobs())[1]).toMatchObject({ id: second?.id, path: 'scored-3', problem: null });
  });

  it('show the message of a command that failed', async () => {
    await send('/api/runs', { record: scored, scope: 'item', item: 'doc-3' });
    await expect.poll(async () => (await jobs()).at(-1)?.state).toBe('failed');
    expect((await jobs()).at(-1)?.problem).toBe('error DATASET_EMPTY: no documents');
  });

  it.each<[string, object, number]>([
    ['an unknown record', { record: '000000000000', scope: 'all' }, 404],
    ['all documents of a dataset that no longer exists', { record: scored, scope: 'all' }, 422],
    ['an unknown scope', { record: scored, scope: 'some' }, 422],
    ['nothing to run', { record: scored, scope: 'failed' }, 422],
    ['a document that the record does not have', { record: scored, scope: 'item', item: 'x' }, 422],
    ['an invalid limit', { record: scored, scope: 'all', maxCredits: '1' }, 422],
  ])('do not start for %s', async (_, body, status) => {
    const before = (await jobs()).length;
    expect((await send('/api/runs', body)).status).toBe(status);
    expect((await jobs()).length).toBe(before);
  });

  it('do not start for another site, without a session, or without the header of the page', async () => {
    const body = { record: scored, scope: 'all' };
    const changes: Record<string, string>[] = [
      { origin: 'http://evil.example' },
      { 'x-goldset': '' },
      { 'content-type': 'text/plain' },
    ];
    for (const change of changes) expect((await send('/api/runs', body, change)).status).toBe(403);
    expect((await send('/api/runs', body, { cookie: '' })).status).toBe(401);
  });

  it('have no routes on a server that only reads', async () => {
    const reader = await startViewServer(folder, { readOnly: true, goldset: ['goldset'] });
    for (const target of ['/api/runs', `/records/${scored}/rerun`])
      expect((await send(target, undefined, {}, reader)).status).toBe(404);
    expect((await send('/api/runs', { record: scored, scope: 'all' }, {}, reader)).status).toBe(404);
    await reader.close();
  });
});
