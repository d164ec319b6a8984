import {
  evaluationSetCreateRequestSchema,
  evaluationSetItemListSchema,
  evaluationSetListQuerySchema,
  evaluationSetListSchema,
  evaluationSetResponseSchema,
  type WireEvaluationSet,
} from '../../../model/wire/evaluation-set.ts';
import { listQuerySchema } from '../../../model/wire/list.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { filtered, on } from '../../operations/permission.ts';
import type { StoredEvaluationSet } from '../../stores/evaluation-store.ts';
import { existingProcessor } from '../processors/processors.ts';
import { existingEvaluationSet, itemResponse } from './evaluation-set-items.ts';

const ofSet = { permission: on('evaluation set', 'params.id'), find: existingEvaluationSet };

export const evaluationSetOperations = operationsOf('Evaluation sets', [
  defineOperation('createEvaluationSet', 'POST /evaluation_sets', {
    summary: 'Create an evaluation set',
    body: evaluationSetCreateRequestSchema,
    response: evaluationSetResponseSchema,
    permission: on('processor', 'body.processorId'),
    handle: ({ body }, context) => {
      if (body.processorId !== undefined) existingProcessor(context, body.processorId);
      return { evaluationSet: setResponse(context.store.evaluation.createSet(body)) };
    },
  }),
  defineOperation('listEvaluationSets', 'GET /evaluation_sets', {
    summary: 'List evaluation sets',
    query: evaluationSetListQuerySchema,
    response: evaluationSetListSchema,
    permission: [filtered('processor'), on('processor', 'query.processorId')],
    handle: ({ query, grant }, { store }) => {
      const { rows, nextPageToken } = store.evaluation.listSets(query, grant.processorIds);
      return { evaluationSets: rows.map(setResponse), nextPageToken };
    },
  }),
  defineOperation('getEvaluationSet', 'GET /evaluation_sets/:id', {
    summary: 'Get an evaluation set',
    response: evaluationSetResponseSchema,
    ...ofSet,
    handle: ({ found }) => ({ evaluationSet: setResponse(found) }),
  }),
  defineOperation('listEvaluationSetItems', 'GET /evaluation_sets/:id/items', {
    summary: 'List the items of an evaluation set',
    query: listQuerySchema,
    response: evaluationSetItemListSchema,
    ...ofSet,
    handle: ({ found, query }, { store }) => {
      const { rows, nextPageToken } = store.evaluation.listItems(found.id, query);
      return { evaluationSetItems: rows.map(itemResponse), nextPageToken };
    },
  }),
]);

function setResponse(set: StoredEvaluationSet): WireEvaluationSet {
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
