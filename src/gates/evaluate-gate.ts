import { sha256Json } from '../base/hash.ts';
import { capitalise, pluralise } from '../base/phrases.ts';
import type { GateCode, GateEvidence, GateOutcome, RuleEvidence } from '../model/gate/gate-evidence.ts';
import { type GatePolicy, type GateRule, policyRules } from '../model/gate/gate-policy.ts';
import type { Verdict, VerdictCheck } from '../model/score/comparison.ts';
import type { InconclusiveCode } from '../model/score/inconclusive-codes.ts';
import { optionDifferencesText } from '../model/score/option-differences.ts';
import { metricLabel, noBaseline, openCheck } from './check.ts';
import { checkDocumentCount } from './check-documents.ts';
import { checkLimit, checkRegression } from './check-quality.ts';
import { checkResource } from './check-resource.ts';
import {
  checkComplete,
  checkFailures,
  checkLabels,
  checkMissingFields,
  checkNonZeroScore,
  checkOptions,
  checkSelection,
} from './check-run.ts';

/**
 * Evaluates a policy against the evidence that was measured for it. Reads and changes no files. The verdict is `fail`
 * if any check fails, otherwise `inconclusive` if any check is inconclusive, otherwise `pass`.
 *
 * The verdict is also inconclusive if the policy has no rules. A check is inconclusive if its rule matches no field, if
 * its figure is undefined, or if it needs a baseline and there is none. Four checks need no rule: every planned item
 * run has a result, the measured items represent the dataset, the share of failed item runs is within the limit of the
 * policy, and the score is above zero. If the run is incomplete, or if its documents were selected by their errors, all
 * rules are inconclusive, and no other check is made.
 *
 * `evidence.rules` has one entry per rule, in the order of `policyRules`. Source: decision 0052. Example: a recall of
 * .93 on 40 documents fails against a minimum of .95. With `on: interval` and an interval of [.88, .97], the check is
 * inconclusive.
 */
export function evaluateGate(policy: GatePolicy, evidence: GateEvidence): Verdict {
  const complete = checkComplete(evidence);
  const rules = policyRules(policy);
  if (complete.status !== 'pass')
    return verdictOf([
      complete,
      ...rules.map((rule) => notEvaluated(rule, complete.code ?? 'incomplete-run', complete.reason)),
    ]);
  const checks = rules.flatMap((rule, at) => checkRule(rule, evidence.rules[at], policy, evidence));
  return verdictOf([
    complete,
    ...checkSelection(evidence, policy),
    ...checkLabels(evidence),
    ...checkOptions(evidence),
    checkFailures(evidence, policy),
    checkNonZeroScore(evidence),
    ...checkMissingFields(evidence, policy, rules),
    ...(rules.length === 0 ? [emptyPolicy] : checks),
  ]);
}

const emptyPolicy = openCheck({
  name: 'the policy has a rule',
  rule: 'policy',
  value: 0,
  bound: 1,
  n: 0,
  unit: 'count',
}).inconclusive(
  'no-rules',
  'the policy has no rules, so a pass would mean nothing; add "limits", "regressions", "newlyWrong" or "newErrors"',
);

function verdictOf(checks: readonly VerdictCheck[]): Verdict {
  const has = (status: VerdictCheck['status']) => checks.some((check) => check.status === status);
  return {
    status: has('fail') ? 'fail' : has('inconclusive') ? 'inconclusive' : 'pass',
    checks: distinct(checks),
  };
}

/** Makes equal names of checks unique by adding numbers, because CI systems identify a check by its name. */
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
  evidence: RuleEvidence | undefined,
  policy: GatePolicy,
  { baseline }: GateEvidence,
): VerdictCheck[] {
  if (evidence === undefined || evidence.subjects.length === 0)
    return [
      notEvaluated(
        rule,
        evidence?.emptyCode ?? 'nothing-matched',
        evidence?.emptyReason ?? 'nothing was measured for this rule',
      ),
    ];
  // Without a baseline, all checks of the rule would have the same reason, so there is one check for all fields.
  if (rule.kind === 'regression' && baseline.state !== 'usable')
    return [notEvaluated(rule, ...noBaseline(baseline))];
  return evidence.subjects.flatMap((subject) => {
    if (rule.kind === 'limit') return checkLimit(rule, subject, policy);
    if (rule.kind === 'regression') return checkRegression(rule, subject, baseline, policy);
    if (rule.kind === 'newlyWrong' || rule.kind === 'newErrors')
      return checkDocumentCount(rule, subject, baseline);
    return checkResource(rule, subject, baseline);
  });
}

function notEvaluated(rule: GateRule, code: InconclusiveCode, reason: string): VerdictCheck {
  const unmeasured = { name: nameOf(rule), rule: rule.kind, value: null, bound: boundOf(rule), n: 0 };
  return openCheck(unmeasured).inconclusive(code, reason);
}

