import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { DatabaseSync } from '../../base/node/sqlite.ts';
import { isDamaged, storageFailure } from '../errors/storage-failure.ts';
import { migrations } from './migrations.ts';
import { makeOwnerOnly, ownerOnlyFile } from './owner-only.ts';

export type Parameters = Record<string, SQLInputValue>;

/** Returns the name of the column that stores a member: `page_count` for `pageCount`. */
export function columnOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the error to report if a data folder cannot be opened. */
export function openError(error: unknown, file: string): GoldsetError {
  if (/locked|busy/i.test(messageOf(error)))
    return new GoldsetError('SERVICE_DATA_IN_USE', { dir: path.dirname(file) }, { cause: error });
  if (isDamaged(error))
    return new GoldsetError('SERVICE_DATA_DAMAGED', { file, reason: messageOf(error) }, { cause: error });
  const reason = storageFailure(error);
  return reason === null
    ? new GoldsetError('SERVICE_DATA_UNREADABLE', { file, reason: messageOf(error) }, { cause: error })
    : new GoldsetError('OUTPUT_NOT_WRITABLE', { file, reason }, { cause: error });
}

/** An SQLite file with cached prepared statements. All calls are synchronous and short. */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Applies the migrations that the file does not have yet. */
  constructor(file: string, steps = migrations) {
    try {
      // SQLite creates its other files with the permissions of the database file.
      closeSync(openSync(file, 'a', ownerOnlyFile));
      makeOwnerOnly(file);
      this.#connection = new DatabaseSync(file, { timeout: 2000 });
      try {
        // The exclusive lock keeps a second service out. The operating system releases the lock if the process is killed.
        this.#connection.exec(
          'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;',
        );
        this.#migrate(steps);
      } catch (error) {
        this.#connection.close();
        throw error;
      }
    } catch (error) {
      throw openError(error, file);
    }
  }

  all<Row>(sql: string, parameters: Parameters = {}): Row[] {
    return this.#prepare(sql).all(parameters) as Row[];
  }

  get<Row>(sql: string, parameters: Parameters = {}): Row | undefined {
    return this.#prepare(sql).get(parameters) as Row | undefined;
  }

  columns(table: string): string[] {
    return this.all<{ name: string }>('SELECT name FROM pragma_table_info(:table)', { table }).map(
      ({ name }) => name,
    );
  }

  run(sql: string, parameters: Parameters = {}): number {
    return Number(this.#prepare(sql).run(parameters).changes);
  }

  /**
   * Runs `work`. If `work` throws, undoes all changes of `work`. A nested transaction is part of the outer transaction.
   */
  transaction<T>(work: () => T): T {
    if (this.#connection.isTransaction) return work();
    this.#connection.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      // If the disk is full, SQLite has already rolled back.
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #migrate(steps: readonly string[]): void {
    const found = this.#connection.prepare('PRAGMA user_version').get() as { user_version: number };
    if (found.user_version > steps.length)
      throw new Error(
        `a newer version of goldset wrote the file: found database version ${found.user_version}, expected at most ${steps.length}`,
      );
    for (let version = found.user_version; version < steps.length; version++) {
      this.transaction(() => {
        this.#connection.exec(steps[version] as string);
        this.#connection.exec(`PRAGMA user_version = ${version + 1}`);
      });
    }
  }
}
