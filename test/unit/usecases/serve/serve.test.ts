import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentPorts } from '../../../../src/usecases/ports.ts';
import { type ServeRequest, serve } from '../../../../src/usecases/serve/serve.ts';

function request(more: Partial<ServeRequest>): ServeRequest {
  const data = mkdtempSync(path.join(tmpdir(), 'goldset-serve-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return { host: '127.0.0.1', port: '0', data, ...more };
}

const queue = 'redis://127.0.0.1:1';
test.each<[string, Partial<ServeRequest>, RegExp]>([
  ['processes of the service together with a queue', { queue, workers: '2' }, /--workers and --queue/],
  [
    'a model together with a queue',
    { queue, engine: 'chat-completions', engineUrl: 'http://127.0.0.1:2/v1', engineModel: 'm' },
    /--engine chat-completions and --queue/,
  ],
  ['a public address without http', { publicUrl: '10.0.0.5:8080' }, /--public-url: found "10\.0\.0\.5:8080"/],
  ['a public address with a query', { publicUrl: 'http://host/?a=1' }, /expected an http or https address/],
])('rejects %s', async (_name, more, message) => {
  await expect(serve(request(more), { ...silentPorts, env: {} })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(message),
  });
});

test('reports a Redis server that it cannot reach', async () => {
  await expect(serve(request({ queue }), { ...silentPorts, env: {} })).rejects.toMatchObject({
    code: 'QUEUE_UNREACHABLE',
  });
});

test('gives clients the public address', async () => {
  const publicUrl = 'https://service.example/base/';
  const { result, close } = await serve(request({ publicUrl, token: 't' }), { ...silentPorts, env: {} });
  onTestFinished(close);
  const headers = { authorization: 'Bearer t', 'x-service-api-version': '2025-04-21' };
  const body = new FormData();
  body.set('file', new Blob(['text']), 'a.txt');
  const answer = await fetch(`${result.url}/files/upload`, { method: 'POST', headers, body });
  const { file } = (await answer.json()) as { file: { presignedUrl: string } };
  expect(file.presignedUrl).toMatch(/^https:\/\/service\.example\/base\/local\/files\//);
  expect(result.queue).toBeNull();
});
