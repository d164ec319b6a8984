import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService, type TestService, testService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

describe('files', () => {
  it('are uploaded, listed, read and deleted', async () => {
    proves('list.files', 'general.deletes');
    const id = await service.upload('Letter.txt', 'one\ftwo');
    expect(id).toMatch(/^file_/);
    await service.upload('other.txt', 'three');
    const { file } = (await service.get(`/files/${id}`)).body;
    expect(file).toMatchObject({ object: 'file', id, name: 'Letter.txt', type: 'TXT', metadata: {} });
    expect(new Date(file.createdAt).toISOString()).toBe(file.createdAt);
    const listed = await service.get('/files?nameContains=LETTER');
    expect(listed.body.files.map((f: { id: string }) => f.id)).toEqual([id]);
    const downloaded = await fetch(file.presignedUrl);
    expect(await downloaded.text()).toBe('one\ftwo');
    const forged = await fetch(file.presignedUrl.replace(/signature=./, 'signature=z'));
    expect(forged.status).toBe(404);
    const deleted = await service.request('DELETE', `/files/${id}`);
    expect(deleted.body).toEqual({ success: true, fileId: id, message: 'File deleted.' });
    for (const method of ['GET', 'DELETE'])
      expect((await service.request(method, `/files/${id}`)).body.error).toBe('Resource not found.');
  });

  it('show their contents on request, and their page count after parsing', async () => {
    proves('resource.file-contents');
    const id = await service.upload('a.txt', 'one\ftwo');
    const { file } = (await service.get(`/files/${id}?rawText=true&markdown=true&html=false`)).body;
    expect(file.contents).toMatchObject({ rawText: 'one\n\ntwo', markdown: '# one\n\n# two' });
    expect(file.contents.pages).toEqual([
      { pageNumber: 1, pageHeight: 800, pageWidth: 600, rawText: 'one', markdown: '# one' },
      { pageNumber: 2, pageHeight: 800, pageWidth: 600, rawText: 'two', markdown: '# two' },
    ]);
    expect(file.metadata.pageCount).toBe(2);
    const html = (await service.get(`/files/${id}?html=true`)).body.file.contents;
    expect(html.html).toBe('<p>one</p>\n\n<p>two</p>');
    expect(html.pages[1]).toEqual({ pageNumber: 2, pageHeight: 800, pageWidth: 600, html: '<p>two</p>' });
    const plain = (await service.get(`/files/${id}`)).body.file;
    expect(plain.contents).toBeUndefined();
    expect(plain.metadata.pageCount).toBe(2);
  });

  it('have the type of their bytes, or of their name if the bytes are ambiguous', async () => {
    const cases: [string, Uint8Array, string][] = [
      ['scan', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 1), 'IMG'],
      ['really-a-pdf.txt', Buffer.from('%PDF-1.7\n%....'), 'PDF'],
      ['data.csv', Buffer.from('a,b\n1,2'), 'CSV'],
      ['book.xlsx', Buffer.from('PK\u0003\u0004....'), 'EXCEL'],
      ['page', Buffer.from('<!DOCTYPE html><p>hi'), 'HTML'],
      ['data', Buffer.from('<?xml version="1.0"?><a/>'), 'XML'],
      ['noname', Buffer.from('just text'), 'TXT'],
      ['empty.png', new Uint8Array(), 'IMG'],
    ];
    for (const [name, bytes, type] of cases) {
      const id = await service.upload(name, bytes);
      expect([name, (await service.get(`/files/${id}`)).body.file.type]).toEqual([name, type]);
    }
  });

  it('are rejected if the type is unknown, the part has another name, or the file is too large', async () => {
    proves('input.extensions-rejected', 'error.400.file-type');
    const service = await testService({ fileSizeLimit: 1000 });
    const send = async (part: string, name: string | undefined, content: Uint8Array | string) => {
      const form = new FormData();
      if (name === undefined) form.append(part, content as string);
      else form.append(part, new Blob([content as string]), name);
      const response = await fetch(`${service.url}/v1/files/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'x-service-api-version': '2025-04-21' },
        body: form,
      });
      return [response.status, ((await response.json()) as { error: string }).error] as const;
    };
    expect(await send('file', 'a.bin', Uint8Array.of(1, 0, 2))).toEqual([
      400,
      expect.stringMatching(/type is not supported.*param: file/),
    ]);
    expect(await send('document', 'a.txt', 'x')).toEqual([400, expect.stringContaining('named "file"')]);
    expect(await send('other', undefined, 'x')).toEqual([400, expect.stringContaining('param: file')]);
    expect(await send('file', 'a.txt', 'x'.repeat(1001))).toEqual([
      400,
      expect.stringContaining('larger than 1000 bytes'),
    ]);
    expect((await service.post('/files/upload', { file: 'x' })).status).toBe(400);
    expect((await service.get('/files')).body.files).toEqual([]);
  });

  it('are accepted as a stream of unknown length, and lose the folders of their names', async () => {
    proves('input.upload-chunked', 'input.upload-octet-stream');
    const boundary = 'b0undary';
    async function* parts() {
      yield `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="../../etc/big.txt"\r\nContent-Type: application/octet-stream\r\n\r\n`;
      for (let i = 0; i < 300; i++) yield 'x'.repeat(10_000);
      yield `\r\n--${boundary}--\r\n`;
    }
    const response = await fetch(`${service.url}/files/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.token}`,
        'x-service-api-version': '2025-04-21',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: Readable.toWeb(Readable.from(parts()).map((text: string) => Buffer.from(text))) as ReadableStream,
      duplex: 'half',
    });
    const { file } = (await response.json()) as { file: { name: string; presignedUrl: string } };
    expect(file.name).toBe('big.txt');
    expect((await (await fetch(file.presignedUrl)).arrayBuffer()).byteLength).toBe(3_000_000);
  });
});

describe('failed uploads', () => {
  it('are rejected while the client still sends a large file', async () => {
    const service = await testService({ fileSizeLimit: 100_000 });
    const form = new FormData();
    form.append('file', new Blob(['x'.repeat(20_000_000)]), 'large.txt');
    const response = await fetch(`${service.url}/files/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'x-service-api-version': '2025-04-21' },
      body: form,
    });
    expect(response.status).toBe(400);
    expect(readdirSync(path.join(service.dataDir, 'files', 'incoming'))).toEqual([]);
    expect(typeof (await service.upload('small.txt', 'x'))).toBe('string');
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'abc'],
    ['no parts', 'multipart/form-data; boundary=b', 'abc'],
    [
      'no end',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc',
    ],
  ])('are rejected with %s', async (_name, type, body) => {
    const service = await testService();
    const answer = await service.request('POST', '/files/upload', body, { 'content-type': type });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain('param: file');
    expect((await service.get('/files')).body.files).toEqual([]);
  });

  it('leave no data if the client disconnects', async () => {
    const service = await testService();
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = [
      'POST /files/upload HTTP/1.1',
      'host: x',
      `authorization: Bearer ${service.token}`,
      'x-service-api-version: 2025-04-21',
      'content-type: multipart/form-data; boundary=b',
      'content-length: 1000000',
      '',
      '--b',
      'content-disposition: form-data; name="file"; filename="cut.txt"',
      '',
      'the beginning of it '.repeat(2000),
    ];
    socket.write(head.join('\r\n'));
    const incoming = path.join(service.dataDir, 'files', 'incoming');
    await expect.poll(() => readdirSync(incoming).length, { timeout: 10_000 }).toBe(1);
    socket.destroy();
    await expect.poll(() => readdirSync(incoming).length, { timeout: 10_000 }).toBe(0);
    expect((await service.get('/files')).body.files).toEqual([]);
  });
});

