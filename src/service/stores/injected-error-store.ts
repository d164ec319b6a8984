import type { InjectedError, InjectionSettings } from '../../model/wire/local/injected-errors.ts';
import type { Database } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { now } from '../storage/now.ts';

interface PlantRow {
  readonly id: string;
  readonly processor_id: string;
  readonly settings: string;
  readonly created_at: string;
  readonly updated_at: string;
}
export interface StoredInjection {
  readonly id: string;
  readonly processorId: string;
  readonly settings: InjectionSettings;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Errors to be planted in a processor's outputs, and those that were. */
export class InjectedErrorStore {
  readonly #database: Database;
  /** All of them, read once: every run asks for its own. */
  #plants: readonly StoredInjection[] | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** In the order in which they are applied. */
  list(): readonly StoredInjection[] {
    this.#plants ??= this.#database.all<PlantRow>('SELECT * FROM plants ORDER BY seq').map((row) => ({
      id: row.id,
      processorId: row.processor_id,
      settings: JSON.parse(row.settings) as InjectionSettings,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }));
    return this.#plants;
  }

  create(settings: InjectionSettings): StoredInjection {
    this.#plants = undefined;
    const id = newId('plant');
    this.#database.run(
      `INSERT INTO plants (id, processor_id, settings, created_at, updated_at)
       VALUES (:id, :processorId, :settings, :time, :time)`,
      { id, processorId: settings.processorId, settings: JSON.stringify(settings), time: now() },
    );
    return this.find(id) as StoredInjection;
  }

  find(id: string): StoredInjection | undefined {
    return this.list().find((plant) => plant.id === id);
  }

  delete(id: string): boolean {
    this.#plants = undefined;
    return this.#database.run('DELETE FROM plants WHERE id = :id', { id }) > 0;
  }

  /** What was planted in a run, and the output before it. */
  record(runId: string, planted: readonly InjectedError[], engineOutput: string): void {
    this.#database.run(
      `INSERT INTO run_plants (run_id, planted, engine_output) VALUES (:runId, :planted, :engineOutput)
       ON CONFLICT (run_id) DO UPDATE SET planted = excluded.planted, engine_output = excluded.engine_output`,
      { runId, planted: JSON.stringify(planted), engineOutput },
    );
  }

  ofRun(runId: string): { planted: readonly InjectedError[]; engineOutput: unknown } | undefined {
    const row = this.#database.get<{ planted: string; engine_output: string }>(
      'SELECT planted, engine_output FROM run_plants WHERE run_id = :runId',
      { runId },
    );
    if (row === undefined) return undefined;
    return {
      planted: JSON.parse(row.planted) as InjectedError[],
      engineOutput: JSON.parse(row.engine_output) as unknown,
    };
  }
}
