import type { FastifyInstance } from 'fastify';
import {
  evaluationSetItemBulkRequestSchema,
  evaluationSetItemCreateRequestSchema,
  evaluationSetItemUpdateRequestSchema,
} from '../../../model/wire/evaluation-set-item.ts';
import { readOutput } from '../../config/config-generation.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { invalid, notFound } from '../../errors/http-error.ts';
import { validateBody } from '../../errors/validate.ts';
import { expectedOutputProblem } from '../../outputs/check-expected-output.ts';
import { outputProblem } from '../../outputs/check-output.ts';
import type { StoredEvaluationSet, StoredEvaluationSetItem } from '../../stores/evaluation-store.ts';
import { evaluationSetItemResponse } from './evaluation-response.ts';
import { existingEvaluationSet } from './evaluation-sets.ts';

interface ById {
  Params: { id: string };
}

/** Create (one or many), get, update and delete the items of evaluation sets. */
export function evaluationSetItemRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { evaluation } = context.store;
  const existing = (id: string): StoredEvaluationSetItem => {
    const item = evaluation.findItem(id);
    if (item === undefined) throw notFound();
    return item;
  };
  const answer = (item: StoredEvaluationSetItem) => ({
    success: true,
    evaluationSetItem: evaluationSetItemResponse(item),
  });

  app.post('/evaluation_set_items', (request) => {
    const { expectedOutput, ...body } = validateBody(evaluationSetItemCreateRequestSchema, request.body);
    const item = { ...body, expectedOutput: readOutput(expectedOutput) };
    const set = existingEvaluationSet(context, body.evaluationSetId);
    checkFile(context, body.fileId, 'fileId');
    checkExpectation(context, set, item.expectedOutput, 'expectedOutput');
    return answer(evaluation.createItems(set.id, [item])[0] as StoredEvaluationSetItem);
  });

  app.post('/evaluation_set_items/bulk', (request) => {
    const body = validateBody(evaluationSetItemBulkRequestSchema, request.body);
    const set = existingEvaluationSet(context, body.evaluationSetId);
    const items = body.items.map(({ fileId, expectedOutput }) => ({
      fileId,
      expectedOutput: readOutput(expectedOutput),
    }));
    items.forEach((item, index) => {
      checkFile(context, item.fileId, `items[${index}].fileId`);
      checkExpectation(context, set, item.expectedOutput, `items[${index}].expectedOutput`);
    });
    return {
      success: true,
      evaluationSetItems: evaluation.createItems(set.id, items).map(evaluationSetItemResponse),
    };
  });

  app.get<ById>('/evaluation_set_items/:id', (request) => answer(existing(request.params.id)));

  app.post<ById>('/evaluation_set_items/:id', (request) => {
    const item = existing(request.params.id);
    const body = validateBody(evaluationSetItemUpdateRequestSchema, request.body);
    const expectedOutput = readOutput(body.expectedOutput);
    const set = existingEvaluationSet(context, item.evaluation_set_id);
    checkExpectation(context, set, expectedOutput, 'expectedOutput');
    evaluation.updateItem(item.id, expectedOutput);
    return answer(existing(item.id));
  });

  app.delete<ById>('/evaluation_set_items/:id', (request) => {
    const item = existing(request.params.id);
    evaluation.deleteItem(item.id);
    return { success: true, evaluationSetItemId: item.id, message: 'Evaluation set item deleted.' };
  });
}

function checkFile(context: ServiceContext, fileId: string, field: string): void {
  if (context.store.files.find(fileId) === undefined) throw invalid(field, 'no such file');
}

function checkExpectation(
  context: ServiceContext,
  set: StoredEvaluationSet,
  expected: unknown,
  field: string,
): void {
  const processor = set.processor_id === null ? undefined : context.store.processors.find(set.processor_id);
  // Without a processor, or once it is deleted, nothing says what the outputs look like.
  if (processor === undefined) return;
  const { config } = context.store.processors.draft(processor.id);
  const problem = expectedOutputProblem(config, expected);
  if (problem !== null) throw invalid(field, problem);
  if (config.type !== 'EXTRACT') return;
  // The fields may be those of the draft, or those of the version that runs where none is named.
  const wrong = outputProblem(config, expected);
  const latest = context.store.processors.resolve(processor.id, 'latest')?.config ?? config;
  if (wrong !== null && outputProblem(latest, expected) !== null)
    throw invalid(`${field}${wrong.path === '' ? '' : `.${wrong.path}`}`, wrong.message);
}
