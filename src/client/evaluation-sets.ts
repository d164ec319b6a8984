import {
  type EvaluationSetCreateRequest,
  type EvaluationSetItemBulkRequest,
  type EvaluationSetListQuery,
  evaluationSetItemListSchema,
  evaluationSetListSchema,
  evaluationSetResponseSchema,
  type WireEvaluationSet,
  type WireEvaluationSetItem,
} from '../model/wire/evaluation-set.ts';
import type { CallOptions } from './client-options.ts';
import { pathOf, Resource } from './resource.ts';

/**
 * If the response to a create request was lost, the create methods first check whether the object exists. They send the
 * request again only if the object does not exist.
 */
export class EvaluationSets extends Resource {
  async create(body: EvaluationSetCreateRequest, options?: CallOptions): Promise<WireEvaluationSet> {
    const schema = evaluationSetResponseSchema;
    const response = await this.postJson('/evaluation_sets', body, schema, options, async () => {
      const description = body.description ?? null;
      for await (const evaluationSet of this.list({}, options))
        if (evaluationSet.name === body.name && (evaluationSet.description ?? null) === description)
          return { success: true, evaluationSet };
      return null;
    });
    return response.evaluationSet;
  }

  async get(id: string, options?: CallOptions): Promise<WireEvaluationSet> {
    const path = pathOf('evaluation_sets', id);
    return (await this.getJson(path, evaluationSetResponseSchema, options)).evaluationSet;
  }

  async *list(query?: EvaluationSetListQuery, options?: CallOptions): AsyncGenerator<WireEvaluationSet> {
    const pages = this.pages('/evaluation_sets', evaluationSetListSchema, options, query);
    for await (const page of pages) yield* page.evaluationSets;
  }

  async *items(id: string, options?: CallOptions): AsyncGenerator<WireEvaluationSetItem> {
    const pages = this.pages(pathOf('evaluation_sets', id, 'items'), evaluationSetItemListSchema, options);
    for await (const page of pages) yield* page.evaluationSetItems;
  }

  /** Creates several items. If one is invalid, the service creates none. */
  async createItems(
    body: EvaluationSetItemBulkRequest,
    options?: CallOptions,
  ): Promise<readonly WireEvaluationSetItem[]> {
    const schema = evaluationSetItemListSchema;
    const response = await this.postJson('/evaluation_set_items/bulk', body, schema, options, async () => {
      const fileIds = new Set(body.items.map((item) => item.fileId));
      const created: WireEvaluationSetItem[] = [];
      for await (const item of this.items(body.evaluationSetId, options))
        if (fileIds.has(item.fileId)) created.push(item);
      return created.length < fileIds.size ? null : { success: true, evaluationSetItems: created };
    });
    return response.evaluationSetItems;
  }
}
