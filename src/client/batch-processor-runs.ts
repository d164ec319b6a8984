import {
  type BatchProcessorRun,
  batchProcessorRunResponseSchema,
} from '../model/wire/batch-processor-run.ts';
import type { CallOptions } from './client-options.ts';
import { pathOf, Resource } from './resource.ts';

export class BatchProcessorRuns extends Resource {
  async get(id: string, options?: CallOptions): Promise<BatchProcessorRun> {
    const path = pathOf('batch_processor_runs', id);
    return (await this.getJson(path, batchProcessorRunResponseSchema, options)).batchProcessorRun;
  }
}
