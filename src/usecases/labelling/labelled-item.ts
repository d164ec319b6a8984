import { canonicalJson } from '../../base/canonical-json.ts';
import { goldPlace } from '../../loaders/review/gold-place.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import { unclear } from '../../model/dataset/not-scored.ts';
import type { Proposal } from '../../model/dataset/proposal.ts';
import type { JsonObject, JsonValue } from '../../model/json/json-value.ts';
import type { DecisionLine } from '../../model/review/review-log.ts';
import { type LabelField, leavesOf } from './label-fields.ts';

/**
 * Returns the members that labelling adds to an item: `expectedOutput`, `notScored` for unclear values, and
 * `goldSource`. `goldSource` has two counts: labels that a person confirmed unchanged, and labels that a person
 * changed, added or removed. Each cell of a table counts as one label. A value with neither a proposal nor a label does
 * not count. Returns `null` if a value has no decision, or if a class or a packet is unclear, because only extracted
 * values can be left out of scoring.
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
    if (action === 'unclear') {
      if (manifest.kind !== 'EXTRACT') return null;
      notScored[field.path] = unclear(note);
      continue;
    }
    expectedOutput = goldPlace(expectedOutput, field.path, manifest).write(
      expectedOutput,
      value,
    ) as JsonValue;
    const [labels, proposals] = [leavesOf(field, value), leavesOf(field, proposed)];
    for (const at of new Set([...labels.keys(), ...proposals.keys()]))
      if (canonicalJson(labels.get(at)) === canonicalJson(proposals.get(at))) confirmedUnchanged++;
      else changed++;
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
