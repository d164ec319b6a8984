import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { makeFuzzWorld } from '../../../fixtures/service/fuzz/fuzz-world.ts';
import {
  plainEngine,
  type TestService,
  temporaryFolder,
  testService,
  withRequests,
} from '../../../fixtures/service/service-harness.ts';

const program = fileURLToPath(new URL('../../../fixtures/service/serve-process.ts', import.meta.url));
const token = 'sk_kill';

async function serve(dataDir: string): Promise<[ChildProcess, TestService]> {
  const child = spawn(process.execPath, [program, dataDir, token, plainEngine], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  return [child, withRequests({ url, token, dataDir, close: async () => undefined })];
}

it('keeps all acknowledged data after kill -9, and accepts its data folder only then', async () => {
  const dataDir = temporaryFolder();
  const [child, service] = await serve(dataDir);
  const world = await makeFuzzWorld(service);
  const large = await service.upload('large.txt', 'x'.repeat(50_000));
  await service.ended(world.openRun);
  const batchEnded = async (at: TestService) =>
    (await at.get(`/batch_processor_runs/${world.batch}`)).body.batchProcessorRun.status;
  await expect.poll(() => batchEnded(service), { timeout: 10_000 }).toBe('PROCESSED');
  await service.request('PUT', '/local/limits', { credits: 5000 });
  const addresses = [
    `/processors/${world.extractor}`,
    `/processors/${world.extractor}/versions`,
    `/processors/${world.classifier}`,
    `/processor_runs/${world.run}`,
    `/processor_runs/${world.openRun}`,
    `/workflow_runs/${world.workflowRun}`,
    `/local/workflows/${world.workflow}/definition`,
    `/evaluation_sets/${world.set}`,
    `/evaluation_sets/${world.set}/items`,
    `/evaluation_set_items/${world.item}`,
    `/parser_runs/${world.parserRun}`,
    `/batch_processor_runs/${world.batch}`,
    `/local/webhook_endpoints/${world.endpoint}`,
    `/local/injected_errors/${world.injection}`,
    '/local/tokens',
    '/local/limits',
    `/files/${world.file}?rawText=true`,
    `/files/${large}?rawText=true`,
  ];
  const known = async (at: TestService): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (const address of addresses) {
      const { status, body } = await at.get(address);
      expect([address, status]).toEqual([address, 200]);
      // Replaces addresses, because they and their signatures change at each start.
      answers.push(JSON.parse(JSON.stringify(body).replace(/"https?:[^"]*"/g, '"address"')));
    }
    return answers;
  };
  const before = await known(service);
  await expect(testService({ dataDir })).rejects.toMatchObject({ code: 'SERVICE_DATA_IN_USE', exitCode: 2 });
  // Create a token and kill the process right after the response.
  const { token: made } = (await service.post('/local/tokens', { label: 'last' })).body;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const again = await testService({ dataDir, token });
  const { tokens } = (await again.get('/local/tokens')).body;
  expect(tokens.map(({ id }: { id: string }) => id)).toContain(made.id);
  await again.request('DELETE', `/local/tokens/${made.id}`);
  const after = await known(again);
  const withoutTokens = (answers: unknown[]) =>
    answers.filter((_, index) => addresses[index] !== '/local/tokens');
  expect(withoutTokens(after)).toEqual(withoutTokens(before));
});
