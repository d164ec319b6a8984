import type { GateEvidence } from '../../model/gate-evidence.ts';
import type { ScoredRun } from '../scored-run.ts';

/** How the item runs of one version ended, and why those failed that did. */
export function runFacts(run: ScoredRun, version: number): GateEvidence['run'] {
  const byState = { scored: 0, failed: 0, cancelled: 0, 'not-run': 0 };
  const reasons = new Map<string, string[]>();
  for (const { recorded, versions } of run.items) {
    const found = versions[version];
    byState[found?.state ?? 'not-run'] += 1;
    if (found?.state !== 'failed') continue;
    const reason = found.row?.failure?.reason ?? 'failed';
    reasons.set(reason, [...(reasons.get(reason) ?? []), recorded.id]);
  }
  return {
    planned: run.items.length,
    scored: byState.scored,
    failed: byState.failed,
    cancelled: byState.cancelled,
    notRun: byState['not-run'],
    finished: run.summary !== null,
    failures: [...reasons]
      .map(([reason, items]) => ({ reason, items }))
      .sort((a, b) => b.items.length - a.items.length || (a.reason < b.reason ? -1 : 1)),
  };
}
