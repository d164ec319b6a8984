import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import type { BatchInput } from './batch-input.ts';
import { classificationMetrics } from './classification-metrics.ts';
import { conventionsWith } from './conventions.ts';
import { extractionMetrics } from './extraction-metrics.ts';
import { splittingMetrics } from './splitting-metrics.ts';

export function kindMetrics(input: BatchInput): BatchMetrics {
  const { config, documents, fuzzyMatchFields, excludeFields } = input;
  const conventions = conventionsWith(input.injectedConventions);
  switch (config.type) {
    case 'EXTRACT':
      return extractionMetrics(config, documents, { fuzzyMatchFields, excludeFields, conventions });
    case 'CLASSIFY':
      return classificationMetrics(config, documents, conventions);
    case 'SPLITTER':
      return splittingMetrics(config, documents, conventions);
  }
}
