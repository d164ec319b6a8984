import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../../../src/service/storage/migrations.ts';
import { openStore } from '../../../../src/service/stores/store.ts';

it('opens a data folder of every earlier version with its data', () => {
  for (let version = 1; version < migrations.length; version++) {
    const folder = mkdtempSync(path.join(tmpdir(), 'goldset-store-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const database = new DatabaseSync(path.join(folder, 'service.sqlite'));
    for (const migration of migrations.slice(0, version)) database.exec(migration);
    database.exec(`
      PRAGMA user_version = ${version};
      INSERT INTO runs (id, processor_id, processor_version_id, processor_name, type, status, source, priority,
        metadata, config, file_id, file_name, created_at, updated_at)
      VALUES ('dpr_old', 'dp_1', 'dpv_1', 'P', 'EXTRACT', 'PROCESSING', 'API', 50, '{}', '{}', 'file_1', 'a.txt',
        '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z');
    `);
    database.close();
    const store = openStore(folder);
    expect(store.runs.unfinished()).toMatchObject([{ id: 'dpr_old', step: null, reviewedOutput: null }]);
    expect(store.workflowRuns.unfinished()).toEqual([]);
    store.close();
  }
});
