import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from './goldset-error.ts';
import { DatabaseSync } from './node/sqlite.ts';
import { writeFailure } from './write-file.ts';

const sqliteBusy = 5;

/**
 * Locks a file for one writer, and creates it and its folder if they do not exist. Throws `code` if another process has the
 * lock. An open SQLite transaction holds the file lock of the operating system until the process ends, also across
 * containers on one host. The empty lock file is never deleted: otherwise two writers could lock two different files of the
 * same name.
 */
export function acquireLock(
  file: string,
  code: 'RECORD_LOCKED' | 'FOLDER_LOCKED' = 'RECORD_LOCKED',
): () => void {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    database = new DatabaseSync(file, { timeout: 0 });
    // A journal in memory leaves no file if the process is killed.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (thrown) {
    database?.close();
    if (codeOf(thrown) === sqliteBusy) throw new GoldsetError(code, { path: file }, { cause: thrown });
    throw writeFailure(file, thrown);
  }
  const held = database;
  return () => {
    if (held.isOpen) held.close();
  };
}

function codeOf(thrown: unknown): number {
  // The lower byte of an extended SQLite result code is the primary result code.
  return thrown instanceof Error && 'errcode' in thrown ? Number(thrown.errcode) & 0xff : 0;
}

/** Returns whether a process has the lock of `acquireLock`. Creates no file. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0, readOnly: true });
    // Reading needs a lock. If another process has the lock, this read fails at once instead of waiting.
    database.exec('SELECT count(*) FROM sqlite_schema');
    return false;
  } catch (thrown) {
    return codeOf(thrown) === sqliteBusy;
  } finally {
    database?.close();
  }
}
