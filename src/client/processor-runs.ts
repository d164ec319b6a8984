import { type Deleted, deletedSchema } from '../model/wire/list.ts';
import {
  type ProcessorRun,
  type ProcessorRunListQuery,
  type ProcessorRunRequest,
  type ProcessorRunSummary,
  processorRunListSchema,
  processorRunResponseSchema,
} from '../model/wire/processor-run.ts';
import type { CallOptions } from './call-options.ts';
import { pagesOf } from './pages-of.ts';
import type { Transport } from './transport.ts';

export class ProcessorRuns {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Starts a run. A run costs money and the interface has no idempotency key, so `recover` is asked before the
   * request is repeated when the service may have acted on it: it looks for the run by its tag
   * (docs/decisions/0021-ambiguous-requests.md).
   */
  async create(
    body: ProcessorRunRequest,
    recover: () => Promise<ProcessorRun | null>,
    options: CallOptions = {},
  ): Promise<ProcessorRun> {
    const answer = await this.#transport.request({
      method: 'POST',
      path: '/processor_runs',
      json: body,
      answer: processorRunResponseSchema,
      lane: 'submit',
      recover: async () => {
        const processorRun = await recover();
        return processorRun === null ? null : { success: true, processorRun };
      },
      ...options,
    });
    return answer.processorRun;
  }

  async get(id: string, options: CallOptions = {}): Promise<ProcessorRun> {
    const answer = await this.#transport.request({
      method: 'GET',
      path: `/processor_runs/${encodeURIComponent(id)}`,
      answer: processorRunResponseSchema,
      lane: 'poll',
      ...options,
    });
    return answer.processorRun;
  }

  async *list(
    query: ProcessorRunListQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<ProcessorRunSummary> {
    const pages = pagesOf(this.#transport, {
      path: '/processor_runs',
      query,
      answer: processorRunListSchema,
      ...options,
    });
    for await (const page of pages) yield* page.processorRuns;
  }

  async cancel(id: string, options: CallOptions = {}): Promise<ProcessorRun> {
    const answer = await this.#transport.request({
      method: 'POST',
      path: `/processor_runs/${encodeURIComponent(id)}/cancel`,
      json: {},
      answer: processorRunResponseSchema,
      lane: 'poll',
      ...options,
    });
    return answer.processorRun;
  }

  async delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.#transport.request({
      method: 'DELETE',
      path: `/processor_runs/${encodeURIComponent(id)}`,
      answer: deletedSchema,
      lane: 'submit',
      ...options,
    });
  }
}
