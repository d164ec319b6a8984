import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { ServiceContext } from '../../../../../src/service/context/service-context.ts';
import { fetchFile, isPrivate } from '../../../../../src/service/resources/files/fetch-file.ts';

it.each([
  '127.0.0.1',
  '127.255.0.9',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
])('%s is private', (address) => {
  expect(isPrivate(address)).toBe(true);
});

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPrivate(address)).toBe(false);
  },
);

it('rejects a redirect into a private network from every address', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/local/files/here') return void response.end('here');
    response.writeHead(302, { location: '/secret' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The service fetches its own files without `allowPrivateAddresses`.
  const context = { baseUrl, allowPrivateAddresses: false, fetchTimeLimitMs: 5000 } as ServiceContext;
  const fetched = await fetchFile(context, `${baseUrl}/local/files/here`, 'file.fileUrl');
  let text = '';
  for await (const chunk of fetched.body) text += Buffer.from(chunk).toString();
  expect(text).toBe('here');
  await expect(fetchFile(context, `${baseUrl}/local/files/away`, 'file.fileUrl')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('private network'),
  });
  expect(asked).toEqual(['/local/files/here', '/local/files/away']);
});
