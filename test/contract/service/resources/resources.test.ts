import { expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import {
  type Answer,
  extractConfig,
  type TestService,
  testService,
} from '../../../fixtures/service/service-harness.ts';
import { createExtracting, endOf } from '../../../fixtures/service/workflow-requests.ts';

// Every field in the tables of the specification, with its type. A type in quotes is a literal value.

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'time' | 'any' | `'${string}'`;
type Fields = Readonly<Record<string, Kind>>;

const isoUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function isOf(kind: Kind, value: unknown): boolean {
  if (kind.startsWith("'")) return value === kind.slice(1, -1);
  if (kind === 'any') return value !== undefined;
  if (kind === 'time') return typeof value === 'string' && isoUtc.test(value);
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === kind;
}

/** Returns the fields that the resource lacks or that have another type. */
function wrongFields(resource: Answer['body'], fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([name, kind]) => !isOf(kind, resource?.[name]))
    .map(([name, kind]) => `${name}: expected ${kind}, found ${JSON.stringify(resource?.[name])}`);
}

const file: Fields = {
  object: "'file'",
  id: 'string',
  name: 'string',
  type: "'TXT'",
  presignedUrl: 'string',
  metadata: 'object',
  createdAt: 'time',
  updatedAt: 'time',
};
const processorRun: Fields = {
  object: "'document_processor_run'",
  id: 'string',
  output: 'object',
  initialOutput: 'object',
  processorId: 'string',
  processorVersionId: 'string',
  processorName: 'string',
  status: "'PROCESSED'",
  metadata: 'object',
  reviewed: 'boolean',
  edited: 'boolean',
  type: "'EXTRACT'",
  config: 'object',
  files: 'array',
  url: 'string',
  mergedProcessors: 'array',
  usage: 'object',
  createdAt: 'time',
  updatedAt: 'time',
};
const workflow: Fields = { object: "'workflow'", id: 'string', version: 'string', name: 'string' };

/** Creates a workflow run that needs review, and corrects its output. The run belongs to a batch. */
async function correctedRun(service: TestService): Promise<string> {
  const workflowId = await createExtracting(service, { when: 'always' });
  const inputs = [{ rawText: 'x', metadata: { mine: 1 } }];
  const { batchId } = (await service.post('/workflow_runs/batch', { workflowId, inputs })).body;
  const [{ id }] = (await service.get(`/workflow_runs?batchId=${batchId}`)).body.workflowRuns;
  const { outputs } = await endOf(service, id);
  const reviewedOutput = { value: { number: '7' } };
  await service.post(`/workflow_runs/${id}/outputs/${outputs[0].id}`, { reviewedOutput });
  return id;
}

it('a workflow run and its outputs have every field of the full form', async () => {
  proves('resource.workflow-run', 'resource.processor-run');
  const service = await testService();
  const id = await correctedRun(service);
  await service.post(`/local/workflow_runs/${id}/review`, { reviewedBy: 'ann@example.org' });
  const run = (await service.get(`/workflow_runs/${id}`)).body.workflowRun;
  const fields: Fields = {
    object: "'workflow_run'",
    id: 'string',
    status: "'PROCESSED'",
    metadata: 'object',
    files: 'array',
    initialRunAt: 'time',
    reviewedBy: "'ann@example.org'",
    reviewedAt: 'time',
    startTime: 'time',
    endTime: 'time',
    outputs: 'array',
    workflow: 'object',
    batchId: 'string',
    name: 'string',
    url: 'string',
    reviewed: 'boolean',
    stepRuns: 'array',
  };
  expect(wrongFields(run, fields)).toEqual([]);
  expect(wrongFields(run.workflow, workflow)).toEqual([]);
  expect(wrongFields(run.files[0], file)).toEqual([]);
  const times = [run.initialRunAt, run.startTime, run.endTime, run.reviewedAt];
  expect(times).toEqual([...times].sort());
  const [output] = run.outputs;
  expect(wrongFields(output, { ...processorRun, reviewedOutput: 'object', edits: 'object' })).toEqual([]);
  expect(wrongFields(output.files[0], file)).toEqual([]);
  expect([output.reviewed, output.edited]).toEqual([true, true]);
  expect(Object.keys(output.edits.number).sort()).toEqual(
    expect.arrayContaining(['editedValue', 'fieldType', 'originalValue']),
  );
  expect((await service.get(`/processor_runs/${output.id}`)).body.processorRun).toMatchObject({
    id: output.id,
    output: output.output,
    initialOutput: output.initialOutput,
    reviewedOutput: output.reviewedOutput,
    edits: output.edits,
  });
});

