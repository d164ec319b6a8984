import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { silentPorts } from '../../../../src/usecases/ports.ts';
import { serve } from '../../../../src/usecases/serve/serve.ts';
import { chatServer, completion, sendJson } from '../../../fixtures/chat/chat-server.ts';
import { temporaryFolder, withRequests } from '../../../fixtures/service/service-harness.ts';

it('goldset serve starts the service with a model, and takes the key from the environment', async () => {
  const server = await chatServer((_, response) =>
    sendJson(response, completion('{"value":{"number":"7"},"quotes":[]}')),
  );
  const folder = temporaryFolder();
  const flags = { host: '127.0.0.1', port: 0, data: path.join(folder, 'data'), workers: 1 };
  const engine = { engine: 'chat-completions', engineUrl: server.url, engineModel: 'm', enginePrice: '10,0' };
  const env = { GOLDSET_ENGINE_KEY: 'k-7', GOLDSET_CACHE_DIR: path.join(folder, 'cache') };
  const { result, close } = await serve({ ...flags, ...engine }, { ...silentPorts, env });
  onTestFinished(close);
  expect(result.engine).toBe(`chat-completions, m at ${server.url}/chat/completions`);
  const service = withRequests({ ...result, close });
  const body = { processorId: await service.extractor(), rawText: 'number 7', sync: true };
  const { processorRun } = (await service.post('/processor_runs', body)).body;
  expect(processorRun).toMatchObject({
    status: 'PROCESSED',
    output: { value: { number: '7' } },
    usage: { credits: 9 },
  });
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer k-7']);
});
