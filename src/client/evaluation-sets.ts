import {
  type EvaluationSetCreateRequest,
  type EvaluationSetListQuery,
  evaluationSetListSchema,
  evaluationSetResponseSchema,
  type WireEvaluationSet,
} from '../model/wire/evaluation-set.ts';
import {
  type EvaluationSetItemBulkRequest,
  type EvaluationSetItemCreateRequest,
  evaluationSetItemListSchema,
  evaluationSetItemResponseSchema,
  type WireEvaluationSetItem,
} from '../model/wire/evaluation-set-item.ts';
import type { CallOptions } from './call-options.ts';
import { pagesOf } from './pages-of.ts';
import type { Transport } from './transport.ts';

/** Evaluation sets of the service and their items. */
export class EvaluationSets {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async create(body: EvaluationSetCreateRequest, options: CallOptions = {}): Promise<WireEvaluationSet> {
    const answer = await this.#transport.request({
      method: 'POST',
      path: '/evaluation_sets',
      json: body,
      answer: evaluationSetResponseSchema,
      lane: 'submit',
      recover: async () => {
        for await (const evaluationSet of this.list({}, options))
          if (
            evaluationSet.name === body.name &&
            (evaluationSet.description ?? null) === (body.description ?? null)
          )
            return { success: true, evaluationSet };
        return null;
      },
      ...options,
    });
    return answer.evaluationSet;
  }

  async get(id: string, options: CallOptions = {}): Promise<WireEvaluationSet> {
    const answer = await this.#transport.request({
      method: 'GET',
      path: `/evaluation_sets/${encodeURIComponent(id)}`,
      answer: evaluationSetResponseSchema,
      lane: 'poll',
      ...options,
    });
    return answer.evaluationSet;
  }

  async *list(
    query: EvaluationSetListQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<WireEvaluationSet> {
    const pages = pagesOf(this.#transport, {
      path: '/evaluation_sets',
      query,
      answer: evaluationSetListSchema,
      ...options,
    });
    for await (const page of pages) yield* page.evaluationSets;
  }

  async *items(id: string, options: CallOptions = {}): AsyncGenerator<WireEvaluationSetItem> {
    const pages = pagesOf(this.#transport, {
      path: `/evaluation_sets/${encodeURIComponent(id)}/items`,
      answer: evaluationSetItemListSchema,
      ...options,
    });
    for await (const page of pages) yield* page.evaluationSetItems;
  }

  async createItem(
    body: EvaluationSetItemCreateRequest,
    options: CallOptions = {},
  ): Promise<WireEvaluationSetItem> {
    const answer = await this.#transport.request({
      method: 'POST',
      path: '/evaluation_set_items',
      json: body,
      answer: evaluationSetItemResponseSchema,
      lane: 'submit',
      recover: async () => {
        const [evaluationSetItem] = await this.#itemsOfFiles(body.evaluationSetId, [body.fileId], options);
        return evaluationSetItem === undefined ? null : { success: true, evaluationSetItem };
      },
      ...options,
    });
    return answer.evaluationSetItem;
  }

  /** All or none: after a lost answer the set is looked at before the request is repeated. */
  async createItems(
    body: EvaluationSetItemBulkRequest,
    options: CallOptions = {},
  ): Promise<readonly WireEvaluationSetItem[]> {
    const fileIds = body.items.map((item) => item.fileId);
    const answer = await this.#transport.request({
      method: 'POST',
      path: '/evaluation_set_items/bulk',
      json: body,
      answer: evaluationSetItemListSchema,
      lane: 'submit',
      recover: async () => {
        const made = await this.#itemsOfFiles(body.evaluationSetId, fileIds, options);
        return made.length < new Set(fileIds).size ? null : { success: true, evaluationSetItems: made };
      },
      ...options,
    });
    return answer.evaluationSetItems;
  }

  async #itemsOfFiles(
    setId: string,
    fileIds: readonly string[],
    options: CallOptions,
  ): Promise<WireEvaluationSetItem[]> {
    const wanted = new Set(fileIds);
    const found: WireEvaluationSetItem[] = [];
    for await (const item of this.items(setId, options)) if (wanted.has(item.fileId)) found.push(item);
    return found;
  }
}
