import { isJsonObject } from '../../model/json/json-value.ts';
import type { Classification, ProcessorKind } from '../../model/processor/processor-config.ts';

/**
 * Returns the output of another tool in the shape that the service returns:
 * - a class: a text, `{type}` or `{id}` becomes `{id, type}`;
 * - the documents of a packet: a list becomes `{splits}`, and `pages` of an element (`3`, `"3-5"` or `[3, 4, 5]`) becomes
 *   `startPage` and `endPage`.
 *
 * Returns any other output unchanged.
 * @example
 * const classes = [{ id: 'inv', type: 'invoice', description: '' }];
 * predictionOutput('invoice', 'CLASSIFY', classes) // => { id: 'inv', type: 'invoice' }
 */
export function predictionOutput(
  output: unknown,
  kind: ProcessorKind,
  classes: readonly Classification[],
): unknown {
  if (kind === 'CLASSIFY') return withClass(output, 'id', classes);
  if (kind !== 'SPLITTER') return output;
  const list = isJsonObject(output) ? output.splits : output;
  if (!Array.isArray(list)) return output;
  const splits = list.map((split) => withClass(withRange(split), 'classificationId', classes));
  return { ...(isJsonObject(output) && output), splits };
}

/**
 * Adds the id or the type of the class if one of them is missing. For a name that is not in the list of classes, sets
 * the id and the type to this name.
 */
function withClass(value: unknown, idKey: string, classes: readonly Classification[]): unknown {
  const given = typeof value === 'string' ? { type: value } : value;
  if (!isJsonObject(given)) return value;
  const names = [given[idKey], given.type].filter((name) => typeof name === 'string');
  const [name] = names;
  if (name === undefined || names.length === 2) return value;
  const found = classes.find(({ type }) => type === name) ?? classes.find(({ id }) => id === name);
  return { ...given, [idKey]: found?.id ?? name, type: found?.type ?? name };
}

/** Replaces `pages` by `startPage` and `endPage` if the pages are one range. */
function withRange(value: unknown): unknown {
  if (!isJsonObject(value) || value.pages === undefined || value.startPage !== undefined) return value;
  const { pages, ...others } = value;
  const range = rangeOf(pages);
  return range === null ? value : { ...others, startPage: range[0], endPage: range[1] };
}

/**
 * Returns the first and last page that `pages` describes: a page number, a text such as `3-5`, or a list of consecutive
 * pages. Returns `null` for anything else.
 */
function rangeOf(pages: unknown): readonly [number, number] | null {
  if (Array.isArray(pages)) {
    const first = pages[0];
    const isRange = typeof first === 'number' && pages.every((page, index) => page === first + index);
    return isRange ? [first, first + pages.length - 1] : null;
  }
  const match = /^\s*(\d{1,9})\s*(?:[-–]\s*(\d{1,9})\s*)?$/.exec(String(pages));
  return match === null ? null : [Number(match[1]), Number(match[2] ?? match[1])];
}
