import { isJsonObject } from '../../model/json/json-value.ts';
import type { SplitterConfig } from '../../model/processor/processor-config.ts';
import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import type { BatchDocument } from './batch-input.ts';
import { classType } from './classification-metrics.ts';
import { type Conventions, serviceConventions } from './conventions.ts';
import { type Cells, mean, shareOf, sumOf } from './field-tally.ts';

/**
 * Computes the metrics of a splitter, summed over all files. precisionPerc = correct / predicted sub-documents, and
 * recallPerc = correct / expected sub-documents. A predicted sub-document is correct if an expected one has the same
 * type, first and last page. A duplicate prediction counts as correct only once. Range 0 to 1, higher is better.
 * Example: two sub-documents are expected: type a on pages 1 to 2, and type b on page 3. The prediction has both of them, and
 * also type b on pages 3 to 4. The precision is 2/3, and the recall is 2/2.
 */
export function splittingMetrics(
  config: SplitterConfig,
  documents: readonly BatchDocument[],
  conventions: Conventions = serviceConventions,
): BatchMetrics {
  const scored = documents.flatMap(({ output, expected }) => {
    const expectedSplits = readSplits(expected, config, conventions);
    if (expectedSplits === null) return [];
    const predictedSplits = readSplits(output, config, conventions) ?? [];
    return [
      {
        expected: expectedSplits.length,
        predicted: predictedSplits.length,
        correct: countFound(expectedSplits, predictedSplits),
      },
    ];
  });
  if (scored.length === 0) return {};
  const total = sumOf(scored);
  const parts = conventions.classes === 'means' ? scored : [total];
  const share = (of: (cells: Cells) => number): number | undefined =>
    mean(parts.flatMap((cells) => shareOf(cells, of)));
  return {
    precisionPerc: share(({ predicted }) => predicted),
    recallPerc: share(({ expected }) => expected),
    numExpectedDocs: total.expected,
    numPredictedDocs: total.predicted,
    numCorrectDocs: total.correct,
  };
}

function countFound(expectedSplits: readonly string[], predictedSplits: readonly string[]): number {
  const open = new Map<string, number>();
  for (const split of expectedSplits) open.set(split, (open.get(split) ?? 0) + 1);
  let found = 0;
  for (const split of predictedSplits) {
    const left = open.get(split) ?? 0;
    if (left === 0) continue;
    found++;
    open.set(split, left - 1);
  }
  return found;
}

/** Returns type and pages of each split as JSON, or `null` if the value contains no splits. */
function readSplits(value: unknown, config: SplitterConfig, conventions: Conventions): string[] | null {
  const list = splitList(value);
  return (
    list?.map((split: unknown) => {
      const { startPage, endPage } = isJsonObject(split) ? split : {};
      const type = conventions.splitTypesIgnored ? null : classType(split, config.splitClassifications);
      return JSON.stringify([type, startPage, endPage]);
    }) ?? null
  );
}

export function splitList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return null;
  if (Array.isArray(value.splits)) return value.splits;
  if (Array.isArray(value.subDocumentClassifications)) return value.subDocumentClassifications;
  return 'startPage' in value ? [value] : null;
}
