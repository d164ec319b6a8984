import { isJsonObject } from '../../model/json/json-value.ts';
import type { SplitterConfig } from '../../model/processor/processor-config.ts';
import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import type { BatchDocument } from './batch-input.ts';
import { classType } from './class-type.ts';
import { type Conventions, serviceConventions } from './conventions.ts';
import { type Cells, sumOf } from './field-tally.ts';
import { mean } from './mean.ts';

/**
 * precisionPerc = predicted sub-documents found among the expected / all predicted; recallPerc = expected ones found
 * among the predicted / all expected, over all files together, as the specification words it. A sub-document is found
 * when type, first and last page are the same; one that is predicted twice is found once. Range 0 to 1.
 * Example: expected a 1-2, b 3-3; predicted a 1-2, b 3-4, b 3-3: precision 2/3, recall 2/2.
 */
export function splittingMetrics(
  config: SplitterConfig,
  documents: readonly BatchDocument[],
  conventions: Conventions = serviceConventions,
): BatchMetrics {
  const judged = documents.flatMap(({ output, expected }) => {
    const wanted = readSplits(expected, config, conventions);
    if (wanted === null) return [];
    const answered = readSplits(output, config, conventions) ?? [];
    return [{ expected: wanted.length, predicted: answered.length, correct: countFound(wanted, answered) }];
  });
  if (judged.length === 0) return {};
  const total = sumOf(judged);
  const parts = conventions.classes === 'means' ? judged : [total];
  const share = (of: (cells: Cells) => number): number | undefined =>
    mean(parts.flatMap((cells) => (of(cells) === 0 ? [] : [cells.correct / of(cells)])));
  const precisionPerc = share(({ predicted }) => predicted);
  const recallPerc = share(({ expected }) => expected);
  return {
    ...(precisionPerc === undefined ? {} : { precisionPerc }),
    ...(recallPerc === undefined ? {} : { recallPerc }),
    numExpectedDocs: total.expected,
    numPredictedDocs: total.predicted,
    numCorrectDocs: total.correct,
  };
}

function countFound(wanted: readonly string[], answered: readonly string[]): number {
  const open = new Map<string, number>();
  for (const split of wanted) open.set(split, (open.get(split) ?? 0) + 1);
  let found = 0;
  for (const split of answered) {
    const left = open.get(split) ?? 0;
    if (left === 0) continue;
    found++;
    open.set(split, left - 1);
  }
  return found;
}

/** One text a split; null where there is no list, nor a bare split. */
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
