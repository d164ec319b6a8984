import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';

/**
 * Returns the requested folder. If none is requested, returns the first of `reports/<name>`, `reports/<name>-2`, ...
 * that has no record. Throws RECORD_EXISTS if the requested folder has a record.
 */
export function outputFolder(requested: string | undefined, name: string): string {
  if (requested !== undefined) {
    const folder = path.resolve(requested);
    const record = path.join(folder, 'record');
    if (existsSync(record) && !isUnplanned(record)) throw new GoldsetError('RECORD_EXISTS', { path: record });
    return folder;
  }
  return firstWithoutRecord(path.resolve('reports', fileName(name)));
}

/** Returns the first of `folder`, `folder-2`, ... that has no record. */
export function firstWithoutRecord(base: string): string {
  for (let n = 1; ; n++) {
    const folder = n === 1 ? base : `${base}-${n}`;
    if (!existsSync(path.join(folder, 'record'))) return folder;
  }
}

/** Returns whether a record folder has only the files of a run that was stopped before it wrote its plan. */
function isUnplanned(record: string): boolean {
  return readdirSync(record).every((name) => name === 'items.jsonl' || name.startsWith('lock.db'));
}

/**
 * Converts a name to the name of a folder. The result has only letters, digits, dots, dashes and underscores, does not
 * start with a dot and is not empty.
 */
function fileName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|[.-]+$/g, '');
  return safe === '' ? 'run' : safe.slice(0, 80);
}
