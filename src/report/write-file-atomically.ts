import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFailure } from '../base/write-failure.ts';

/** Writes beside the target and renames, so that a reader sees the old file or the new one, never half of it. */
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
