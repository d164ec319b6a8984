import type { EvaluationSetCreateRequest, EvaluationSetListQuery } from '../../model/wire/evaluation-set.ts';
import type { ListQuery } from '../../model/wire/list.ts';
import type { Database } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { now } from '../storage/now.ts';
import { listPage, type Page } from '../storage/paging.ts';

export interface StoredEvaluationSet {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly processor_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface StoredEvaluationSetItem {
  readonly seq: number;
  readonly id: string;
  readonly evaluation_set_id: string;
  readonly file_id: string;
  readonly expected_output: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Evaluation sets and their items. */
export class EvaluationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  createSet(request: EvaluationSetCreateRequest): StoredEvaluationSet {
    const id = newId('ev');
    this.#database.run(
      `INSERT INTO evaluation_sets (id, name, description, processor_id, created_at, updated_at)
       VALUES (:id, :name, :description, :processorId, :time, :time)`,
      {
        id,
        name: request.name,
        description: request.description ?? null,
        processorId: request.processorId ?? null,
        time: now(),
      },
    );
    return this.findSet(id) as StoredEvaluationSet;
  }

  findSet(id: string): StoredEvaluationSet | undefined {
    return this.#database.get<StoredEvaluationSet>('SELECT * FROM evaluation_sets WHERE id = :id', { id });
  }

  listSets(
    query: EvaluationSetListQuery,
    permitted: readonly string[] | null = null,
  ): Page<StoredEvaluationSet> {
    return listPage<StoredEvaluationSet>(this.#database, 'evaluation_sets', query, [
      { column: 'processor_id', value: query.processorId },
      { column: "coalesce(processor_id, '')", anyOf: permitted === null ? null : [...permitted, ''] },
    ]);
  }

  /** All of them or none. */
  createItems(
    setId: string,
    items: readonly { fileId: string; expectedOutput: unknown }[],
  ): StoredEvaluationSetItem[] {
    return this.#database.transaction(() =>
      items.map((item) => {
        const id = newId('evi');
        this.#database.run(
          `INSERT INTO evaluation_set_items (id, evaluation_set_id, file_id, expected_output, created_at, updated_at)
           VALUES (:id, :setId, :fileId, :expectedOutput, :time, :time)`,
          {
            id,
            setId,
            fileId: item.fileId,
            expectedOutput: JSON.stringify(item.expectedOutput),
            time: now(),
          },
        );
        return this.findItem(id) as StoredEvaluationSetItem;
      }),
    );
  }

  findItem(id: string): StoredEvaluationSetItem | undefined {
    return this.#database.get<StoredEvaluationSetItem>('SELECT * FROM evaluation_set_items WHERE id = :id', {
      id,
    });
  }

  listItems(setId: string, query: ListQuery): Page<StoredEvaluationSetItem> {
    return listPage<StoredEvaluationSetItem>(this.#database, 'evaluation_set_items', query, [
      { column: 'evaluation_set_id', value: setId },
    ]);
  }

  /** In the order in which they were made. */
  allItems(setId: string): StoredEvaluationSetItem[] {
    return this.#database.all<StoredEvaluationSetItem>(
      'SELECT * FROM evaluation_set_items WHERE evaluation_set_id = :setId ORDER BY seq',
      { setId },
    );
  }

  updateItem(id: string, expectedOutput: unknown): boolean {
    const changed = this.#database.run(
      'UPDATE evaluation_set_items SET expected_output = :expectedOutput, updated_at = :time WHERE id = :id',
      { id, expectedOutput: JSON.stringify(expectedOutput), time: now() },
    );
    return changed > 0;
  }

  deleteItem(id: string): boolean {
    return this.#database.run('DELETE FROM evaluation_set_items WHERE id = :id', { id }) > 0;
  }
}
