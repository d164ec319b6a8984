import { GoldsetError } from '../../base/goldset-error.ts';
import type { EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { DatasetEntry, Loader } from '../../model/dataset/loader.ts';

/**
 * Declares a dataset format: its name, its description and a function that opens a dataset.
 * @example
 * defineLoader({ name: 'rows', doc: 'one document per row', open: async () => { throw new Error('empty'); } }).name // => 'rows'
 */
export function defineLoader(loader: Loader): Loader {
  return loader;
}

/** Returns the result of `read`: the item that it returns, or the GoldsetError that it throws. */
export async function entryOf(
  read: () => EvaluationSetItem | Promise<EvaluationSetItem>,
): Promise<DatasetEntry> {
  try {
    return { item: await read() };
  } catch (thrown) {
    if (thrown instanceof GoldsetError) return { problem: thrown };
    throw thrown;
  }
}
