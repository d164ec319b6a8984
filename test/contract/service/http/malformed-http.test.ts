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
  // A silent connection, and a request head without an end.
  expect(app.server.timeout).toBe(600_000);
  expect(app.server.headersTimeout).toBeGreaterThan(0);
  expect(app.server.headersTimeout).toBeLessThanOrEqual(60_000);
  await app.close();
  store.close();
});
