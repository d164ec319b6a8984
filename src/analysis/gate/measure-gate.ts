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
import { type MetricName, metricNamed } from '../../model/score/metrics.ts';
import { fieldGlobWithin } from '../../scorers/extraction/field-glob.ts';
import { partChanges } from '../config-changes/schema-changes.ts';
import type { DocumentScores } from '../fold/documents/document-scores.ts';
import { type FoldedRun, positionsWithGold, type VersionColumns } from '../fold/folded-run.ts';
import { headlines } from '../fold/headline.ts';
import { LabelCeilings, type SecondGold } from '../fold/label-ceilings.ts';
import { metricParts, type PartScope, pairedQuestion, partsWithFailures } from '../fold/parts.ts';
import { proposedLabels } from '../fold/proposed-labels.ts';
import { unchangedValues } from '../fold/unchanged-values.ts';
import { clusteredSettings } from '../fold/with-clusters.ts';
import { compareFamily } from '../measure/compare-paired.ts';
import { documentsForLoss } from '../measure/documents-needed.ts';
import { measureRatio, type PartsAt, plainMeasurement } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import { fewLabelsText, withoutGoldText } from './few-labels.ts';
import {
  newErrorDocuments,
  newErrorLeaves,
  newlyWrongDocuments,
  newlyWrongLeaves,
  poorlyCitedDocuments,
  poorlyCitedLeaves,
  wrongDocuments,
  wrongLeaves,
} from './listed-leaves.ts';
import { measureResource } from './measure-resource.ts';
import { type RuleScope, ruleScopes } from './rule-scopes.ts';
import { runFacts } from './run-facts.ts';

/** The evidence for one check of a gate lists at most this many leaves. */
const maxLeaves = 20;

/** Reads and scores some documents a second time, to list their leaves. `positions` must be ascending. */
type ReadDocuments = (positions: readonly number[]) => AsyncIterable<DocumentScores>;

interface GateMeasurement {
  /**
   * The candidate, scored without the baseline, so that the baseline has no effect on the checks against fixed limits.
   */
  readonly candidate: FoldedRun;
  /** Baseline and candidate, in this order, scored by the same rules; `null` if there is no usable baseline. */
  readonly pair: FoldedRun | null;
  readonly policy: GatePolicy;
  readonly statistics: StatisticsSettings;
  /** Why there is no usable baseline; `null` if there is a usable baseline. */
  readonly noBaseline: Exclude<GateBaseline, { state: 'usable' }> | null;
  /** Names of baseline and candidate if the requested versions are paths of records. */
  readonly names?: readonly string[];
  /** Labels that a second person gave to a sample of the documents; not set if there are no such labels. */
  readonly secondGold?: SecondGold | undefined;
  readonly readCandidate: ReadDocuments;
  readonly readPair: ReadDocuments;
}

interface GateContext extends GateMeasurement {
  readonly ceilings: LabelCeilings | null;
}

/** Measures the figures that the rules of a policy check. The evidence has one entry per rule. */
export async function measureGate(measurement: GateMeasurement): Promise<GateEvidence> {
  const { candidate, pair, policy, names, noBaseline } = measurement;
  const { plan } = candidate;
  const { confidence = measurement.statistics.confidence } = policy;
  const statistics = clusteredSettings({ ...measurement.statistics, confidence }, candidate);
  const { secondGold } = measurement;
  const ceilings = secondGold === undefined ? null : new LabelCeilings(secondGold, statistics);
  const context = { ...measurement, statistics, ceilings };
  const rules = await Array.fromAsync(policyRules(policy), (rule) => measureRule(rule, context));
  const { name, checksum, kind } = plan.dataset;
  const proposed = proposedLabels(pair ?? candidate);
  return {
    dataset: { name, checksum, kind },
    processor: plan.processor.name,
    candidate: named(plan.versions[0] as ResolvedVersion, names?.at(-1)),
    baseline: noBaseline ?? {
      state: 'usable',
      ...named(pair?.plan.versions[0] as ResolvedVersion, names?.[0]),
    },
    run: runFacts(candidate, 0),
    ...(secondGold && {
      labelNoise: {
        dataset: secondGold.dataset,
        isAdjudicated: secondGold.isAdjudicated,
        documents: secondGold.run.count,
      },
    }),
    ...(proposed.length > 0 && { proposedLabels: proposed }),
    missingFields: pair === null ? [] : missingFields(pair),
    fewLabels: [withoutGoldText(candidate), fewLabelsText(candidate)].filter(Boolean).join('; ') || null,
    headline: [headlineRate(context)],
    withoutGold: candidate.count > 0 && positionsWithGold(candidate).length === 0,
    rules,
  };
}

