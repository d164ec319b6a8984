import type { ParserRun } from '../../model/wire/parser-run.ts';
import type { Database } from './database.ts';
import { now } from './now.ts';

/** Parse answers, kept whole. */
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

  delete(id: string): boolean {
    return this.#database.run('DELETE FROM parser_runs WHERE id = :id', { id }) > 0;
  }
}
