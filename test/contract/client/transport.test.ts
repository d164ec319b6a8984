import { afterEach, describe, expect, test } from 'vitest';
import { GoldsetError } from '../../../src/base/goldset-error.ts';
import type { ClientOptions, TransportEvent } from '../../../src/client/client-options.ts';
import { type Client, createClient } from '../../../src/client/create-client.ts';
import { type Fault, FaultServer, type FaultServerOptions } from '../../fixtures/faults/fault-server.ts';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

async function setUp(
  options: FaultServerOptions = {},
  clientOptions: Partial<ClientOptions> = {},
): Promise<{ server: FaultServer; client: Client }> {
  const server = await new FaultServer(options).start();
  const client = createClient({
    baseUrl: server.url,
    token: 'sk_secret',
    firstRetryMs: 10,
    ...clientOptions,
  });
  open.push(server, { stop: () => client.close() });
  return { server, client };
}

async function errorOf(promise: Promise<unknown>): Promise<GoldsetError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(GoldsetError);
  return thrown as GoldsetError;
}

/** Returns the fault for the first requests of a path, and no fault for later requests. */
function firstFaults(path: string, faults: readonly Fault[]): FaultServerOptions['fault'] {
  return (seen) => (seen.path === path ? faults[seen.nth - 1] : undefined);
}

const versionsPath = '/processors/dp_1/versions';

