import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import {
  extractConfig,
  sharedService,
  type TestService,
  testService,
} from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

async function runText(service: TestService, rawText: string, more: object = {}): Promise<string> {
  const processorId = await service.extractor();
  const { status, body } = await service.post('/processor_runs', { processorId, rawText, ...more });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.processorRun.id;
}

describe('a processor run', () => {
  it('is PROCESSING without output at first, and has all members in the end', async () => {
    proves(
      'state.processor.PROCESSING',
      'state.processor.PROCESSED',
      'input.file-id',
      'general.metadata-returned',
    );
    const processorId = await service.extractor();
    const fileId = await service.upload('two.txt', 'work 50\fsecond');
    const metadata = { item: 'a', nested: { list: [1] } };
    const created = await service.post('/v1/processor_runs', { processorId, file: { fileId }, metadata });
    expect(created.status).toBe(200);
    expect(created.body.processorRun).toMatchObject({
      object: 'document_processor_run',
      id: expect.stringMatching(/^dpr_/),
      status: 'PROCESSING',
      output: null,
      processorId,
      metadata,
    });
    const ended = await service.ended(created.body.processorRun.id);
    expect(ended).toMatchObject({
      status: 'PROCESSED',
      type: 'EXTRACT',
      output: { value: { text: 'work 50', effort: 'performance', pages: 2 } },
      processorName: 'Extractor',
      processorVersionId: expect.stringMatching(/^dpv_/),
      config: { type: 'EXTRACT', baseProcessor: 'extraction_performance' },
      metadata,
      usage: { credits: 6 },
      pageCount: 2,
      reviewed: false,
      edited: false,
      edits: null,
      mergedProcessors: [],
    });
    expect(ended.initialOutput).toEqual(ended.output);
    expect(ended.files).toMatchObject([
      { object: 'file', id: fileId, name: 'two.txt', metadata: { pageCount: 2 } },
    ]);
  });

  it('returns the finished run to a request with sync', async () => {
    proves('transition.processor.sync', 'input.raw-text');
    const processorId = await service.extractor();
    const { body } = await service.post('/processor_runs', { processorId, rawText: 'hello', sync: true });
    expect(body.processorRun).toMatchObject({ status: 'PROCESSED', output: { value: { text: 'hello' } } });
  });

  it('resolves latest to the newest published version, or to the draft', async () => {
    proves('processor-version.resolution');
    const id = await service.extractor();
    const versionId = async (version?: string): Promise<string> => {
      const { body } = await service.post('/processor_runs', { processorId: id, rawText: 'x', version });
      return body.processorRun.processorVersionId;
    };
    const idOf = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await service.get(`/processors/${id}/versions`)).body.versions.map(
          (v: { version: string; id: string }) => [v.version, v.id],
        ),
      );
    expect(await versionId()).toBe((await idOf()).draft);
    await service.post(`/processors/${id}/publish`, { releaseType: 'major' });
    await service.post(`/processors/${id}/publish`, { releaseType: 'minor' });
    const ids = await idOf();
    expect(await versionId()).toBe(ids['1.1']);
    expect(await versionId('latest')).toBe(ids['1.1']);
    expect(await versionId('draft')).toBe(ids.draft);
    expect(await versionId('1.0')).toBe(ids['1.0']);
    const unknown = await service.post('/processor_runs', { processorId: id, rawText: 'x', version: '9.9' });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Resource not found.']);
  });

  it('accepts a config in the request, and keeps the config of its creation', async () => {
    proves('config.override', 'config.fixed-page-limit');
    const id = await service.extractor();
    const config = {
      ...extractConfig,
      baseProcessor: 'extraction_light',
      advancedOptions: { fixedPageLimit: 1 },
    };
    const first = await service.post('/processor_runs', { processorId: id, rawText: 'a\fb\fc', config });
    const second = await service.post('/processor_runs', { processorId: id, rawText: 'a\fb\fc' });
    await service.post(`/processors/${id}`, { config });
    expect(await service.ended(first.body.processorRun.id)).toMatchObject({
      output: { value: { effort: 'light', pages: 1 } },
      usage: { credits: 0.7 },
    });
    expect(await service.ended(second.body.processorRun.id)).toMatchObject({
      output: { value: { effort: 'performance', pages: 3 } },
      usage: { credits: 9 },
    });
  });

  it.each(['CLASSIFY', 'SPLITTER'])('of a %s reads at most fixedPageLimit pages', async (type) => {
    proves('config.fixed-page-limit');
    const classes = [{ id: 'a', type: 'a', description: 'A.' }];
    const config = {
      classifications: classes,
      splitClassifications: classes,
      advancedOptions: { fixedPageLimit: 2 },
    };
    const { processor } = (
      await service.post('/processors', { name: type, type, config: { type, ...config } })
    ).body;
    const body = { processorId: processor.id, rawText: 'a\fb\fc', sync: true };
    const run = (await service.post('/processor_runs', body)).body.processorRun;
    expect([run.status, run.pageCount]).toEqual(['PROCESSED', 2]);
    if (type === 'SPLITTER') expect(run.output.splits).toHaveLength(2);
  });

  it('runs classifiers and splitters too', async () => {
    const classes = ['invoice', 'letter'].map((id) => ({ id, type: id, description: id }));
    const make = async (type: string, config: object): Promise<string> =>
      (await service.post('/processors', { name: type, type, config: { type, ...config } })).body.processor
        .id;
    const classifier = await make('CLASSIFY', { classifications: classes });
    const splitter = await make('SPLITTER', { splitClassifications: classes });
    const run = async (processorId: string) =>
      (await service.post('/processor_runs', { processorId, rawText: 'a letter\fmore', sync: true })).body
        .processorRun;
    expect(await run(classifier)).toMatchObject({ output: { type: 'letter' }, usage: { credits: 2 } });
    expect(await run(splitter)).toMatchObject({
      output: { splits: [{ startPage: 1 }, { startPage: 2 }] },
      usage: { credits: 4 },
    });
  });

  it.each([
    ['corrupt', 'FAILED_TO_PROCESS_FILE', /not a readable PDF/],
    ['locked', 'FAILED_TO_PROCESS_FILE', /password/],
    ['', 'FAILED_TO_PROCESS_FILE', /empty/],
    ['throw', 'INTERNAL_ERROR', /engine failed/],
    ['exit', 'INTERNAL_ERROR', /worker ended/],
    ['work 60000', 'ABORTED', /longer than 2 s/],
  ] as const)(
    'of a document like "%s" fails with %s, and the next one works',
    async (text, reason, message) => {
      proves(`failure.${reason}`, 'state.processor.FAILED');
      // The time limit includes the start of the worker, which is slow on a busy machine.
      const used = reason === 'ABORTED' ? await testService({ runTimeLimitMs: 2000 }) : service;
      const failed = await used.ended(await runText(used, text));
      expect(failed).toMatchObject({
        status: 'FAILED',
        failureReason: reason,
        output: null,
        usage: { credits: 0 },
      });
      expect(failed.failureMessage).toMatch(message);
      expect(failed.failureMessage).not.toContain('/etc');
      expect(await used.ended(await runText(used, 'fine'))).toMatchObject({ status: 'PROCESSED' });
    },
  );

  it('can be cancelled once, while in progress or waiting', async () => {
    proves(
      'state.processor.CANCELLED',
      'transition.processor.cancel',
      'transition.processor.cancel-rejected',
    );
    const service = await testService();
    const underWay = await runText(service, 'work 60000');
    const waiting = await runText(service, 'waiting');
    await new Promise((resolve) => setTimeout(resolve, 150));
    for (const id of [waiting, underWay]) {
      const cancelled = await service.post(`/processor_runs/${id}/cancel`);
      expect(cancelled.body.processorRun).toMatchObject({ id, status: 'CANCELLED', output: null });
      const again = await service.post(`/processor_runs/${id}/cancel`);
      expect([again.status, again.body.error]).toEqual([400, expect.stringContaining('CANCELLED')]);
    }
    const next = await service.ended(await runText(service, 'fine'));
    expect(next.status).toBe('PROCESSED');
    expect((await service.post(`/processor_runs/${next.id}/cancel`)).status).toBe(400);
    expect((await service.post('/processor_runs/dpr_none/cancel')).status).toBe(404);
  });

  it('can be deleted', async () => {
    const id = await runText(service, 'x');
    const deleted = await service.request('DELETE', `/processor_runs/${id}`);
    expect(deleted.body).toMatchObject({ success: true, documentProcessorRunId: id });
    expect((await service.get(`/processor_runs/${id}`)).body).toEqual({
      success: false,
      error: 'Resource not found.',
    });
    expect((await service.request('DELETE', `/processor_runs/${id}`)).status).toBe(404);
  });

  it('ends if it is deleted while in progress', async () => {
    proves('transition.processor.delete-unfinished');
    const service = await testService({ workers: 1 });
    const id = await runText(service, 'work 60000');
    expect((await service.request('DELETE', `/processor_runs/${id}`)).status).toBe(200);
    expect((await service.get(`/processor_runs/${id}`)).status).toBe(404);
    expect((await service.ended(await runText(service, 'next'))).status).toBe('PROCESSED');
  });

  it('is listed by its properties, with its metadata', async () => {
    const service = await testService();
    const processorId = await service.extractor();
    const fileId = await service.upload('Bill 7.txt', 'x');
    const first = await service.post('/processor_runs', {
      processorId,
      file: { fileId },
      metadata: { tag: 't1' },
    });
    const id = first.body.processorRun.id;
    await service.ended(id);
    const other = await runText(service, 'corrupt');
    await service.ended(other);
    const found = async (query: string): Promise<string[]> =>
      (await service.get(`/processor_runs?${query}`)).body.processorRuns.map((run: { id: string }) => run.id);
    expect(await found(`processorId=${processorId}`)).toEqual([id]);
    expect(await found('status=FAILED')).toEqual([other]);
    expect(await found('fileNameContains=bill')).toEqual([id]);
    expect(await found('source=API&processorType=EXTRACT')).toEqual([other, id]);
    expect(await found('source=STUDIO')).toEqual([]);
    const summary = (await service.get(`/processor_runs?processorId=${processorId}`)).body.processorRuns[0];
    expect(summary).toMatchObject({ id, status: 'PROCESSED', type: 'EXTRACT', metadata: { tag: 't1' } });
  });

  it.each([
    [{ rawText: 'x' }, 400, 'processorId'],
    [{ processorId: 'ID' }, 400, 'file'],
    [{ processorId: 'ID', rawText: 'x', file: { fileId: 'f' } }, 400, 'rawText'],
    [{ processorId: 'ID', file: {} }, 400, 'file'],
    [{ processorId: 'ID', file: { fileUrl: 'http://x/y' } }, 400, 'file.fileName'],
    [{ processorId: 'ID', file: { fileId: 'file_none' } }, 400, 'file.fileId'],
    [{ processorId: 'ID', rawText: 'x', priority: 0 }, 400, 'priority'],
    [{ processorId: 'ID', rawText: 'x', priority: 101 }, 400, 'priority'],
    [{ processorId: 'ID', rawText: 'x', priority: 1.5 }, 400, 'priority'],
    [{ processorId: 'ID', rawText: 'x', metadata: { a: 'y'.repeat(11_000) } }, 400, 'metadata'],
    [{ processorId: 'ID', rawText: 'x', metadata: 'text' }, 400, 'metadata'],
    [{ processorId: 'ID', rawText: 'x', config: { type: 'EXTRACT' } }, 400, 'config.schema'],
    [{ processorId: 'dp_none', rawText: 'x' }, 404, null],
  ])('rejects a request with %j', async (body, status, field) => {
    const id = await service.extractor();
    const newest = async () =>
      (await service.get('/processor_runs?sortBy=createdAt')).body.processorRuns[0]?.id;
    const before = await newest();
    const sent = 'processorId' in body && body.processorId === 'ID' ? { ...body, processorId: id } : body;
    const answer = await service.post('/processor_runs', sent);
    expect(answer.status).toBe(status);
    expect(answer.body.success).toBe(false);
    expect(answer.body.error).toContain(field === null ? 'Resource not found.' : `param: ${field}`);
    expect(await newest()).toBe(before);
  });
});