/**
 * Returns the fields or classes of the baseline that the candidate does not have under the same name, or has with
 * another shape (value, object or array).
 */
function missingFields(pair: FoldedRun): GateEvidence['missingFields'] {
  return partChanges(pair)
    .filter(({ change }) => change !== 'added')
    .map(({ field, change, to }) => ({ field, how: to === null ? change : `${change} to ${to}` }));
}

function named({ requested, resolved, configHash }: ResolvedVersion, name = requested) {
  return { name, resolved, configHash };
}

function headlineRate({ candidate, statistics: settings }: GateMeasurement): Measurement {
  const { metric } = headlines[candidate.plan.dataset.kind];
  const partsAt = metricParts(metric, {}, candidate.versions[0] as VersionColumns);
  const documents = positionsWithGold(candidate);
  const rate = measureRatio(metric, 'overall', { documents, settings }, partsAt);
  const isWithoutGold = documents.length === 0 && candidate.count > 0;
  return isWithoutGold ? { ...rate, undefinedBecause: 'no document has gold' } : rate;
}

async function measureRule(rule: GateRule, context: GateContext): Promise<RuleEvidence> {
  const { candidate, pair, policy } = context;
  if (rule.kind === 'resource')
    return { rule, subjects: [measureResource(rule.resource, candidate, pair)], emptyReason: null };
  const { scopes, ...empty } = ruleScopes(
    rule,
    rule.kind === 'limit' ? candidate : (pair ?? candidate),
    policy.allowMissing,
  );
  if (rule.kind === 'limit') {
    const { metric } = rule;
    return {
      rule,
      subjects: await Array.fromAsync(scopes, (scope) => limitSubject(metric, scope, context)),
      ...empty,
    };
  }
  const [compared, worst] =
    rule.kind === 'regression'
      ? [compareScopes(rule, scopes, context), compareScopes(rule, scopes, context, true)]
      : [[], []];
  // New errors are wrong values. They do not show whether a citation metric got worse.
  const isCitation = rule.kind === 'regression' && isOfCitations(rule.metric);
  const matches =
    rule.kind !== 'newErrors' || rule.field === undefined ? () => !isCitation : fieldGlobWithin(rule.field);
  const listed: ListedChanges =
    rule.kind === 'newlyWrong'
      ? {
          find: (_, ...about) => newlyWrongDocuments(...about),
          leaves: (_, document) => newlyWrongLeaves(document),
        }
      : {
          find: (part, ...about) => newErrorDocuments(part, matches, ...about),
          leaves: (part, document) => newErrorLeaves(part, matches, document),
        };
  const subjects = await Array.fromAsync(scopes, (scope, at) =>
    pairSubject(scope, { comparison: compared[at] ?? null, worst: worst[at] ?? null }, listed, context),
  );
  return { rule, subjects, ...empty };
}

async function limitSubject(
  metric: MetricName,
  scope: RuleScope,
  context: GateContext,
): Promise<GateSubject> {
  const { documents, part, name, unmeasured } = scope;
  const subject = { name, comparison: null, of: documents.length };
  if (unmeasured !== undefined) {
    const measurement = plainMeasurement(metric, name, null, 0, 'share', documents.length);
    return {
      ...subject,
      measurement: { ...measurement, undefinedBecause: unmeasured },
      code: 'missing-part',
      leaves: [],
      documents: 0,
    };
  }
  const version = context.candidate.versions[0] as VersionColumns;
  const partsAt = metricParts(metric, part, version);
  const isCitation = isOfCitations(metric);
  const wrong = isCitation
    ? poorlyCitedDocuments(metric, part, version, documents)
    : wrongDocuments(part, version, documents);
  const measured = (parts: PartsAt) =>
    measureRatio(metric, scopeName(name), { documents, settings: context.statistics }, parts);
  const measurement = { ...measured(partsAt), ...ceilingOf(metric, scope, context) };
  const asWrong = partsWithFailures(metric, part, version);
  const worst = asWrong === null ? measurement : measured(asWrong);
  return {
    ...subject,
    measurement,
    ...(isEqualRate(measurement, worst) ? {} : { withFailures: { measurement: worst, comparison: null } }),
    leaves: await listLeaves(context.readCandidate, wrong, (document) =>
      isCitation ? poorlyCitedLeaves(metric, part, document) : wrongLeaves(part, document),
    ),
    documents: wrong.length,
  };
}

