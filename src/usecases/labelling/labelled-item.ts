import { goldPlace } from '../../loaders/review/gold-place.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import { notAnnotated, unclear } from '../../model/dataset/not-scored.ts';
import type { Proposal } from '../../model/dataset/proposal.ts';
import type { JsonObject, JsonValue } from '../../model/json/json-value.ts';
import type { DecisionLine } from '../../model/review/review-log.ts';
import type { LabelField } from '../review/label-fields.ts';
import { countLabels } from '../review/proposed-counts.ts';

/**
 * Returns the members that labelling adds to an item: `expectedOutput`, `notScored` for values that are unclear or not
 * annotated, and `goldSource`. `goldSource` has two counts: labels that a person confirmed unchanged, and labels that a
 * person changed, added or removed. Each cell of a table counts as one label. A value with neither a proposal nor a
 * label does not count. Returns `null` if a value has no decision. Also returns `null` if a class or a packet is
 * unclear or not annotated, because only extracted values can be left out of scoring.
 */
export function labelledItem(
  proposal: Proposal,
  fields: readonly LabelField[],
  decided: ReadonlyMap<string, DecisionLine>,
  manifest: DatasetManifest,
): JsonObject | null {
  let expectedOutput: JsonValue = manifest.kind === 'EXTRACT' ? { value: {} } : {};
  const notScored: Record<string, string> = {};
  let [confirmedUnchanged, changed] = [0, 0];
  for (const field of fields) {
    const line = decided.get(field.path);
    if (line === undefined) return null;
    const { action, value, proposed, note } = line;
    if (action === 'unclear' || action === 'not-annotated') {
      if (manifest.kind !== 'EXTRACT') return null;
      notScored[field.path] = action === 'unclear' ? unclear(note) : notAnnotated;
      continue;
    }
    expectedOutput = goldPlace(expectedOutput, field.path, manifest).write(
      expectedOutput,
      value,
    ) as JsonValue;
    const counts = countLabels(field, value, proposed);
    confirmedUnchanged += counts.confirmedUnchanged;
    changed += counts.changed;
  }
  return {
    expectedOutput,
    ...(Object.keys(notScored).length > 0 && { notScored }),
    goldSource: { proposedBy: proposal.proposedBy as JsonObject, confirmedUnchanged, changed },
  };
}

export function documentMembers({ id, file, fileName, fileUrl, fileId, text }: Proposal): JsonObject {
  return {
    id,
    ...(file !== undefined && { file }),
    ...(fileUrl !== undefined && { fileUrl }),
    ...(fileId !== undefined && { fileId }),
    ...(text !== undefined && { text }),
    ...(fileName !== undefined && { fileName }),
  };
}
