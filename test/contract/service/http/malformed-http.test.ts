import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createApp } from '../../../../src/service/app.ts';
import type { ServiceContext } from '../../../../src/service/context/service-context.ts';
import { openStore } from '../../../../src/service/stores/store.ts';
import { RawConnection } from '../../../fixtures/service/fuzz/exchange.ts';
import { temporaryFolder, testService } from '../../../fixtures/service/service-harness.ts';

it.each([
  ['bytes that are not HTTP', 'HELLO\r\n\r\n', 400, 'valid HTTP'],
  ['a line break within a header', 'GET / HTTP/1.1\r\nhost: x\r\na\nb: c\r\n\r\n', 400, 'valid HTTP'],
  [
    'two lengths',
    'POST /parse HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    400,
    'valid HTTP',
  ],
  ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(20_000)}\r\n\r\n`, 431, 'too large'],
])('responds to %s in the usual form of error', async (_name, text, status, words) => {
  const service = await testService();
  const connection = new RawConnection(Number(new URL(service.url).port));
  // The second request uses the same connection.
  await connection.exchange(Buffer.from('GET /local/health HTTP/1.1\r\nhost: x\r\n\r\n'), 'GET', false);
  const answer = await connection.exchange(Buffer.from(text), 'GET', false);
  connection.close();
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body.toString())).toEqual({
    success: false,
    error: expect.stringContaining(words),
  });
  expect((await service.get('/processors')).status).toBe(200);
});

it('limits the wait for a silent client', async () => {
  const store = openStore(temporaryFolder());
  const app = createApp({ store } as ServiceContext, { stream: process.stderr, level: 'silent' });
  await app.ready();
  // Time limits for an idle connection and for an incomplete request head.
  expect(app.server.timeout).toBe(600_000);
  expect(app.server.headersTimeout).toBeGreaterThan(0);
  expect(app.server.headersTimeout).toBeLessThanOrEqual(60_000);
  await app.close();
  store.close();
});

it.each([
  ['a JSON body', '/processor_runs', 'application/json', '{"a": "'],
  ['an uploaded file', '/files/upload', 'multipart/form-data; boundary=b', uploadHead()],
])('ends a request with 408 if %s arrives too slowly', async (_, path, type, start) => {
  const service = await testService({ requestTimeLimitMs: 250 });
  const { port, host } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${service.token}\r\nx-service-api-version: 2025-04-21\r\ncontent-type: ${type}\r\ncontent-length: 100000\r\n\r\n${start}`,
  );
  // The connection is never silent, so the limit for silent connections does not apply.
  const dribble = setInterval(() => socket.write('x'), 20);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  clearInterval(dribble);
  expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout/);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    success: false,
    error: 'Validation Error: the request did not arrive in time. param: body',
  });
  expect((await service.get('/files')).body.files).toEqual([]);
});

function uploadHead(): string {
  return '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
}
