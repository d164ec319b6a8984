import type { WireEvaluationSet } from '../../../model/wire/evaluation-set.ts';
import type { WireEvaluationSetItem } from '../../../model/wire/evaluation-set-item.ts';
import type { StoredEvaluationSet, StoredEvaluationSetItem } from '../../stores/evaluation-store.ts';

export function evaluationSetResponse(set: StoredEvaluationSet): WireEvaluationSet {
  return {
    object: 'evaluation_set',
    id: set.id,
    name: set.name,
    description: set.description,
    processorId: set.processor_id,
    createdAt: set.created_at,
    updatedAt: set.updated_at,
  };
}

export function evaluationSetItemResponse(item: StoredEvaluationSetItem): WireEvaluationSetItem {
  return {
    object: 'evaluation_set_item',
    id: item.id,
    evaluationSetId: item.evaluation_set_id,
    fileId: item.file_id,
    expectedOutput: JSON.parse(item.expected_output) as unknown,
    createdAt: item.created_at,
    updatedAt: item.updated_at,
  };
}
