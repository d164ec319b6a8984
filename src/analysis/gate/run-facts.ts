import type { GateEvidence } from '../../model/gate/gate-evidence.ts';
import type { FoldedRun, VersionColumns } from '../fold/folded-run.ts';

/**
 * How the item runs of one version ended, and why those failed that did. Every repeat is an item run: one that failed,
 * or is not there, hides behind the others' figures. `repeats` are those planned of that version.
 */
export function runFacts(
  { plan, summary, versions, count }: FoldedRun,
  version: number,
  repeats = plan.repeats,
): GateEvidence['run'] {
  const { scored, failed, cancelled, failures } = (versions[version] as VersionColumns).runs;
  const planned = count * repeats;
  return {
    items: count,
    planned,
    scored,
    failed,
    cancelled,
    notRun: Math.max(0, planned - scored - failed - cancelled),
    finished: summary !== null,
    failures: [...failures]
      .map(([reason, found]) => ({ reason, count: found.count, items: found.items }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  };
}
