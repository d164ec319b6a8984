import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeFailure } from '../../base/write-failure.ts';

/** Writes a whole file so that a reader sees all of it or none: beside it, synced to disk, renamed over it. */
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

/** Makes the rename itself last; systems that cannot open a folder go without. */
async function syncFolder(dir: string): Promise<void> {
  try {
    const handle = await open(dir, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    return;
  }
}
