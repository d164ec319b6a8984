import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pruneParses } from '../../../../src/service/work/prune-parses.ts';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'goldset-prune-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const version = (digit: number): string => String(digit).repeat(16);

function use(at: string, name: string, secondsAgo: number): void {
  mkdirSync(path.join(at, name, 'ab'), { recursive: true });
  writeFileSync(path.join(at, name, 'ab', 'x.json.gz'), '');
  const time = Date.now() / 1000 - secondsAgo;
  utimesSync(path.join(at, name), time, time);
}

it('removes the parses of versions that were used longest ago, never its own nor what is no version', async () => {
  const at = folder();
  for (let digit = 1; digit <= 6; digit++) use(at, version(digit), digit * 100);
  for (const name of ['photos', '0123', `${version(7)}x`]) use(at, name, 1e6);
  writeFileSync(path.join(at, version(8)), 'a file');
  // The oldest of all is the present one.
  await pruneParses(at, version(6));
  expect(readdirSync(at).sort()).toEqual(
    [version(1), version(2), version(3), version(6), 'photos', '0123', `${version(7)}x`, version(8)].sort(),
  );
  // Used now, so that it outlives the others when the code changes.
  await pruneParses(at, version(9));
  expect(existsSync(path.join(at, version(6)))).toBe(true);
  expect(existsSync(path.join(at, version(3)))).toBe(false);
});

it('does without a folder that it may not change', async () => {
  const at = folder();
  const file = path.join(at, 'file');
  writeFileSync(file, '');
  await expect(pruneParses(file, version(1))).resolves.toBeUndefined();
});