describe('retries of safe requests', () => {
  test('waits as long as Retry-After says, in seconds', async () => {
    const limited: Fault = {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '1' },
      body: '{"error":"slow"}',
    };
    const { client } = await setUp({ fault: firstFaults(versionsPath, [limited]) });
    const startedAt = Date.now();
    expect(await client.processors.versions('dp_1')).toHaveLength(2);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  test.each<[string, Fault]>([
    ['500', { kind: 'status', status: 500 }],
    ['503 with a page of HTML', { kind: 'status', status: 503, body: '<html>busy</html>' }],
    ['408', { kind: 'status', status: 408 }],
    ['a dropped connection', { kind: 'drop', after: false }],
    ['a truncated response', { kind: 'truncate' }],
  ])('retries after %s', async (_, fault) => {
    const { server, client } = await setUp({ fault: firstFaults(versionsPath, [fault, fault]) });
    expect(await client.processors.versions('dp_1')).toHaveLength(2);
    expect(server.seen.get(`GET ${versionsPath}`)).toBe(3);
  });

  test('gives up after the allowed retries and reports the error of the service', async () => {
    const { server, client } = await setUp(
      {
        fault: () => ({
          kind: 'status',
          status: 500,
          body: '{"code":"X","message":"it broke","retryable":true}',
        }),
      },
      { maxRepeats: 2 },
    );
    const error = await errorOf(client.processors.versions('dp_1'));
    expect([error.code, error.details.status, error.details.reason]).toEqual([
      'SERVICE_REQUEST_FAILED',
      500,
      'it broke',
    ]);
    expect(server.seen.get(`GET ${versionsPath}`)).toBe(3);
  });

  test('does not retry an error that a retry cannot change', async () => {
    const { server, client } = await setUp();
    const error = await errorOf(client.processorRuns.get('run_9'));
    expect([error.code, error.details.status]).toEqual(['SERVICE_REQUEST_FAILED', 404]);
    expect(server.seen.get('GET /processor_runs/run')).toBe(1);
  });

  test('ends at the deadline, even if the service requests a longer wait', async () => {
    const limited: Fault = { kind: 'status', status: 429, headers: { 'retry-after': '60' } };
    const { client } = await setUp({ fault: () => limited });
    const startedAt = Date.now();
    const error = await errorOf(client.processors.versions('dp_1', { deadlineAt: performance.now() + 3000 }));
    expect(Date.now() - startedAt).toBeLessThan(2500);
    expect([error.details.status, error.details.deadline]).toEqual([429, true]);
  });

  test('ends at the deadline if no response arrives', async () => {
    const { client } = await setUp({ fault: () => ({ kind: 'slow', ms: 5_000 }) });
    const error = await errorOf(client.processors.versions('dp_1', { deadlineAt: performance.now() + 200 }));
    expect(error.details.deadline).toBe(true);
  });

  test('stops with the reason of the signal', async () => {
    const { client } = await setUp({ fault: () => ({ kind: 'slow', ms: 5_000 }) });
    const stop = new AbortController();
    const waiting = client.processors.versions('dp_1', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('errors and events', () => {
  test('names an unreachable service with the reason', async () => {
    const { server, client } = await setUp({}, { unreachableAfterMs: 300 });
    await server.stop();
    const error = await errorOf(client.processors.versions('dp_1'));
    expect(error.code).toBe('SERVICE_UNREACHABLE');
    expect(error.message).toBe(`${server.url}: no response (connection refused)`);
  });

  test('hides a rejected token, even if the response contains it', async () => {
    const { client } = await setUp({ token: 'another' });
    const error = await errorOf(client.processors.versions('dp_1'));
    expect(error.code).toBe('SERVICE_UNAUTHORISED');
    expect(error.message).toContain('bad credentials ***');
    expect(JSON.stringify([error.message, error.details, error.stack])).not.toContain('sk_secret');
  });

  test('names the path, the found and the expected value of an invalid response', async () => {
    const body = JSON.stringify({
      success: true,
      versions: [{ id: 7, processorId: 'dp_1', version: '1.0', config: {} }],
    });
    const { client } = await setUp({ fault: () => ({ kind: 'status', status: 200, body }) });
    const error = await errorOf(client.processors.versions('dp_1'));
    expect([error.code, error.details.path, error.details.found]).toEqual([
      'SERVICE_RESPONSE_INVALID',
      'versions[0].id',
      '7',
    ]);
  });

  test('rejects an HTML page with status 200', async () => {
    const { client } = await setUp({
      fault: () => ({ kind: 'status', status: 200, body: '<html>hello</html>' }),
    });
    const error = await errorOf(client.processors.versions('dp_1'));
    expect([error.code, error.details.found]).toEqual(['SERVICE_RESPONSE_INVALID', '<html>hello</html>']);
  });

  test('reports rate limits and the number of waiting requests', async () => {
    const limited: Fault = { kind: 'status', status: 429 };
    const { client } = await setUp({ fault: firstFaults(versionsPath, [limited]) });
    const events: TransportEvent[] = [];
    client.listen((event) => events.push(event));
    await client.processors.versions('dp_1');
    expect(events.map(({ kind }) => kind)).toEqual([
      'request',
      'rate-limited',
      'retry',
      'request',
      'response',
    ]);
    expect(events[1]).toMatchObject({ lane: 'poll', waiting: 1 });
  });

  test.each(['sk\n', 's k', '', 'sk\u0000', 'sk\u20ac'])(
    'rejects the token %j before the first request',
    (token) => {
      expect(() => createClient({ baseUrl: 'http://127.0.0.1:1', token })).toThrow(/invalid in a header/);
    },
  );

  test('rejects an invalid URL before the first request', () => {
    expect(() => createClient({ baseUrl: 'localhost:80x', token: 't' })).toThrow(GoldsetError);
    expect(() => createClient({ baseUrl: 'file:///etc', token: 't' })).toThrow(/http or https/);
  });
});

describe('redirects', () => {
  const redirect = (status: number, location: string): Fault => ({
    kind: 'status',
    status,
    headers: { location },
    body: '',
  });

  test.each([307, 308])('follows %d within the origin, with method and body', async (status) => {
    const { server, client } = await setUp();
    server.fault = firstFaults('/processor_runs', [redirect(status, '/processor_runs')]);
    const run = await client.processorRuns.create(
      { processorId: 'dp_1', rawText: 'x', version: '1.0', metadata: {} },
      async () => null,
    );
    expect([run.id, server.runs.get(run.id)?.body.rawText]).toEqual(['run_1', 'x']);
  });

  test.each([301, 302, 303, 307, 308])('never sends the token to another origin after %d', async (status) => {
    const other = await setUp();
    const location = `${other.server.url}${versionsPath}`;
    const { client } = await setUp({ fault: firstFaults(versionsPath, [redirect(status, location)]) });
    const error = await errorOf(client.processors.versions('dp_1'));
    expect([error.code, error.details.status]).toEqual(['SERVICE_REQUEST_FAILED', status]);
    expect(error.message).toContain(`redirects to ${other.server.url}`);
    expect([...other.server.authorizations]).toEqual([]);
  });

  test('gives up after five redirects', async () => {
    const { server, client } = await setUp({ fault: () => redirect(307, versionsPath) });
    const error = await errorOf(client.processors.versions('dp_1'));
    expect(error.message).toContain('redirected 5 times');
    expect(server.seen.get(`GET ${versionsPath}`)).toBe(6);
  });
});

describe('a response that does not belong to the request', () => {
  test('is requested again, and the run of another id is never returned', async () => {
    const { server, client } = await setUp({}, { firstRetryMs: 1 });
    const body = { processorId: 'dp_1', rawText: 'x', version: '1.0', metadata: {} };
    for (let n = 0; n < 2; n++) await client.processorRuns.create(body, async () => null);
    const another = JSON.stringify({
      success: true,
      processorRun: { id: 'run_2', status: 'PROCESSED', output: {} },
    });
    const wrong: Fault = { kind: 'status', status: 200, body: another };
    server.fault = firstFaults('/processor_runs/run_1', [wrong, wrong]);
    expect((await client.processorRuns.get('run_1')).id).toBe('run_1');
    server.fault = () => wrong;
    const error = await errorOf(client.processorRuns.get('run_1'));
    const { path, found, expected } = error.details;
    expect([error.code, path, found, expected]).toEqual([
      'SERVICE_RESPONSE_INVALID',
      'processorRun.id',
      '"run_2"',
      '"run_1"',
    ]);
  });

  test('an HTML page with status 200 is requested again once the service has responded correctly', async () => {
    const { server, client } = await setUp({}, { firstRetryMs: 1 });
    await client.processors.versions('dp_1');
    let pages = 0;
    server.fault = () =>
      ++pages <= 3 ? { kind: 'status', status: 200, body: '<html>busy</html>' } : undefined;
    expect(await client.processors.versions('dp_1')).toHaveLength(2);
    expect(pages).toBe(4);
  });
});

describe('a POST that creates a run', () => {
  const body = { processorId: 'dp_1', rawText: 'x', version: '1.0', metadata: {} };

  test.each<[string, Fault]>([
    ['the connection closes after the service acted', { kind: 'drop', after: true }],
    ['the response is truncated', { kind: 'truncate' }],
    ['the service responds with 500', { kind: 'status', status: 500 }],
  ])('calls `recover` before the retry if %s', async (_, fault) => {
    const { client } = await setUp({ fault: firstFaults('/processor_runs', [fault]) });
    let calls = 0;
    const run = await client.processorRuns.create(body, async () => {
      calls++;
      return { id: 'run_found', status: 'PROCESSING' };
    });
    expect([calls, run.id]).toEqual([1, 'run_found']);
  });

  test('does not call `recover` after 429, because that request is not ambiguous', async () => {
    const { server, client } = await setUp({
      fault: firstFaults('/processor_runs', [{ kind: 'status', status: 429 }]),
    });
    const run = await client.processorRuns.create(body, async () => {
      throw new Error('asked');
    });
    expect([run.id, server.runs.size]).toEqual(['run_1', 1]);
  });
});
