import { nothing } from '../../base/spelled.ts';
import type { CheckedLeaf, PairedComparison } from '../../model/comparison.ts';
import type { GateAnswer, GateBaseline, GateEvidence, GateSubject } from '../../model/gate-evidence.ts';
import { type GateMetric, type GatePolicy, type GateRule, policyRules } from '../../model/gate-policy.ts';
import type { LeafOutcome } from '../../model/ledger.ts';
import type { Measurement } from '../../model/measurement.ts';
import type { ResolvedVersion } from '../../model/run-record.ts';
import { fieldGlobWithin } from '../../scorers/extraction/field-glob.ts';
import { partChanges } from '../compare/part-changes.ts';
import { comparePaired, type PairedQuestion } from '../compare-paired.ts';
import { displayValue } from '../display-value.ts';
import { findChanges, right } from '../find-changes.ts';
import { overRepeats, shareOfRepeats } from '../over-repeats.ts';
import { measureRatio, ratioSeries } from '../ratio-series.ts';
import { leavesOf } from '../report/document-rows.ts';
import { headlineOf } from '../report/headline.ts';
import type { Judgement, ScoredItem, ScoredRun, ScoredVersion } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';
import { clusteredSettings, withClusters } from '../with-clusters.ts';
import { measureResource } from './measure-resource.ts';
import { leavesIn, metricParts } from './metric-parts.ts';
import { type RuleScope, ruleScopes } from './rule-scopes.ts';
import { runFacts } from './run-facts.ts';

const leavesKept = 20;

export interface GateMeasurement {
  /** The candidate, judged by itself: what it is limited by must not hang on which baseline it has. */
  readonly alone: ScoredRun;
  /** Baseline and candidate, judged alike; null where there is no usable baseline. */
  readonly pair: ScoredRun | null;
  readonly policy: GatePolicy;
  readonly statistics: StatisticsSettings;
  /** Why there is no baseline, or that it is refused; null where there is a pair. */
  readonly without: Exclude<GateBaseline, { state: 'usable' }> | null;
  /** What people call the versions in play, where the plan's words would tell where a record lies. */
  readonly names?: readonly string[];
}

/** Measures what a policy asks about, one answer a rule. */
export function measureGate(asked: GateMeasurement): GateEvidence {
  const { alone, pair, policy } = asked;
  const { plan } = alone;
  const settings = clusteredSettings(
    { ...asked.statistics, confidence: policy.confidence ?? asked.statistics.confidence },
    alone.items,
  );
  const context: Context = { alone, pair, settings, mayLose: policy.mayLose ?? [] };
  const { name, checksum, kind } = plan.dataset;
  return {
    dataset: { name, checksum, kind },
    processor: plan.processor.name,
    candidate: named(plan.versions[0] as ResolvedVersion, asked.names?.at(-1)),
    baseline:
      asked.without ??
      ({
        state: 'usable',
        ...named(pair?.plan.versions[0] as ResolvedVersion, asked.names?.[0]),
      } as const),
    run: runFacts(alone, 0),
    lostFields: pair === null ? [] : lostFields(pair),
    headline: headlineRates(context),
    answers: policyRules(policy).map((rule) => answer(rule, context)),
  };
}

/** A record of one version has it at 0; a pair has the baseline at 0 and the candidate at 1. */
interface Context {
  readonly alone: ScoredRun;
  readonly pair: ScoredRun | null;
  readonly settings: StatisticsSettings;
  readonly mayLose: readonly string[];
}

/** Fields or classes of the baseline that the candidate has no more, or has as another type: nothing compares them. */
function lostFields(pair: ScoredRun): GateEvidence['lostFields'] {
  return partChanges(pair)
    .filter(({ change }) => change !== 'added')
    .map(({ field, change, to }) => ({ field, how: to === null ? change : `${change} to ${to}` }));
}

function named({ requested, resolved, configHash }: ResolvedVersion, name = requested) {
  return { name, resolved, configHash };
}

function headlineRates({ alone, settings }: Context): Measurement[] {
  const headline = headlineOf(alone.plan.dataset.kind);
  const parts = alone.items.map((item) => headline.parts(item, 0));
  return [measureRatio(ratioSeries(headline.metric, 'overall', parts), settings)];
}

function answer(rule: GateRule, context: Context): GateAnswer {
  if (rule.kind === 'resource') {
    return { rule, subjects: [measureResource(rule.resource, context.alone, context.pair)], nothing: null };
  }
  const { scopes, nothing: because } = ruleScopes(
    rule,
    rule.kind === 'limit' ? context.alone : (context.pair ?? context.alone),
    context.mayLose,
  );
  if (rule.kind === 'limit')
    return {
      rule,
      subjects: scopes.map((scope) => limitSubject(rule.metric, scope, context)),
      nothing: because,
    };
  if (rule.kind === 'broken')
    return {
      rule,
      subjects: scopes.map((scope) => brokenSubject(rule.field, scope, context)),
      nothing: because,
    };
  const settings = { ...context.settings, margin: rule.margin };
  const confident = rule.confidence === undefined ? settings : { ...settings, confidence: rule.confidence };
  return { rule, subjects: regressionSubjects(rule.metric, scopes, context, confident), nothing: because };
}

function limitSubject(metric: GateMetric, scope: RuleScope, context: Context): GateSubject {
  const { settings } = context;
  if (scope.unmeasured !== undefined) return unmeasured(metric, scope, scope.unmeasured);
  const parts = scope.items.map((item) => partsAt(metric, scope, item, 0));
  const series = ratioSeries(metric, scope.name === '' ? 'overall' : scope.name, parts);
  const wrong = scope.items.map((item) => wrongLeaves(scope, item));
  return {
    name: scope.name,
    measurement: measureRatio(series, withClusters(settings, scope.items)),
    comparison: null,
    of: scope.items.length,
    leaves: wrong.flat().slice(0, leavesKept),
    documents: wrong.filter((leaves) => leaves.length > 0).length,
  };
}

