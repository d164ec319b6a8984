import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Suspect } from '../../model/suspect.ts';

/**
 * Label issues, the most likely first; equal ones by item and path. They lie in a temporary SQLite database, which the
 * system removes when it is closed, so that memory stays flat in their number.
 */
export class LabelIssueList implements Disposable {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;

  constructor() {
    // An empty name is a private file that has no name on disk. UTF-16BE sorts texts as JavaScript does.
    this.#database = new DatabaseSync('');
    this.#database.exec(
      `PRAGMA encoding = 'UTF-16be'; PRAGMA temp_store = FILE;
       CREATE TABLE issue (score REAL, item TEXT, path TEXT, json TEXT); BEGIN`,
    );
    this.#insert = this.#database.prepare('INSERT INTO issue VALUES (?, ?, ?, ?)');
  }

  add(issue: Suspect): void {
    this.#insert.run(issue.score, issue.itemId, issue.path, JSON.stringify(issue));
  }

  /** Issues in all, and those whose label is more likely wrong than right. */
  get counts(): { readonly found: number; readonly likely: number } {
    const counts = this.#database.prepare('SELECT count(*) AS found, total(score > 0) AS likely FROM issue');
    const { found, likely } = counts.get() as Record<'found' | 'likely', number>;
    return { found, likely };
  }

  /** Reads the issues one by one, at most `limit` of them. */
  *read(limit = Number.MAX_SAFE_INTEGER): Generator<Suspect> {
    const rows = this.#database.prepare(
      'SELECT json FROM issue ORDER BY score DESC, item, path, rowid LIMIT ?',
    );
    for (const { json } of rows.iterate(limit)) yield JSON.parse(json as string) as Suspect;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
