import { randomBytes } from 'node:crypto';
import type { Database } from '../storage/database.ts';

/** Permanent values of a data folder, such as the key that signs download URLs. */
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

  /** Returns the random secret with this name. Creates it at the first call. */
  secret(name: string): string {
    const found = this.read(name);
    if (found !== null) return found;
    const value = randomBytes(32).toString('hex');
    this.write(name, value);
    return value;
  }
}
