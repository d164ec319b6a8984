import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/** So many versions of the parse code may keep their parses beside the present one: several checkouts share a cache. */
const otherVersionsKept = 3;
const versionName = /^[0-9a-f]{16}$/;

/**
 * Marks the folder of this version of the parse code as used now, and removes those of other versions but the most
 * recently used. Only folders named like a version are touched. A cache that cannot be changed stays as it is.
 */
export async function pruneParses(folder: string, version: string): Promise<void> {
  try {
    const own = path.join(folder, version);
    await mkdir(own, { recursive: true });
    const now = new Date();
    await utimes(own, now, now);
    const others: { readonly name: string; readonly usedAt: number }[] = [];
    for (const name of await readdir(folder)) {
      if (!versionName.test(name) || name === version) continue;
      const found = await stat(path.join(folder, name));
      if (found.isDirectory()) others.push({ name, usedAt: found.mtimeMs });
    }
    others.sort((a, b) => b.usedAt - a.usedAt);
    for (const { name } of others.slice(otherVersionsKept))
      await rm(path.join(folder, name), { recursive: true, force: true });
  } catch {
    // Another process may be pruning it, or it is not ours to change.
  }
}
