import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import { alterDocuments } from './altered-documents.ts';
import type { BatchInput } from './batch-input.ts';
import { mean } from './field-tally.ts';
import { kindMetrics } from './kind-metrics.ts';

/**
 * Computes the metrics by the rules that the documentation of the service publishes. Does not use the scorers
 * of goldset. Omits shares with a zero denominator.
 */
export function computeMetrics(input: BatchInput): BatchMetrics {
  const { config } = input;
  const { documents } = alterDocuments(input);
  return {
    type: config.type,
    numFiles: documents.length,
    numPages: documents.reduce((sum, { pages }) => sum + pages, 0),
    meanRunTimeMs: mean(documents.flatMap(({ runTimeMs }) => runTimeMs ?? [])),
    ...kindMetrics({ ...input, documents }),
  };
}
