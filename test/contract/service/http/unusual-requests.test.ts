import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService, type TestService, testService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

// Tests unusual requests of other clients: compressed, in other encodings, with empty or repeated query parameters.

interface Sent {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
  readonly body: any;
}

async function send(
  service: TestService,
  path: string,
  headers: Record<string, string>,
  body: Uint8Array | Readable,
): Promise<Sent> {
  const message = request(`${service.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.token}`,
      'x-service-api-version': '2025-04-21',
      ...headers,
    },
  });
  // The promise below reports errors before the response. Errors after the response do not matter, because nothing
  // reads the rest of the body.
  message.on('error', () => undefined);
  if (body instanceof Readable) body.pipe(message);
  else message.end(body);
  const [response] = await once(message, 'response');
  return {
    status: response.statusCode,
    body: JSON.parse(Buffer.concat(await response.toArray()).toString()),
  };
}

describe('a body', () => {
  const json = Buffer.from(JSON.stringify({ name: 'Größe' }));

  it.each([
    ['gzip', gzipSync(json)],
    ['GZIP', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['br', brotliCompressSync(json)],
    ['identity', json],
  ])('in the coding %s is read, with a length and chunked', async (coding, bytes) => {
    proves('general.content-coding');
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    const whole = await send(service, '/workflows', headers, bytes);
    expect([whole.status, whole.body.workflow?.name]).toEqual([200, 'Größe']);
    const chunked = await send(service, '/workflows', headers, Readable.from([bytes]));
    expect([chunked.status, chunked.body.workflow?.name]).toEqual([200, 'Größe']);
  });

  it('in an unknown, wrong or endless coding is rejected', async () => {
    proves('general.content-coding');
    const rejected = async (coding: string, bytes: Uint8Array) => {
      const { status, body } = await send(service, '/workflows', { 'content-encoding': coding }, bytes);
      return [status, body.error];
    };
    expect(await rejected('zip', json)).toEqual([400, expect.stringContaining('param: content-encoding')]);
    expect(await rejected('gzip', json)).toEqual([400, expect.stringContaining('param: body')]);
    expect(await rejected('gzip', gzipSync(Buffer.alloc(80 * 1024 * 1024, ' '), { level: 1 }))).toEqual([
      413,
      expect.stringContaining('too large'),
    ]);
    expect((await service.get('/local/health')).status).toBe(200);
  });

  it('that breaks off within its coding is rejected, whether it is read or not', async () => {
    proves('general.content-coding');
    const service = await testService();
    const cut = gzipSync(Buffer.from('x'.repeat(5000))).subarray(0, 20);
    const flipped = gzipSync(Buffer.from(JSON.stringify({ name: 'a'.repeat(500) })));
    flipped[15] = 255 - (flipped[15] ?? 0);
    for (const path of ['/workflows', '/files/upload', '/nothing', '/processor_runs/none/cancel'])
      for (const type of ['application/json', 'application/octet-stream'])
        for (const bytes of [cut, flipped]) {
          const headers = { 'content-type': type, 'content-encoding': 'gzip' };
          const { status, body } = await send(service, path, headers, bytes);
          expect([path, [400, 404].includes(status), body.success]).toEqual([path, true, false]);
        }
    expect((await service.get('/files')).body.files).toEqual([]);
    // The service rejects the first bytes of a long body. The client still gets the response.
    const long = await send(
      service,
      '/workflows',
      { 'content-encoding': 'gzip' },
      Buffer.alloc(5_000_000, 'x'),
    );
    expect([long.status, long.body.error]).toEqual([400, expect.stringContaining('not valid gzip')]);
  });

  it('that is not UTF-8 is rejected, and nothing is stored', async () => {
    proves('general.json-content-type');
    const service = await testService();
    for (const bytes of [Buffer.from('{"name":"Größe"}', 'latin1'), Buffer.from('{"name":"x"}', 'utf16le')]) {
      const { status, body } = await send(service, '/evaluation_sets', {}, bytes);
      expect([status, body.success, body.error]).toEqual([
        400,
        false,
        expect.stringContaining('param: body'),
      ]);
    }
    expect((await service.get('/evaluation_sets')).body.evaluationSets).toEqual([]);
  });
});

describe('an upload that is the file itself', () => {
  const upload = (service: TestService, headers: Record<string, string>, body: Uint8Array | Readable) =>
    send(service, '/v1/files/upload', { 'content-type': 'application/octet-stream', ...headers }, body);

  it('is accepted with a length or chunked, with the name in its headers', async () => {
    proves('input.upload-octet-stream', 'input.upload-chunked');
    for (const [disposition, name] of [
      ['attachment; filename="bill 7.md"', 'bill 7.md'],
      ["attachment; filename*=UTF-8''b%C3%B6ll.md", 'böll.md'],
      ['', 'file'],
    ] as const) {
      const headers = { 'content-disposition': disposition };
      for (const body of [Buffer.from('# One'), Readable.from([Buffer.from('# '), Buffer.from('One')])]) {
        const { status, body: answer } = await upload(service, headers, body);
        expect([status, answer.error, answer.file?.name]).toEqual([200, undefined, name]);
        const got = await service.get(`/files/${answer.file.id}?rawText=true`);
        expect(got.body.file.contents.rawText).toContain('One');
      }
    }
  });

  it('is rejected if it is too large, or if its type is unknown', async () => {
    const service = await testService({ fileSizeLimit: 1000 });
    const large = await upload(service, {}, Readable.from([Buffer.alloc(600, 'x'), Buffer.alloc(600, 'x')]));
    expect([large.status, large.body.error]).toEqual([
      400,
      expect.stringContaining('larger than 1000 bytes'),
    ]);
    // The service rejects a long body before it has received all of it, and still responds. The first request
    // states its length, and the second one is chunked.
    for (const body of [Buffer.alloc(5_000_000, 'x'), Readable.from([Buffer.alloc(5_000_000, 'x')])]) {
      const long = await upload(service, {}, body);
      expect([long.status, long.body.error]).toEqual([
        400,
        expect.stringContaining('larger than 1000 bytes'),
      ]);
    }
    const strange = await upload(service, {}, Buffer.from([0, 1, 2, 3, 255, 254]));
    expect([strange.status, strange.body.error]).toEqual([
      400,
      expect.stringContaining('type is not supported'),
    ]);
    const wrong = await upload(
      service,
      { 'content-disposition': "x; filename*=UTF-8''%FF" },
      Buffer.from('x'),
    );
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      expect.stringContaining('param: content-disposition'),
    ]);
    expect((await service.get('/files')).body.files).toEqual([]);
  });
});

it('a query parameter without a value is absent, and one with two values is rejected', async () => {
  proves('list.empty-parameters');
  await service.upload('a.txt', 'x');
  for (const address of [
    '/files?maxPageSize=&sortBy=&sortDir=&nextPageToken=&nameContains=',
    '/files?maxPageSize=1&maxPageSize=1&maxPageSize=',
    '/processors?type=',
    '/processor_runs?source=&status=&processorId=',
    '/workflow_runs?batchId=&status',
  ])
    expect([address, (await service.get(address)).status]).toEqual([address, 200]);
  const { status, body } = await service.get('/processor_runs?status=FAILED&status=PROCESSED');
  expect([status, body.error]).toEqual([400, expect.stringContaining('more than once')]);
  expect(body.error).toContain('param: status');
});
