import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import { alterDocuments } from './altered-documents.ts';
import type { BatchInput } from './batch-input.ts';
import { kindMetrics } from './kind-metrics.ts';
import { mean } from './mean.ts';

/**
 * The metrics of a batch by the rules that the service publishes (spec/service-facts.md, "How the service counts its
 * own metrics"), written from these alone. All shares are 0 to 1; a share without anything to divide by is absent.
 */
export function computeMetrics(input: BatchInput): BatchMetrics {
  const { config } = input;
  const { documents } = alterDocuments(input);
  const runTimes = documents.flatMap(({ runTimeMs }) => (runTimeMs === null ? [] : [runTimeMs]));
  const meanRunTimeMs = mean(runTimes);
  return {
    type: config.type,
    numFiles: documents.length,
    numPages: documents.reduce((sum, { pages }) => sum + pages, 0),
    ...(meanRunTimeMs === undefined ? {} : { meanRunTimeMs }),
    ...kindMetrics({ ...input, documents }),
  };
}
