import { DatabaseSync } from 'node:sqlite';
import { GoldsetError } from '../../base/goldset-error.ts';
import { writeFailure } from '../../base/write-file.ts';

const sqliteBusy = 5;

/**
 * Locks the record for one writer. Throws RECORD_LOCKED if another process has the lock. An open SQLite transaction
 * holds the file lock of the operating system until the process ends. The empty lock file is never deleted: otherwise
 * two writers could lock two different files of the same name.
 */
export function acquireLock(file: string): () => void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    database?.close();
    if (codeOf(thrown) === sqliteBusy)
      throw new GoldsetError('RECORD_LOCKED', { path: file }, { cause: thrown });
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
