import type { GateEvidence } from '../../model/gate/gate-evidence.ts';
import { subsetReason } from '../../model/record/rerun.ts';
import { type Selection, selectionText } from '../../model/record/selection.ts';
import type { FoldedRun, VersionColumns } from '../fold/folded-run.ts';

/**
 * Counts the item runs of one version by result, and lists why item runs failed. Each repeat of an item is one item
 * run.
 */
export function runFacts(
  { plan, summary, versions, count }: FoldedRun,
  version: number,
): GateEvidence['run'] {
  const { scored, failed, cancelled, failures } = (versions[version] as VersionColumns).runs;
  const planned = count * plan.repeats;
  return {
    items: count,
    planned,
    scored,
    failed,
    cancelled,
    notRun: Math.max(0, planned - scored - failed - cancelled),
    finished: summary !== null,
    ...(plan.rerun?.subset && { subset: subsetReason(plan.rerun) }),
    selection: selectionOf(plan),
    failures: [...failures]
      .map(([reason, found]) => ({ reason, count: found.count, items: found.items }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  };
}

function selectionOf(plan: FoldedRun['plan']): GateEvidence['run']['selection'] {
  const text = selectionText(plan);
  if (text === null) return null;
  const { limit, only, sample } = plan.selection ?? {};
  const by = Object.entries({ limit, only, sample }).filter(([, size]) => size !== undefined);
  return { text, by: by.map(([name]) => name as keyof Selection) };
}
