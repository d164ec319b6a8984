import { readdirSync, rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, open, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError, messageOf } from './goldset-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a file of that name exists',
  ENOENT: 'its folder does not exist and cannot be created',
  EISDIR: 'it is a folder',
  EFBIG: 'the file would be too large',
  ENAMETOOLONG: 'a name in the path is too long',
  ELOOP: 'the path contains a loop of symbolic links',
};

/** Number of characters that are written at once. */
const largePart = 1 << 20;

/** Returns the error of a failed write, with the file and the cause. */
export function writeFailure(file: string, thrown: unknown): GoldsetError {
  if (thrown instanceof GoldsetError) return thrown;
  const code = (thrown as NodeJS.ErrnoException | null)?.code ?? '';
  return new GoldsetError(
    'OUTPUT_NOT_WRITABLE',
    { file, reason: reasons[code] ?? messageOf(thrown) },
    { cause: thrown },
  );
}

/**
 * Throws OUTPUT_NOT_WRITABLE if a folder cannot be written or created. Tests this by creating and removing an
 * empty folder in the nearest existing folder.
 */
export async function requireWritableFolder(folder: string): Promise<void> {
  const wanted = path.resolve(folder);
  try {
    let existing = wanted;
    while (!(await exists(existing))) existing = path.dirname(existing);
    await rmdir(await mkdtemp(path.join(existing, '.goldset-')));
  } catch (thrown) {
    throw writeFailure(wanted, thrown);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw thrown;
  }
}

/**
 * Returns a temporary name for a file or folder, which the caller later renames to `target`. First calls
 * `removeAbandonedParts`.
 */
export function temporaryFor(target: string): string {
  removeAbandonedParts(target);
  return `${target}.${process.pid}.part`;
}

/**
 * Removes temporary files and folders of a target. Keeps temporary files and folders of other processes that are still
 * running.
 */
export function removeAbandonedParts(target: string): void {
  const [folder, start] = [path.dirname(target), `${path.basename(target)}.`];
  for (const name of namesIn(folder)) {
    const id = name.startsWith(start) ? /^(\d+)\.part$/.exec(name.slice(start.length))?.[1] : undefined;
    if (id === undefined || (Number(id) !== process.pid && isRunning(Number(id)))) continue;
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {
      // A file that cannot be removed only takes space.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Writes a file in one step, so that a reader never sees a partial file. With `sync`, the file also survives a power
 * cut.
 */
export async function writeFileAtomically(
  file: string,
  content: string | Uint8Array | Iterable<string> | AsyncIterable<Uint8Array>,
  { sync = false }: { readonly sync?: boolean } = {},
): Promise<void> {
  const temporary = temporaryFor(file);
  const folder = path.dirname(file);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(temporary, isList(content) ? inLargeParts(content) : content, { flush: sync });
    await rename(temporary, file);
    if (sync) await syncFolder(folder);
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => {});
    throw writeFailure(file, thrown);
  }
}

type Content = Parameters<typeof writeFileAtomically>[1];

function isList(content: Content): content is Iterable<string> {
  return typeof content === 'object' && !(content instanceof Uint8Array) && Symbol.iterator in content;
}

/** Joins short texts, because each write to a file takes time. */
function* inLargeParts(texts: Iterable<string>): Generator<string> {
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length < largePart) continue;
    yield part;
    part = '';
  }
  yield part;
}

/** Syncs the directory entries of a folder to disk. Does nothing if the operating system cannot open folders. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    return;
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
