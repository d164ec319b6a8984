import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startService } from '../../../../src/service/start-service.ts';
import { temporaryFolder, testService } from '../../../fixtures/service/service-harness.ts';

/** Returns the paths below a folder that other users could read. A file in a private folder is private too. */
function readableByOthers(folder: string): string[] {
  return readdirSync(folder).filter((name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0);
}

it('lets only its owner read a new data folder', async () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  const service = await testService({ dataDir });
  await service.upload('large.txt', 'x'.repeat(20_000));
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dataDir)).toContain('service.sqlite-wal');
  expect(readableByOthers(dataDir)).toEqual([]);
});

it('removes the permissions of other users from the data in an existing folder', async () => {
  const dataDir = temporaryFolder();
  await (await startService({ dataDir })).close();
  for (const name of ['service.sqlite', 'files']) chmodSync(path.join(dataDir, name), 0o755);
  chmodSync(dataDir, 0o755);
  await testService({ dataDir });
  // The service keeps the permissions of the folder itself, because its owner can have other files in the folder.
  expect(statSync(dataDir).mode & 0o777).toBe(0o755);
  expect(readableByOthers(dataDir)).toEqual([]);
});

it('removes the unfinished parses of a killed worker at the next start', async () => {
  const dataDir = temporaryFolder();
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const unfinished = path.join(dataDir, 'parsed/unfinished');
  mkdirSync(unfinished, { recursive: true });
  for (const id of [ended, process.ppid]) writeFileSync(path.join(unfinished, `document.${id}.part`), 'half');
  await (await startService({ dataDir })).close();
  // The file of a running process stays, because the process can be a worker of another service with the same folder.
  expect(readdirSync(unfinished)).toEqual([`document.${process.ppid}.part`]);
});

it.each([
  ['is not a database', (file: string) => writeFileSync(file, 'x'.repeat(20_000))],
  ['is cut short', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 9000))],
  [
    'has damaged pages',
    (file: string) => writeSync(openSync(file, 'r+'), Buffer.alloc(60_000, 7), 0, 60_000, 4096),
  ],
])('names a database that %s', async (_, damage) => {
  const dataDir = temporaryFolder();
  await (await startService({ dataDir })).close();
  damage(path.join(dataDir, 'service.sqlite'));
  await expect(startService({ dataDir })).rejects.toMatchObject({
    code: 'SERVICE_DATA_DAMAGED',
    message: expect.stringContaining(`${path.join(dataDir, 'service.sqlite')}: the database is damaged: `),
    fix: expect.stringContaining('Restore the data folder'),
  });
});

it('names a database whose damage appears during operation', async () => {
  const dataDir = temporaryFolder();
  const first = await testService({ dataDir });
  for (let index = 0; index < 12; index++)
    await first.post('/processors', {
      name: `P${index}`.repeat(200),
      type: 'EXTRACT',
    });
  const { id } = (await first.post('/processors', { name: 'last', type: 'EXTRACT' })).body.processor;
  await first.close();
  const folder = path.join(temporaryFolder(), 'copy');
  mkdirSync(folder);
  const file = path.join(folder, 'service.sqlite');
  copyFileSync(path.join(dataDir, 'service.sqlite'), file);
  const bytes = readFileSync(file);
  // Damages the pages that contain processors, but not the schema, which SQLite reads first.
  for (let at = 4096; at < bytes.length; at += 4096)
    if (bytes.subarray(at, at + 4096).includes('P1P1P1')) bytes.fill(0xff, at, at + 100);
  writeFileSync(file, bytes);
  const service = await testService({ dataDir: folder });
  const answers = [await service.get('/processors'), await service.get(`/processors/${id}`)];
  expect(answers.map(({ status, body }) => [status, body.error])).toContainEqual([
    507,
    'The service cannot use its data folder: its database is damaged.',
  ]);
});
