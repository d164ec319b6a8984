import type { ProcessorConfig } from '../../../model/processor/processor-config.ts';
import * as wire from '../../../model/wire/evaluation-set.ts';
import { deletedSchema, listQuerySchema } from '../../../model/wire/list.ts';
import { readOutput } from '../../config/config-generation.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { filtered, on } from '../../operations/permission.ts';
import { checkExpectedOutput } from '../../outputs/check-expected-output.ts';
import type { StoredEvaluationSet, StoredEvaluationSetItem } from '../../stores/evaluation-store.ts';
import { storedFile } from '../files/receive-file.ts';

const ofItem = {
  permission: on('evaluation set item', 'params.id'),
  find: ({ store }: ServiceContext, id: string) => store.evaluationSetItems.get(id),
};
const ofSet = {
  permission: on('evaluation set', 'params.id'),
  find: ({ store }: ServiceContext, id: string) => store.evaluationSets.get(id),
};

export const evaluationSetOperations = operationsOf('Evaluation sets', [
  defineOperation('createEvaluationSet', 'POST /evaluation_sets', {
    summary: 'Create an evaluation set',
    body: wire.evaluationSetCreateRequestSchema,
    response: wire.evaluationSetResponseSchema,
    permission: on('processor', 'body.processorId'),
    handle: ({ body: { name, description, processorId } }, { store }) => {
      if (processorId !== undefined) store.processors.get(processorId);
      const created = store.evaluationSets.insertRow({ name, description, processorId });
      return { evaluationSet: setResponse(created) };
    },
  }),
  defineOperation('listEvaluationSets', 'GET /evaluation_sets', {
    summary: 'List evaluation sets',
    query: wire.evaluationSetListQuerySchema,
    response: wire.evaluationSetListSchema,
    permission: [filtered('processor'), on('processor', 'query.processorId')],
    handle: ({ query, grant }, { store }) => {
      const { rows, nextPageToken } = store.evaluationSets.list(query, grant.processorIds);
      return { evaluationSets: rows.map(setResponse), nextPageToken };
    },
  }),
  defineOperation('getEvaluationSet', 'GET /evaluation_sets/:id', {
    summary: 'Get an evaluation set',
    response: wire.evaluationSetResponseSchema,
    ...ofSet,
    handle: ({ found }) => ({ evaluationSet: setResponse(found) }),
  }),
  defineOperation('listEvaluationSetItems', 'GET /evaluation_sets/:id/items', {
    summary: 'List the items of an evaluation set',
    query: listQuerySchema,
    response: wire.evaluationSetItemListSchema,
    ...ofSet,
    handle: ({ found, query }, { store }) => {
      const { rows, nextPageToken } = store.evaluationSetItems.list(found.id, query);
      return { evaluationSetItems: rows.map(itemResponse), nextPageToken };
    },
  }),
  defineOperation('createEvaluationSetItem', 'POST /evaluation_set_items', {
    summary: 'Create an item of an evaluation set',
    notes:
      'The format of `expectedOutput` depends on the processor. Extraction with a schema: `{value, metadata}`. Extraction with a fields array: one `{id, type, value}` per field key. Classification: `{id, type}`. Splitter: one split, a list of splits, or `{splits: [...]}`.',
    body: wire.evaluationSetItemCreateRequestSchema,
    response: wire.evaluationSetItemResponseSchema,
    permission: on('evaluation set', 'body.evaluationSetId'),
    handle: ({ body: { evaluationSetId, ...item } }, context) => {
      const [created] = createItems(context, evaluationSetId, [item], '');
      return { evaluationSetItem: created as wire.WireEvaluationSetItem };
    },
  }),
  defineOperation('createEvaluationSetItems', 'POST /evaluation_set_items/bulk', {
    summary: 'Create several items, or none if one of them is invalid',
    body: wire.evaluationSetItemBulkRequestSchema,
    response: wire.evaluationSetItemsResponseSchema,
    permission: on('evaluation set', 'body.evaluationSetId'),
    handle: ({ body: { evaluationSetId, items } }, context) => ({
      evaluationSetItems: createItems(context, evaluationSetId, items, 'items'),
    }),
  }),
  defineOperation('getEvaluationSetItem', 'GET /evaluation_set_items/:id', {
    summary: 'Get an item',
    response: wire.evaluationSetItemResponseSchema,
    ...ofItem,
    handle: ({ found }) => ({ evaluationSetItem: itemResponse(found) }),
  }),
  defineOperation('updateEvaluationSetItem', 'POST /evaluation_set_items/:id', {
    summary: 'Replace the expected output of an item',
    body: wire.evaluationSetItemUpdateRequestSchema,
    response: wire.evaluationSetItemResponseSchema,
    ...ofItem,
    handle: ({ found: { id, evaluationSetId }, body }, context) => {
      const { evaluationSets, evaluationSetItems } = context.store;
      const expectedOutput = readOutput(body.expectedOutput);
      expectationCheck(context, evaluationSets.get(evaluationSetId))(expectedOutput, 'expectedOutput');
      evaluationSetItems.updateRow(id, { expectedOutput });
      return { evaluationSetItem: itemResponse(evaluationSetItems.get(id)) };
    },
  }),
  defineOperation('deleteEvaluationSetItem', 'DELETE /evaluation_set_items/:id', {
    summary: 'Delete an item',
    response: deletedSchema,
    ...ofItem,
    handle: ({ found: { id } }, { store }) => {
      store.evaluationSetItems.delete(id);
      return { evaluationSetItemId: id, message: 'Evaluation set item deleted.' };
    },
  }),
]);

function setResponse(set: StoredEvaluationSet): wire.WireEvaluationSet {
  return { object: 'evaluation_set', ...set };
}

function itemResponse(item: StoredEvaluationSetItem): wire.WireEvaluationSetItem {
  return { object: 'evaluation_set_item', ...item };
}

/**
 * Creates all items, or throws 400 with the path of the first invalid member. `list` is the first part of
 * this path.
 */
function createItems(
  context: ServiceContext,
  setId: string,
  given: wire.EvaluationSetItemBulkRequest['items'],
  list: string,
): wire.WireEvaluationSetItem[] {
  const set = context.store.evaluationSets.get(setId);
  const items = given.map(({ fileId, expectedOutput }) => ({
    fileId,
    expectedOutput: readOutput(expectedOutput),
  }));
  const check = expectationCheck(context, set);
  for (const [index, { fileId, expectedOutput }] of items.entries()) {
    const prefix = list === '' ? '' : `${list}[${index}].`;
    storedFile(context, fileId, `${prefix}fileId`);
    check(expectedOutput, `${prefix}expectedOutput`);
  }
  return context.store.evaluationSetItems.createAll(set.id, items).map(itemResponse);
}

/** Returns a function that throws 400 if an expected output does not fit the processor of the set. */
function expectationCheck(
  { store: { processors } }: ServiceContext,
  set: StoredEvaluationSet,
): (expected: unknown, field: string) => void {
  const processor = set.processorId === null ? undefined : processors.find(set.processorId);
  // A set accepts any output if it has no processor, or if its processor was deleted.
  if (processor === undefined) return () => undefined;
  const [draft, ...published] = processors.versions(processor.id).map(({ config }) => config);
  return (expected, field) => checkExpectedOutput([draft as ProcessorConfig, ...published], expected, field);
}
