import { isJsonObject } from '../../model/json/json-value.ts';
import type { Classification, ClassifyConfig } from '../../model/processor/processor-config.ts';
import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import type { BatchDocument } from './batch-input.ts';
import { type Conventions, serviceConventions } from './conventions.ts';
import { mean } from './field-tally.ts';

/**
 * Computes the metrics of a classifier. accuracyPerc = correct files / files with an expected output, in total and per
 * expected class. Range 0 to 1, higher is better. `distribution` counts the predicted types of all files. The confusion
 * matrix has the number of files per expected and predicted type. Without any expected output, there is neither
 * accuracy nor matrix. Example: three files have the expected types a, a and b, and the predicted types a, b and b. The
 * accuracy is 2/3 in total, 1/2 for a and 1 for b. The matrix is {a: {a: 1, b: 1}, b: {b: 1}}.
 */
export function classificationMetrics(
  config: ClassifyConfig,
  documents: readonly BatchDocument[],
  conventions: Conventions = serviceConventions,
): BatchMetrics {
  const distribution = new Map<string, number>();
  const matrix = new Map<string, Map<string, number>>();
  const confidences: number[] = [];
  let scored = 0;
  let correct = 0;
  for (const { output, expected } of documents) {
    const predictedType = classType(output, config.classifications) ?? '';
    distribution.set(predictedType, (distribution.get(predictedType) ?? 0) + 1);
    if (isJsonObject(output) && typeof output.confidence === 'number') confidences.push(output.confidence);
    const expectedType = classType(expected, config.classifications);
    if (expectedType === null) continue;
    scored++;
    if (expectedType === predictedType) correct++;
    const row = matrix.get(expectedType) ?? new Map<string, number>();
    row.set(predictedType, (row.get(predictedType) ?? 0) + 1);
    matrix.set(expectedType, row);
  }
  const metrics = { distribution: Object.fromEntries(distribution), meanConfidence: mean(confidences) };
  if (scored === 0) return metrics;
  const byClass = [...matrix].map(([type, row]) => [type, share(type, row)] as const);
  const meanOfClasses = conventions.classes === 'means' ? mean(byClass.map(([, one]) => one)) : undefined;
  return {
    ...metrics,
    accuracyPerc: meanOfClasses ?? correct / scored,
    accuracyPercByClassification: Object.fromEntries(byClass),
    confusionMatrix: Object.fromEntries([...matrix].map(([type, row]) => [type, Object.fromEntries(row)])),
  };
}

function share(type: string, row: ReadonlyMap<string, number>): number {
  let all = 0;
  for (const count of row.values()) all += count;
  return (row.get(type) ?? 0) / all;
}

/**
 * Returns the `type` of an output. If the output has only the id of a class, returns the type of this class. Returns
 * `null` if the config has no such class.
 */
export function classType(value: unknown, classes: readonly Classification[]): string | null {
  if (!isJsonObject(value)) return null;
  if (typeof value.type === 'string' && value.type !== '') return value.type;
  const id = value.classificationId ?? value.id;
  return classes.find((entry) => entry.id === id)?.type ?? null;
}
