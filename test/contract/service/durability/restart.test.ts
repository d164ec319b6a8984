import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { times } from '../../../fixtures/long-form.ts';
import {
  plainEngine,
  type TestService,
  temporaryFolder,
  testService,
  withRequests,
} from '../../../fixtures/service/service-harness.ts';

const program = fileURLToPath(new URL('../../../fixtures/service/serve-process.ts', import.meta.url));

async function serve(dataDir: string): Promise<{ child: ChildProcess; service: TestService }> {
  const child = spawn(process.execPath, [program, dataDir, 'sk_restart', plainEngine], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  const close = async (): Promise<void> => undefined;
  return { child, service: withRequests({ url, token: 'sk_restart', dataDir, close }) };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
}

it('completes acknowledged runs once each, workflow runs and background parses after kill -9', async () => {
  const dataDir = temporaryFolder();
  let { child, service } = await serve(dataDir);
  const processorId = await service.extractor();
  await service.post(`/processors/${processorId}/publish`, { releaseType: 'major' });
  const { body } = await service.post('/workflows', { name: 'Chain' });
  const workflowId = body.workflow.id as string;
  const steps = [{ processorId: await service.extractor() }, { processorId: await service.extractor() }];
  await service.request('PUT', `/local/workflows/${workflowId}/definition`, { steps });
  const ids: string[] = [];
  for (let i = 0; i < times(8, 30); i++) {
    const { body } = await service.post('/processor_runs', {
      processorId,
      rawText: `work 20\nnumber ${i}`,
      metadata: { i },
    });
    ids.push(body.processorRun.id);
  }
  const inputs = Array.from({ length: times(6, 12) }, (_, i) => ({
    rawText: `work 15 run ${i}`,
    metadata: { i },
  }));
  const { batchId } = (await service.post('/workflow_runs/batch', { workflowId, inputs })).body;
  const fileId = await service.upload('slow.txt', 'slowparse 400 ');
  const parse = (await service.post('/parse/async', { file: { fileId } })).body;
  for (let round = 0; round < times(1, 3); round++) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await kill(child, 'SIGKILL');
    ({ child, service } = await serve(dataDir));
  }
  for (const [i, id] of ids.entries())
    expect(await service.ended(id)).toMatchObject({ status: 'PROCESSED', metadata: { i } });
  const runs = (await service.get(`/processor_runs?processorId=${processorId}&maxPageSize=100`)).body
    .processorRuns;
  expect(runs.map((run: { id: string }) => run.id).sort()).toEqual([...ids].sort());
  const listed = async (): Promise<{ id: string; status: string }[]> =>
    (await service.get(`/workflow_runs?batchId=${batchId}&maxPageSize=50&sortBy=createdAt&sortDir=asc`)).body
      .workflowRuns;
  await expect
    .poll(async () => (await listed()).map(({ status }) => status), { timeout: 20_000 })
    .toEqual(inputs.map(() => 'PROCESSED'));
  for (const [i, { id }] of (await listed()).entries()) {
    const { workflowRun } = (await service.get(`/workflow_runs/${id}`)).body;
    expect(workflowRun.metadata).toEqual({ i });
    expect(workflowRun.outputs).toHaveLength(2);
  }
  await expect
    .poll(async () => (await service.get(`/parser_runs/${parse.id}`)).body.status, { timeout: 20_000 })
    .toBe('PROCESSED');
  expect(await kill(child, 'SIGTERM')).toBe(0);
});

it('finishes running jobs on close, and leaves waiting jobs to the next start', async () => {
  const first = await testService({ drainMs: 5000 });
  const processorId = await first.extractor();
  const create = async (rawText: string): Promise<string> =>
    (await first.post('/processor_runs', { processorId, rawText })).body.processorRun.id;
  const underWay = await create('work 600');
  const waiting = await create('waiting');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await first.close();
  const second = await testService({ dataDir: first.dataDir, token: first.token });
  expect((await second.get(`/processor_runs/${underWay}`)).body.processorRun.status).toBe('PROCESSED');
  expect((await second.ended(waiting)).output.value.text).toBe('waiting');
});

it('closes within its time limit without losing a run', async () => {
  const first = await testService({ drainMs: 100 });
  const processorId = await first.extractor();
  const { body } = await first.post('/processor_runs', { processorId, rawText: 'work 1200' });
  const fileId = await first.upload('slow.txt', 'slowparse 30000');
  const parsing = first.post('/parse', { file: { fileId }, config: {} });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const startedAt = performance.now();
  await first.close();
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect((await parsing).status).toBeGreaterThanOrEqual(400);
  const second = await testService({ dataDir: first.dataDir, token: first.token });
  expect((await second.ended(body.processorRun.id)).status).toBe('PROCESSED');
});
