import type { GateEvidence, RuleEvidence } from '../model/gate/gate-evidence.ts';
import { type GatePolicy, type GateRule, policyRules } from '../model/gate/gate-policy.ts';
import type { Verdict, VerdictCheck } from '../model/score/comparison.ts';
import { checkBroken } from './check-broken.ts';
import { checkLimit } from './check-limit.ts';
import { checkRegression, noBaseline } from './check-regression.ts';
import { checkResource } from './check-resource.ts';
import { checkComplete, checkFailures, checkMissingFields, checkNonZeroScore } from './check-run.ts';
import { metricLabel } from './check-text.ts';

/**
 * A policy and what was measured for it, to a verdict: a pure function.
 *
 * In words: `fail` when any check fails, else `inconclusive` when any check cannot be told, else `pass`. It fails closed:
 * a policy without rules, a rule that finds no field, an undefined figure and a missing baseline cannot be told, and of
 * a run that is not complete nothing is told but that. Three checks are made whatever the policy says: every planned
 * item has a result, no more items failed than the policy accepts (none by default), and something is right.
 *
 * Inputs: the policy; evidence with one answer a rule, in the order of `policyRules`. Result: the verdict with all
 * checks, in the policy's order. The same inputs give the same verdict, byte for byte.
 *
 * A verdict has no range; a share in it lies in 0 to 1. Nothing measured gives inconclusive, never a pass. Source:
 * decision 0052.
 *
 * Example: a recall of .93 on 40 documents against a minimum of .95 fails; against `on: interval` and an interval of
 * [.88, .97] it cannot be told.
 *
 * @example
 * const run = { items: 40, planned: 40, scored: 40, failed: 0, cancelled: 0, notRun: 0, finished: true, failures: [] };
 * const recall = { metric: 'recall', scope: 'overall', value: 0.93, n: 40, unscored: 0, unit: 'share' };
 * const policy = { limits: [{ metric: 'recall', min: 0.95 }] };
 * const subjects = [{ name: '', measurement: recall, comparison: null, of: 40, leaves: [], documents: 0 }];
 * const verdict = evaluateGate(policy, {
 *   dataset: { name: 'invoices', checksum: 'c', kind: 'EXTRACT' },
 *   processor: 'invoices',
 *   candidate: { name: 'draft', resolved: 'draft', configHash: 'c' },
 *   baseline: { state: 'none', reason: 'none was named' },
 *   run,
 *   lostFields: [],
 *   headline: [recall],
 *   answers: [{ rule: { kind: 'limit', ...policy.limits[0] }, subjects, nothing: null }],
 * });
 * verdict.status // => 'fail'
 * verdict.checks.map(({ status }) => status) // => ['pass', 'pass', 'pass', 'fail']
 */
export function evaluateGate(policy: GatePolicy, evidence: GateEvidence): Verdict {
  const complete = checkComplete(evidence);
  const rules = policyRules(policy);
  if (complete.status !== 'pass')
    return verdictOf([complete, ...rules.map((rule) => notJudged(rule, complete.reason))]);
  const asked = rules.flatMap((rule, at) => checkRule(rule, evidence.answers[at], policy, evidence));
  return verdictOf([
    complete,
    checkFailures(evidence, policy),
    checkNonZeroScore(evidence),
    ...checkMissingFields(evidence, policy, rules),
    ...(rules.length === 0 ? [emptyPolicy] : asked),
  ]);
}

const emptyPolicy: VerdictCheck = {
  name: 'the policy has a rule',
  rule: 'policy',
  status: 'inconclusive',
  value: 0,
  bound: 1,
  n: 0,
  unit: 'count',
  reason: 'the policy has no rules, so a pass would say nothing; give limits, regressions or broken',
};

function verdictOf(checks: readonly VerdictCheck[]): Verdict {
  const has = (status: VerdictCheck['status']) => checks.some((check) => check.status === status);
  return {
    status: has('fail') ? 'fail' : has('inconclusive') ? 'inconclusive' : 'pass',
    checks: distinct(checks),
  };
}

/** A check of the same name as one before it gets a number: names are what a CI's history goes by. */
function distinct(checks: readonly VerdictCheck[]): VerdictCheck[] {
  const times = new Map<string, number>();
  return checks.map((check) => {
    const before = times.get(check.name) ?? 0;
    times.set(check.name, before + 1);
    return before === 0 ? check : { ...check, name: `${check.name} (${before + 1})` };
  });
}

function checkRule(
  rule: GateRule,
  answer: RuleEvidence | undefined,
  policy: GatePolicy,
  { baseline }: GateEvidence,
): VerdictCheck[] {
  if (answer === undefined || answer.subjects.length === 0)
    return [notJudged(rule, answer?.nothing ?? 'nothing was measured for it')];
  // Once a rule, not once a field: all of them have the same reason.
  if (rule.kind === 'regression' && baseline.state !== 'usable')
    return [notJudged(rule, noBaseline(baseline))];
  return answer.subjects.flatMap((subject): VerdictCheck[] => {
    if (rule.kind === 'limit') return checkLimit(rule, subject, policy);
    if (rule.kind === 'regression') return [checkRegression(rule, subject, baseline, policy)];
    if (rule.kind === 'broken') return [checkBroken(rule, subject, baseline)];
    return checkResource(rule, subject, baseline);
  });
}

function notJudged(rule: GateRule, reason: string): VerdictCheck {
  return {
    name: nameOf(rule),
    rule: rule.kind,
    status: 'inconclusive',
    value: null,
    bound: boundOf(rule),
    n: 0,
    reason,
  };
}

function nameOf(rule: GateRule): string {
  if (rule.kind === 'limit' || rule.kind === 'regression') {
    const subject = rule.field ?? rule.class ?? '';
    return `${rule.kind} on ${metricLabel(rule.metric, subject)}${sliceOf(rule)}`;
  }
  if (rule.kind === 'broken') return `documents that break${sliceOf(rule)}`;
  return rule.resource === 'perDocument' || rule.resource === 'total'
    ? `cost (${rule.resource})`
    : `latency (${rule.resource})`;
}

function sliceOf({ where, by }: Extract<GateRule, { by?: unknown }>): string {
  const tags = Object.entries(where ?? {}).map(([tag, value]) => `${tag}=${[value].flat().join('|')}`);
  return [...tags, ...(by === undefined ? [] : [`by ${by}`])].map((text) => `, ${text}`).join('');
}

function boundOf(rule: GateRule): number | null {
  if (rule.kind === 'limit') return rule.min ?? rule.max ?? null;
  if (rule.kind === 'regression') return rule.margin === 0 ? 0 : -rule.margin;
  return rule.max ?? null;
}
