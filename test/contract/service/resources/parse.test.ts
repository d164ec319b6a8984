import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService, type TestService, testService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

describe('parse', () => {
  it('returns and stores a parser run with one chunk per page', async () => {
    proves(
      'resource.parser-run',
      'resource.chunk',
      'resource.block',
      'state.parser.PROCESSED',
      'parse.defaults',
      'parse.targets',
    );
    const fileId = await service.upload('a.txt', 'one\ftwo');
    const { status, body } = await service.post('/parse', { file: { fileId }, config: {} });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('success');
    expect(body).toMatchObject({
      object: 'parser_run',
      id: expect.stringMatching(/^parser_run_/),
      fileId,
      status: 'PROCESSED',
      failureReason: null,
      config: { target: 'markdown', chunkingStrategy: { type: 'page' } },
      metrics: { pageCount: 2, processingTimeMs: expect.any(Number) },
    });
    expect(body.chunks).toHaveLength(2);
    expect(body.chunks[1]).toMatchObject({
      object: 'chunk',
      type: 'page',
      content: '# two',
      metadata: { pageRange: { start: 2, end: 2 } },
      blocks: [
        {
          object: 'block',
          type: 'text',
          content: 'two',
          details: {},
          metadata: { page: { number: 2, width: 600, height: 800 } },
          boundingBox: { left: 1, right: 3, top: 2, bottom: 4 },
          polygon: [
            { x: 1, y: 2 },
            { x: 3, y: 2 },
            { x: 3, y: 4 },
            { x: 1, y: 4 },
          ],
        },
      ],
    });
    expect((await service.get(`/parser_runs/${body.id}`)).body).toEqual({
      success: true,
      ...body,
      parserRun: body,
    });
    const spatial = await service.post('/parse', { file: { fileId }, config: { target: 'spatial' } });
    expect(spatial.body.chunks[1].content).toBe('two');
    expect(spatial.body.chunks[1].blocks[0].id).toBe(body.chunks[1].blocks[0].id);
    expect((await service.request('DELETE', `/parser_runs/${body.id}`)).body.parserRunId).toBe(body.id);
    expect((await service.get(`/parser_runs/${body.id}`)).status).toBe(404);
  });

  it.each([
    ['corrupt', 400, 'CORRUPT_FILE', false],
    ['locked', 422, 'PASSWORD_PROTECTED_FILE', false],
  ] as const)(
    'of a %s file fails with its code in both forms of error',
    async (text, status, code, retryable) => {
      proves(`parse-code.${code}`, status === 400 ? 'error.400.corrupt' : 'error.422', 'error.parse-form');
      const fileId = await service.upload('a.txt', text);
      const answer = await service.post('/v1/parse', { file: { fileId }, config: {} });
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({
        success: false,
        error: expect.any(String),
        code,
        message: answer.body.error,
        requestId: expect.any(String),
        retryable,
        status: 'FAILED',
        failureReason: code,
      });
    },
  );

  it.each([
    [{ config: {} }, 400, 'param: file'],
    [{ file: {}, config: {} }, 400, 'param: file'],
    [{ file: { fileId: 'file_none' }, config: {} }, 400, 'no such file param: file.fileId'],
    [{ file: { fileId: 'F' } }, 400, 'param: config'],
    [{ file: { fileId: 'F' }, config: null }, 400, 'param: config'],
    [{ file: { fileId: 'F' }, config: 'markdown' }, 400, 'param: config'],
    [{ file: { fileId: 'F' }, config: { target: 'pdf' } }, 400, 'param: config.target'],
    [
      { file: { fileId: 'F' }, config: { target: 'spatial', chunkingStrategy: { type: 'section' } } },
      400,
      'param: config.chunkingStrategy.type',
    ],
    [
      { file: { fileId: 'F' }, config: { blockOptions: { tables: { targetFormat: 'csv' } } } },
      400,
      'param: config.blockOptions.tables.targetFormat',
    ],
  ])('rejects %j', async (body, status, message) => {
    proves('parse.config-required', 'error.400.file-id');
    const answer = await service.post('/parse', body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(message);
  });
});

describe('parse in the background', () => {
  const ended = async (service: TestService, id: string) => {
    const deadline = Date.now() + 20_000;
    while (Date.now() < deadline) {
      const { parserRun } = (await service.get(`/parser_runs/${id}`)).body;
      if (parserRun.status !== 'PROCESSING') return parserRun;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`parser run ${id} did not end`);
  };

  it('is PROCESSING without chunks at first, and equals a synchronous parse in the end', async () => {
    proves('state.parser.PROCESSING');
    const fileId = await service.upload('a.txt', 'one\ftwo');
    const request = { file: { fileId }, config: { target: 'spatial' } };
    const begun = await service.post('/parse/async', request);
    expect(begun.status).toBe(200);
    expect(begun.body).toMatchObject({
      object: 'parser_run_status',
      id: expect.stringMatching(/^parser_run_/),
      fileId,
      status: 'PROCESSING',
      chunks: [],
      failureReason: null,
      config: { target: 'spatial', chunkingStrategy: { type: 'page' } },
    });
    const run = await ended(service, begun.body.id);
    const atOnce = (await service.post('/parse', request)).body;
    expect({ ...run, metrics: {}, id: '' }).toEqual({ ...atOnce, metrics: {}, id: '' });
    expect(run).toMatchObject({ status: 'PROCESSED', metrics: { pageCount: 2 } });
  });

  it('fails with its code, and rejects the same requests as a synchronous parse', async () => {
    proves('state.parser.FAILED');
    const fileId = await service.upload('a.txt', 'locked');
    const { body } = await service.post('/v1/parse/async', { file: { fileId } });
    expect(await ended(service, body.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PASSWORD_PROTECTED_FILE',
      code: 'PASSWORD_PROTECTED_FILE',
      chunks: [],
      retryable: false,
    });
    expect((await service.post('/parse/async', { file: { fileId: 'file_none' } })).status).toBe(400);
    expect((await service.post('/parse/async', { file: {} })).status).toBe(400);
  });

  it('can be deleted after success and after failure', async () => {
    proves('transition.parser.delete');
    for (const [content, status] of [
      ['fine', 'PROCESSED'],
      ['corrupt', 'FAILED'],
    ] as const) {
      const fileId = await service.upload('a.txt', content);
      const { id } = (await service.post('/parse/async', { file: { fileId } })).body;
      expect((await ended(service, id)).status).toBe(status);
      expect((await service.request('DELETE', `/parser_runs/${id}`)).body.parserRunId).toBe(id);
      for (const method of ['GET', 'DELETE'])
        expect((await service.request(method, `/parser_runs/${id}`)).status).toBe(404);
    }
  });

  it('can be deleted while it is in progress', async () => {
    proves('transition.parser.delete');
    const service = await testService({ workers: 1 });
    const fileId = await service.upload('slow.txt', 'slowparse 30000 ');
    const { body } = await service.post('/parse/async', { file: { fileId } });
    expect((await service.request('DELETE', `/parser_runs/${body.id}`)).status).toBe(200);
    expect((await service.get(`/parser_runs/${body.id}`)).status).toBe(404);
    const next = await service.post('/parse', {
      file: { fileId: await service.upload('b.txt', 'next') },
      config: {},
    });
    expect(next.body.status).toBe('PROCESSED');
  });
});

describe('chunks by address', () => {
  it('are available without a token only at the address in the response', async () => {
    proves('parse.response-type');
    const service = await testService();
    const fileId = await service.upload('a.txt', 'one');
    const { body } = await service.post('/parse?responseType=url', { file: { fileId }, config: {} });
    expect(body).toMatchObject({ status: 'PROCESSED', chunks: [] });
    const whole = (await service.get(`/parser_runs/${body.id}`)).body;
    const response = await fetch(body.outputUrl);
    expect(await response.json()).toEqual({ chunks: whole.chunks });
    expect((await fetch(body.outputUrl.replace(/.$/, '!'))).status).toBe(404);
    expect((await service.get(`/parser_runs/${body.id}?responseType=url`)).body.chunks).toEqual([]);
    const wrong = await service.post('/parse?responseType=pdf', { file: { fileId } });
    expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining('responseType')]);
  });
});
