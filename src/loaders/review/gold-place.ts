import { valueAt, withoutValueAt, withValueAt } from '../../base/value-path.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { splitsIn } from '../formats/infer-config.ts';

/** Reads, writes and removes one label. `write` and `remove` return a changed copy of the expected output. */
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
  const inside = isJsonObject(output) && isJsonObject(output.value) ? `value.${place}` : place;
  const [name = '', rest = ''] = /^([^.[]+)(.*)$/s.exec(place)?.slice(1) ?? [];
  const entry = isJsonObject(output) ? output[name] : undefined;
  const isEntry = isJsonObject(entry) && typeof entry.id === 'string' && Object.hasOwn(entry, 'value');
  const at = isEntry ? `${name}.value${rest}` : inside;
  return {
    read: (gold: unknown) => valueAt(gold, at),
    write: (gold: unknown, value: JsonValue) => withValueAt(gold, at, value),
    remove: (gold: unknown) => withoutValueAt(gold, isEntry && rest === '' ? name : at),
  };
}

function plainSplits(gold: unknown): JsonValue {
  const { list } = splitsIn(gold);
  return (list ?? []).map((split): JsonValue => {
    const { type = null, startPage = null, endPage = null } = isJsonObject(split) ? split : {};
    return { type, startPage, endPage };
  });
}
