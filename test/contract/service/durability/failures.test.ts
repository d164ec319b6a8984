import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import {
  extractConfig,
  sharedService,
  type TestService,
  testService,
} from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

async function runText(service: TestService, rawText: string, more: object = {}) {
  const processorId = await service.extractor();
  const body = { processorId, rawText, sync: true, ...more };
  return (await service.post('/processor_runs', body)).body.processorRun;
}

describe('a processor run fails', () => {
  it('with PARSING_ERROR if the parser throws, without internal details', async () => {
    proves('failure.PARSING_ERROR');
    const run = await runText(service, 'parsethrow');
    expect(run).toMatchObject({ status: 'FAILED', failureReason: 'PARSING_ERROR', output: null });
    expect(run.failureMessage).toMatch(/could not be read/);
    expect(run.failureMessage).not.toContain('secret');
  });

  it('with PRE_PROCESSING_FAILURE if the page options leave no page', async () => {
    proves('failure.PRE_PROCESSING_FAILURE');
    const pages = (pageRanges: object[]) => ({
      config: { ...extractConfig, advancedOptions: { pageRanges } },
    });
    const beyond = await runText(service, 'a\fb', pages([{ start: 3, end: 9 }]));
    expect(beyond).toMatchObject({ status: 'FAILED', failureReason: 'PRE_PROCESSING_FAILURE', output: null });
    expect(beyond.failureMessage).toContain('{"pageRanges":[{"start":3,"end":9}]}');
    const partly = await runText(service, 'a\fb', pages([{ start: 2, end: 9 }]));
    expect(partly).toMatchObject({ status: 'PROCESSED', pageCount: 1 });
  });

  it.each(['noobject', 'loop'])(
    'with POST_PROCESSING_FAILURE if the output is not a JSON object (%s)',
    async (word) => {
      proves('failure.POST_PROCESSING_FAILURE');
      const run = await runText(service, word);
      expect(run).toMatchObject({ status: 'FAILED', failureReason: 'POST_PROCESSING_FAILURE', output: null });
    },
  );

  it('with INVALID_CONFIGURATION if a stored config is no longer valid', async () => {
    proves('failure.INVALID_CONFIGURATION');
    const first = await testService();
    const processorId = await first.extractor();
    await first.close();
    const database = new DatabaseSync(path.join(first.dataDir, 'service.sqlite'));
    const config = {
      ...extractConfig,
      schema: { type: 'object', properties: { A: { type: 'text' } }, required: [] },
    };
    database.prepare('UPDATE processor_versions SET config = ?').run(JSON.stringify(config));
    database.close();
    const service = await testService({ dataDir: first.dataDir, token: first.token });
    const { body } = await service.post('/processor_runs', { processorId, rawText: 'x', sync: true });
    expect(body.processorRun).toMatchObject({ status: 'FAILED', failureReason: 'INVALID_CONFIGURATION' });
    expect(body.processorRun.failureMessage).toContain('param: config.schema.properties.A');
    // A valid config in the request replaces the invalid config of the processor.
    const own = await service.post('/processor_runs', {
      processorId,
      rawText: 'x',
      sync: true,
      config: extractConfig,
    });
    expect(own.body.processorRun.status).toBe('PROCESSED');
  });
});

describe('a parse fails', () => {
  const image = (text: string): Uint8Array =>
    Buffer.concat([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), Buffer.from(text)]);

  it.each([
    ['OCR_ERROR', 'scan.png', 'parsethrow'],
    ['FAILED_TO_CONVERT_TO_PDF', 'sheet.csv', 'parsethrow'],
    ['FAILED_TO_GENERATE_TARGET_FORMAT', 'a.txt', 'viewthrow'],
    ['INTERNAL_ERROR', 'a.txt', 'parsethrow'],
  ] as const)('with %s: %s of %s, at once and in the background', async (code, name, text) => {
    proves(`parse-code.${code}`, 'error.parse-form');
    const fileId = await service.upload(name, name.endsWith('.png') ? image(text) : text);
    const answer = await service.post('/parse', { file: { fileId }, config: {} });
    expect([answer.status, answer.body]).toMatchObject([
      code === 'INTERNAL_ERROR' ? 500 : 422,
      { success: false, status: 'FAILED', code, failureReason: code, message: answer.body.error },
    ]);
    expect(answer.body.retryable).toBe(code === 'INTERNAL_ERROR');
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    const { id } = (await service.post('/parse/async', { file: { fileId } })).body;
    const status = async () => (await service.get(`/parser_runs/${id}`)).body;
    await expect.poll(status, { timeout: 10_000 }).toMatchObject({ status: 'FAILED', code });
  });

  it('with FAILED_TO_CONVERT_TO_PDF for files of old office programs', async () => {
    proves('parse-code.FAILED_TO_CONVERT_TO_PDF');
    const service = await testService({ engineModule: undefined });
    const old = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0);
    for (const name of ['letter.doc', 'book.xls']) {
      const { status, body } = await service.post('/parse', {
        file: { fileId: await service.upload(name, old) },
        config: {},
      });
      expect([name, status, body.code]).toEqual([name, 422, 'FAILED_TO_CONVERT_TO_PDF']);
      expect(body.message).toContain('old binary format');
    }
  });
});
