import { cpSync, renameSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../../src/workbench/server/view-server.ts';
import { reviewedRecord } from '../../fixtures/records/reviewed-record.ts';
import { startRecord } from '../../fixtures/records/running-record.ts';

interface Received {
  readonly id: number;
  readonly kind: string;
  readonly data: unknown;
}

interface Stream {
  readonly response: IncomingMessage;
  readonly events: readonly Received[];
  close(): void;
}

describe('GET /api/events', () => {
  let reports = '';
  let server: ViewServer;
  const streams: Stream[] = [];
  const origin = () => `http://127.0.0.1:${server.port}`;
  const cookie = () => `goldset-${server.port}=${server.token}`;

  /** Opens the event stream in the same way as a page. */
  const connect = (headers: Record<string, string> = {}, query = '') =>
    new Promise<Stream>((resolve, reject) => {
      const sent = get(
        `${origin()}/api/events${query}`,
        { headers: { cookie: cookie(), ...headers } },
        (response) => {
          const events: Received[] = [];
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
            const parts = text.split('\n\n');
            text = parts.pop() ?? '';
            for (const part of parts) {
              const [, id, kind, data] = /^id: (\d+)\nevent: (.+)\ndata: (.+)$/.exec(part) ?? [];
              if (id) events.push({ id: Number(id), kind: kind ?? '', data: JSON.parse(data ?? '') });
            }
          });
          response.on('error', () => undefined);
          const stream = { response, events, close: () => sent.destroy() };
          streams.push(stream);
          resolve(stream);
        },
      );
      sent.on('error', reject);
    });
  const kinds = ({ events }: Stream) => events.map(({ kind }) => kind);
  /** Adds or removes a record by renaming its folder. */
  const change = (from: string, to: string) => renameSync(path.join(reports, from), path.join(reports, to));
  const write = (target: string, body: object) =>
    fetch(`${origin()}/api/records/${recordKey('first')}/${target}`, {
      method: 'POST',
      headers: {
        cookie: cookie(),
        origin: origin(),
        'x-goldset': '1',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    ({ reports } = await reviewedRecord());
    cpSync(path.join(reports, 'first'), path.join(reports, '.copy'), { recursive: true });
    server = await startViewServer(reports);
  });
  afterAll(async () => {
    for (const stream of streams) stream.close();
    await server.close();
  });

  it('starts with "ready", and sends the records that come and go', async () => {
    const stream = await connect();
    expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers['content-security-policy']).toContain("default-src 'none'");
    await expect.poll(() => kinds(stream)).toEqual(['ready']);
    change('.copy', 'second');
    await expect.poll(() => kinds(stream)).toEqual(['ready', 'record.added']);
    expect(stream.events[1]).toEqual({ id: 1, kind: 'record.added', data: { key: recordKey('second') } });
    change('second', '.copy');
    await expect.poll(() => kinds(stream)).toEqual(['ready', 'record.added', 'record.removed']);
    stream.close();
  });

  it('opens no stream for HEAD, which would never end', async () => {
    const response = await fetch(`${origin()}/api/events`, { method: 'HEAD', headers: { cookie: cookie() } });
    expect(response.status).toBe(404);
  });

  it('replays what a page missed, after its last event, also from before its new connection', async () => {
    change('.copy', 'second');
    const replayed = await connect({ 'last-event-id': '1' });
    await expect.poll(() => kinds(replayed)).toEqual(['record.removed', 'record.added']);
    expect(replayed.events.map(({ id }) => id)).toEqual([2, 3]);
    const next = await connect({}, '?after=3');
    change('second', '.copy');
    await expect.poll(() => kinds(next)).toEqual(['record.removed']);
    replayed.close();
    next.close();
  });

  it.each(['99999', 'x', '-1', '1.5', ''])('sends "reset" after the unknown event %j', async (id) => {
    const stream = await connect({ 'last-event-id': id });
    await expect.poll(() => kinds(stream)).toEqual(['reset']);
    stream.close();
  });

  it('sends edits and versions of labels to every page, without their values', async () => {
    const [one, other] = [await connect(), await connect()];
    await expect.poll(() => kinds(other)).toEqual(['ready']);
    const edit = { item: 'doc-20', path: 'total', action: 'edit', before: '"20.50"', after: '"secret"' };
    expect((await write('edits', edit)).status).toBe(200);
    expect((await write('edits', { ...edit, before: '"other"' })).status).toBe(409);
    expect((await write('versions', {})).status).toBe(200);
    for (const stream of [one, other]) {
      await expect.poll(() => kinds(stream)).toEqual(['ready', 'gold.edited', 'gold.saved']);
      expect(stream.events[1]?.data).toEqual({ key: recordKey('first') });
      stream.close();
    }
  });

  it('sends at most four progress events per second, and the state of the run on request', async () => {
    const running = await startRecord(path.join(reports, 'first'), path.join(reports, 'live'));
    const stream = await connect();
    const done = () =>
      stream.events
        .filter(({ kind }) => kind === 'run.progress')
        .map(({ data }) => (data as { runs: { key: string; done: number }[] }).runs[0]);
    await expect.poll(() => done().at(-1)).toMatchObject({ key: recordKey('live'), done: 0 });
    const started = performance.now();
    const before = done().length;
    for (let n = 1; n <= 50; n++) {
      running.add();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await expect.poll(() => done().at(-1)?.done).toBe(50);
    const seconds = (performance.now() - started) / 1000;
    expect(done().length - before).toBeLessThanOrEqual(4 * seconds + 1);
    const state = await fetch(`${origin()}/api/records/${recordKey('live')}/run`, {
      headers: { cookie: cookie() },
    });
    expect(await state.json()).toMatchObject({ state: 'running', path: 'live', planned: 60, done: 50 });
    await running.finish();
    await expect.poll(() => kinds(stream)).toContain('run.finished');
    await expect.poll(() => kinds(stream).at(-1)).toMatch(/record.changed|run.finished/);
    stream.close();
    rmSync(path.join(reports, 'live'), { recursive: true });
  });

  it('is closed to other sites and without a session', async () => {
    const status = async (headers: Record<string, string>) => (await connect(headers)).response.statusCode;
    expect(await status({ cookie: '' })).toBe(401);
    expect(await status({ origin: 'http://evil.example' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  it('sends "server.closing" and ends the connections when the server stops', async () => {
    const first = server;
    server = await startViewServer(reports);
    const stream = await connect();
    await expect.poll(() => kinds(stream)).toEqual(['ready']);
    await server.close();
    server = first;
    await expect.poll(() => kinds(stream)).toEqual(['ready', 'server.closing']);
    await expect.poll(() => stream.response.destroyed || stream.response.complete).toBe(true);
  });
});
