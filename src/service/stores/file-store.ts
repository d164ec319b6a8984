import type { FileListQuery, FileType } from '../../model/wire/file.ts';
import type { Database } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { now } from '../storage/now.ts';
import { listPage, type Page } from '../storage/paging.ts';

export interface StoredFile {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
  readonly type: FileType;
  readonly hash: string;
  readonly size: number;
  /** Known once the file has been parsed. */
  readonly page_count: number | null;
  readonly parent_file_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Names and properties of uploaded files; their bytes are in the blob store. */
export class FileStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(file: { name: string; type: FileType; hash: string; size: number }): StoredFile {
    const id = newId('file');
    const known = this.#database.get<{ page_count: number | null }>(
      'SELECT page_count FROM files WHERE hash = :hash AND page_count IS NOT NULL LIMIT 1',
      { hash: file.hash },
    );
    this.#database.run(
      `INSERT INTO files (id, name, type, hash, size, page_count, created_at, updated_at)
       VALUES (:id, :name, :type, :hash, :size, :pages, :time, :time)`,
      { id, ...file, pages: known?.page_count ?? null, time: now() },
    );
    return this.find(id) as StoredFile;
  }

  find(id: string): StoredFile | undefined {
    return this.#database.get<StoredFile>('SELECT * FROM files WHERE id = :id', { id });
  }

  list(query: FileListQuery): Page<StoredFile> {
    return listPage<StoredFile>(this.#database, 'files', query, [
      { column: 'name', value: query.nameContains, contains: true },
    ]);
  }

  /** Sets the page count of every file with these bytes. */
  setPageCount(hash: string, pages: number): void {
    this.#database.run(
      'UPDATE files SET page_count = :pages WHERE hash = :hash AND page_count IS NOT :pages',
      { hash, pages },
    );
  }

  delete(id: string): boolean {
    return this.#database.run('DELETE FROM files WHERE id = :id', { id }) > 0;
  }

  /** Whether any file still has these bytes. */
  usesBytes(hash: string): boolean {
    return this.#database.get('SELECT 1 FROM files WHERE hash = :hash LIMIT 1', { hash }) !== undefined;
  }
}
