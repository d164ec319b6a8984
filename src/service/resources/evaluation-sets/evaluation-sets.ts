import type { FastifyInstance } from 'fastify';
import {
  evaluationSetCreateRequestSchema,
  evaluationSetListQuerySchema,
} from '../../../model/wire/evaluation-set.ts';
import { listQuerySchema } from '../../../model/wire/list.ts';
import { grantOf } from '../../auth/auth.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { notFound } from '../../errors/http-error.ts';
import { validateBody, validateQuery } from '../../errors/validate.ts';
import type { StoredEvaluationSet } from '../../stores/evaluation-store.ts';
import { existingProcessor } from '../processors/processors.ts';
import { evaluationSetItemResponse, evaluationSetResponse } from './evaluation-response.ts';

interface ById {
  Params: { id: string };
}

/** Create, list and get evaluation sets, and list the items of one. */
export function evaluationSetRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { evaluation } = context.store;

  app.post('/evaluation_sets', (request) => {
    const body = validateBody(evaluationSetCreateRequestSchema, request.body);
    if (body.processorId !== undefined) existingProcessor(context, body.processorId);
    return { success: true, evaluationSet: evaluationSetResponse(evaluation.createSet(body)) };
  });

  app.get('/evaluation_sets', (request) => {
    const page = evaluation.listSets(
      validateQuery(evaluationSetListQuerySchema, request.query),
      grantOf(request).processorIds,
    );
    return {
      success: true,
      evaluationSets: page.rows.map(evaluationSetResponse),
      nextPageToken: page.nextPageToken,
    };
  });

  app.get<ById>('/evaluation_sets/:id', (request) => ({
    success: true,
    evaluationSet: evaluationSetResponse(existingEvaluationSet(context, request.params.id)),
  }));

  app.get<ById>('/evaluation_sets/:id/items', (request) => {
    const set = existingEvaluationSet(context, request.params.id);
    const page = evaluation.listItems(set.id, validateQuery(listQuerySchema, request.query));
    return {
      success: true,
      evaluationSetItems: page.rows.map(evaluationSetItemResponse),
      nextPageToken: page.nextPageToken,
    };
  });
}

export function existingEvaluationSet(context: ServiceContext, id: string): StoredEvaluationSet {
  const set = context.store.evaluation.findSet(id);
  if (set === undefined) throw notFound();
  return set;
}
