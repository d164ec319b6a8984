import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { acquireLock } from '../../../src/base/file-lock.ts';
import type { ReadableRecord, ReportHead } from '../../../src/model/results/record-list.ts';
import { findReport } from '../../../src/usecases/view/find-report.ts';
import { lastReport } from '../../../src/usecases/view/last-report.ts';
import {
  describeRecord,
  findRecords,
  newestRecord,
  recordKey,
} from '../../../src/usecases/view/list-records.ts';
import { folderOfRecords } from '../../fixtures/records/folder-of-records.ts';

describe('the records of a folder', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await folderOfRecords();
  });
  const names = () => Array.fromAsync(findRecords(folder));
  const describeNamed = async (name: string) => (await describeRecord(folder, name)) as ReadableRecord;

  it('are found in alphabetical order, without hidden folders and links', async () => {
    mkdirSync(path.join(folder, '.hidden'));
    symlinkSync(path.join(folder, 'plain'), path.join(folder, 'link'));
    symlinkSync(path.join(folder, 'plain'), path.join(folder, '.hidden/link'));
    expect(await names()).toEqual(['damaged', 'plain', 'scored', 'unfinished']);
    expect(await Array.fromAsync(findRecords(path.join(folder, 'plain')))).toEqual(['.']);
    expect(await Array.fromAsync(findRecords(path.join(folder, 'nowhere')))).toEqual([]);
  });

  it('have the headline of their report, computed by hand', async () => {
    const scored = await describeNamed('scored');
    expect(scored).toMatchObject({
      state: 'finished',
      items: 12,
      versions: ['1.0', 'draft'],
      processor: 'p',
    });
    // Version 1.0 has 8 of 12 documents right, and the draft has 11. Document 7 has a new error. Below 20 documents,
    // the page shows counts instead of rates.
    expect(scored.headline).toMatchObject({ share: 11 / 12, newErrors: 1 });
    expect(scored.headline?.measure).toContain('11 of 12');
    const head = JSON.parse(readFileSync(path.join(folder, 'scored/summary.json'), 'utf8')) as ReportHead;
    expect(scored.headline?.headline).toBe(head.summary.outcome.headline);
    expect((await describeNamed('plain')).headline).toBeNull();
  });

  it('have no headline if rows were added after the report', async () => {
    const rows = path.join(folder, 'scored/record/rows.jsonl');
    const later = new Date(Date.now() + 60_000);
    utimesSync(rows, later, later);
    expect((await describeNamed('scored')).headline).toBeNull();
    utimesSync(rows, new Date(0), new Date(0));
    expect((await describeNamed('scored')).headline).not.toBeNull();
  });

  it('are damaged with the file and what to do', async () => {
    expect(await describeRecord(folder, 'damaged')).toMatchObject({
      state: 'damaged',
      key: recordKey('damaged'),
      problem: expect.stringContaining('plan.json'),
      fix: expect.stringMatching(/\w+/),
    });
  });

  it('are running while a process writes them, otherwise unfinished', async () => {
    expect((await describeNamed('unfinished')).state).toBe('unfinished');
    const unlock = acquireLock(path.join(folder, 'unfinished/record/lock.db'));
    expect((await describeNamed('unfinished')).state).toBe('running');
    unlock();
    expect((await describeNamed('unfinished')).state).toBe('unfinished');
  });

  it('name the newest record, whose report opens and whose verdict is printed again', async () => {
    rmSync(path.join(folder, 'unfinished'), { recursive: true });
    renameSync(path.join(folder, 'plain'), path.join(folder, 'zzz'));
    expect((await newestRecord(folder)).path).toBe('scored');
    expect(await findReport('last', folder)).toBe(path.join(folder, 'scored/index.html'));
    expect(await findReport('scored', folder)).toBe(path.join(folder, 'scored/index.html'));
    expect(await findReport(path.join(folder, 'scored'), 'nowhere')).toBe(
      path.join(folder, 'scored/index.html'),
    );
    await expect(findReport('zzz', folder)).rejects.toThrow(/no report page at .*zzz/);
    const { result, model } = await lastReport({ dir: folder });
    expect(result.report).toBe(path.join(folder, 'scored/index.html'));
    const head = JSON.parse(readFileSync(path.join(folder, 'scored/summary.json'), 'utf8')) as ReportHead;
    expect(model.summary).toEqual(head.summary);
    expect((await newestRecord(folder, 'doc-3')).path).toBe('scored');
    await expect(newestRecord(folder, 'doc-99')).rejects.toThrow('the item "doc-99"');
    await expect(newestRecord(path.join(folder, 'nowhere'))).rejects.toMatchObject({
      code: 'RECORD_NOT_FOUND',
    });
  });
});
