import type { FileListQuery, FileType } from '../../model/wire/file.ts';
import type { Page } from '../storage/paging.ts';
import { type StoredObject, Table } from '../storage/table.ts';

export interface StoredFile extends StoredObject {
  readonly name: string;
  readonly type: FileType;
  readonly hash: string;
  readonly size: number;
  /** Number of pages, or `null` until the file has been parsed. */
  readonly pageCount: number | null;
  readonly parentFileId: string | null;
}

/** Names and properties of uploaded files. The blob store holds their bytes. */
export class FileStore extends Table<StoredFile> {
  create(file: { name: string; type: FileType; hash: string; size: number }): StoredFile {
    const [known] = this.select('hash = :hash AND page_count IS NOT NULL LIMIT 1', { hash: file.hash });
    return this.insertRow({ ...file, pageCount: known?.pageCount });
  }

  list(query: FileListQuery): Page<StoredFile> {
    return this.listRows(query, [{ column: 'name', value: query.nameContains, contains: true }]);
  }

  setPageCount(hash: string, pages: number): void {
    this.database.run(
      'UPDATE files SET page_count = :pages WHERE hash = :hash AND page_count IS NOT :pages',
      { hash, pages },
    );
  }

  usesBytes(hash: string): boolean {
    return this.select('hash = :hash LIMIT 1', { hash }).length > 0;
  }
}
