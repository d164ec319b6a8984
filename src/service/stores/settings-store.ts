import { randomBytes } from 'node:crypto';
import type { Database } from '../storage/database.ts';

/** Values that one data folder keeps for good, such as the key that signs its download addresses. */
export class SettingsStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  read(name: string): string | null {
    const found = this.#database.get<{ value: string }>('SELECT value FROM settings WHERE name = :name', {
      name,
    });
    return found?.value ?? null;
  }

  write(name: string, value: string): void {
    this.#database.run(
      'INSERT INTO settings (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = :value',
      { name, value },
    );
  }

  /** A random secret of that name, made at the first call. */
  secret(name: string): string {
    const found = this.read(name);
    if (found !== null) return found;
    const value = randomBytes(32).toString('hex');
    this.write(name, value);
    return value;
  }
}
