import { isJsonObject } from '../../model/json/json-value.ts';
import type { Classification } from '../../model/processor/processor-config.ts';

export interface ResolvedLabel {
  readonly label: string;
  readonly inList: boolean;
}

/**
 * Looks up an expected or a predicted class in the configuration's list of classes, first by `id` (or
 * `classificationId`), and then by `type`. The label is the `type` of the class. A bare string is an id or a type. For
 * a name outside the list, the label is the name itself. Returns `null` if there is neither an id nor a type.
 */
export function resolveLabel(
  output: unknown,
  classifications?: readonly Classification[],
): ResolvedLabel | null {
  const { ids, type } = namesOf(output);
  const find = (member: 'id' | 'type', name: string | null) =>
    classifications?.find((classification) => classification[member] === name);
  const byId = ids.map((id) => find('id', id)).find((found) => found !== undefined);
  const found = byId ?? find('type', type) ?? find('id', type);
  if (found !== undefined) return { label: found.type, inList: true };
  const own = type ?? ids[0];
  return own === undefined ? null : { label: own, inList: classifications === undefined };
}

function namesOf(output: unknown): { ids: readonly string[]; type: string | null } {
  if (typeof output === 'string') return { ids: named(output), type: named(output)[0] ?? null };
  if (!isJsonObject(output)) return { ids: [], type: null };
  return {
    ids: [...named(output.classificationId), ...named(output.id)],
    type: named(output.type)[0] ?? null,
  };
}

function named(value: unknown): string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}
