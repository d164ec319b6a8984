import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Database } from '../../../../src/service/storage/database.ts';

const first = 'CREATE TABLE a (name TEXT); CREATE TABLE b (name TEXT)';
const second = "ALTER TABLE a ADD COLUMN size INTEGER; UPDATE a SET name = name || '!'";

function databaseFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'goldset-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'service.sqlite');
}

function rowsAfter(file: string, steps: readonly string[]): unknown[] {
  const database = new Database(file, steps);
  const rows = database.all('SELECT * FROM a').map((row) => ({ ...(row as object) }));
  database.close();
  return rows;
}

it('applies each step once that a database file of an earlier version lacks, and keeps its rows', () => {
  const file = databaseFile();
  const database = new Database(file, [first]);
  database.run("INSERT INTO a (name) VALUES ('x')");
  database.close();
  expect(rowsAfter(file, [first])).toEqual([{ name: 'x' }]);
  for (let start = 0; start < 2; start++)
    expect(rowsAfter(file, [first, second])).toEqual([{ name: 'x!', size: null }]);
  expect(() => new Database(file, [first])).toThrow(/found database version 2, expected at most 1/);
});

it('releases a database file if a migration fails', () => {
  const file = databaseFile();
  expect(() => new Database(file, [first, 'ALTER TABLE missing ADD COLUMN size INTEGER'])).toThrow(/missing/);
  expect(rowsAfter(file, [first])).toEqual([]);
});
