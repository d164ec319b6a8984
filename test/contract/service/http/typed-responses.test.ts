import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService, testService } from '../../../fixtures/service/service-harness.ts';
import {
  createExtracting,
  createWorkflow,
  endOf,
  startRun,
} from '../../../fixtures/service/workflow-requests.ts';

const service = sharedService();

// Clients with typed responses expect that optional members without a value are absent, and that all other members are
// present.

/** Members of a run that are null by the specification. */
const nullable = new Set(['output', 'initialOutput', 'reviewedOutput', 'edits']);

function nullMembers(value: unknown, path: string): string[] {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => {
    // The caller wrote the content of these members, which may contain null.
    if (['config', 'metadata', 'value'].includes(key)) return [];
    if (member === null && nullable.has(key)) return [];
    return nullMembers(member, `${path}.${key}`);
  });
}

describe('members without a value are absent', () => {
  it('of runs, workflow runs, files, processors and lists, at every moment', async () => {
    proves('general.optional-members');
    const service = await testService();
    const workflowId = await createExtracting(service);
    const done = await startRun(service, workflowId, { rawTexts: ['x'] });
    const failed = await startRun(service, workflowId, { rawTexts: ['corrupt'] });
    await endOf(service, done);
    await endOf(service, failed);
    const processorId = await service.extractor();
    const { processorRun } = (
      await service.post('/processor_runs', { processorId, rawText: 'x', sync: true })
    ).body;
    const running = await startRun(service, workflowId, { rawTexts: ['work 60000'] });
    await service.post(`/processors/${processorId}/publish`, { releaseType: 'major' });
    for (const address of [
      ...[running, done, failed].map((id) => `/workflow_runs/${id}`),
      `/processor_runs/${processorRun.id}`,
      `/files/${processorRun.files[0].id}`,
      `/processors/${processorId}/versions`,
      '/workflow_runs',
      '/processor_runs',
      '/processors',
      '/files',
    ]) {
      const { status, body } = await service.get(address);
      expect([address, status, nullMembers(body, '')]).toEqual([address, 200, []]);
    }
  });

  it('except those that the specification shows as null', async () => {
    const processorId = await service.extractor();
    const begun = (await service.post('/processor_runs', { processorId, rawText: 'work 500' })).body
      .processorRun;
    expect(begun).toMatchObject({ output: null, initialOutput: null, reviewedOutput: null, edits: null });
    const fileId = await service.upload('a.txt', 'x');
    expect((await service.post('/parse', { file: { fileId }, config: {} })).body).toHaveProperty(
      'failureReason',
      null,
    );
  });
});

it('a workflow run has the name of its file until it gets a name', async () => {
  proves('resource.workflow-run');
  const service = await testService();
  const workflowId = await createExtracting(service);
  const fileId = await service.upload('bill.txt', 'work 60000');
  const id = await startRun(service, workflowId, { files: [{ fileId }] });
  expect((await service.get(`/workflow_runs/${id}`)).body.workflowRun.name).toBe('bill.txt');
  expect((await service.get('/workflow_runs')).body.workflowRuns[0].name).toBe('bill.txt');
  expect((await service.post(`/workflow_runs/${id}`, { name: 'Mine' })).body.workflowRun.name).toBe('Mine');
});

it('processors are listed with their versions, newest first', async () => {
  proves('operation.listProcessors');
  const processorId = await service.extractor();
  for (const releaseType of ['major', 'minor'])
    await service.post(`/processors/${processorId}/publish`, { releaseType, description: releaseType });
  const [listed] = (await service.get('/processors')).body.processors;
  const { versions } = (await service.get(`/processors/${processorId}/versions`)).body;
  expect(listed.versions.map(({ version }: { version: string }) => version)).toEqual(['draft', '1.1', '1.0']);
  expect(listed.versions).toEqual(
    versions.map(({ id, version, description }: Record<string, string>) =>
      description === undefined ? { id, version } : { id, version, description },
    ),
  );
});

it('the response with a parser run has its members at the top level and in parserRun', async () => {
  proves('operation.getParserRun');
  const fileId = await service.upload('a.txt', 'one\ftwo');
  const { body: parsed } = await service.post('/parse', { file: { fileId }, config: {} });
  const got = (await service.get(`/parser_runs/${parsed.id}`)).body;
  expect(got).toEqual({ success: true, ...parsed, parserRun: parsed });
  const byUrl = (await service.get(`/parser_runs/${parsed.id}?responseType=url`)).body;
  expect(byUrl.parserRun).toMatchObject({ chunks: [], outputUrl: expect.any(String) });
});

it('an output of the caller has the members of a computed one', async () => {
  proves('input.given-outputs');
  const processorId = await service.extractor();
  const workflowId = await createWorkflow(service, { steps: [{ processorId }] });
  const fileId = await service.upload('a.txt', 'x');
  const outputs = [{ processorId, output: { value: { number: 'given' } } }];
  const id = await startRun(service, workflowId, { files: [{ fileId, outputs }] });
  expect((await endOf(service, id)).outputs[0].output).toEqual({ value: { number: 'given' }, metadata: {} });
});

it('a page token continues only in its own order', async () => {
  proves('list.paging');
  for (const name of ['a', 'b', 'c']) await service.post('/evaluation_sets', { name });
  const page = async (query: string) => {
    const { status, body } = await service.get(`/evaluation_sets?maxPageSize=1&${query}`);
    return { status, name: body.evaluationSets?.[0].name, token: encodeURIComponent(body.nextPageToken) };
  };
  const first = await page('sortBy=createdAt&sortDir=asc');
  expect(first.name).toBe('a');
  const second = await page(`nextPageToken=${first.token}`);
  expect(second.name).toBe('b');
  const third = await page(`sortDir=asc&nextPageToken=${second.token}`);
  expect([third.name, third.token]).toEqual(['c', 'undefined']);
  expect((await page(`sortDir=desc&nextPageToken=${first.token}`)).status).toBe(400);
  expect((await page(`sortBy=updatedAt&nextPageToken=${first.token}`)).status).toBe(400);
});
