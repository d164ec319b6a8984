import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Returns the hash of the Git commit that is checked out in a folder, or `null` outside a repository and before the
 * first commit. Reads the files of Git, which takes much less time than a Git process. Runs Git only if an environment
 * variable can change which repository is used, or if the commit is not found in these files.
 */
export async function gitCommit(folder: string): Promise<string | null> {
  const isPlaced = placeVariables.some((name) => process.env[name] !== undefined);
  const found = isPlaced ? null : await commitFromFiles(folder).catch(() => null);
  return found ?? commitFromGit(folder);
}

/** Variables that change which repository and which HEAD Git finds for a folder. */
const placeVariables = [
  'GIT_DIR',
  'GIT_COMMON_DIR',
  'GIT_WORK_TREE',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_NAMESPACE',
];

const hash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

async function commitFromFiles(folder: string): Promise<string | null> {
  const gitFolder = await gitFolderOf(folder);
  if (gitFolder === null) return null;
  const head = (await readFile(path.join(gitFolder, 'HEAD'), 'utf8')).trim();
  if (hash.test(head)) return head;
  const name = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  if (name === undefined) return null;
  // A linked worktree has its own HEAD, and shares the branches of its repository.
  const shared = await readFile(path.join(gitFolder, 'commondir'), 'utf8').catch(() => '.');
  const repository = path.resolve(gitFolder, shared.trim());
  const loose = await readFile(path.join(repository, name), 'utf8').catch(() => null);
  const commit =
    loose?.trim() ?? packedCommit(await readFile(path.join(repository, 'packed-refs'), 'utf8'), name);
  return commit !== undefined && hash.test(commit) ? commit : null;
}

/**
 * Returns the folder with HEAD, or `null` outside a repository. In a linked worktree and in a submodule, `.git` is a
 * file that names this folder.
 */
async function gitFolderOf(folder: string): Promise<string | null> {
  for (let dir = path.resolve(folder); ; dir = path.dirname(dir)) {
    const entry = path.join(dir, '.git');
    const kind = await stat(entry).catch(() => null);
    if (kind?.isDirectory() === true) return entry;
    if (kind?.isFile() === true) {
      const target = /^gitdir: (.+)$/m.exec(await readFile(entry, 'utf8'))?.[1];
      return target === undefined ? null : path.resolve(dir, target.trim());
    }
    if (dir === path.dirname(dir)) return null;
  }
}

function packedCommit(packed: string, name: string): string | undefined {
  const line = packed.split('\n').find((text) => text.endsWith(` ${name}`));
  return line?.split(' ')[0];
}

async function commitFromGit(folder: string): Promise<string | null> {
  try {
    const options = { cwd: folder, timeout: 3_000 };
    const { stdout } = await promisify(execFile)('git', ['rev-parse', 'HEAD'], options);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
