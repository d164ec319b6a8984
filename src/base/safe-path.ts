import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from './goldset-error.ts';

/** The absolute path of `relative` inside `root`; PATH_ESCAPES where it leaves it, by its text or through a link. */
export async function resolveInside(root: string, relative: string, file: string): Promise<string> {
  const escapes = () => new GoldsetError('PATH_ESCAPES', { file, path: relative, root });
  if (relative.includes('\0') || path.isAbsolute(relative) || path.win32.isAbsolute(relative))
    throw escapes();
  const absoluteRoot = path.resolve(root);
  const target = path.resolve(absoluteRoot, relative);
  if (!isInside(absoluteRoot, target)) throw escapes();
  const [realRoot, realTarget] = await Promise.all([realOrSame(absoluteRoot), realOrSame(target)]);
  if (!isInside(realRoot, realTarget) && realTarget !== target) throw escapes();
  return target;
}

function isInside(root: string, target: string): boolean {
  const relative = path.relative(root, target);
  return (
    relative !== '' &&
    relative !== '..' &&
    !relative.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relative)
  );
}

/** A path that does not exist yet has no link to follow. */
async function realOrSame(target: string): Promise<string> {
  try {
    return await realpath(target);
  } catch {
    return target;
  }
}
