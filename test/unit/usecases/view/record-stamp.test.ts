import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leavesFolder } from '../../../../src/usecases/view/record-stamp.ts';

let dir = '';
const at = (name: string) => path.join(dir, name);
beforeAll(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-links-'));
  for (const folder of ['outside/record', 'root/plain/record', 'root/file', 'root/links']) {
    mkdirSync(at(folder), { recursive: true });
    writeFileSync(path.join(at(folder), 'plan.json'), '{}');
  }
  writeFileSync(at('root/file/record'), 'no folder');
  symlinkSync(at('outside/record/plan.json'), at('root/links/rows.jsonl'));
  symlinkSync(at('outside'), at('root/moved'));
  symlinkSync(dir, at('root/above'));
  symlinkSync(at('root/plain'), at('root/inner'));
  symlinkSync(at('root'), at('named'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it.each([
  ['plain', false],
  ['file', false],
  ['inner', false],
  ['links', true],
  ['moved', true],
  ['above/outside', true],
])('a record at %s leaves the folder: %s', (relative, expected) => {
  expect(leavesFolder(at('root'), relative)).toBe(expected);
});

it('accepts a listed folder that is itself a link', () => {
  expect(leavesFolder(at('named'), 'plain')).toBe(false);
  expect(leavesFolder(at('named'), '.')).toBe(false);
});