describe('the workers', () => {
  it('let the service respond immediately while they compute', async () => {
    const service = await testService({ workers: 1 });
    const id = await runText(service, 'compute 60000');
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (let request = 0; request < 20; request++)
      expect((await service.get(`/processor_runs/${id}`)).body.processorRun.status).toBe('PROCESSING');
  });

  it('finish each of many simultaneous runs, and parse each file once', async () => {
    const service = await testService({ workers: 2 });
    const processorId = await service.extractor();
    const fileIds = await Promise.all(
      Array.from({ length: 10 }, (_, i) => service.upload(`${i}.txt`, `text ${i}`)),
    );
    const ids = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const file = { fileId: fileIds[i % 10] };
        const { body } = await service.post('/processor_runs', { processorId, file, metadata: { i } });
        return body.processorRun.id as string;
      }),
    );
    expect(new Set(ids).size).toBe(60);
    for (const [i, id] of ids.entries()) {
      const run = await service.ended(id);
      expect(run).toMatchObject({ status: 'PROCESSED', metadata: { i } });
      expect(run.output.value.text).toBe(`text ${i % 10}`);
    }
  });

  it('start runs with lower priorities first', async () => {
    proves('priority.order');
    const processorId = await service.extractor();
    const create = async (rawText: string, priority?: number): Promise<string> =>
      (await service.post('/processor_runs', { processorId, rawText, priority })).body.processorRun.id;
    await create('work 300');
    const late = await create('work 20 late', 90);
    const usual = await create('work 20 usual');
    const urgent = await create('work 20 urgent', 1);
    const finished = async (id: string) => (await service.ended(id)).updatedAt as string;
    const [a, b, c] = [await finished(urgent), await finished(usual), await finished(late)];
    expect([a, b, c]).toEqual([a, b, c].sort());
    expect(a < c).toBe(true);
  });

  it('write the output of engines only to the log', async () => {
    expect((await service.ended(await runText(service, 'print'))).status).toBe('PROCESSED');
  });
});

describe('parsed documents', () => {
  it('are reused by other runs, later starts and other data folders', async () => {
    const first = await testService();
    const parseCacheDir = `${first.dataDir}/shared`;
    await first.close();
    const textOf = async (service: TestService): Promise<string> => {
      const processorId = await service.extractor();
      const input = { processorId, rawText: 'slowparse 20 stamp', sync: true };
      return (await service.post('/processor_runs', input)).body.processorRun.output.value.text;
    };
    const one = await testService({ parseCacheDir });
    const parsed = await textOf(one);
    expect(await textOf(one)).toBe(parsed);
    await one.close();
    expect(await textOf(await testService({ parseCacheDir }))).toBe(parsed);
    // Each parse of this text gives another result.
    expect(await textOf(await testService())).not.toBe(parsed);
  });
});