describe('a file given with a run', () => {
  const run = async (service: TestService, file: object) => {
    const processorId = await service.extractor();
    return service.post('/processor_runs', { processorId, file });
  };

  it('is fetched from its address', async () => {
    proves('input.file-url');
    const server = createServer((request, response) => {
      if (request.url === '/doc.txt') response.end('from afar');
      else response.writeHead(403).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const created = await run(service, { fileName: 'far.txt', fileUrl: `${origin}/doc.txt` });
    const ended = await service.ended(created.body.processorRun.id);
    expect(ended.output.value.text).toBe('from afar');
    expect(ended.files[0].name).toBe('far.txt');
    for (const [fileUrl, word] of [
      [`${origin}/gone.txt`, 'status 403'],
      ['http://127.0.0.1:1/x', 'does not respond'],
      ['file:///etc/passwd', 'only http and https'],
      ['no address', 'not a URL'],
    ]) {
      const answer = await run(service, { fileName: 'x.txt', fileUrl });
      expect([answer.status, answer.body.success]).toEqual([400, false]);
      expect(answer.body.error).toContain(word);
      expect(answer.body.error).toContain('param: file.fileUrl');
    }
  });

  it('is decoded from base64', async () => {
    const service = await testService();
    proves('input.base64', 'error.400.base64');
    const created = await run(service, {
      fileName: '../../etc/b.txt',
      fileBase64: Buffer.from('inline').toString('base64'),
    });
    expect((await service.ended(created.body.processorRun.id)).output.value.text).toBe('inline');
    expect((await service.get('/files')).body.files[0].name).toBe('b.txt');
    const wrong = await run(service, { fileName: 'b.txt', fileBase64: 'not*base64' });
    expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining('file.fileBase64')]);
  });
});
