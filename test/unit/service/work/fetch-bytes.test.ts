import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { FetchError, fetchBytes } from '../../../../src/service/work/fetch-bytes.ts';

/** Starts a server that responds with these statuses in turn. The last status is repeated for all further requests. */
async function server(...statuses: number[]) {
  let requests = 0;
  const started = createServer((_request, response) => {
    const status = statuses[Math.min(requests++, statuses.length - 1)] ?? 200;
    response.writeHead(status).end(`status ${status}`);
  });
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void started.close());
  const { port } = started.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/file?signature=secret`, requests: () => requests };
}

test('returns the bytes, after errors of the service', async () => {
  const { url, requests } = await server(500, 503, 200);
  expect(Buffer.from(await fetchBytes(url, [1, 1])).toString()).toBe('status 200');
  expect(requests()).toBe(3);
});

test('does not repeat a request for a file that the service does not have', async () => {
  const { url, requests } = await server(404);
  await expect(fetchBytes(url, [1, 1])).rejects.toMatchObject({ code: 'ENOENT' });
  expect(requests()).toBe(1);
});

test('ends with the address of the service and the reason, but without the signature', async () => {
  const { url, requests } = await server(500);
  const thrown = await fetchBytes(url, [1, 1]).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(FetchError);
  expect(String(thrown)).toMatch(/could not fetch the document from http:\/\/127\.0\.0\.1:\d+: status 500\./);
  expect(String(thrown)).not.toContain('secret');
  expect(requests()).toBe(3);
  const unreachable = await fetchBytes('http://127.0.0.1:2/file', []).catch((error: unknown) => error);
  expect(String(unreachable)).toContain('ECONNREFUSED');
});
