import { describe, expect, it } from 'vitest';
import { testService } from '../../fixtures/service/service-harness.ts';

describe('parse', () => {
  it('answers a bare parser run with a chunk a page, kept to be got again', async () => {
    const service = await testService();
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
    expect((await service.get(`/parser_runs/${body.id}`)).body).toEqual(body);
    const spatial = await service.post('/parse', { file: { fileId }, config: { target: 'spatial' } });
    expect(spatial.body.chunks[1].content).toBe('two');
    expect(spatial.body.chunks[1].blocks[0].id).toBe(body.chunks[1].blocks[0].id);
    expect((await service.request('DELETE', `/parser_runs/${body.id}`)).body.parserRunId).toBe(body.id);
    expect((await service.get(`/parser_runs/${body.id}`)).status).toBe(404);
  });

  it.each([
    ['corrupt', 400, 'CORRUPT_FILE', false],
    ['locked', 422, 'PASSWORD_PROTECTED_FILE', false],
  ])('of a %s file fails with its code in both forms of error', async (text, status, code, retryable) => {
    const service = await testService();
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
  });

  it.each([
    [{ config: {} }, 400, 'param: file'],
    [{ file: {}, config: {} }, 400, 'param: file'],
    [{ file: { fileId: 'file_none' }, config: {} }, 404, 'Resource not found.'],
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
  ])('refuses %j', async (body, status, message) => {
    const service = await testService();
    const answer = await service.post('/parse', body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(message);
  });
});
