import type {
  GateBaseline,
  GateEvidence,
  GateSubject,
  RuleEvidence,
} from '../../model/gate/gate-evidence.ts';
import { type GatePolicy, type GateRule, policyRules } from '../../model/gate/gate-policy.ts';
import type { ResolvedVersion } from '../../model/record/run-record.ts';
import type { CheckedLeaf, PairedComparison } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { MetricName } from '../../model/score/metrics.ts';
import { fieldGlobWithin } from '../../scorers/extraction/field-glob.ts';
import { partChanges } from '../config-changes/schema-changes.ts';
import type { DocumentScores } from '../fold/documents/document-scores.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { headlineOf } from '../fold/headline.ts';
import { clusteredSettings } from '../fold/with-clusters.ts';
import { comparePaired, type PairedQuestion } from '../measure/compare-paired.ts';
import { measureRatio, ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import { brokenDocuments, brokenLeaves, wrongDocuments, wrongLeaves } from './listed-leaves.ts';
import { measureResource } from './measure-resource.ts';
import { metricParts, shareRight } from './metric-parts.ts';
import { type RuleScope, ruleScopes } from './rule-scopes.ts';
import { runFacts } from './run-facts.ts';

const leavesKept = 20;

/** Reads and scores the documents at some positions (rising) again. */
export type ReadDocuments = (positions: readonly number[]) => AsyncIterable<DocumentScores>;

export interface GateMeasurement {
  /** The candidate, judged by itself: what it is limited by must not hang on which baseline it has. */
  readonly alone: FoldedRun;
  /** Baseline and candidate, judged alike; null where there is no usable baseline. */
  readonly pair: FoldedRun | null;
  readonly policy: GatePolicy;
  readonly statistics: StatisticsSettings;
  /** Why there is no baseline, or that it is refused; null where there is a pair. */
  readonly without: Exclude<GateBaseline, { state: 'usable' }> | null;
  /** What people call the versions in play, where the plan's words would tell where a record lies. */
  readonly names?: readonly string[];
  /** Reads single documents again, for the leaves that are listed: of the candidate alone, or of both versions. */
  readonly readAlone: ReadDocuments;
  readonly readPair: ReadDocuments;
}

/** Measures what a policy asks about, one answer a rule. */
export async function measureGate(asked: GateMeasurement): Promise<GateEvidence> {
  const { alone, pair, policy } = asked;
  const { plan } = alone;
  const settings = clusteredSettings(
    { ...asked.statistics, confidence: policy.confidence ?? asked.statistics.confidence },
    alone,
  );
  const { readAlone, readPair } = asked;
  const context: Context = {
    alone,
    pair,
    settings,
    allowMissing: policy.allowMissing ?? [],
    readAlone,
    readPair,
  };
  const answers: RuleEvidence[] = [];
  for (const rule of policyRules(policy)) answers.push(await answer(rule, context));
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
    answers,
  };
}

/** A record of one version has it at 0; a pair has the baseline at 0 and the candidate at 1. */
interface Context {
  readonly alone: FoldedRun;
  readonly pair: FoldedRun | null;
  readonly settings: StatisticsSettings;
  readonly allowMissing: readonly string[];
  readonly readAlone: ReadDocuments;
  readonly readPair: ReadDocuments;
}

/** Fields or classes of the baseline that the candidate has no more, or has as another type: nothing compares them. */
function lostFields(pair: FoldedRun): GateEvidence['lostFields'] {
  return partChanges(pair)
    .filter(({ change }) => change !== 'added')
    .map(({ field, change, to }) => ({ field, how: to === null ? change : `${change} to ${to}` }));
}

function named({ requested, resolved, configHash }: ResolvedVersion, name = requested) {
  return { name, resolved, configHash };
}

function headlineRates({ alone, settings }: Context): Measurement[] {
  const headline = headlineOf(alone.plan.dataset.kind);
  const partsAt = headline.parts(alone.versions[0] as VersionColumns);
  return [
    measureRatio(ratioSeries(headline.metric, 'overall', allPositions(alone.count), partsAt), settings),
  ];
}

