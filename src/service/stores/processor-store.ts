import type { ProcessorConfig, ProcessorKind } from '../../model/processor/processor-config.ts';
import type { ProcessorListQuery } from '../../model/wire/processor.ts';
import type { Page } from '../storage/paging.ts';
import { type StoredObject, Table } from '../storage/table.ts';

export interface StoredProcessor extends StoredObject {
  readonly name: string;
  readonly type: ProcessorKind;
}

export interface StoredVersion extends StoredObject {
  readonly processorId: string;
  /** `draft`, or the version number as `major.minor`. */
  readonly version: string;
  readonly major: number;
  readonly minor: number;
  readonly description: string | null;
  readonly config: ProcessorConfig;
}

export class ProcessorStore extends Table<StoredProcessor> {
  readonly #versions = new Table<StoredVersion>(this.database, 'processor_versions', 'dpv', ['config']);

  create(name: string, type: ProcessorKind, config: ProcessorConfig): StoredProcessor {
    return this.database.transaction(() => {
      const processor = this.insertRow({ name, type });
      this.#versions.insertRow({ processorId: processor.id, version: 'draft', major: 0, minor: 0, config });
      return processor;
    });
  }

  list(query: ProcessorListQuery, permitted: readonly string[] | null): Page<StoredProcessor> {
    return this.listRows(query, [
      { column: 'type', value: query.type },
      { column: 'id', anyOf: permitted },
    ]);
  }

  /** Sets the name of a processor and the config of its draft. Published versions stay unchanged. */
  update(id: string, { name, config }: { name?: string; config?: ProcessorConfig }): void {
    this.database.transaction(() => {
      this.updateRow(id, { name });
      if (config !== undefined) this.#versions.updateRow(this.draft(id).id, { config });
    });
  }

  publish(
    id: string,
    release: 'major' | 'minor',
    description: string | null,
    config: ProcessorConfig,
  ): StoredVersion {
    return this.database.transaction(() => {
      const newest = this.#newestPublished(id);
      const major = (newest?.major ?? 0) + (release === 'major' ? 1 : 0);
      const minor = release === 'major' ? 0 : (newest?.minor ?? 0) + 1;
      const version = `${major}.${minor}`;
      this.updateRow(id, {});
      return this.#versions.insertRow({ processorId: id, version, major, minor, description, config });
    });
  }

  /** Returns the draft, then the published versions, newest first. */
  versions(id: string): StoredVersion[] {
    const order = "version = 'draft' DESC, major DESC, minor DESC";
    return this.#versions.select(`processor_id = :id ORDER BY ${order}`, { id });
  }

  versionById(id: string, versionId: string): StoredVersion | undefined {
    return this.#versions.select('processor_id = :id AND id = :versionId', { id, versionId })[0];
  }

  draft(id: string): StoredVersion {
    return this.resolve(id, 'draft') as StoredVersion;
  }

  /** Returns a version. `latest` is the newest published version, or the draft if none is published. */
  resolve(id: string, version: string): StoredVersion | undefined {
    if (version === 'latest') return this.#newestPublished(id) ?? this.draft(id);
    return this.#versions.select('processor_id = :id AND version = :version', { id, version })[0];
  }

  #newestPublished(id: string): StoredVersion | undefined {
    const published = "processor_id = :id AND version <> 'draft'";
    return this.#versions.select(`${published} ORDER BY major DESC, minor DESC LIMIT 1`, { id })[0];
  }
}
