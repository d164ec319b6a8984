import type { StatementSync } from 'node:sqlite';
import { parseJson } from '../../base/exact-json.ts';
import { DatabaseSync } from '../../base/node/sqlite.ts';
import type { LabelIssue } from '../../model/report/sections/label-issue.ts';

const decoder = new TextDecoder();

/**
 * Encodes a text as UTF-16, high byte first, so that sorting by these bytes gives the same order as sorting the texts
 * in JavaScript.
 */
function sortKey(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/**
 * Label issues, sorted by score, then by item and path. A temporary SQLite database stores them, so that memory does
 * not grow with the number of issues. Closing the list removes the database.
 */
export class LabelIssueList implements Disposable {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;

  constructor() {
    // With an empty name, SQLite creates a private temporary file. Texts are stored as bytes, because SQLite replaces
    // some characters.
    this.#database = new DatabaseSync('');
    this.#database.exec(
      'PRAGMA temp_store = FILE; CREATE TABLE issue (score REAL, item BLOB, path BLOB, json BLOB); BEGIN',
    );
    this.#insert = this.#database.prepare('INSERT INTO issue VALUES (?, ?, ?, ?)');
  }

  add(issue: LabelIssue): void {
    const { score, itemId, path } = issue;
    this.#insert.run(score, sortKey(itemId), sortKey(path), Buffer.from(JSON.stringify(issue)));
  }

  /** Number of label issues (`found`), and of labels that are more likely wrong than right (`likely`). */
  get counts(): { readonly found: number; readonly likely: number } {
    const counts = this.#database.prepare('SELECT count(*) AS found, total(score > 0) AS likely FROM issue');
    const { found, likely } = counts.get() as Record<'found' | 'likely', number>;
    return { found, likely };
  }

  *read(limit = Number.MAX_SAFE_INTEGER): Generator<LabelIssue> {
    const rows = this.#database.prepare(
      'SELECT json FROM issue ORDER BY score DESC, item, path, rowid LIMIT ?',
    );
    for (const { json } of rows.iterate(limit))
      yield parseJson(decoder.decode(json as Uint8Array)) as LabelIssue;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