async function answer(rule: GateRule, context: Context): Promise<RuleEvidence> {
  if (rule.kind === 'resource') {
    return { rule, subjects: [measureResource(rule.resource, context.alone, context.pair)], nothing: null };
  }
  const { scopes, nothing } = ruleScopes(
    rule,
    rule.kind === 'limit' ? context.alone : (context.pair ?? context.alone),
    context.allowMissing,
  );
  const subjects: GateSubject[] = [];
  if (rule.kind === 'limit')
    for (const scope of scopes) subjects.push(await limitSubject(rule.metric, scope, context));
  else if (rule.kind === 'broken')
    for (const scope of scopes) subjects.push(await brokenSubject(rule.field, scope, context));
  else {
    const settings = { ...context.settings, margin: rule.margin };
    const confident = rule.confidence === undefined ? settings : { ...settings, confidence: rule.confidence };
    subjects.push(...(await regressionSubjects(rule.metric, scopes, context, confident)));
  }
  return { rule, subjects, nothing };
}

async function limitSubject(metric: MetricName, scope: RuleScope, context: Context): Promise<GateSubject> {
  if (scope.unmeasured !== undefined) return unmeasured(metric, scope, scope.unmeasured);
  const { documents, part, name } = scope;
  const version = context.alone.versions[0] as VersionColumns;
  const series = ratioSeries(
    metric,
    name === '' ? 'overall' : name,
    documents,
    metricParts(metric, part, version),
  );
  const wrong = wrongDocuments(part, version, documents);
  return {
    name,
    measurement: measureRatio(series, context.settings),
    comparison: null,
    of: documents.length,
    leaves: await listLeaves(context.readAlone, wrong, (document) => wrongLeaves(part, document)),
    documents: wrong.length,
  };
}

function unmeasured(
  metric: MetricName,
  { name, documents }: RuleScope,
  undefinedBecause: string,
): GateSubject {
  const measurement = {
    metric,
    scope: name,
    value: null,
    n: 0,
    unscored: documents.length,
    unit: 'share' as const,
  };
  return {
    name,
    measurement: { ...measurement, undefinedBecause },
    comparison: null,
    of: documents.length,
    leaves: [],
    documents: 0,
  };
}

/** The subjects of one rule are one family of questions. */
async function regressionSubjects(
  metric: MetricName,
  scopes: readonly RuleScope[],
  context: Context,
  settings: StatisticsSettings,
): Promise<GateSubject[]> {
  const { pair } = context;
  const compared = pair === null ? null : compareScopes(metric, scopes, pair, settings);
  const subjects: GateSubject[] = [];
  for (const [at, scope] of scopes.entries()) {
    const comparison = compared?.[at] ?? null;
    subjects.push({
      name: scope.name,
      measurement: comparison?.candidate ?? null,
      comparison,
      ...(await brokenIn(scope, context)),
    });
  }
  return subjects;
}

function compareScopes(
  metric: MetricName,
  scopes: readonly RuleScope[],
  { versions }: FoldedRun,
  settings: StatisticsSettings,
): PairedComparison[] {
  const [baseline, candidate] = versions as readonly [VersionColumns, VersionColumns];
  const questions = scopes.map(
    ({ name, part, whole, documents }): PairedQuestion => ({
      metric,
      scope: name === '' ? 'overall' : name,
      test: whole ? 'mcnemar' : 'permutation',
      documents,
      baseline: metricParts(metric, part, baseline),
      candidate: metricParts(metric, part, candidate),
      baselineRight: shareRight(metric, part, baseline),
      candidateRight: shareRight(metric, part, candidate),
    }),
  );
  return comparePaired(questions, settings);
}

async function brokenSubject(
  field: string | undefined,
  scope: RuleScope,
  context: Context,
): Promise<GateSubject> {
  return {
    name: scope.name,
    measurement: null,
    comparison: null,
    ...(await brokenIn(scope, context, field)),
  };
}

/** Documents of the scope with a leaf that was right and is wrong now, or that lost their output; of the first repeat. */
async function brokenIn(scope: RuleScope, { pair, readPair }: Context, field?: string) {
  const { documents, part } = scope;
  if (pair === null) return { of: documents.length, leaves: [], documents: 0 };
  const matches = field === undefined ? () => true : fieldGlobWithin(field);
  const newErrors = brokenDocuments(part, matches, pair, documents);
  return {
    of: documents.length,
    leaves: await listLeaves(readPair, newErrors, (document) => brokenLeaves(part, matches, document)),
    documents: newErrors.length,
  };
}

/** The first leaves of the documents at these positions. */
async function listLeaves(
  read: ReadDocuments,
  positions: readonly number[],
  leavesOf: (document: DocumentScores) => readonly CheckedLeaf[],
): Promise<CheckedLeaf[]> {
  const leaves: CheckedLeaf[] = [];
  for await (const document of read(positions.slice(0, leavesKept))) leaves.push(...leavesOf(document));
  return leaves.slice(0, leavesKept);
}
