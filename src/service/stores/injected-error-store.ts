import type { InjectedError, Injection, InjectionSettings } from '../../model/wire/local/injected-errors.ts';
import type { Database } from '../storage/database.ts';
import { type StoredObject, Table } from '../storage/table.ts';

interface InjectionRow extends StoredObject {
  readonly settings: InjectionSettings;
}

/** Stores which errors to inject into the outputs of a processor, and which errors were injected into a run. */
export class InjectedErrorStore {
  readonly #database: Database;
  readonly #table: Table<InjectionRow>;
  /** Cache of all injections, because every run looks for those of its processor. */
  #injections: readonly Injection[] | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#table = new Table(database, 'error_injections', 'injection', ['settings']);
  }

  /** Returns all injections in the order in which they are applied. */
  list(): readonly Injection[] {
    this.#injections ??= this.#table
      .select('true ORDER BY seq')
      .map(({ id, settings, createdAt, updatedAt }) => ({
        object: 'error_injection',
        id,
        ...settings,
        createdAt,
        updatedAt,
      }));
    return this.#injections;
  }

  create(settings: InjectionSettings): Injection {
    this.#injections = undefined;
    const { id } = this.#table.insertRow({ processorId: settings.processorId, settings });
    return this.find(id) as Injection;
  }

  find(id: string): Injection | undefined {
    return this.list().find((injection) => injection.id === id);
  }

  delete(id: string): void {
    this.#injections = undefined;
    this.#table.delete(id);
  }

  /** Stores the errors injected into a run, with the output before the injection. */
  record(runId: string, injectedErrors: readonly InjectedError[], engineOutput: string): void {
    this.#database.run(
      `INSERT INTO injected_errors (run_id, errors, engine_output) VALUES (:runId, :errors, :engineOutput)
       ON CONFLICT (run_id) DO UPDATE SET errors = excluded.errors, engine_output = excluded.engine_output`,
      { runId, errors: JSON.stringify(injectedErrors), engineOutput },
    );
  }

  ofRun(runId: string): { injectedErrors: readonly InjectedError[]; engineOutput: unknown } | undefined {
    const row = this.#database.get<{ errors: string; engineOutput: string }>(
      'SELECT errors, engine_output FROM injected_errors WHERE run_id = :runId',
      { runId },
    );
    return (
      row && {
        injectedErrors: JSON.parse(row.errors) as InjectedError[],
        engineOutput: JSON.parse(row.engineOutput) as unknown,
      }
    );
  }
}