it('a new workflow run has exactly the fields of the specification', async () => {
  proves('resource.workflow-run-created');
  const service = await testService();
  const { workflow: made } = (await service.post('/workflows', { name: 'W' })).body;
  const { body } = await service.post('/workflow_runs', {
    workflowId: made.id,
    rawTexts: ['x'],
    metadata: { a: 1 },
  });
  expect(body.workflowRuns).toEqual([
    {
      object: 'workflow_run',
      id: expect.any(String),
      status: 'PENDING',
      metadata: { a: 1 },
      initialRunAt: expect.stringMatching(isoUtc),
      outputs: [],
      workflow: { object: 'workflow', id: made.id, name: 'W', version: 'draft' },
    },
  ]);
});

it('a workflow run in a list has every field of the summary', async () => {
  proves('resource.workflow-run-summary');
  const service = await testService();
  const id = await correctedRun(service);
  await service.post(`/local/workflow_runs/${id}/reject`, {
    reviewedBy: 'bob@example.org',
    note: 'Not ours.',
  });
  const { workflowRuns } = (await service.get('/workflow_runs?status=REJECTED')).body;
  const fields: Fields = {
    id: `'${id}'`,
    batchId: 'string',
    status: "'REJECTED'",
    initialRunAt: 'time',
    reviewed: 'boolean',
    reviewedByUser: "'bob@example.org'",
    reviewedAt: 'time',
    startTime: 'time',
    endTime: 'time',
    workflowId: 'string',
    workflowName: 'string',
    workflowVersionId: 'string',
    rejectionNote: "'Not ours.'",
    createdAt: 'time',
    updatedAt: 'time',
  };
  expect(workflowRuns.map((run: Answer['body']) => wrongFields(run, fields))).toEqual([[]]);
  expect(workflowRuns[0].reviewed).toBe(true);
});

it('a processor run has every field at first, in the end and in a list', async () => {
  proves('resource.processor-run', 'resource.processor-run-summary', 'general.timestamps');
  const service = await testService();
  const processorId = await service.extractor();
  const request = { processorId, rawText: 'x', metadata: { a: 1 } };
  const created = (await service.post('/processor_runs', request)).body.processorRun;
  const { output: _, initialOutput: __, usage: ___, ...atFirst } = processorRun;
  expect(wrongFields(created, { ...atFirst, status: "'PROCESSING'" })).toEqual([]);
  expect([created.output, created.edits, created.reviewed, created.edited]).toEqual([
    null,
    null,
    false,
    false,
  ]);
  const ended = await service.ended(created.id);
  expect(wrongFields(ended, processorRun)).toEqual([]);
  expect([ended.edits, ended.reviewed, ended.edited]).toEqual([null, false, false]);
  const summary: Fields = {
    id: `'${created.id}'`,
    status: "'PROCESSED'",
    processorId: `'${processorId}'`,
    processorName: 'string',
    processorVersionId: 'string',
    type: "'EXTRACT'",
    createdAt: 'time',
    updatedAt: 'time',
  };
  const { processorRuns } = (await service.get('/processor_runs')).body;
  expect(processorRuns.map((run: Answer['body']) => wrongFields(run, summary))).toEqual([[]]);
});

