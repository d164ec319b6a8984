import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChatTransport } from '../../../../../src/service/engines/chat/send-request.ts';
import { sendJson, startChatServer, testSettings } from '../../../../fixtures/chat/chat-server.ts';

let proxy: Server;
const received: string[] = [];

beforeEach(async () => {
  received.length = 0;
  proxy = createServer(({ method, url }, response) => {
    received.push(`${method} ${url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  proxy.on('connect', ({ url }, socket) => {
    received.push(`CONNECT ${url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((done) => void proxy.listen(0, '127.0.0.1', done));
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy', 'NO_PROXY']) vi.stubEnv(name, undefined);
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY'])
    vi.stubEnv(name, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
});

afterEach(() => {
  vi.unstubAllEnvs();
  proxy.closeAllConnections();
  proxy.close();
});

const post = (url: string) =>
  new ChatTransport(testSettings(url, { firstRetryMs: 1 })).post({}, performance.now() + 5_000);

it('sends requests through the proxy of the environment', async () => {
  await post('http://models.example/v1').catch(() => undefined);
  expect(received.length).toBeGreaterThan(0);
  expect(received.every((line) => line.includes('models.example'))).toBe(true);
});

it('states that the proxy rejects the connection', async () => {
  await expect(post('https://models.example/v1')).rejects.toMatchObject({
    reason: 'INTERNAL_ERROR',
    message: expect.stringMatching(/proxy rejected the connection with status 403.*after 5 retries/),
  });
});

it('sends requests to this machine without the proxy', async () => {
  await expect(post('http://127.0.0.1:9/v1')).rejects.toMatchObject({
    message: expect.stringContaining('connection refused'),
  });
  expect(received).toEqual([]);
});

it('waits also if the server asks for no wait', async () => {
  let requests = 0;
  await using server = await startChatServer((_, response) => {
    requests++;
    sendJson(response, {}, 429, { 'retry-after': '0' });
  });
  const settings = testSettings(server.url, { firstRetryMs: 100, timeLimitMs: 450 });
  await expect(new ChatTransport(settings).post({}, performance.now() + 450)).rejects.toThrow(
    /allows no further attempt/,
  );
  expect(requests).toBeLessThanOrEqual(5);
});
