import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { ServiceContext } from '../../../../../src/service/context/service-context.ts';
import { fetchFile } from '../../../../../src/service/resources/files/fetch-file.ts';

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
