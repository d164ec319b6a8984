import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeFailure } from '../../base/write-failure.ts';

/** Writes a file atomically: into a temporary file, which it syncs and renames. A reader sees all of it or nothing. */
export async function writeAtomically(file: string, chunks: Iterable<string>): Promise<void> {
  const beside = `${file}.${process.pid}.part`;
  try {
    const handle = await open(beside, 'w');
    try {
      for (const chunk of chunks) await handle.writeFile(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
    await syncFolder(path.dirname(file));
  } catch (thrown) {
    await rm(beside, { force: true }).catch(() => {});
    throw writeFailure(file, thrown);
  }
}

/** Syncs the rename to disk, if the operating system can open folders. */
async function syncFolder(dir: string): Promise<void> {
  try {
    const handle = await open(dir, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    return;
  }
}
