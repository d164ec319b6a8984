import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import type { Operation } from '../../../../src/service/operations/operation.ts';
import { isOfContract } from '../../../../src/service/operations/operation.ts';
import { operations } from '../../../../src/service/resources/operations.ts';
import { proves } from '../../../fixtures/service/proves.ts';
import { type Answer, sharedService, type TestService } from '../../../fixtures/service/service-harness.ts';
import { type SmallWorld, smallWorld } from '../../../fixtures/service/small-world.ts';
import type { ConformanceRow } from '../conformance-rows.ts';

const service = sharedService();

const contract = operations.filter(isOfContract);

/** Returns a valid body for each operation that has one. */
function bodyOf(id: string, world: SmallWorld): Record<string, unknown> | undefined {
  const { processorId, workflowId, fileId, setId: evaluationSetId } = world;
  const expectedOutput = { value: { number: '1' } };
  const bodies: Record<string, Record<string, unknown>> = {
    createProcessor: { name: 'P', type: 'EXTRACT' },
    updateProcessor: { name: 'New name' },
    publishProcessorVersion: { releaseType: 'minor' },
    runProcessor: { processorId, rawText: 'x', priority: 7, metadata: { a: 1 } },
    createWorkflow: { name: 'W' },
    runWorkflow: { workflowId, rawTexts: ['x'] },
    runWorkflowBatch: { workflowId, inputs: [{ rawText: 'x' }] },
    updateWorkflowRun: { name: 'N' },
    correctWorkflowRunOutput: { reviewedOutput: { value: { number: null } } },
    parseFile: { file: { fileId }, config: {} },
    parseFileAsync: { file: { fileId }, config: {} },
    createEvaluationSet: { name: 'S' },
    createEvaluationSetItem: { evaluationSetId, fileId, expectedOutput },
    createEvaluationSetItems: { evaluationSetId, items: [{ fileId, expectedOutput }] },
    updateEvaluationSetItem: { expectedOutput },
  };
  return bodies[id];
}

/** Returns the address of an operation with the ids in `world`, or with the id `other`. */
function addressOf({ path }: Operation, world: SmallWorld, other?: string): string {
  const ids: Record<string, string> = {
    processors: world.processorId,
    processor_runs: world.runId,
    batch_processor_runs: world.batchRunId,
    workflow_runs: world.workflowRunId,
    parser_runs: world.parserRunId,
    files: world.fileId,
    evaluation_sets: world.setId,
    evaluation_set_items: world.itemId,
  };
  const resource = path.split('/')[1] ?? '';
  return path
    .replace(':id', other ?? ids[resource] ?? '')
    .replace(':versionId', world.versionId)
    .replace(':outputId', world.outputId);
}

/**
 * Returns the ids for a request of this operation. Creates an unfinished run first if the operation needs
 * one.
 */
async function prepared(operation: Operation, world: SmallWorld, service: TestService): Promise<SmallWorld> {
  if (operation.id === 'cancelProcessorRun') {
    const { body } = await service.post('/processor_runs', {
      processorId: world.processorId,
      rawText: 'work 60000',
    });
    return { ...world, runId: body.processorRun.id };
  }
  if (operation.id !== 'cancelWorkflowRun' && operation.id !== 'updateWorkflowRun') return world;
  const { workflowId } = world;
  const { body } = await service.post('/workflow_runs', { workflowId, rawTexts: ['work 60000'] });
  return { ...world, workflowRunId: body.workflowRuns[0].id };
}