function unmeasured(metric: GateMetric, { name, items }: RuleScope, undefinedBecause: string): GateSubject {
  const measurement = {
    metric,
    scope: name,
    value: null,
    n: 0,
    unscored: items.length,
    unit: 'share' as const,
  };
  return {
    name,
    measurement: { ...measurement, undefinedBecause },
    comparison: null,
    of: items.length,
    leaves: [],
    documents: 0,
  };
}

function partsAt(metric: GateMetric, scope: RuleScope, item: ScoredItem, version: number) {
  return overRepeats(item.versions[version], ({ judgement }) => metricParts(metric, scope.part, judgement));
}

function wrongLeaves(scope: RuleScope, item: ScoredItem): CheckedLeaf[] {
  return scopedLeaves(scope, (item.versions[0] as ScoredVersion).judgement)
    .filter(({ outcome }) => !right(outcome) && outcome !== 'excluded' && outcome !== 'unscored')
    .map((leaf) => ({
      itemId: item.recorded.id,
      path: leaf.path,
      expected: displayValue(leaf.expected),
      baseline: null,
      candidate: displayValue(leaf.predicted),
    }));
}

/** The leaves that a scope's rate is made of; a class's are those that expect or give it. */
function scopedLeaves({ part }: RuleScope, judgement: Judgement): readonly LeafOutcome[] {
  const leaves = leavesIn(leavesOf(judgement), part);
  const { label } = part;
  if (label === undefined) return leaves;
  const isOf = (value: unknown) =>
    typeof value === 'string' && (value === label || value.startsWith(`${label}, `));
  return leaves.filter(({ expected, predicted }) => isOf(expected) || isOf(predicted));
}

/** The subjects of one rule are one family of questions. */
function regressionSubjects(
  metric: GateMetric,
  scopes: readonly RuleScope[],
  { pair }: Context,
  settings: StatisticsSettings,
): GateSubject[] {
  const compared = pair === null ? null : compareScopes(metric, scopes, settings);
  return scopes.map((scope, at) => {
    const comparison = compared?.[at] ?? null;
    return {
      name: scope.name,
      measurement: comparison?.candidate ?? null,
      comparison,
      ...(pair === null ? { of: scope.items.length, leaves: [], documents: 0 } : brokenIn(scope)),
    };
  });
}

function compareScopes(
  metric: GateMetric,
  scopes: readonly RuleScope[],
  settings: StatisticsSettings,
): PairedComparison[] {
  const questions = scopes.map((scope): PairedQuestion & { readonly items: readonly ScoredItem[] } => ({
    metric,
    scope: scope.name === '' ? 'overall' : scope.name,
    test: scope.whole ? 'mcnemar' : 'permutation',
    items: scope.items,
    documents: scope.items.map((item) => ({
      baseline: partsAt(metric, scope, item, 0),
      candidate: partsAt(metric, scope, item, 1),
      baselineRight: allRight(metric, scope, item, 0),
      candidateRight: allRight(metric, scope, item, 1),
    })),
  }));
  const slices = new Set(questions.map(({ items }) => items));
  if (settings.clusterBy === undefined || slices.size < 2)
    return comparePaired(questions, withClusters(settings, questions[0]?.items ?? []));
  // Cluster labels run parallel to the documents, so each slice is compared with its own.
  return questions.flatMap((question) => comparePaired([question], withClusters(settings, question.items)));
}

/** The share of the document's scored repeats in which all leaves of the scope are right. */
function allRight(metric: GateMetric, scope: RuleScope, item: ScoredItem, version: number): number | null {
  return shareOfRepeats(item.versions[version], ({ judgement }) =>
    metricParts(metric, scope.part, judgement) === null
      ? null
      : scopedLeaves(scope, judgement).every(({ outcome }) => right(outcome)),
  );
}

function brokenSubject(field: string | undefined, scope: RuleScope, { pair }: Context): GateSubject {
  const subject = { name: scope.name, measurement: null, comparison: null };
  if (pair === null) return { ...subject, of: scope.items.length, leaves: [], documents: 0 };
  return { ...subject, ...brokenIn(scope, field) };
}

/** Documents of the scope with a leaf that was right and is wrong now, or that lost their output; of the first repeat. */
function brokenIn(scope: RuleScope, field?: string) {
  const matches = field === undefined ? () => true : fieldGlobWithin(field);
  const broke = scope.items.map((item): CheckedLeaf[] => {
    const before = item.versions[0] as ScoredVersion;
    const after = item.versions[1] as ScoredVersion;
    const itemId = item.recorded.id;
    const lost = findChanges(
      itemId,
      scopedLeaves(scope, before.judgement),
      scopedLeaves(scope, after.judgement),
    ).broke.filter(({ path }) => matches(path.replaceAll(/\[\d+\]/g, '')));
    if (lost.length > 0 || before.state !== 'scored' || after.state === 'scored') return [...lost];
    return [
      {
        itemId,
        path: '(whole document)',
        expected: '',
        baseline: 'an output',
        candidate: after.failure ?? nothing,
      },
    ];
  });
  return {
    of: scope.items.length,
    leaves: broke.flat().slice(0, leavesKept),
    documents: broke.filter((leaves) => leaves.length > 0).length,
  };
}
