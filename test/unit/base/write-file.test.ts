import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFor, writeFileAtomically } from '../../../src/base/write-file.ts';
import { buildRecord } from '../../../src/record/write/build-record.ts';
import { TextFile } from '../../../src/report/sinks/text-file.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-write-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Id of a process that has ended. */
const { pid: ended } = spawnSync(process.execPath, ['--version']);

test.each<[string, (file: string) => Promise<unknown>]>([
  ['a file in one step', (file) => writeFileAtomically(file, 'text')],
  ['a file in parts', async (file) => new TextFile(file, 'text').close()],
])('writing %s removes what killed processes left of it, and nothing else', async (_, write) => {
  const kept = [`report.csv.${process.ppid}.part`, `reports.csv.${ended}.part`, `report.csv.old.part`];
  for (const name of [...kept, `report.csv.${ended}.part`]) writeFileSync(path.join(dir, name), 'half');
  await write(path.join(dir, 'report.csv'));
  expect(readdirSync(dir).sort()).toEqual([...kept, 'report.csv'].sort());
});

test('temporary names of different processes differ', () => {
  expect(temporaryFor('a/report.csv')).toBe(`a/report.csv.${process.pid}.part`);
});

test('a record can replace a run that was killed while it wrote its plan', async () => {
  writeFileSync(path.join(dir, `plan.json.${ended}.part`), '{');
  writeFileSync(path.join(dir, 'items.jsonl'), '{');
  await expect(buildRecord(dir, async () => 'built')).resolves.toBe('built');
  expect(readdirSync(dir)).not.toContain(`plan.json.${ended}.part`);
});
