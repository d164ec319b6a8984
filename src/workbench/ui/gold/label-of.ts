import { valueAt } from '../../../base/value-path.ts';
import type { NotScoredMark } from '../../../model/dataset/not-scored.ts';
import { isJsonObject, type JsonValue } from '../../../model/json/json-value.ts';
import type { ProcessorKind } from '../../../model/processor/processor-config.ts';

/**
 * Returns the value at a path in an expected output or in a predicted output. The value of a packet is the list of its
 * documents. Returns `null` if there is no value.
 */
export function labelOf(output: JsonValue | undefined, path: string, kind: ProcessorKind): JsonValue {
  if (kind === 'SPLITTER') return segmentsOf(output);
  const inside = isJsonObject(output) && isJsonObject(output.value) ? output.value : output;
  return (valueAt(inside, path) ?? null) as JsonValue;
}

/**
 * Returns the documents of a packet as `{type, startPage, endPage}`. Accepts every form in which the gold can contain
 * these documents.
 */
export function segmentsOf(output: JsonValue | undefined): JsonValue[] {
  const inside = isJsonObject(output) && isJsonObject(output.value) ? output.value : output;
  const list = isJsonObject(inside) ? (inside.splits ?? [inside]) : inside;
  return (Array.isArray(list) ? list : []).map((segment: JsonValue): JsonValue => {
    const { type = null, startPage = null, endPage = null } = isJsonObject(segment) ? segment : {};
    return { type, startPage, endPage };
  });
}

/** Returns the text that replaces a value that is not scored. */
export function notScoredText(mark: NotScoredMark): string {
  return mark === 'not-annotated' ? 'not annotated, so not scored' : `${mark}, so not scored`;
}
