import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import {
  plainEngine,
  type TestService,
  temporaryFolder,
  testService,
  withRequests,
} from '../../../fixtures/service/service-harness.ts';

const program = fileURLToPath(new URL('../../../fixtures/service/serve-process.ts', import.meta.url));
const token = 'sk_full_disk';

/** Runs a command as root without the capability to ignore file modes (util-linux). */
const withoutOverride = [
  'setpriv',
  '--bounding-set=-dac_override,-dac_read_search',
  '--inh-caps=-dac_override',
];

/** Starts a service with a limit on the size of its files, so that writes fail as on a full disk. */
async function serveWithin(kilobytes: number, dataDir: string): Promise<[ChildProcess, TestService]> {
  const command = `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$0" "$@"`;
  const args = ['-c', command, process.execPath, program, dataDir, token, plainEngine];
  const child = spawn('bash', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  return [child, withRequests({ url, token, dataDir, close: async () => undefined })];
}

it.skipIf(process.platform === 'win32')(
  'reports a read-only data folder and continues to respond',
  async () => {
    const dataDir = temporaryFolder();
    // Root can write to read-only folders, so the process gives up this capability. It does not run as another user,
    // because other users might not be able to read the checkout.
    const service = [process.execPath, program, dataDir, token, plainEngine];
    const [command = '', ...args] = process.getuid?.() === 0 ? [...withoutOverride, ...service] : service;
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    const requests = withRequests({ url, token, dataDir, close: async () => undefined });
    const processorId = await requests.extractor();
    const upload = async () => {
      const form = new FormData();
      form.append('file', new Blob(['y'.repeat(200_000)]), 'large.txt');
      const headers = { authorization: `Bearer ${token}`, 'x-service-api-version': '2025-04-21' };
      const response = await fetch(`${url}/files/upload`, { method: 'POST', headers, body: form });
      return [response.status, ((await response.json()) as { error?: string }).error];
    };
    expect(await upload()).toEqual([200, undefined]);
    const folders = readdirSync(dataDir, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name));
    for (const folder of [dataDir, ...folders]) chmodSync(folder, 0o555);
    expect(await upload()).toEqual([507, expect.stringContaining('cannot use its data folder: ')]);
    const run = await requests.post('/processor_runs', { processorId, rawText: 'x', sync: true });
    expect(run.body.processorRun.status).toBe('PROCESSED');
    for (const folder of [dataDir, ...folders]) chmodSync(folder, 0o755);
    expect(await upload()).toEqual([200, undefined]);
  },
  30_000,
);

it.skipIf(process.platform === 'win32')(
  'reports a full disk, continues to respond and keeps all acknowledged data',
  async () => {
    const dataDir = temporaryFolder();
    // The limit is below 4 MB. At 4 MB, SQLite would move its log (WAL) to the database, and the log would have space
    // again.
    const [child, service] = await serveWithin(3000, dataDir);
    const processorId = await service.extractor();
    const acknowledged: string[] = [];
    let rejection: { status: number; body: { error: string } } | undefined;
    for (let i = 0; i < 2000 && rejection === undefined; i++) {
      const rawText = `number ${i} ${'x'.repeat(8000)}`;
      const { status, body } = await service.post('/processor_runs', { processorId, rawText });
      if (status === 200) acknowledged.push(body.processorRun.id);
      else rejection = { status, body };
    }
    expect(rejection).toEqual({
      status: 507,
      body: {
        success: false,
        error: expect.stringContaining('The service cannot use its data folder: '),
      },
    });
    expect(acknowledged.length).toBeGreaterThan(10);
    // Smaller requests can still succeed, until they or background work have used the remaining space.
    const processors: string[] = [];
    let small = await service.post('/processors', { name: 'n', type: 'EXTRACT' });
    while (small.status === 200 && processors.length < 20) {
      processors.push(small.body.processor.id);
      small = await service.post('/processors', { name: 'n', type: 'EXTRACT' });
    }
    expect(small.status).toBe(507);
    // The service also rejects a large file that does not fit, and continues to run.
    const upload = await service.request(
      'POST',
      '/files/upload',
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'y'.repeat(4_000_000)}\r\n--b--\r\n`,
      { 'content-type': 'multipart/form-data; boundary=b' },
    );
    expect(upload.status).toBe(507);
    // A small file is stored in the database, which is full too. The status shows that this is not an error of the
    // sender.
    const form = (length: number) =>
      `--b\r\ncontent-disposition: form-data; name="file"; filename="b.txt"\r\n\r\n${'z'.repeat(length)}\r\n--b--\r\n`;
    const smallFile = await service.request('POST', '/files/upload', form(15_000), {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expect(smallFile.status).toBe(507);
    for (const id of acknowledged) expect((await service.get(`/processor_runs/${id}`)).status).toBe(200);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    const after = await testService({ dataDir, token });
    for (const id of acknowledged) expect(await after.ended(id)).toMatchObject({ status: 'PROCESSED' });
    const { body } = await after.get('/processor_runs?maxPageSize=1000');
    expect(body.processorRuns).toHaveLength(acknowledged.length);
    for (const id of processors) expect((await after.get(`/processors/${id}`)).status).toBe(200);
  },
  30_000,
);
