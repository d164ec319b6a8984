import path from 'node:path';
import { canonicalJson } from '../../base/canonical-json.ts';
import { readProposals } from '../../loaders/inputs/read-proposals.ts';
import { readManifest } from '../../loaders/reading/read-json.ts';
import { goldPlace } from '../../loaders/review/gold-place.ts';
import { isInsidePath } from '../../loaders/review/item-gold.ts';
import type { GoldItem, LabelCounts, Recount } from '../../loaders/review/recounted-source.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import type { Proposal } from '../../model/dataset/proposal.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { type LabelField, labelFields, leavesOf } from './label-fields.ts';
import { proposedLabel } from './proposed-values.ts';

/**
 * Counts the labels of a field that equal the proposal, and the labels that differ from it. Each cell of a table is one
 * label. A value with neither a label nor a proposal does not count. `isCounted` decides whether the value at a path
 * counts.
 */
export function countLabels(
  field: LabelField,
  label: JsonValue,
  proposed: JsonValue,
  isCounted: (path: string) => boolean = () => true,
): LabelCounts {
  const [labels, proposals] = [leavesOf(field, label), leavesOf(field, proposed)];
  const paths = [...new Set([...labels.keys(), ...proposals.keys()])].filter(isCounted);
  const isSame = (at: string) => canonicalJson(labels.get(at)) === canonicalJson(proposals.get(at));
  const confirmedUnchanged = paths.filter(isSame).length;
  return { confirmedUnchanged, changed: paths.length - confirmedUnchanged };
}

/**
 * Returns a function that counts the labels of an item: it compares the item with its line of `proposals.jsonl`. The
 * function reads the dataset at its first call only. The function returns `null` if the dataset has no config, or if
 * the file has no proposal of the version that the item names.
 */
export function proposedCounts(dataset: string): Recount {
  let opened: Promise<ProposedDataset | null> | undefined;
  return async (item) => {
    opened ??= openProposed(dataset);
    const found = await opened;
    if (found === null) return null;
    const { manifest, fields, proposals } = found;
    const proposal = proposals.get(item.id);
    const proposedBy = item.goldSource.proposedBy ?? manifest.goldSource?.proposedBy;
    if (proposal === undefined || canonicalJson(proposal.proposedBy) !== canonicalJson(proposedBy))
      return null;
    return countsOf(item, proposal, fields, manifest);
  };
}

interface ProposedDataset {
  readonly manifest: DatasetManifest;
  readonly fields: readonly LabelField[];
  readonly proposals: ReadonlyMap<string, Proposal>;
}

async function openProposed(dataset: string): Promise<ProposedDataset | null> {
  const manifest = await readManifest(path.join(dataset, 'dataset.json'));
  const { config } = manifest;
  if (config === undefined || (config.type === 'EXTRACT' && config.schema === undefined)) return null;
  const proposals = new Map((await readProposals(dataset)).map((proposal) => [proposal.id, proposal]));
  return { manifest, fields: labelFields(config), proposals };
}

function countsOf(
  { expectedOutput, notScored = {} }: GoldItem,
  proposal: Proposal,
  fields: readonly LabelField[],
  manifest: DatasetManifest,
): LabelCounts {
  const marked = Object.keys(notScored);
  const isCounted = (at: string) => !marked.some((one) => at === one || isInsidePath(at, one));
  let [confirmedUnchanged, changed] = [0, 0];
  for (const field of fields) {
    const label = goldPlace(expectedOutput, field.path, manifest).read(expectedOutput) ?? null;
    const counts = countLabels(
      field,
      label as JsonValue,
      proposedLabel(proposal, field, manifest),
      isCounted,
    );
    confirmedUnchanged += counts.confirmedUnchanged;
    changed += counts.changed;
  }
  return { confirmedUnchanged, changed };
}
