import { type Mismatch, shown } from '../model/processor/mismatch.ts';
import {
  type BatchProcessorRun,
  batchProcessorRunResponseSchema,
} from '../model/wire/batch-processor-run.ts';
import {
  type ProcessorRun,
  type ProcessorRunListQuery,
  type ProcessorRunRequest,
  type ProcessorRunSummary,
  processorRunListSchema,
  processorRunResponseSchema,
} from '../model/wire/processor-run.ts';
import type { CallOptions } from './client-options.ts';
import { pathOf, Resource } from './resource.ts';

interface RunCallOptions extends CallOptions {
  /**
   * Returns what shows that a run belongs to another call, or `null` if the run fits this call. A mismatch makes the
   * response invalid.
   */
  readonly check?: ((run: ProcessorRun) => Mismatch | null) | undefined;
}

export class ProcessorRuns extends Resource {
  /**
   * Starts a run. If the response is lost, calls `recover`, which looks for the run by its tag. A second run would cost
   * money, and the interface has no idempotency key (docs/decisions/0021-ambiguous-requests.md).
   */
  async create(
    body: ProcessorRunRequest,
    recover: () => Promise<ProcessorRun | null>,
    { check, ...call }: RunCallOptions = {},
  ): Promise<ProcessorRun> {
    const schema = processorRunResponseSchema;
    const options = {
      ...call,
      check: check && (({ processorRun }: { processorRun: ProcessorRun }) => check(processorRun)),
    };
    const response = await this.postJson('/processor_runs', body, schema, options, async () => {
      const processorRun = await recover();
      return processorRun && { success: true, processorRun };
    });
    return response.processorRun;
  }

  /** Returns a run. A response with another run id counts as invalid. */
  async get(id: string, { check, ...call }: RunCallOptions = {}): Promise<ProcessorRun> {
    const path = pathOf('processor_runs', id);
    const checked = ({ processorRun }: { processorRun: ProcessorRun }): Mismatch | null =>
      processorRun.id === id
        ? (check?.(processorRun) ?? null)
        : { path: 'processorRun.id', found: shown(processorRun.id), expected: shown(id) };
    return (await this.getJson(path, processorRunResponseSchema, { ...call, check: checked })).processorRun;
  }

  async *list(query?: ProcessorRunListQuery, options?: CallOptions): AsyncGenerator<ProcessorRunSummary> {
    for await (const page of this.listPages(query, options)) yield* page;
  }

  async *listPages(
    query?: ProcessorRunListQuery,
    options?: CallOptions,
  ): AsyncGenerator<readonly ProcessorRunSummary[]> {
    const pages = this.pages('/processor_runs', processorRunListSchema, options, query);
    for await (const page of pages) yield page.processorRuns;
  }

  /** Cancels a run. Uses the queue `poll`, so that the request does not wait behind requests that create runs. */
  async cancel(id: string, options?: CallOptions): Promise<ProcessorRun> {
    const path = pathOf('processor_runs', id, 'cancel');
    const lane = { ...options, lane: 'poll' } as const;
    return (await this.postJson(path, {}, processorRunResponseSchema, lane)).processorRun;
  }
}

export class BatchProcessorRuns extends Resource {
  async get(id: string, options?: CallOptions): Promise<BatchProcessorRun> {
    const path = pathOf('batch_processor_runs', id);
    return (await this.getJson(path, batchProcessorRunResponseSchema, options)).batchProcessorRun;
  }
}
