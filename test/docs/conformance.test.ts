import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { conformanceRows } from '../contract/service/conformance-rows.ts';
import {
  conformanceFolder,
  conformancePage,
  conformancePath,
  proofsIn,
} from './generators/conformance-page.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, conformancePath), 'utf8');
const proofs = proofsIn(page);

test('docs/conformance.md has every row, each with a test that proved it, and no other row', () => {
  const proved = new Set(proofs.map(({ row }) => row));
  expect(
    Object.keys(conformanceRows).filter((row) => !proved.has(row)),
    'rows without a test',
  ).toEqual([]);
  expect([...proved].filter((row) => !Object.hasOwn(conformanceRows, row))).toEqual([]);
  expect(page).toBe(conformancePage(proofs));
});

test('the files that it names exist and name rows', () => {
  for (const file of new Set(proofs.map((proof) => proof.file))) {
    const full = path.join(root, conformanceFolder, file);
    expect(existsSync(full), file).toBe(true);
    expect(readFileSync(full, 'utf8'), file).toContain('proves(');
  }
});

test('reads back the page that it writes, with any characters in the names of tests', () => {
  const special = [{ row: 'error.500', file: 'a.test.ts', test: 'x | y <b> & {"a": `1`} > z: w' }];
  expect(proofsIn(conformancePage(special))).toEqual(special);
  expect(conformancePage([])).toContain('| **no test** |');
});
