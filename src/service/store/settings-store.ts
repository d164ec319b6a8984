import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** Values that one data folder keeps for good, such as the key that signs its download addresses. */
export class SettingsStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** A random secret of that name, made at the first call. */
  secret(name: string): string {
    const found = this.#database.get<{ value: string }>('SELECT value FROM settings WHERE name = :name', {
      name,
    });
    if (found !== undefined) return found.value;
    const value = randomBytes(32).toString('hex');
    this.#database.run('INSERT INTO settings (name, value) VALUES (:name, :value)', { name, value });
    return value;
  }
}
