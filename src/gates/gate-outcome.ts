import { sha256Json } from '../base/hash.ts';
import { pluralise } from '../base/phrases.ts';
import type { GateEvidence, GateOutcome } from '../model/gate/gate-evidence.ts';
import type { GatePolicy } from '../model/gate/gate-policy.ts';
import type { Verdict } from '../model/score/comparison.ts';
import { evaluateGate } from './evaluate-gate.ts';

/** Evaluates a policy. Returns the verdict with its sentence, the dataset and the compared versions. */
export function gateOutcome(
  policy: GatePolicy,
  evidence: GateEvidence,
  scorerFingerprint: string,
): GateOutcome {
  const verdict = evaluateGate(policy, evidence);
  return {
    ...headOf(verdict, policy),
    dataset: evidence.dataset,
    processor: evidence.processor,
    candidate: evidence.candidate,
    baseline: evidence.baseline,
    items: evidence.run.items,
    scorerFingerprint,
    checks: verdict.checks,
  };
}

/** Returns an inconclusive outcome with the reason if the record cannot be read. */
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
    ...headOf({ status: 'inconclusive', checks }, policy),
    dataset: null,
    processor: null,
    candidate: null,
    baseline: { state: 'none', reason: 'there is no record to compare' },
    items: 0,
    scorerFingerprint: null,
    checks,
  };
}

function headOf(verdict: Verdict, policy: GatePolicy) {
  return {
    schemaVersion: 1 as const,
    status: verdict.status,
    exitCode: verdict.status === 'pass' ? (0 as const) : (1 as const),
    sentence: sentenceOf(verdict),
    policyHash: sha256Json(policy),
  };
}

function sentenceOf({ status, checks }: Verdict): string {
  const all = pluralise(checks.length, 'check');
  if (status === 'pass') return `The gate passed: all ${all} passed.`;
  const of = (wanted: Verdict['status']) => checks.filter((check) => check.status === wanted);
  const failed = of('fail');
  const open = of('inconclusive');
  const first = (failed[0] ?? open[0])?.reason ?? '';
  const also = failed.length > 0 && open.length > 0 ? `, ${open.length} more inconclusive` : '';
  return status === 'fail'
    ? `The gate failed: ${failed.length} of ${all} failed${also}. First: ${first}.`
    : `The gate is inconclusive: ${open.length} of ${all} ${open.length === 1 ? 'is' : 'are'} inconclusive. First: ${first}.`;
}
