import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFailure } from '../base/write-failure.ts';

/** Writes a temporary file next to the target and renames it, so that a reader never sees half of a file. */
export async function writeFileAtomically(
  file: string,
  content: string | Uint8Array | Iterable<string>,
): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(beside, content);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw writeFailure(file, error);
  }
}
