import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from '../../../src/base/file-lock.ts';
import type { LiveEvent } from '../../../src/model/results/live-event.ts';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import { FolderWatch, type WatchTimes } from '../../../src/workbench/server/events/folder-watch.ts';
import { folderOfRecords } from '../../fixtures/records/folder-of-records.ts';

describe('FolderWatch', () => {
  let folder = '';
  let events: LiveEvent[] = [];
  let watch: FolderWatch;
  beforeAll(async () => {
    folder = await folderOfRecords();
  });
  beforeEach(() => {
    events = [];
  });
  afterEach(() => watch.stop());
  const start = async (times: Partial<WatchTimes> = {}) => {
    watch = new FolderWatch(folder, (event) => events.push(event), { settleMs: 10, ...times });
    await watch.start();
  };
  const at = (name: string) => path.join(folder, name);
  /** Copies a file or folder in one step. */
  const put = (from: string, to: string) => {
    cpSync(at(from), at('.copy'), { recursive: true });
    renameSync(at('.copy'), at(to));
  };
  const seen = (kind: string, name: string) =>
    expect.poll(() => events, { interval: 10 }).toEqual([{ kind, key: recordKey(name) }]);

  it('reports nothing for the records that exist when it starts', async () => {
    await start();
    await watch.check();
    expect(events).toEqual([]);
  });

  it('reports a record that appears in a new folder, and one that disappears', async () => {
    await start();
    mkdirSync(at('new/deep'), { recursive: true });
    await watch.check();
    put('plain', 'new/deep/copy');
    await seen('record.added', 'new/deep/copy');
    events = [];
    rmSync(at('new'), { recursive: true });
    await seen('record.removed', 'new/deep/copy');
  });

  it('reports a record that ends, and whose report is written', async () => {
    await start();
    put('plain/record/summary.json', 'unfinished/record/summary.json');
    await seen('record.changed', 'unfinished');
    rmSync(at('unfinished/record/summary.json'));
    await watch.check();
    events = [];
    put('scored/summary.json', 'plain/summary.json');
    await seen('record.changed', 'plain');
    rmSync(at('plain/summary.json'));
    await watch.check();
  });

  it('reports when a process starts and ends writing a record, but not the rows in between', async () => {
    await start();
    const unlock = acquireLock(at('unfinished/record/lock.db'));
    await watch.check();
    expect(events).toEqual([{ kind: 'record.changed', key: recordKey('unfinished') }]);
    writeFileSync(at('unfinished/record/rows.jsonl'), '{}\n', { flag: 'a' });
    await watch.check();
    expect(events).toHaveLength(1);
    unlock();
    await watch.check();
    expect(events).toHaveLength(2);
  });

  it('searches at intervals, and reports after a restart what changed in the meantime', async () => {
    await start({ settleMs: 1e6, checkMs: 20 });
    renameSync(at('plain'), at('moved'));
    const both = [
      { kind: 'record.added', key: recordKey('moved') },
      { kind: 'record.removed', key: recordKey('plain') },
    ];
    await expect.poll(() => events, { interval: 10 }).toEqual(both);
    watch.stop();
    renameSync(at('moved'), at('plain'));
    events = [];
    await watch.start();
    expect(events).toEqual([
      { kind: 'record.added', key: recordKey('plain') },
      { kind: 'record.removed', key: recordKey('moved') },
    ]);
  });
});
