import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { sha256 } from '../../../../src/base/hash.ts';
import { migrations } from '../../../../src/service/storage/migrations.ts';
import { extractConfig, temporaryFolder, testService } from '../../../fixtures/service/service-harness.ts';

const token = 'sk_of_the_first_version';
const time = '2025-05-01T00:00:00.000Z';

/** Creates a data folder of the first database version, with all of its tables, a file and an unfinished run. */
function firstDataFolder(): string {
  const folder = temporaryFolder();
  const bytes = Buffer.from('work 1\nwritten long ago');
  const hash = sha256(bytes);
  mkdirSync(path.join(folder, 'files', hash.slice(0, 2)), { recursive: true });
  writeFileSync(path.join(folder, 'files', hash.slice(0, 2), hash), bytes);
  const database = new DatabaseSync(path.join(folder, 'service.sqlite'));
  database.exec(migrations[0] as string);
  database.exec('PRAGMA user_version = 1');
  const insert = (table: string, row: Record<string, string | number | null>): void => {
    const names = Object.keys(row);
    const places = names.map((name) => `:${name}`);
    database.prepare(`INSERT INTO ${table} (${names}) VALUES (${places})`).run(row);
  };
  const times = { created_at: time, updated_at: time };
  const config = JSON.stringify(extractConfig);
  insert('settings', { name: 'limits', value: '{}' });
  insert('tokens', { hash: sha256(token), label: 'old', default_version: null, created_at: time });
  insert('processors', { id: 'dp_old', name: 'Old', type: 'EXTRACT', ...times });
  const version = { processor_id: 'dp_old', description: null, config, ...times };
  insert('processor_versions', { id: 'dpv_draft', version: 'draft', major: 0, minor: 0, ...version });
  insert('processor_versions', { id: 'dpv_one', version: '1.0', major: 1, minor: 0, ...version });
  insert('files', {
    id: 'file_old',
    name: 'old.txt',
    type: 'TXT',
    hash,
    size: bytes.length,
    page_count: 1,
    ...times,
  });
  const run = {
    processor_id: 'dp_old',
    processor_version_id: 'dpv_one',
    processor_name: 'Old',
    type: 'EXTRACT',
    source: 'API',
    priority: 50,
    metadata: '{"a":1}',
    config,
    file_id: 'file_old',
    file_name: 'old.txt',
    ...times,
  };
  const output = '{"value":{"number":"7"},"metadata":{}}';
  insert('runs', { id: 'dpr_done', status: 'PROCESSED', output, credits: 3, page_count: 1, ...run });
  insert('runs', { id: 'dpr_open', status: 'PROCESSING', ...run });
  insert('evaluation_sets', {
    id: 'ev_old',
    name: 'Set',
    description: null,
    processor_id: 'dp_old',
    ...times,
  });
  insert('evaluation_set_items', {
    id: 'evi_old',
    evaluation_set_id: 'ev_old',
    file_id: 'file_old',
    expected_output: '{"value":{"number":"7"}}',
    ...times,
  });
  insert('parser_runs', {
    id: 'parser_run_old',
    file_id: 'file_old',
    status: 'PROCESSED',
    body: JSON.stringify({
      object: 'parser_run',
      id: 'parser_run_old',
      fileId: 'file_old',
      status: 'PROCESSED',
      chunks: [],
    }),
    created_at: time,
  });
  database.close();
  return folder;
}

it('reads a data folder of the first version and finishes its unfinished run', async () => {
  const service = await testService({ dataDir: firstDataFolder(), token: 'sk_new' });
  const get = async (address: string) => {
    const answer = await service.request('GET', address, undefined, { authorization: `Bearer ${token}` });
    expect([address, answer.status]).toEqual([address, 200]);
    return answer.body;
  };
  expect((await get('/processors')).processors).toMatchObject([{ id: 'dp_old', name: 'Old' }]);
  expect((await get('/processors/dp_old/versions')).versions).toMatchObject([
    { version: 'draft' },
    { version: '1.0' },
  ]);
  expect((await get('/processor_runs/dpr_done')).processorRun).toMatchObject({
    output: { value: { number: '7' } },
    metadata: { a: 1 },
    usage: { credits: 3 },
    reviewed: false,
  });
  expect(await service.ended('dpr_open')).toMatchObject({
    status: 'PROCESSED',
    output: { value: { text: 'work 1', pages: 1 } },
  });
  expect((await get('/evaluation_sets/ev_old/items')).evaluationSetItems).toMatchObject([{ id: 'evi_old' }]);
  expect((await get('/parser_runs/parser_run_old')).status).toBe('PROCESSED');
  expect((await get('/files/file_old?rawText=true')).file.contents.rawText).toContain('written long ago');
  expect((await get('/local/tokens')).tokens).toHaveLength(2);
  const address = new URL((await get('/files/file_old')).file.presignedUrl);
  expect(await (await fetch(service.url + address.pathname + address.search)).text()).toContain(
    'written long ago',
  );
  // Features of later versions work with it.
  const batch = await service.post('/local/batch_processor_runs', {
    processorId: 'dp_old',
    evaluationSetId: 'ev_old',
  });
  expect(batch.status).toBe(200);
  expect((await service.post('/workflows', { name: 'w' })).status).toBe(200);
});

it('never changes released migrations', () => {
  // Add the hash of a new migration here. A changed migration would break existing data folders.
  expect(migrations.map((migration) => sha256(migration).slice(0, 16))).toEqual([
    'ea99981fe87febb2',
    'e442dcc13f097057',
    'ba8a306538f95f91',
    'f6ba274aa9b7b543',
    '279aa042ee8db625',
  ]);
});
