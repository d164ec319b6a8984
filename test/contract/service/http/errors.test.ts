import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { type Answer, sharedService, testService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

describe('an invalid run request', () => {
  it.each([
    ['error.400.no-input', {}, 'file'],
    ['error.400.no-input', { file: {} }, 'file'],
    ['input.file-name', { file: { fileUrl: 'http://127.0.0.1:1/a' } }, 'file.fileName'],
    ['error.400.file-id', { file: { fileId: 'file_none' } }, 'file.fileId'],
    ['error.400.file-url', { file: { fileName: 'a.txt', fileUrl: 'nowhere' } }, 'file.fileUrl'],
    ['error.400.file-url', { file: { fileName: 'a.txt', fileUrl: 'file:///etc/passwd' } }, 'file.fileUrl'],
    [
      'input.file-url-unreachable',
      { file: { fileName: 'a.txt', fileUrl: 'http://127.0.0.1:1/a.txt' } },
      'file.fileUrl',
    ],
    ['error.400.base64', { file: { fileName: 'a.txt', fileBase64: '***' } }, 'file.fileBase64'],
    ['error.400.file-type', { file: { fileName: 'a.bin', fileBase64: 'AAEC' } }, 'file.fileBase64'],
    ['error.400.priority', { rawText: 'x', priority: 0 }, 'priority'],
    ['error.400.priority', { rawText: 'x', priority: 101 }, 'priority'],
    ['error.400.config', { rawText: 'x', config: { type: 'EXTRACT' } }, 'config.schema'],
  ] as const)('%s: %j', async (row, body, field) => {
    proves(row);
    const processorId = await service.extractor();
    const answer = await service.post('/processor_runs', { processorId, ...body });
    expect([answer.status, answer.body]).toEqual([
      400,
      { success: false, error: expect.stringMatching(/^Validation Error: /) },
    ]);
    expect(answer.body.error).toContain(`param: ${field}`);
    const runs = await service.get(`/processor_runs?processorId=${processorId}`);
    expect(runs.body.processorRuns).toEqual([]);
  });
});

it('gets 404 if the body names a missing resource', async () => {
  proves('error.404.named');
  const processorId = await service.extractor();
  const { workflow } = (await service.post('/workflows', { name: 'W' })).body;
  for (const [address, body] of [
    ['/processor_runs', { processorId: 'dp_none', rawText: 'x' }],
    ['/processor_runs', { processorId, rawText: 'x', version: '9.9' }],
    ['/workflow_runs', { workflowId: 'workflow_none', rawTexts: ['x'] }],
    ['/workflow_runs', { workflowId: workflow.id, rawTexts: ['x'], version: '9' }],
    ['/workflow_runs/batch', { workflowId: 'workflow_none', inputs: [{ rawText: 'x' }] }],
    ['/workflow_runs/batch', { workflowId: workflow.id, inputs: [{ rawText: 'x' }], version: '9' }],
    ['/processors', { name: 'P', type: 'EXTRACT', cloneProcessorId: 'dp_none' }],
    ['/evaluation_sets', { name: 'S', processorId: 'dp_none' }],
  ] as const) {
    const answer = await service.post(address, body);
    expect([address, answer.status, answer.body]).toEqual([
      address,
      404,
      { success: false, error: 'Resource not found.' },
    ]);
  }
});

it('gets the name and the bound of a list with too many inputs', async () => {
  proves('error.400.inputs');
  const { workflow } = (await service.post('/workflows', { name: 'W' })).body;
  const inputs = Array.from({ length: 1001 }, () => ({ rawText: 'x' }));
  for (const wrong of [inputs, []]) {
    const answer = await service.post('/workflow_runs/batch', { workflowId: workflow.id, inputs: wrong });
    expect(answer.body.error).toBe('Validation Error: "inputs" must have 1 to 1000 elements param: inputs');
  }
});

describe('errors of Parse', () => {
  const limited = sharedService({ fileSizeLimit: 1000 });
  const parseForm = {
    success: false,
    error: expect.any(String),
    code: expect.any(String),
    message: expect.any(String),
    requestId: expect.any(String),
    retryable: expect.any(Boolean),
  };

  it.each([
    ['INVALID_CONFIG_OPTIONS', 'an unknown target', { file: { fileId: 'F' }, config: { target: 'pdf' } }],
    [
      'INVALID_CONFIG_OPTIONS',
      'section with spatial',
      { file: { fileId: 'F' }, config: { target: 'spatial', chunkingStrategy: { type: 'section' } } },
    ],
    [
      'UNABLE_TO_DOWNLOAD_FILE',
      'an address that does not respond',
      { file: { fileName: 'a.txt', fileUrl: 'http://127.0.0.1:1/a.txt' }, config: {} },
    ],
    [
      'FILE_TYPE_NOT_SUPPORTED',
      'bytes of no known kind',
      { file: { fileName: 'a.bin', fileBase64: 'AAEC' }, config: {} },
    ],
    [
      'FILE_SIZE_TOO_LARGE',
      'more bytes than the limit',
      { file: { fileName: 'a.txt', fileBase64: 'eHh4'.repeat(1000) }, config: {} },
    ],
  ] as const)('%s is the code for %s', async (code, what, body) => {
    proves(`parse-code.${code}`, 'error.parse-form');
    if (what === 'section with spatial') proves('parse.section-spatial');
    const fileId = await limited.upload('a.txt', 'x');
    const sent = JSON.parse(JSON.stringify(body).replace('"F"', `"${fileId}"`)) as object;
    for (const address of ['/parse', '/v1/parse/async']) {
      const answer = await limited.post(address, sent);
      expect([answer.status, answer.body]).toEqual([400, { ...parseForm, code, retryable: false }]);
      expect(answer.body.message).toBe(answer.body.error);
    }
  });

  it('have the form of Parse at every status, and only for Parse', async () => {
    proves('error.parse-form', 'error.402');
    const service = await testService();
    const without = { authorization: undefined };
    const codeOf = async (answer: Promise<Answer>): Promise<unknown[]> => {
      const { status, body } = await answer;
      expect(body).toEqual(parseForm);
      return [status, body.code, body.retryable];
    };
    expect(await codeOf(service.request('POST', '/parse', {}, without))).toEqual([
      401,
      'UNAUTHORIZED',
      false,
    ]);
    expect(await codeOf(service.get('/parser_runs/none'))).toEqual([404, 'NOT_FOUND', false]);
    expect(await codeOf(service.post('/parse', {}))).toEqual([400, 'INVALID_REQUEST', false]);
    const file = { fileId: await service.upload('a.txt', 'x') };
    await service.request('PUT', '/local/limits', { credits: 0 });
    for (const address of ['/parse', '/v1/parse/async'])
      expect(await codeOf(service.post(address, { file }))).toEqual([402, 'OUT_OF_CREDITS', false]);
    await service.request('PUT', '/local/limits', { requestsPerSecond: 0.001, requestBurst: 1 });
    expect((await service.get('/files')).body).not.toHaveProperty('code');
    expect(await codeOf(service.get('/parser_runs/none'))).toEqual([429, 'RATE_LIMITED', true]);
  });

  it('show a failed engine as INTERNAL_ERROR, without its reasons', async () => {
    proves('parse-code.INTERNAL_ERROR');
    const service = await testService({ runTimeLimitMs: 300 });
    const fileId = await service.upload('slow.txt', 'slowparse 60000 x');
    const answer = await service.post('/parse', { file: { fileId }, config: {} });
    expect([answer.status, answer.body]).toMatchObject([
      500,
      { ...parseForm, code: 'INTERNAL_ERROR', retryable: true },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(service.dataDir);
  });
});

it('an unexpected failure shows only the number of the request', async () => {
  proves('error.500');
  const service = await testService();
  // Simulates a lost disk: the folder of files becomes a file.
  const folder = path.join(service.dataDir, 'files');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  const form = new FormData();
  form.append('file', new Blob(['x'.repeat(3_000_000)]), 'large.txt');
  const response = await fetch(`${service.url}/files/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'x-service-api-version': '2025-04-21' },
    body: form,
  });
  expect([response.status, await response.json()]).toEqual([
    500,
    { success: false, error: expect.stringMatching(/^Unexpected server error \(request [\w-]+\)\.$/) },
  ]);
  expect((await service.get('/processors')).status).toBe(200);
});