function nameOf(rule: GateRule): string {
  if (rule.kind === 'limit' || rule.kind === 'regression') {
    const subject = rule.field ?? rule.class ?? '';
    return `${rule.kind} on ${metricLabel(rule.metric, subject)}${sliceOf(rule)}`;
  }
  if (rule.kind === 'newlyWrong') return `newly wrong documents${sliceOf(rule)}`;
  if (rule.kind === 'newErrors') return `documents with new errors${sliceOf(rule)}`;
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

/** Evaluates a policy. The outcome also has a sentence on the verdict, the dataset and the compared versions. */
export function gateOutcome(
  policy: GatePolicy,
  evidence: GateEvidence,
  scorerFingerprint: string,
): GateOutcome {
  const { dataset, processor, candidate, baseline, run } = evidence;
  return outcomeOf(evaluateGate(policy, evidence), policy, {
    dataset,
    processor,
    candidate,
    baseline,
    items: run.items,
    scorerFingerprint,
    selection: run.selection?.text ?? null,
    ...(evidence.labelNoise && { labelNoise: evidence.labelNoise }),
    ...(evidence.proposedLabels && { proposedLabels: evidence.proposedLabels }),
    ...(evidence.optionDifferences && { optionDifferences: evidence.optionDifferences }),
  });
}

/** Returns an inconclusive outcome for a record that cannot be read. `reason` states why. */
export function gateWithoutRecord(policy: GatePolicy, reason: string): GateOutcome {
  const unread = { name: 'the record can be read', rule: 'readable', value: null, bound: null, n: 0 };
  return outcomeOf(verdictOf([openCheck(unread).inconclusive('unreadable-record', reason)]), policy, {
    dataset: null,
    processor: null,
    candidate: null,
    baseline: { state: 'none', reason: 'there is no record to compare' },
    items: 0,
    scorerFingerprint: null,
    selection: null,
  });
}

type Compared = Pick<
  GateOutcome,
  | 'dataset'
  | 'processor'
  | 'candidate'
  | 'baseline'
  | 'items'
  | 'selection'
  | 'scorerFingerprint'
  | 'labelNoise'
  | 'proposedLabels'
  | 'optionDifferences'
>;

/**
 * Code and exit code of a gate, by the rule of the check that did not pass. If several of these checks did not pass,
 * the first rule in this list decides.
 */
const recordCodes: readonly (readonly [rule: string, code: GateCode, exitCode: 1 | 2 | 3])[] = [
  ['readable', 'unreadable-record', 2],
  ['complete', 'incomplete-run', 3],
  ['subset', 'selected-subset', 3],
  ['failures', 'too-many-failures', 3],
  ['selection', 'selected-part', 1],
];

/**
 * Returns the rule of a check. Returns `subset` instead of `complete` if the check did not pass because the record has
 * only selected documents.
 */
function ruleOf({ rule, code }: VerdictCheck): string | undefined {
  return rule === 'complete' && code === 'selected-subset' ? 'subset' : rule;
}

function outcomeOf(verdict: Verdict, policy: GatePolicy, compared: Compared): GateOutcome {
  const isOpen = (rule: string) =>
    verdict.checks.some((check) => ruleOf(check) === rule && check.status !== 'pass');
  const [, code = null, exitCode = 1] = recordCodes.find(([rule]) => isOpen(rule)) ?? [];
  const { selection, optionDifferences, proposedLabels = [] } = compared;
  const options = optionDifferencesText(optionDifferences);
  const sentences = [
    sentenceOf(verdict),
    ...(selection === null ? [] : [`Measured on ${selection}.`]),
    ...(options === null ? [] : [`${capitalise(options)}.`]),
    ...proposedLabels.map(({ text }) => text),
  ];
  return {
    schemaVersion: 1,
    status: verdict.status,
    exitCode: verdict.status === 'pass' ? 0 : exitCode,
    code,
    sentence: sentences.join(' '),
    policyHash: sha256Json(policy),
    ...compared,
    checks: verdict.checks,
  };
}

function sentenceOf({ status, checks }: Verdict): string {
  const all = pluralise(checks.length, 'check');
  if (status === 'pass') return `The gate passed: all ${all} passed.`;
  const withStatus = (value: Verdict['status']) => checks.filter((check) => check.status === value);
  const failed = withStatus('fail');
  const open = withStatus('inconclusive');
  const first = (failed[0] ?? open[0])?.reason ?? '';
  const also = failed.length > 0 && open.length > 0 ? `, ${open.length} more inconclusive` : '';
  return status === 'fail'
    ? `The gate failed: ${failed.length} of ${all} failed${also}. First: ${first}.`
    : `The gate is inconclusive: ${open.length} of ${all} ${open.length === 1 ? 'is' : 'are'} inconclusive. First: ${first}.`;
}
