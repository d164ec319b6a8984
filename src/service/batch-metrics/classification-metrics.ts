import { isJsonObject } from '../../model/json/json-value.ts';
import type { ClassifyConfig } from '../../model/processor/processor-config.ts';
import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import type { BatchDocument } from './batch-input.ts';
import { classType } from './class-type.ts';
import { type Conventions, serviceConventions } from './conventions.ts';
import { mean } from './mean.ts';

/**
 * accuracyPerc = files with the right type / files with an expectation; by class, of the files that are expected to be
 * of it. Range 0 to 1, more is better. `distribution` counts the answers of all files; the confusion matrix is
 * expected type -> answered type -> files, and is there only where the accuracy is.
 * Example: expected a, a, b; answered a, b, b: accuracy 2/3, by class a 1/2 and b 1, matrix {a: {a: 1, b: 1}, b: {b: 1}}.
 */
export function classificationMetrics(
  config: ClassifyConfig,
  documents: readonly BatchDocument[],
  conventions: Conventions = serviceConventions,
): BatchMetrics {
  const distribution = new Map<string, number>();
  const matrix = new Map<string, Map<string, number>>();
  const confidences: number[] = [];
  let judged = 0;
  let right = 0;
  for (const { output, expected } of documents) {
    const answered = classType(output, config.classifications) ?? '';
    distribution.set(answered, (distribution.get(answered) ?? 0) + 1);
    if (isJsonObject(output) && typeof output.confidence === 'number') confidences.push(output.confidence);
    const wanted = classType(expected, config.classifications);
    if (wanted === null) continue;
    judged++;
    if (wanted === answered) right++;
    const row = matrix.get(wanted) ?? new Map<string, number>();
    row.set(answered, (row.get(answered) ?? 0) + 1);
    matrix.set(wanted, row);
  }
  const meanConfidence = mean(confidences);
  const metrics: BatchMetrics = {
    distribution: Object.fromEntries(distribution),
    ...(meanConfidence === undefined ? {} : { meanConfidence }),
  };
  if (judged === 0) return metrics;
  const byClass = [...matrix].map(([type, row]) => [type, share(type, row)] as const);
  const meanOfClasses = conventions.classes === 'means' ? mean(byClass.map(([, one]) => one)) : undefined;
  return {
    ...metrics,
    accuracyPerc: meanOfClasses ?? right / judged,
    accuracyPercByClassification: Object.fromEntries(byClass),
    confusionMatrix: Object.fromEntries([...matrix].map(([type, row]) => [type, Object.fromEntries(row)])),
  };
}

function share(type: string, row: ReadonlyMap<string, number>): number {
  let all = 0;
  for (const count of row.values()) all += count;
  return (row.get(type) ?? 0) / all;
}
