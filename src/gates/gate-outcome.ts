import { sha256Json } from '../base/hash.ts';
import { counted } from '../base/phrases.ts';
import type { GateEvidence } from '../model/gate/gate-evidence.ts';
import type { GateOutcome } from '../model/gate/gate-outcome.ts';
import type { GatePolicy } from '../model/gate/gate-policy.ts';
import type { Verdict } from '../model/score/comparison.ts';
import { evaluateGate } from './evaluate-gate.ts';

/** The verdict with its head and its sentence. */
export function gateOutcome(
  policy: GatePolicy,
  evidence: GateEvidence,
  scorerFingerprint: string,
): GateOutcome {
  const verdict = evaluateGate(policy, evidence);
  return {
    ...told(verdict, policy),
    dataset: evidence.dataset,
    processor: evidence.processor,
    candidate: evidence.candidate,
    baseline: evidence.baseline,
    items: evidence.run.items,
    scorerFingerprint,
    checks: verdict.checks,
  };
}

/** Where there is no record to measure: cannot tell, with the reason. */
export function gateWithoutRecord(policy: GatePolicy, reason: string): GateOutcome {
  const checks: Verdict['checks'] = [
    {
      name: 'the record can be read',
      rule: 'complete',
      status: 'inconclusive',
      value: null,
      bound: null,
      n: 0,
      reason,
    },
  ];
  return {
    ...told({ status: 'inconclusive', checks }, policy),
    dataset: null,
    processor: null,
    candidate: null,
    baseline: { state: 'none', reason: 'there is no record to compare' },
    items: 0,
    scorerFingerprint: null,
    checks,
  };
}

function told(verdict: Verdict, policy: GatePolicy) {
  return {
    schemaVersion: 1 as const,
    status: verdict.status,
    exitCode: verdict.status === 'pass' ? (0 as const) : (1 as const),
    sentence: sentenceOf(verdict),
    policyHash: sha256Json(policy),
  };
}

function sentenceOf({ status, checks }: Verdict): string {
  const all = counted(checks.length, 'check');
  if (status === 'pass') return `The gate passed: all ${all} hold.`;
  const of = (wanted: Verdict['status']) => checks.filter((check) => check.status === wanted);
  const failed = of('fail');
  const open = of('inconclusive');
  const first = (failed[0] ?? open[0])?.reason ?? '';
  const also = failed.length > 0 && open.length > 0 ? `, ${open.length} more cannot be told` : '';
  return status === 'fail'
    ? `The gate failed: ${failed.length} of ${all} ${failed.length === 1 ? 'fails' : 'fail'}${also}. First: ${first}.`
    : `The gate cannot tell: ${open.length} of ${all} cannot be told. First: ${first}.`;
}
