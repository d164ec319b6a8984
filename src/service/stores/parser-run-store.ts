import type { ParserRun } from '../../model/wire/parser-run.ts';
import type { Database } from '../storage/database.ts';
import { now } from '../storage/ids-and-times.ts';

/** Parser runs, stored as complete responses. */
export class ParserRunStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  save(run: ParserRun): void {
    this.#database.run(
      'INSERT INTO parser_runs (id, file_id, status, body, created_at) VALUES (:id, :fileId, :status, :body, :time)',
      {
        id: run.id,
        fileId: run.fileId ?? '',
        status: run.status,
        body: JSON.stringify(run),
        time: now(),
      },
    );
  }

  find(id: string): ParserRun | undefined {
    const row = this.#database.get<{ body: string }>('SELECT body FROM parser_runs WHERE id = :id', { id });
    return row === undefined ? undefined : (JSON.parse(row.body) as ParserRun);
  }

  /** Returns the runs that an earlier process left unfinished, in the order of their creation. */
  unfinished(): { run: ParserRun; attempts: number }[] {
    return this.#database
      .all<{ body: string; attempts: number }>(
        "SELECT body, attempts FROM parser_runs WHERE status = 'PROCESSING' ORDER BY seq",
      )
      .map(({ body, attempts }) => ({ run: JSON.parse(body) as ParserRun, attempts }));
  }

  countAttempt(id: string): void {
    this.#database.run('UPDATE parser_runs SET attempts = attempts + 1 WHERE id = :id', { id });
  }

  /** Stores the result. Returns `false` if the run is deleted or has already ended. */
  finish(run: ParserRun): boolean {
    const changed = this.#database.run(
      "UPDATE parser_runs SET status = :status, body = :body WHERE id = :id AND status = 'PROCESSING'",
      { id: run.id, status: run.status, body: JSON.stringify(run) },
    );
    return changed > 0;
  }

  delete(id: string): boolean {
    return this.#database.run('DELETE FROM parser_runs WHERE id = :id', { id }) > 0;
  }
}
