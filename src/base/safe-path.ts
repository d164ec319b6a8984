import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from './goldset-error.ts';

const maxFolders = 1_000;

/** Resolves paths inside one folder. Caches the real path of each folder, because many files share it. */
export class InsideFolder {
  readonly #givenRoot: string;
  readonly #root: string;
  readonly #realRoot: string;
  readonly #realFolders = new Map<string, string>();

  constructor(root: string) {
    this.#givenRoot = root;
    this.#root = path.resolve(root);
    this.#realRoot = realOrSame(this.#root);
  }

  /**
   * Returns the absolute path of `relative`. Throws PATH_TRAVERSAL, which names `file`, if the path leaves
   * the folder.
   */
  resolve(relative: string, file: string): string {
    const escapes = () => new GoldsetError('PATH_TRAVERSAL', { file, path: relative, root: this.#givenRoot });
    if (relative.includes('\0') || path.isAbsolute(relative) || path.win32.isAbsolute(relative))
      throw escapes();
    const target = path.resolve(this.#root, relative);
    if (!isInside(this.#root, target)) throw escapes();
    const realTarget = this.#realPath(target);
    if (!isInside(this.#realRoot, realTarget) && realTarget !== target) throw escapes();
    return target;
  }

  #realPath(target: string): string {
    try {
      if (lstatSync(target).isSymbolicLink()) return realpathSync(target);
    } catch {
      // A path that does not exist yet cannot be a link.
      return target;
    }
    return path.join(this.#realFolder(path.dirname(target)), path.basename(target));
  }

  #realFolder(folder: string): string {
    let real = this.#realFolders.get(folder);
    if (real === undefined) {
      if (this.#realFolders.size >= maxFolders) this.#realFolders.clear();
      real = realOrSame(folder);
      this.#realFolders.set(folder, real);
    }
    return real;
  }
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

function realOrSame(target: string): string {
  try {
    return realpathSync(target);
  } catch {
    return target;
  }
}
