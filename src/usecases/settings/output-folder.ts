import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';

/** The folder that was asked for, or `reports/<name>`, then `reports/<name>-2`, ...: no record is ever written over. */
export function outputFolder(asked: string | undefined, name: string): string {
  if (asked !== undefined) {
    const folder = path.resolve(asked);
    if (existsSync(path.join(folder, 'record')))
      throw new GoldsetError('RECORD_EXISTS', { path: path.join(folder, 'record') });
    return folder;
  }
  const base = path.resolve('reports', fileName(name));
  for (let n = 1; ; n++) {
    const folder = n === 1 ? base : `${base}-${n}`;
    if (!existsSync(path.join(folder, 'record'))) return folder;
  }
}

/** A name as a folder: letters, digits, dot, dash and underscore, never hidden and never empty. */
function fileName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|[.-]+$/g, '');
  return safe === '' ? 'run' : safe.slice(0, 80);
}
