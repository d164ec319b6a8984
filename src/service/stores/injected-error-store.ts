import { parseJson } from '../../base/exact-json.ts';
import type { InjectedError, InjectionSettings } from '../../model/wire/local/injected-errors.ts';
import { type StoredObject, Table } from '../storage/table.ts';

export interface StoredInjection extends StoredObject {
  readonly processorId: string;
  readonly settings: InjectionSettings;
}

/** Stores which errors to inject into the outputs of a processor, and which errors were injected into a run. */
export class InjectedErrorStore extends Table<StoredInjection> {
  /**
   * Returns the error injections of the given processors, in the order in which they are applied. If `processorIds` is
   * `null`, returns the injections of all processors.
   */
  list(processorIds: readonly string[] | null): StoredInjection[] {
    return this.all().filter(({ processorId }) => processorIds?.includes(processorId) !== false);
  }

  /** Stores the errors injected into a run, with the output before the injection. */
  record(runId: string, injectedErrors: readonly InjectedError[], engineOutput: string): void {
    this.database.run(
      `INSERT INTO injected_errors (run_id, errors, engine_output) VALUES (:runId, :errors, :engineOutput)
       ON CONFLICT (run_id) DO UPDATE SET errors = excluded.errors, engine_output = excluded.engine_output`,
      { runId, errors: JSON.stringify(injectedErrors), engineOutput },
    );
  }

  ofRun(runId: string): { injectedErrors: readonly InjectedError[]; engineOutput: unknown } | undefined {
    const row = this.database.get<{ errors: string; engineOutput: string }>(
      'SELECT errors, engine_output AS engineOutput FROM injected_errors WHERE run_id = :runId',
      { runId },
    );
    return (
      row && {
        injectedErrors: parseJson(row.errors) as InjectedError[],
        engineOutput: parseJson(row.engineOutput),
      }
    );
  }
}
