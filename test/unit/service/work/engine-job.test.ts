import { expect, test } from 'vitest';
import { engineJobSchema, receivedResult, sentResult } from '../../../../src/service/work/engine-job.ts';
import { failedJob, type JobResult } from '../../../../src/service/work/job.ts';

const results: Record<string, JobResult> = {
  'the output of a run': {
    ok: true,
    output: '{"value":{"n":1e400}}',
    documentPages: null,
    pages: 2,
    credits: 0.3,
  },
  'the pages of a parse': { ok: true, type: 'TXT', pages: [], credits: 2 },
  'a page without an image': { ok: true, image: null },
  'a failure': failedJob('PARSING_ERROR', 'no', { code: 'X', isFileMissing: true }),
};

test.each(Object.entries(results))('passes %s through JSON', (_name, result) => {
  expect(receivedResult(JSON.parse(JSON.stringify(sentResult(result))))).toEqual(result);
});

test('passes all bytes of an image through JSON', () => {
  const image = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const received = receivedResult(JSON.parse(JSON.stringify(sentResult({ ok: true, image }))));
  expect(received).toMatchObject({ ok: true });
  expect('image' in received && [...(received.image ?? [])]).toEqual([...image]);
});

test('passes all options of a job', () => {
  const file = { id: 'file_1', name: 'a', hash: 'h', content: { url: 'http://127.0.0.1/' } };
  const view = { text: true, tables: false, figures: true, tableFormat: 'html', bold: true, upright: false };
  const config = { type: 'EXTRACT', schema: { type: 'object', properties: {} } };
  for (const work of [
    { kind: 'parse', file, view },
    { kind: 'parse', file },
    { kind: 'run', file, config, wholeFile: true },
    { kind: 'draw', file, page: 2, width: 100 },
  ])
    expect(engineJobSchema.parse({ id: 'dpr_1', work })).toEqual({ id: 'dpr_1', work });
});

test('rejects a job with a path of the service instead of an address', () => {
  const job = (content: object) => ({
    id: 'dpr_1',
    work: { kind: 'parse', file: { id: 'file_1', name: 'a', hash: 'h', content } },
  });
  expect(engineJobSchema.safeParse(job({ url: 'http://127.0.0.1/' })).success).toBe(true);
  expect(engineJobSchema.safeParse(job({ path: '/etc/passwd' })).success).toBe(false);
});