async function call(
  operation: Operation,
  address: string,
  world: SmallWorld,
  service: TestService,
): Promise<Answer> {
  if (operation.upload !== true)
    return service.request(operation.method, address, bodyOf(operation.id, world));
  const form = new FormData();
  form.append('file', new Blob(['text']), 'b.txt');
  const headers = { authorization: `Bearer ${service.token}`, 'x-service-api-version': '2025-04-21' };
  const response = await fetch(service.url + address, { method: 'POST', headers, body: form });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Returns a function that compares bodies with the OpenAPI document of the service. */
async function describedBy(service: TestService) {
  const { body: document } = await service.get('/local/openapi.json');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const problem = (pointer: readonly string[], value: unknown): string | null => {
    const place = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = ajv.compile({ $ref: `api#/${place.join('/')}` });
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
  return (prefix: string, operation: Operation, sent: unknown, answered: unknown) => {
    const at = ['paths', prefix + operation.path.replace(/:(\w+)/g, '{$1}'), operation.method.toLowerCase()];
    const json = ['content', 'application/json', 'schema'];
    return {
      request: sent === undefined ? null : problem([...at, 'requestBody', ...json], sent),
      answer: problem([...at, 'responses', '200', ...json], answered),
    };
  };
}

/** Member of the response in which each delete operation returns the id. */
const deletedIds: Readonly<Record<string, readonly [string, (world: SmallWorld) => string]>> = {
  deleteProcessorRun: ['documentProcessorRunId', (world) => world.runId],
  deleteWorkflowRun: ['workflowRunId', (world) => world.workflowRunId],
  deleteParserRun: ['parserRunId', (world) => world.parserRunId],
  deleteFile: ['fileId', (world) => world.fileId],
  deleteEvaluationSetItem: ['evaluationSetItemId', (world) => world.itemId],
};

function expectDeleted({ id }: Operation, { body }: Answer, world: SmallWorld): void {
  const [name = '', idOf] = deletedIds[id] ?? [];
  expect([id, body.success, body[name], body.message]).toEqual([id, true, idOf?.(world), expect.any(String)]);
}

// The tests with and without `/v1` share this function, because compiling the schemas takes longer than the
// requests.
let problemsOf: Awaited<ReturnType<typeof describedBy>> | undefined;

it.each(['', '/v1'])(
  'every operation of the contract responds as described (prefix "%s")',
  async (prefix) => {
    problemsOf ??= await describedBy(service);
    const world = await smallWorld(service);
    // Deletions come last, so that every other operation finds its resource.
    const order = [...contract].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    for (const operation of order) {
      const ready = await prepared(operation, world, service);
      const answer = await call(operation, prefix + addressOf(operation, ready), ready, service);
      expect([operation.id, answer.status, answer.body.error]).toEqual([operation.id, 200, undefined]);
      const problems = problemsOf(prefix, operation, bodyOf(operation.id, world), answer.body);
      expect([operation.id, problems]).toEqual([operation.id, { request: null, answer: null }]);
      if (!operation.path.startsWith('/pars') || operation.method === 'DELETE')
        expect([operation.id, answer.body.success]).toEqual([operation.id, true]);
      // Cancels the run, because it would otherwise occupy the worker.
      if (operation.id === 'updateWorkflowRun')
        await service.post(`/workflow_runs/${ready.workflowRunId}/cancel`);
      if (operation.method === 'DELETE') expectDeleted(operation, answer, ready);
      proves(`operation.${operation.id}` as ConformanceRow);
    }
    proves('general.both-prefixes', 'general.deletes');
  },
);

it('every operation of the contract rejects a missing token and an unknown version', async () => {
  proves('auth.every-operation');
  const world = await smallWorld(service);
  for (const operation of contract)
    for (const prefix of ['', '/v1']) {
      const address = prefix + addressOf(operation, world);
      const body = bodyOf(operation.id, world);
      const none = await service.request(operation.method, address, body, { authorization: undefined });
      expect([operation.id, none.status, none.body.success]).toEqual([operation.id, 401, false]);
      const version = { 'x-service-api-version': '1999-01-01' };
      expect([
        operation.id,
        (await service.request(operation.method, address, body, version)).status,
      ]).toEqual([operation.id, 400]);
    }
});

it('every operation on an id responds with 404 if it does not exist', async () => {
  proves('error.404.every-id');
  const world = await smallWorld(service);
  const onIds = contract.filter(({ path }) => path.includes(':id'));
  expect(onIds.length).toBeGreaterThan(20);
  for (const operation of onIds) {
    const answer = await service.request(
      operation.method,
      addressOf(operation, world, 'none_x'),
      bodyOf(operation.id, world),
    );
    expect([operation.id, answer.status, answer.body.error]).toEqual([
      operation.id,
      404,
      'Resource not found.',
    ]);
  }
  for (const address of [`/processors/${world.processorId}/versions/dpv_none`])
    expect((await service.get(address)).status).toBe(404);
  const correction = { reviewedOutput: { value: {} } };
  expect(
    (await service.post(`/workflow_runs/${world.workflowRunId}/outputs/dpr_none`, correction)).status,
  ).toBe(404);
});

it('every member that the description requires is required', async () => {
  proves('error.400.required');
  const world = await smallWorld(service);
  const { paths } = (await service.get('/local/openapi.json')).body;
  let tried = 0;
  for (const operation of contract) {
    const body = bodyOf(operation.id, world);
    const described = paths[operation.path.replace(/:(\w+)/g, '{$1}')][operation.method.toLowerCase()];
    const schema = described.requestBody?.content['application/json']?.schema;
    for (const member of (schema?.required ?? []) as string[]) {
      const address = addressOf(operation, await prepared(operation, world, service));
      const answer = await service.request(operation.method, address, { ...body, [member]: undefined });
      expect([operation.id, answer.status, answer.body.error]).toEqual([
        operation.id,
        400,
        expect.stringContaining(`param: ${member}`),
      ]);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(15);
});

it('base addresses may end in a slash or not, with /v1 or without', async () => {
  proves('general.base-addresses');
  const id = await service.extractor();
  for (const base of ['', '/', '/v1', '/v1/'])
    for (const path of [
      '/processors',
      '/processors/',
      `/processors/${id}`,
      `/processors/${id}/versions?x=//`,
    ])
      expect([base + path, (await service.get(base + path)).status]).toEqual([base + path, 200]);
});

it('ids have their prefixes, and may be percent-encoded', async () => {
  proves('general.id-prefixes', 'general.percent-encoded-ids');
  const world = await smallWorld(service);
  const { workflowId } = world;
  const { batchId } = (await service.post('/workflow_runs/batch', { workflowId, inputs: [{ rawText: 'x' }] }))
    .body;
  for (const [id, prefix] of [
    [world.processorId, 'dp'],
    [world.versionId, 'dpv'],
    [world.runId, 'dpr'],
    [world.workflowId, 'workflow'],
    [world.workflowRunId, 'workflow_run'],
    [batchId, 'batch'],
    [world.fileId, 'file'],
    [world.parserRunId, 'parser_run'],
    [world.setId, 'ev'],
    [world.itemId, 'evi'],
    [world.batchRunId, 'bpr'],
  ] as const)
    expect(id).toMatch(new RegExp(`^${prefix}_[A-Za-z0-9_-]{20}$`));
  const encoded = [...world.processorId].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  expect((await service.get(`/processors/${encoded}`)).body.processor.id).toBe(world.processorId);
});
