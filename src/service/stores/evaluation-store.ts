import type { EvaluationSetListQuery } from '../../model/wire/evaluation-set.ts';
import type { ListQuery } from '../../model/wire/list.ts';
import type { Page } from '../storage/paging.ts';
import { type StoredObject, Table } from '../storage/table.ts';

export interface StoredEvaluationSet extends StoredObject {
  readonly name: string;
  readonly description: string | null;
  readonly processorId: string | null;
}

export interface StoredEvaluationSetItem extends StoredObject {
  readonly evaluationSetId: string;
  readonly fileId: string;
  readonly expectedOutput: unknown;
}

export class EvaluationSetStore extends Table<StoredEvaluationSet> {
  list(query: EvaluationSetListQuery, permitted: readonly string[] | null): Page<StoredEvaluationSet> {
    return this.listRows(query, [
      { column: 'processor_id', value: query.processorId },
      { column: "coalesce(processor_id, '')", anyOf: permitted === null ? null : [...permitted, ''] },
    ]);
  }
}

export class EvaluationSetItemStore extends Table<StoredEvaluationSetItem> {
  createAll(
    evaluationSetId: string,
    items: readonly { readonly fileId: string; readonly expectedOutput: object }[],
  ): StoredEvaluationSetItem[] {
    return this.database.transaction(() => items.map((item) => this.insertRow({ evaluationSetId, ...item })));
  }

  list(setId: string, query: ListQuery): Page<StoredEvaluationSetItem> {
    return this.listRows(query, [{ column: 'evaluation_set_id', value: setId }]);
  }

  ofSet(setId: string): StoredEvaluationSetItem[] {
    return this.select('evaluation_set_id = :setId ORDER BY seq', { setId });
  }
}