it('a processor and its versions have every field', async () => {
  proves('resource.processor', 'resource.processor-version', 'general.timestamps');
  const service = await testService();
  const id = await service.extractor();
  const body = { releaseType: 'major', description: 'The first.' };
  const published = (await service.post(`/processors/${id}/publish`, body)).body.processorVersion;
  const version: Fields = {
    object: "'document_processor_version'",
    id: 'string',
    processorId: `'${id}'`,
    processorType: "'EXTRACT'",
    version: 'string',
    config: 'object',
    createdAt: 'time',
    updatedAt: 'time',
  };
  expect(wrongFields(published, { ...version, version: "'1.0'", description: "'The first.'" })).toEqual([]);
  const { processor } = (await service.get(`/processors/${id}`)).body;
  const fields: Fields = {
    object: "'document_processor'",
    id: `'${id}'`,
    name: "'Extractor'",
    type: "'EXTRACT'",
    createdAt: 'time',
    updatedAt: 'time',
    draftVersion: 'object',
  };
  expect(wrongFields(processor, fields)).toEqual([]);
  expect(wrongFields(processor.draftVersion, { ...version, version: "'draft'" })).toEqual([]);
  expect(processor.draftVersion.config).toMatchObject(extractConfig);
});

it('a batch processor run has every field and its metrics', async () => {
  proves('resource.batch-processor-run');
  const service = await testService();
  const processorId = await service.extractor();
  const items = [{ fileId: await service.upload('a.txt', 'a'), expectedOutput: { value: { number: '1' } } }];
  const made = await service.post('/local/batch_processor_runs', { processorId, items, source: 'STUDIO' });
  const get = async () =>
    (await service.get(`/batch_processor_runs/${made.body.batchProcessorRun.id}`)).body.batchProcessorRun;
  await expect.poll(async () => (await get()).status, { timeout: 10_000 }).toBe('PROCESSED');
  const fields: Fields = {
    object: "'batch_processor_run'",
    id: 'string',
    processorId: `'${processorId}'`,
    processorVersionId: 'string',
    processorName: "'Extractor'",
    metrics: 'object',
    status: "'PROCESSED'",
    source: "'STUDIO'",
    sourceId: `'${processorId}'`,
    runCount: 'number',
    options: 'object',
    createdAt: 'time',
    updatedAt: 'time',
  };
  const run = await get();
  expect(wrongFields(run, fields)).toEqual([]);
  const metrics: Fields = {
    numFiles: 'number',
    numPages: 'number',
    type: "'EXTRACT'",
    meanRunTimeMs: 'number',
    fieldMetrics: 'object',
  };
  expect(wrongFields(run.metrics, metrics)).toEqual([]);
});

it('files, evaluation sets and items have every field', async () => {
  proves('resource.file', 'resource.evaluation-set-item', 'general.timestamps');
  const service = await testService();
  const fileId = await service.upload('a.txt', 'a');
  expect(wrongFields((await service.get(`/files/${fileId}`)).body.file, file)).toEqual([]);
  const set = (await service.post('/evaluation_sets', { name: 'S', processorId: await service.extractor() }))
    .body;
  const made: Fields = {
    id: 'string',
    name: 'string',
    processorId: 'string',
    createdAt: 'time',
    updatedAt: 'time',
  };
  expect(wrongFields(set.evaluationSet, { object: "'evaluation_set'", ...made })).toEqual([]);
  const item = { evaluationSetId: set.evaluationSet.id, fileId, expectedOutput: { value: {} } };
  const { evaluationSetItem } = (await service.post('/evaluation_set_items', item)).body;
  const fields: Fields = {
    object: "'evaluation_set_item'",
    id: 'string',
    evaluationSetId: `'${set.evaluationSet.id}'`,
    fileId: `'${fileId}'`,
    expectedOutput: 'object',
    createdAt: 'time',
    updatedAt: 'time',
  };
  expect(wrongFields(evaluationSetItem, fields)).toEqual([]);
});
