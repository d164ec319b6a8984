import { isJsonObject } from '../../model/json-value.ts';
import type { SplitterConfig } from '../../model/processor-config.ts';
import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import type { BatchDocument } from './batch-input.ts';
import { classType } from './class-type.ts';

/**
 * precisionPerc = predicted sub-documents found among the expected / all predicted; recallPerc = expected ones found
 * among the predicted / all expected, over all files together, as the specification words it. A sub-document is found
 * when type, first and last page are the same; one that is predicted twice is found once. Range 0 to 1.
 * Example: expected a 1-2, b 3-3; predicted a 1-2, b 3-4, b 3-3: precision 2/3, recall 2/2.
 */
export function splittingMetrics(config: SplitterConfig, documents: readonly BatchDocument[]): BatchMetrics {
  let expectedDocs = 0;
  let predictedDocs = 0;
  let correctDocs = 0;
  let judged = 0;
  for (const { output, expected } of documents) {
    const wanted = readSplits(expected, config);
    if (wanted === null) continue;
    judged++;
    const open = new Map<string, number>();
    for (const split of wanted) open.set(split, (open.get(split) ?? 0) + 1);
    expectedDocs += wanted.length;
    for (const split of readSplits(output, config) ?? []) {
      predictedDocs++;
      const left = open.get(split) ?? 0;
      if (left === 0) continue;
      correctDocs++;
      open.set(split, left - 1);
    }
  }
  if (judged === 0) return {};
  return {
    ...(predictedDocs === 0 ? {} : { precisionPerc: correctDocs / predictedDocs }),
    ...(expectedDocs === 0 ? {} : { recallPerc: correctDocs / expectedDocs }),
    numExpectedDocs: expectedDocs,
    numPredictedDocs: predictedDocs,
    numCorrectDocs: correctDocs,
  };
}

/** One text a split; null where there is no list, nor a bare split. */
function readSplits(value: unknown, config: SplitterConfig): string[] | null {
  const list = splitList(value);
  return (
    list?.map((split: unknown) => {
      const { startPage, endPage } = isJsonObject(split) ? split : {};
      return JSON.stringify([classType(split, config.splitClassifications), startPage, endPage]);
    }) ?? null
  );
}

function splitList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return null;
  if (Array.isArray(value.splits)) return value.splits;
  if (Array.isArray(value.subDocumentClassifications)) return value.subDocumentClassifications;
  return 'startPage' in value ? [value] : null;
}
