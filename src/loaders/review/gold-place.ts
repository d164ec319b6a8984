import { valueAt, withoutValueAt, withValueAt } from '../../base/value-path.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import { extractPlace } from '../../model/dataset/extract-place.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { splitsIn } from '../reading/infer-config.ts';

/**
 * Reads, writes and removes one label. `write` and `remove` return a changed copy of the expected output. For a class
 * or a packet, `remove` changes nothing.
 */
export interface GoldPlace {
  readonly read: (gold: unknown) => unknown;
  readonly write: (gold: unknown, value: JsonValue) => unknown;
  readonly remove: (gold: unknown) => unknown;
}

/** Returns functions that read and write one label in an expected output of any processor kind. */
export function goldPlace(
  output: unknown,
  place: string,
  { kind, config }: Pick<DatasetManifest, 'kind' | 'config'>,
): GoldPlace {
  if (kind === 'CLASSIFY') {
    const classes = config?.type === 'CLASSIFY' ? config.classifications : [];
    return {
      read: (gold: unknown) => valueAt(gold, 'type'),
      write: (gold: unknown, type: JsonValue) => ({
        ...(gold as object),
        id: classes.find((one) => one.type === type)?.id ?? type,
        type,
      }),
      remove: (gold: unknown) => gold,
    };
  }
  if (kind === 'SPLITTER') {
    return {
      read: plainSplits,
      write: (_: unknown, splits: JsonValue) => ({ splits: splits ?? [] }),
      remove: (gold: unknown) => gold,
    };
  }
  const at = extractPlace(output, place);
  return {
    read: (gold: unknown) => valueAt(gold, at.value),
    write: (gold: unknown, value: JsonValue) => withValueAt(gold, at.value, value),
    remove: (gold: unknown) => withoutValueAt(gold, at.whole),
  };
}

function plainSplits(gold: unknown): JsonValue {
  const { list } = splitsIn(gold);
  return (list ?? []).map((split): JsonValue => {
    const { type = null, startPage = null, endPage = null } = isJsonObject(split) ? split : {};
    return { type, startPage, endPage };
  });
}
