import type { GateEvidence } from '../../model/gate-evidence.ts';
import { repeatsOf } from '../over-repeats.ts';
import type { ScoredRun } from '../scored-run.ts';

/**
 * How the item runs of one version ended, and why those failed that did. Every repeat is an item run: one that failed,
 * or is not there, hides behind the others' figures. `repeats` are those planned of that version.
 */
export function runFacts(run: ScoredRun, version: number, repeats = run.plan.repeats): GateEvidence['run'] {
  const byState = { scored: 0, failed: 0, cancelled: 0, 'not-run': 0 };
  const reasons = new Map<string, string[]>();
  for (const { recorded, versions } of run.items) {
    const found = versions[version];
    const ended = found === undefined || found.state === 'not-run' ? [] : repeatsOf(found).slice(0, repeats);
    byState['not-run'] += repeats - ended.length;
    for (const { state, row } of ended) {
      byState[state] += 1;
      if (state !== 'failed') continue;
      const reason = row?.failure?.reason ?? 'failed';
      const name = repeats === 1 ? recorded.id : `${recorded.id} repeat ${row?.repeat}`;
      reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
    }
  }
  return {
    items: run.items.length,
    planned: run.items.length * repeats,
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
