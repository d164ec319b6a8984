import { expect, it } from 'vitest';
import { chatServer, completion, sendJson, testSettings } from '../../../fixtures/chat/chat-server.ts';
import { temporaryFolder, testService } from '../../../fixtures/service/service-harness.ts';

const answer = completion(JSON.stringify({ value: { number: '7' }, quotes: [] }));

/** Starts two runs on a service whose model server sends no response, and stops the service during the first run. */
async function stoppedService() {
  const started = Promise.withResolvers<void>();
  let isSilent = true;
  const server = await chatServer((_, response) => {
    started.resolve();
    if (!isSilent) sendJson(response, answer);
  });
  const options = { dataDir: temporaryFolder(), token: 'sk_restart', drainMs: 1 };
  const service = await testService({ ...options, chatEngine: testSettings(server.url) });
  const processorId = await service.extractor();
  const ids: string[] = [];
  for (const rawText of ['number 1', 'number 2'])
    ids.push((await service.post('/processor_runs', { processorId, rawText })).body.processorRun.id);
  await started.promise;
  await service.close();
  isSilent = false;
  return { server, options, ids };
}

it('fails the open runs of a model if the service starts again with another engine', async () => {
  const { server, options, ids } = await stoppedService();
  const local = await testService(options);
  const runs = await Promise.all(ids.map((id) => local.ended(id)));
  const failed = {
    status: 'FAILED',
    failureReason: 'INTERNAL_ERROR',
    failureMessage: `This run was created for the engine chat-completions, test-model at ${server.url}/chat/completions, but the service was started again with the engine local. Run the document again.`,
  };
  expect(runs).toMatchObject([failed, failed]);
  // The model server may charge the request of the first run. The second run sent no request.
  expect(runs.map(({ usage }) => usage)).toEqual([undefined, { credits: 0 }]);
  const body = { processorId: runs[0].processorId, rawText: 'number 3', sync: true };
  expect((await local.post('/processor_runs', body)).body.processorRun.status).toBe('PROCESSED');
  await local.close();
  const model = await testService({ ...options, chatEngine: testSettings(server.url) });
  expect((await model.ended(ids[0] as string)).status).toBe('FAILED');
});

it('completes the open runs of a model if the service starts again with the same model', async () => {
  const { server, options, ids } = await stoppedService();
  const again = await testService({ ...options, chatEngine: testSettings(server.url, { maxTokens: 100 }) });
  const runs = await Promise.all(ids.map((id) => again.ended(id)));
  expect(runs.map(({ output }) => output)).toMatchObject([
    { value: { number: '7' } },
    { value: { number: '7' } },
  ]);
});

it('fails the open runs of the local engine if the service starts again with a model', async () => {
  const options = { dataDir: temporaryFolder(), token: 'sk_restart', drainMs: 1 };
  const local = await testService(options);
  const body = { processorId: await local.extractor(), rawText: 'work 5000' };
  const { id } = (await local.post('/processor_runs', body)).body.processorRun;
  await local.close();
  const { url } = await chatServer((_, response) => sendJson(response, answer));
  const model = await testService({ ...options, chatEngine: testSettings(url, { model: 'other' }) });
  const run = await model.ended(id);
  expect(run.failureMessage).toMatch(/for the engine local, .* with the engine chat-completions, other at /);
});
