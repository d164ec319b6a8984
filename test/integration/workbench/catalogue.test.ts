import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from '../../../src/base/file-lock.ts';
import type { RecordEntry } from '../../../src/model/results/record-list.ts';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import { Catalogue, NoSuchRecord } from '../../../src/workbench/server/catalogue.ts';
import { folderOfRecords } from '../../fixtures/records/folder-of-records.ts';

describe('the catalogue of a folder', () => {
  let original = '';
  let folder = '';
  beforeAll(async () => {
    original = await folderOfRecords();
  });
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-catalogue-'));
    cpSync(original, folder, { recursive: true, preserveTimestamps: true });
  });
  const stored = () => path.join(folder, '.goldset/catalogue.json');
  const list = async (catalogue = new Catalogue(folder)) => {
    const entries = (await Array.fromAsync(catalogue.list())).flat();
    return new Map<string, RecordEntry>(entries.map((entry) => [entry.path, entry]));
  };
  /**
   * Changes the name of the dataset in the stored entry of `scored`, so that a test can see whether the entry was read
   * from the file.
   */
  const markStored = () => {
    const content = JSON.parse(readFileSync(stored(), 'utf8'));
    for (const { entry } of content.records) if (entry.path === 'scored') entry.dataset = 'from the file';
    writeFileSync(stored(), JSON.stringify(content));
  };
  const datasetOf = (entries: ReadonlyMap<string, RecordEntry>) => {
    const entry = entries.get('scored');
    return entry?.state === 'finished' ? entry.dataset : null;
  };

  it('takes the entries of unchanged records from its file', async () => {
    const first = await list();
    expect([...first.keys()].sort()).toEqual(['damaged', 'plain', 'scored', 'unfinished']);
    expect(datasetOf(first)).toBe('small');
    expect(await list()).toEqual(first);
    markStored();
    expect(datasetOf(await list())).toBe('from the file');
  });

  it.each(['record/plan.json', 'record/rows.jsonl', 'record/summary.json', 'summary.json'])(
    'reads a record again if the time of its %s has changed',
    async (name) => {
      await list();
      markStored();
      utimesSync(path.join(folder, 'scored', name), new Date(0), new Date(0));
      expect(datasetOf(await list())).toBe('small');
      expect(datasetOf(await list())).toBe('small');
    },
  );

  it('follows records that are added, removed and repaired', async () => {
    await list();
    cpSync(path.join(folder, 'plain'), path.join(folder, 'more/added'), { recursive: true });
    rmSync(path.join(folder, 'scored'), { recursive: true });
    cpSync(path.join(folder, 'plain/record/plan.json'), path.join(folder, 'damaged/record/plan.json'));
    const entries = await list();
    expect([...entries.keys()].sort()).toEqual(['damaged', 'more/added', 'plain', 'unfinished']);
    expect(entries.get('damaged')?.state).toBe('finished');
    expect(readFileSync(stored(), 'utf8')).not.toContain('"scored"');
  });

  it('shows when a run starts and stops', async () => {
    const state = async () => (await list()).get('unfinished')?.state;
    expect(await state()).toBe('unfinished');
    const release = acquireLock(path.join(folder, 'unfinished/record/lock.db'));
    expect(await state()).toBe('running');
    release();
    expect(await state()).toBe('unfinished');
  });

  it.each([
    ['is no JSON', () => '{"format":1'],
    ['is of another version of goldset', (text: string) => text.replace(/"tool":"[^"]*"/, '"tool":"0.0.0"')],
    ['has entries of another form', (text: string) => text.replace('"items":12', '"items":"12"')],
  ])('reads all records again if its file %s', async (_, change) => {
    const first = await list();
    markStored();
    writeFileSync(stored(), change(readFileSync(stored(), 'utf8')));
    expect(await list()).toEqual(first);
    markStored();
    expect(datasetOf(await list())).toBe('from the file');
  });

  it('lists a folder that it cannot write to, and writes nothing if it only reads', async () => {
    await list(new Catalogue(folder, { isReadOnly: true }));
    expect(existsSync(path.join(folder, '.goldset'))).toBe(false);
    writeFileSync(path.join(folder, '.goldset'), 'a file in place of the folder');
    expect((await list()).size).toBe(4);
  });

  it('neither reads nor writes its file through a link', async () => {
    const outside = mkdtempSync(path.join(os.tmpdir(), 'goldset-outside-'));
    symlinkSync(outside, path.join(folder, '.goldset'));
    await list();
    expect(existsSync(path.join(outside, 'catalogue.json'))).toBe(false);
    rmSync(path.join(folder, '.goldset'));
    await list();
    markStored();
    renameSync(stored(), path.join(outside, 'catalogue.json'));
    rmSync(path.join(folder, '.goldset'), { recursive: true });
    symlinkSync(outside, path.join(folder, '.goldset'));
    expect(datasetOf(await list())).toBe('small');
  });

  it('yields the first records before the last ones are read', async () => {
    for (let n = 0; n < 240; n++) {
      mkdirSync(path.join(folder, `record-${n}`));
      writeFileSync(path.join(folder, `record-${n}/plan.json`), '{');
    }
    const parts = new Catalogue(folder).list();
    const { value: first } = await parts.next();
    expect(first?.length).toBeLessThan(244);
    expect(existsSync(stored())).toBe(false);
    const others = (await Array.fromAsync(parts)).flat();
    expect((first?.length ?? 0) + others.length).toBe(244);
    expect(existsSync(stored())).toBe(true);
  });

  it('rejects a record with a link that leaves the folder', async () => {
    const outside = mkdtempSync(path.join(os.tmpdir(), 'goldset-outside-'));
    cpSync(path.join(folder, 'plain'), path.join(outside, 'plain'), { recursive: true });
    mkdirSync(path.join(folder, 'linked'));
    symlinkSync(path.join(outside, 'plain/record'), path.join(folder, 'linked/record'));
    const rows = path.join(folder, 'plain/record/rows.jsonl');
    rmSync(rows);
    symlinkSync(path.join(outside, 'plain/record/rows.jsonl'), rows);
    symlinkSync(
      path.join(folder, 'scored/record/items.jsonl'),
      path.join(folder, 'scored/record/uploads.jsonl'),
    );
    const catalogue = new Catalogue(folder);
    const entries = await list(catalogue);
    for (const name of ['linked', 'plain']) {
      expect(entries.get(name)).toMatchObject({ state: 'damaged', problem: expect.stringContaining('link') });
      await expect(catalogue.folderOf(recordKey(name))).rejects.toThrow(NoSuchRecord);
    }
    expect(await catalogue.folderOf(recordKey('scored'))).toBe(path.join(folder, 'scored'));
    for (const key of [recordKey('../plain'), '..', '/etc', 'plain'])
      await expect(catalogue.folderOf(key)).rejects.toThrow(NoSuchRecord);
  });
});
