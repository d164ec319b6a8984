import { GoldsetError } from '../../base/goldset-error.ts';
import { readJsonFile } from '../../loaders/reading/read-json.ts';
import { mismatchOf } from '../../model/processor/mismatch.ts';
import {
  type BatchProcessorRun,
  batchProcessorRunResponseSchema,
  batchProcessorRunSchema,
} from '../../model/wire/batch-processor-run.ts';

/** Reads a batch run from a file. The file contains the run, or a response of the service that contains the run. */
export async function readBatchRunFile(file: string): Promise<BatchProcessorRun> {
  const value = await readJsonFile(file);
  const response = batchProcessorRunResponseSchema.safeParse(value);
  if (response.success) return response.data.batchProcessorRun;
  const bare = batchProcessorRunSchema.safeParse(value);
  if (bare.success) return bare.data;
  throw new GoldsetError('DATASET_INVALID', {
    file,
    ...mismatchOf(bare.error, value),
    fix: 'Store the response of GET /batch_processor_runs/{id}.',
  });
}
