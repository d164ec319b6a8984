import { isJsonObject } from '../../model/json/json-value.ts';
import type { Classification } from '../../model/processor/processor-config.ts';

/** Label of an output, and whether the configuration has it. */
export interface ResolvedLabel {
  readonly label: string;
  readonly inList: boolean;
}

/**
 * Returns the label of an expectation or an output. Looks up the `id` (or `classificationId`), otherwise the
 * `type`, in the configuration's list. The label is the `type` of the entry that matches. A name that is not in
 * the list is its own label. A bare string is an id or a type. Returns `null` if there is no id and no type.
 */
export function resolveLabel(
  answer: unknown,
  classifications?: readonly Classification[],
): ResolvedLabel | null {
  const { ids, type } = namesOf(answer);
  for (const id of ids) {
    const found = classifications?.find((classification) => classification.id === id);
    if (found !== undefined) return { label: found.type, inList: true };
  }
  for (const name of type === null ? [] : [type]) {
    const found =
      classifications?.find((classification) => classification.type === name) ??
      classifications?.find((classification) => classification.id === name);
    if (found !== undefined) return { label: found.type, inList: true };
  }
  const own = type ?? ids[0];
  return own === undefined ? null : { label: own, inList: classifications === undefined };
}

function namesOf(answer: unknown): { ids: readonly string[]; type: string | null } {
  if (typeof answer === 'string') return { ids: named(answer), type: named(answer)[0] ?? null };
  if (!isJsonObject(answer)) return { ids: [], type: null };
  return {
    ids: [...named(answer.classificationId), ...named(answer.id)],
    type: named(answer.type)[0] ?? null,
  };
}

function named(value: unknown): string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}
