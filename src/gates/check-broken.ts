import { counted } from '../base/phrases.ts';
import type { GateBaseline, GateSubject } from '../model/gate/gate-evidence.ts';
import type { BrokenRule } from '../model/gate/gate-policy.ts';
import type { VerdictCheck } from '../model/score/comparison.ts';
import { noBaseline } from './check-regression.ts';

const named = 5;

/** Counts the documents that broke. It speaks of these very documents, so it needs no interval. */
export function checkBroken(rule: BrokenRule, subject: GateSubject, baseline: GateBaseline): VerdictCheck {
  const where = subject.name.replace(/^documents/, '');
  const fields = rule.field === undefined ? '' : ` in ${rule.field}`;
  const check = {
    name:
      rule.max === 0
        ? `no document${where} breaks${fields}`
        : `at most ${counted(rule.max, 'document')}${where} break${fields}`,
    rule: 'broken',
    value: baseline.state === 'usable' ? subject.documents : null,
    bound: rule.max,
    n: subject.of,
    unit: 'count' as const,
  };
  if (baseline.state !== 'usable') return { ...check, status: 'inconclusive', reason: noBaseline(baseline) };
  if (subject.of === 0) return { ...check, status: 'inconclusive', reason: 'there are no such documents' };
  const found = `${subject.documents} of ${counted(subject.of, 'document')} broke`;
  if (subject.documents <= rule.max) return { ...check, status: 'pass', reason: found };
  const shown = subject.leaves
    .slice(0, named)
    .map(({ itemId, path, baseline: was, candidate }) => `${itemId} ${path} (${was ?? '—'} → ${candidate})`);
  return {
    ...check,
    status: 'fail',
    reason: `${found}: ${shown.join(', ')}${subject.leaves.length > named ? ', ...' : ''}`,
    leaves: subject.leaves,
    documents: subject.documents,
  };
}
