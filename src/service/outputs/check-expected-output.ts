import { isJsonObject } from '../../model/json/json-value.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';

/** Why an expectation has none of the shapes that are taken for the config, or null. */
export function expectedOutputProblem(config: ProcessorConfig, expected: unknown): string | null {
  switch (config.type) {
    case 'EXTRACT':
      return extractionProblem(config.schema !== undefined, expected);
    case 'CLASSIFY':
      return isJsonObject(expected) && typeof expected.type === 'string'
        ? null
        : 'expected {id, type} of a classification';
    case 'SPLITTER':
      return splitterProblem(expected);
  }
}

function extractionProblem(hasSchema: boolean, expected: unknown): string | null {
  if (!isJsonObject(expected)) return 'expected an object';
  if (!hasSchema) return null;
  return isJsonObject(expected.value) ? null : 'expected {value: {...}}';
}

function splitterProblem(expected: unknown): string | null {
  const splits = Array.isArray(expected)
    ? expected
    : isJsonObject(expected) && Array.isArray(expected.splits)
      ? expected.splits
      : [expected];
  const wrong = splits.findIndex(
    (split: unknown) =>
      !isJsonObject(split) ||
      typeof split.type !== 'string' ||
      !Number.isInteger(split.startPage) ||
      !Number.isInteger(split.endPage) ||
      (split.startPage as number) < 1 ||
      (split.endPage as number) < (split.startPage as number),
  );
  return wrong === -1
    ? null
    : `split ${wrong}: expected {type, startPage, endPage} with 1 <= startPage <= endPage`;
}
