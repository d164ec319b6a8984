import {
  type WorkflowBatchRequest,
  type WorkflowRun,
  type WorkflowRunListQuery,
  type WorkflowRunSummary,
  workflowBatchResponseSchema,
  workflowRunListSchema,
  workflowRunResponseSchema,
} from '../model/wire/workflow-run.ts';
import type { CallOptions } from './call-options.ts';
import { pagesOf } from './pages-of.ts';
import type { Transport } from './transport.ts';

export class WorkflowRuns {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Starts up to 1,000 runs; the answer is the id that they share. `recover` as in `ProcessorRuns.create`. */
  async createBatch(
    body: WorkflowBatchRequest,
    recover: () => Promise<string | null>,
    options: CallOptions = {},
  ): Promise<string> {
    const answer = await this.#transport.request({
      method: 'POST',
      path: '/workflow_runs/batch',
      json: body,
      answer: workflowBatchResponseSchema,
      lane: 'submit',
      recover: async () => {
        const batchId = await recover();
        return batchId === null ? null : { success: true, batchId };
      },
      ...options,
    });
    return answer.batchId;
  }

  async get(id: string, options: CallOptions = {}): Promise<WorkflowRun> {
    const answer = await this.#transport.request({
      method: 'GET',
      path: `/workflow_runs/${encodeURIComponent(id)}`,
      answer: workflowRunResponseSchema,
      lane: 'poll',
      ...options,
    });
    return answer.workflowRun;
  }

  async *list(
    query: WorkflowRunListQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<WorkflowRunSummary> {
    const pages = pagesOf(this.#transport, {
      path: '/workflow_runs',
      query,
      answer: workflowRunListSchema,
      ...options,
    });
    for await (const page of pages) yield* page.workflowRuns;
  }
}
