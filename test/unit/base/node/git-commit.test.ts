import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { gitCommit } from '../../../../src/base/node/git-commit.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'goldset-git-'));
const repository = path.join(root, 'repository');
const inner = path.join(repository, 'a/b');
const linked = path.join(root, 'linked');
const commit = 'user.name=a user.email=a@example.test commit.gpgsign=false'
  .split(' ')
  .flatMap((one) => ['-c', one]);

function git(...args: string[]): string {
  return execFileSync('git', [...commit, ...args], {
    cwd: repository,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
}

/** Returns the commit that is read from the files of a repository, while no Git program can be started. */
async function withoutGit(folder: string): Promise<string | null> {
  const { PATH } = process.env;
  process.env.PATH = '';
  try {
    return await gitCommit(folder);
  } finally {
    process.env.PATH = PATH;
  }
}

beforeAll(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
  mkdirSync(inner, { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

test('is null before the first commit, and outside a repository', async () => {
  expect(await gitCommit(repository)).toBeNull();
  expect(await gitCommit(root)).toBeNull();
});

test('is the commit of the branch, of a linked worktree, and of HEAD without a branch', async () => {
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  const first = git('rev-parse', 'HEAD');
  expect([await withoutGit(repository), await withoutGit(inner)]).toEqual([first, first]);
  git('worktree', 'add', '--quiet', '-b', 'topic/one', linked);
  git('commit', '--quiet', '--allow-empty', '-m', 'second');
  const second = git('rev-parse', 'HEAD');
  expect(second).not.toBe(first);
  expect([await withoutGit(repository), await withoutGit(linked)]).toEqual([second, first]);
  // Git now stores all branches as lines of the file `packed-refs`.
  git('pack-refs', '--all', '--prune');
  expect([await withoutGit(repository), await withoutGit(linked)]).toEqual([second, first]);
  git('checkout', '--quiet', '--detach', first);
  expect(await withoutGit(inner)).toBe(first);
});

test('is read from the files where variables of Git do not say where the repository is', async () => {
  vi.stubEnv('GIT_ASKPASS', '/bin/false');
  expect(await withoutGit(repository)).toBe(git('rev-parse', 'HEAD'));
  vi.stubEnv('GIT_ASKPASS', undefined);
});

test.each([
  ['GIT_DIR', () => path.join(linked, '.git'), 'topic/one'],
  ['GIT_CEILING_DIRECTORIES', () => repository, null],
])('is asked of Git if %s is set', async (name, value, commit) => {
  vi.stubEnv(name, value());
  expect(await withoutGit(inner)).toBeNull();
  expect(await gitCommit(inner)).toBe(commit && git('rev-parse', commit));
  vi.stubEnv(name, undefined);
});

test('is asked of Git if its files have another form', async () => {
  const expected = git('rev-parse', 'main');
  writeFileSync(path.join(repository, '.git/HEAD'), 'ref: refs/heads/other\n');
  git('symbolic-ref', 'refs/heads/other', 'refs/heads/main');
  expect(await withoutGit(repository)).toBeNull();
  expect(await gitCommit(repository)).toBe(expected);
});
