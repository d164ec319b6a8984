import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RowSpool } from '../../../../src/report/xlsx/row-spool.ts';

function folder(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'goldset-spool-'));
}

test('returns the rows in their order, also twice', () => {
  const dir = folder();
  const spool = new RowSpool<readonly (string | null)[]>(path.join(dir, 'rows'));
  const rows = [['a\nb', null], ['\u2028"'], []];
  for (const row of rows) spool.add(row);
  expect(spool.count).toBe(3);
  expect([...spool.rows()]).toEqual(rows);
  expect([...spool.rows()]).toEqual(rows);
  expect(readdirSync(dir)).toEqual([]);
});

test('moves rows of more than 1 MB to a file, and removes it', () => {
  const dir = folder();
  const spool = new RowSpool<readonly [number, string]>(path.join(dir, 'sub', 'rows'));
  const text = 'é'.repeat(200_000);
  for (let i = 0; i < 17; i++) spool.add([i, text]);
  expect(readdirSync(path.join(dir, 'sub'))).toHaveLength(1);
  expect([...spool.rows()].map(([i, found]) => (found === text ? i : -1))).toEqual([...Array(17).keys()]);
  spool.remove();
  expect(readdirSync(path.join(dir, 'sub'))).toEqual([]);
  expect(spool.count).toBe(0);
  expect([...spool.rows()]).toEqual([]);
});

test('reports a folder that it cannot create', () => {
  const spool = new RowSpool<string>('/dev/null/rows');
  expect(() => spool.add('x'.repeat(2_000_000))).toThrow(/OUTPUT_NOT_WRITABLE|cannot/i);
  expect(existsSync('/dev/null/rows')).toBe(false);
});
