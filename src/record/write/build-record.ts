import { existsSync } from 'node:fs';
import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { acquireLock } from '../../base/file-lock.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { removeAbandonedParts, syncFolder, writeFailure } from '../../base/write-file.ts';
import { recordFiles } from '../files/record-files.ts';
import { RecordWriter } from './record-writer.ts';

/**
 * Builds a record in a temporary folder. When `fill` has written the record, renames the folder to `out`. If `out`
 * already has a record, moves that record to `keepOld`, or throws RECORD_EXISTS if `keepOld` is not set. First removes
 * temporary folders that killed processes left.
 */
export async function buildRecord<T>(
  out: string,
  fill: (writer: RecordWriter) => Promise<T>,
  { keepOld }: { readonly keepOld?: string } = {},
): Promise<T> {
  if (keepOld === undefined) await clearPlace(out);
  await removeParts(out);
  const part = `${out}.${process.pid}.part`;
  const writer = await RecordWriter.create(part);
  try {
    const result = await fill(writer);
    await writer.close();
    if (keepOld === undefined) await moveInto(part, out);
    else await exchange(part, out, keepOld);
    return result;
  } catch (thrown) {
    await writer.close().catch(() => {});
    await rm(part, { recursive: true, force: true });
    throw thrown;
  }
}

async function moveInto(part: string, out: string): Promise<void> {
  try {
    await rm(recordFiles(part).lock, { force: true });
    await rename(part, out);
    await syncFolder(path.dirname(out));
  } catch (thrown) {
    if (existsSync(recordFiles(out).plan))
      throw new GoldsetError('RECORD_EXISTS', { path: out }, { cause: thrown });
    throw writeFailure(out, thrown);
  }
}

/**
 * Removes a record folder that has no plan, because only an interrupted run leaves such a folder. Throws RECORD_EXISTS
 * if the folder has a plan, and OUTPUT_NOT_WRITABLE if the folder has files that are not part of a record.
 */
async function clearPlace(out: string): Promise<void> {
  const files = recordFiles(out);
  if (existsSync(files.plan)) throw new GoldsetError('RECORD_EXISTS', { path: out });
  if (!existsSync(out)) return;
  if (existsSync(files.lock)) acquireLock(files.lock)();
  for (const file of Object.values(files) as string[]) {
    await rm(file, { force: true });
    removeAbandonedParts(file);
  }
  await rmdir(out).catch((thrown: unknown) => {
    throw writeFailure(out, thrown);
  });
}

/** Removes the folder of a record that has no plan. Call it after the writer is closed. */
export async function removeUnplanned(dir: string): Promise<void> {
  const files = recordFiles(dir);
  if (existsSync(files.plan)) return;
  for (const file of Object.values(files) as string[]) await rm(file, { force: true });
  // Ignore the error: a folder that contains other files is not removed.
  await rmdir(dir).catch(() => {});
}

/** Removes temporary folders of earlier builds whose process no longer runs. */
async function removeParts(out: string): Promise<void> {
  const names = await readdir(path.dirname(out)).catch(() => []);
  for (const name of names) {
    const isPart = name.startsWith(`${path.basename(out)}.`) && /\.\d+\.part$/.test(name);
    if (isPart) await removeAbandoned(path.join(path.dirname(out), name));
  }
}

/**
 * Moves the old record to `keepOld` and then the new record to `out`. If the second move fails, moves the old record
 * back.
 */
async function exchange(part: string, out: string, keepOld: string): Promise<void> {
  if (existsSync(keepOld)) throw writeFailure(keepOld, { code: 'EEXIST' });
  const unlock = acquireLock(recordFiles(out).lock);
  try {
    await rename(out, keepOld);
    await moveInto(part, out).catch(async (thrown: unknown) => {
      await rename(keepOld, out);
      throw thrown;
    });
  } catch (thrown) {
    throw writeFailure(out, thrown);
  } finally {
    unlock();
  }
}

/** Removes a temporary folder if its lock is free, which means that no process writes it. */
async function removeAbandoned(part: string): Promise<void> {
  try {
    acquireLock(recordFiles(part).lock)();
  } catch {
    return;
  }
  await rm(part, { recursive: true, force: true });
}
