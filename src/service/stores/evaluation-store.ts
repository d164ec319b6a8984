import type { EvaluationSetCreateRequest, EvaluationSetListQuery } from '../../model/wire/evaluation-set.ts';
import type { ListQuery } from '../../model/wire/list.ts';
import type { Database } from '../storage/database.ts';
import type { Page } from '../storage/paging.ts';
import { type StoredObject, Table } from '../storage/table.ts';

export interface StoredEvaluationSet extends StoredObject {
  readonly name: string;
  readonly description: string | null;
  readonly processor_id: string | null;
}

export interface StoredEvaluationSetItem extends StoredObject {
  readonly evaluation_set_id: string;
  readonly file_id: string;
  readonly expected_output: string;
}

/** Evaluation sets and their items. */
export class EvaluationStore {
  readonly #database: Database;
  readonly #sets: Table<StoredEvaluationSet>;
  readonly #items: Table<StoredEvaluationSetItem>;

  constructor(database: Database) {
    this.#database = database;
    this.#sets = new Table(database, 'evaluation_sets', 'ev');
    this.#items = new Table(database, 'evaluation_set_items', 'evi');
  }

  createSet({ name, description, processorId }: EvaluationSetCreateRequest): StoredEvaluationSet {
    return this.#sets.insertRow({ name, description, processorId });
  }

  findSet(id: string): StoredEvaluationSet | undefined {
    return this.#sets.find(id);
  }

  listSets(
    query: EvaluationSetListQuery,
    permitted: readonly string[] | null = null,
  ): Page<StoredEvaluationSet> {
    return this.#sets.listRows(query, [
      { column: 'processor_id', value: query.processorId },
      { column: "coalesce(processor_id, '')", anyOf: permitted === null ? null : [...permitted, ''] },
    ]);
  }

  /** Creates all items or none. */
  createItems(
    evaluationSetId: string,
    items: readonly { fileId: string; expectedOutput: unknown }[],
  ): StoredEvaluationSetItem[] {
    return this.#database.transaction(() =>
      items.map(({ fileId, expectedOutput }) =>
        this.#items.insertRow({ evaluationSetId, fileId, expectedOutput: JSON.stringify(expectedOutput) }),
      ),
    );
  }

  findItem(id: string): StoredEvaluationSetItem | undefined {
    return this.#items.find(id);
  }

  listItems(setId: string, query: ListQuery): Page<StoredEvaluationSetItem> {
    return this.#items.listRows(query, [{ column: 'evaluation_set_id', value: setId }]);
  }

  /** Returns the items in the order of their creation. */
  allItems(setId: string): StoredEvaluationSetItem[] {
    return this.#database.all<StoredEvaluationSetItem>(
      'SELECT * FROM evaluation_set_items WHERE evaluation_set_id = :setId ORDER BY seq',
      { setId },
    );
  }

  updateItem(id: string, expectedOutput: unknown): boolean {
    return this.#items.updateRow(id, { expectedOutput: JSON.stringify(expectedOutput) });
  }

  deleteItem(id: string): boolean {
    return this.#items.delete(id);
  }
}
