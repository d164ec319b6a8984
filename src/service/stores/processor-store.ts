import type { ProcessorConfig, ProcessorKind } from '../../model/processor/processor-config.ts';
import type { ProcessorListQuery } from '../../model/wire/processor.ts';
import type { Database } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { now } from '../storage/now.ts';
import { listPage, type Page } from '../storage/paging.ts';

export interface StoredProcessor {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
  readonly type: ProcessorKind;
  readonly created_at: string;
  readonly updated_at: string;
}

interface VersionRow {
  readonly id: string;
  readonly processor_id: string;
  /** `draft`, or `major.minor`. */
  readonly version: string;
  readonly major: number;
  readonly minor: number;
  readonly description: string | null;
  readonly config: string;
  readonly created_at: string;
  readonly updated_at: string;
}
export interface StoredVersion extends Omit<VersionRow, 'config'> {
  readonly config: ProcessorConfig;
}

/** Processors with their versions; the draft is the version whose word is `draft`. */
export class ProcessorStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(name: string, type: ProcessorKind, config: ProcessorConfig): StoredProcessor {
    const id = newId('dp');
    const time = now();
    this.#database.transaction(() => {
      this.#database.run(
        'INSERT INTO processors (id, name, type, created_at, updated_at) VALUES (:id, :name, :type, :time, :time)',
        { id, name, type, time },
      );
      this.#insertVersion(id, 'draft', [0, 0], null, config, time);
    });
    return this.find(id) as StoredProcessor;
  }

  find(id: string): StoredProcessor | undefined {
    return this.#database.get<StoredProcessor>('SELECT * FROM processors WHERE id = :id', { id });
  }

  list(query: ProcessorListQuery, permitted: readonly string[] | null = null): Page<StoredProcessor> {
    return listPage<StoredProcessor>(this.#database, 'processors', query, [
      { column: 'type', value: query.type },
      { column: 'id', anyOf: permitted },
    ]);
  }

  /** Renames, and sets the draft's config; published versions stay as they are. */
  update(id: string, change: { name?: string; config?: ProcessorConfig }): void {
    const time = now();
    this.#database.transaction(() => {
      this.#database.run(
        'UPDATE processors SET name = coalesce(:name, name), updated_at = :time WHERE id = :id',
        { id, name: change.name ?? null, time },
      );
      if (change.config === undefined) return;
      this.#database.run(
        "UPDATE processor_versions SET config = :config, updated_at = :time WHERE processor_id = :id AND version = 'draft'",
        { id, config: JSON.stringify(change.config), time },
      );
    });
  }

  /** With its versions. */
  delete(id: string): void {
    this.#database.run('DELETE FROM processors WHERE id = :id', { id });
  }

  publish(
    id: string,
    release: 'major' | 'minor',
    description: string | null,
    config: ProcessorConfig,
  ): StoredVersion {
    return this.#database.transaction(() => {
      const newest = this.newestPublished(id);
      const number: [number, number] =
        release === 'major'
          ? [(newest?.major ?? 0) + 1, 0]
          : [newest?.major ?? 0, newest === undefined ? 1 : newest.minor + 1];
      const time = now();
      this.#insertVersion(id, number.join('.'), number, description, config, time);
      this.#database.run('UPDATE processors SET updated_at = :time WHERE id = :id', { id, time });
      return this.version(id, number.join('.')) as StoredVersion;
    });
  }

  /** Newest first: the draft, then the published ones. */
  versions(id: string): StoredVersion[] {
    return this.#database
      .all<VersionRow>(
        `SELECT * FROM processor_versions WHERE processor_id = :id
         ORDER BY version = 'draft' DESC, major DESC, minor DESC`,
        { id },
      )
      .map(read);
  }

  version(id: string, version: string): StoredVersion | undefined {
    const row = this.#database.get<VersionRow>(
      'SELECT * FROM processor_versions WHERE processor_id = :id AND version = :version',
      { id, version },
    );
    return row === undefined ? undefined : read(row);
  }

  versionById(id: string, versionId: string): StoredVersion | undefined {
    const row = this.#database.get<VersionRow>(
      'SELECT * FROM processor_versions WHERE processor_id = :id AND id = :versionId',
      { id, versionId },
    );
    return row === undefined ? undefined : read(row);
  }

  draft(id: string): StoredVersion {
    return this.version(id, 'draft') as StoredVersion;
  }

  newestPublished(id: string): StoredVersion | undefined {
    const row = this.#database.get<VersionRow>(
      `SELECT * FROM processor_versions WHERE processor_id = :id AND version <> 'draft'
       ORDER BY major DESC, minor DESC LIMIT 1`,
      { id },
    );
    return row === undefined ? undefined : read(row);
  }

  /** `latest` is the newest published version, or the draft where none is published. */
  resolve(id: string, word: string): StoredVersion | undefined {
    if (word === 'latest') return this.newestPublished(id) ?? this.draft(id);
    return this.version(id, word);
  }

  #insertVersion(
    processorId: string,
    version: string,
    [major, minor]: readonly [number, number],
    description: string | null,
    config: ProcessorConfig,
    time: string,
  ): void {
    this.#database.run(
      `INSERT INTO processor_versions (id, processor_id, version, major, minor, description, config, created_at, updated_at)
       VALUES (:id, :processorId, :version, :major, :minor, :description, :config, :time, :time)`,
      {
        id: newId('dpv'),
        processorId,
        version,
        major,
        minor,
        description,
        config: JSON.stringify(config),
        time,
      },
    );
  }
}

function read(row: VersionRow): StoredVersion {
  return { ...row, config: JSON.parse(row.config) as ProcessorConfig };
}
