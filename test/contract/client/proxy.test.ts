import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/client/create-client.ts';
import { guardedFetch } from '../../../src/service/http/guarded-fetch.ts';

const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY'];

/** Requests that the proxy received, for example `GET http://service.example/processors`. */
let received: string[];
let credentials: string | undefined;
let target: Server;
let proxy: Server;

beforeEach(async () => {
  received = [];
  credentials = undefined;
  target = createServer((_, response) => response.end('{"object":"list","data":[]}'));
  proxy = createServer(({ method, url, headers }, response) => {
    received.push(`${method} ${url}`);
    credentials = headers['proxy-authorization'];
    response.end('{"object":"list","data":[]}');
  });
  proxy.on('connect', ({ url }, socket) => {
    received.push(`CONNECT ${url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  for (const server of [target, proxy])
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  for (const name of names) vi.stubEnv(name, undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of [target, proxy]) {
    server.closeAllConnections();
    server.close();
  }
});

const proxyUrl = (user = '') => `http://${user}127.0.0.1:${(proxy.address() as AddressInfo).port}`;

async function request(baseUrl: string): Promise<unknown> {
  const client = createClient({
    baseUrl,
    token: 'test-token',
    unreachableAfterMs: 1,
    firstRetryMs: 1,
  });
  try {
    return await client.processors.list().next();
  } finally {
    await client.close();
  }
}

describe('proxies of the environment', () => {
  it('carry the requests of the client, with user and password', async () => {
    vi.stubEnv('HTTP_PROXY', proxyUrl('user:secret@'));
    await request('http://service.example').catch(() => {});
    expect(received[0]).toMatch(/^GET http:\/\/service\.example\/processors/);
    expect(credentials).toBe(`Basic ${Buffer.from('user:secret').toString('base64')}`);
  });

  it('tunnel https, and a rejected tunnel is named', async () => {
    vi.stubEnv('HTTPS_PROXY', proxyUrl());
    await expect(request('https://rejected.example')).rejects.toThrow(
      /the proxy rejected the connection with status 403/,
    );
    expect(received[0]).toBe('CONNECT rejected.example:443');
  });

  it('are not used for hosts of NO_PROXY and for this machine', async () => {
    vi.stubEnv('HTTP_PROXY', proxyUrl());
    vi.stubEnv('NO_PROXY', '.invalid');
    await expect(request('http://service.invalid')).rejects.toThrow(/unknown host name|lookup failed/);
    await request(`http://127.0.0.1:${(target.address() as AddressInfo).port}`).catch(() => {});
    expect(received).toEqual([]);
  });

  it('that cannot be reached are named', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    await expect(request('http://service.example')).rejects.toThrow(/the proxy cannot be reached|refused/);
  });

  it('carry the documents that the local service fetches', async () => {
    vi.stubEnv('HTTP_PROXY', proxyUrl());
    const response = await guardedFetch(new URL('http://documents.example/a.pdf'), { allowPrivate: false });
    expect(await response.text()).toBe('{"object":"list","data":[]}');
    expect(received).toEqual(['GET http://documents.example/a.pdf']);
  });
});