/**
 * Returns the label ceiling of a metric for the documents and fields of a rule: the value that a version without errors
 * is expected to reach. Returns an empty object if the ceiling is unknown.
 */
function ceilingOf(
  metric: MetricName,
  { part, documents }: Pick<RuleScope, 'part' | 'documents'>,
  { ceilings }: GateContext,
): Pick<Measurement, 'labelCeiling'> {
  const labelCeiling = ceilings?.of(metric, part, documents).ceiling;
  return labelCeiling ? { labelCeiling } : {};
}

/**
 * Returns whether a metric is about citations. Citations can differ between two outputs even if all their values are
 * equal.
 */
function isOfCitations(metric: string): boolean {
  return metricNamed(metric as MetricName).ofCitations !== undefined;
}

function isEqualRate(one: Measurement, other: Measurement): boolean {
  return one.numerator === other.numerator && one.denominator === other.denominator;
}

/**
 * Compares all scopes of one rule and adjusts their p-values jointly. Returns an empty list if there is no baseline.
 * With `withFailures`, also returns an empty list if no run of the candidate failed.
 */
function compareScopes(
  { metric, margin, confidence }: Extract<GateRule, { kind: 'regression' }>,
  scopes: readonly RuleScope[],
  context: GateContext,
  withFailures = false,
): PairedComparison[] {
  const { pair, statistics } = context;
  if (pair === null || (withFailures && pair.versions[1]?.runs.failed === 0)) return [];
  const questions = scopes.map(({ name, part, whole, documents }) =>
    pairedQuestion(pair, { metric, scope: scopeName(name), part, documents, whole, withFailures }),
  );
  const { itemIds } = pair;
  const settings = { ...statistics, itemIds, margin, confidence: confidence ?? statistics.confidence };
  const { comparisons, designs } = compareFamily(questions, settings);
  return comparisons.map((comparison, i) => {
    const isTooSmall = margin > 0 && (comparison.detectable === null || margin < comparison.detectable);
    const documents = isTooSmall ? documentsForLoss(designs[i] ?? null, comparison, margin) : null;
    const ceiling = ceilingOf(metric, scopes[i] as RuleScope, context);
    return {
      ...comparison,
      baseline: { ...comparison.baseline, ...ceiling },
      candidate: { ...comparison.candidate, ...ceiling },
      ...(documents !== null && { documentsForMargin: documents }),
    };
  });
}

/** How to find the documents that a rule counts or lists, and the leaves to show per document. */
interface ListedChanges {
  readonly find: (part: PartScope, pair: FoldedRun, documents: Int32Array) => readonly number[];
  readonly leaves: (part: PartScope, document: DocumentScores) => readonly CheckedLeaf[];
}

async function pairSubject(
  { name, documents, part }: RuleScope,
  { comparison, worst }: Readonly<Record<'comparison' | 'worst', PairedComparison | null>>,
  listed: ListedChanges,
  { pair, readPair }: GateContext,
): Promise<GateSubject> {
  const measurement = comparison?.candidate ?? null;
  const found = pair === null ? [] : listed.find(part, pair, documents);
  return {
    name,
    measurement,
    comparison,
    ...(comparison === null || worst === null || isEqualRate(comparison.candidate, worst.candidate)
      ? {}
      : { withFailures: { measurement: worst.candidate, comparison: worst } }),
    of: documents.length,
    unchanged:
      pair === null || comparison === null || isOfCitations(comparison.metric)
        ? null
        : unchangedValues(pair, part, documents),
    leaves: await listLeaves(readPair, found, (document) => listed.leaves(part, document)),
    documents: found.length,
  };
}

async function listLeaves(
  read: ReadDocuments,
  positions: readonly number[],
  leavesOf: (document: DocumentScores) => readonly CheckedLeaf[],
): Promise<CheckedLeaf[]> {
  if (positions.length === 0) return [];
  const leaves = await Array.fromAsync(read(positions.slice(0, maxLeaves)), leavesOf);
  return leaves.flat().slice(0, maxLeaves);
}

function scopeName(name: string): string {
  return name === '' ? 'overall' : name;
}
