import {
  type BatchProcessorRun,
  batchProcessorRunResponseSchema,
} from '../model/wire/batch-processor-run.ts';
import type { CallOptions } from './call-options.ts';
import type { Transport } from './transport.ts';

export class BatchProcessorRuns {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async get(id: string, options: CallOptions = {}): Promise<BatchProcessorRun> {
    const answer = await this.#transport.request({
      method: 'GET',
      path: `/batch_processor_runs/${encodeURIComponent(id)}`,
      answer: batchProcessorRunResponseSchema,
      lane: 'poll',
      ...options,
    });
    return answer.batchProcessorRun;
  }
}
