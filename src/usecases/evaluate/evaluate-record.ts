import { countRuns } from '../../analysis/compare/count-runs.ts';
import { goldDifference } from '../../analysis/compare/gold-difference.ts';
import { pairRecords } from '../../analysis/compare/pair-records.ts';
import { scoringConfig } from '../../analysis/config-changes/scoring-config.ts';
import { type FoldSource, foldRecord, scoreDocuments } from '../../analysis/fold/fold-record.ts';
import { type FoldedRun, onlyLastVersion } from '../../analysis/fold/folded-run.ts';
import type { SecondGold } from '../../analysis/fold/label-ceilings.ts';
import { clusterTags } from '../../analysis/fold/with-clusters.ts';
import { measureGate } from '../../analysis/gate/measure-gate.ts';
import {
  type FigureOptions,
  optionDifferences,
  scoringRules,
} from '../../analysis/measure/figure-options.ts';
import { type FoldedReport, foldReport, type ReportOptions } from '../../analysis/sections/build-report.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { gateOutcome } from '../../gates/evaluate-gate.ts';
import type { GateBaseline, GateOutcome } from '../../model/gate/gate-evidence.ts';
import { type GatePolicy, policyTags } from '../../model/gate/gate-policy.ts';
import { isSubset } from '../../model/record/rerun.ts';
import type { ResolvedVersion, RunPlan } from '../../model/record/run-record.ts';
import type { InconclusiveCode } from '../../model/score/inconclusive-codes.ts';
import { scorerDifferences } from '../../model/score/scorer-description.ts';
import { type RecordReader, versionOf } from '../../record/read/open-record.ts';
import { describeScorer } from '../../scorers/extraction/scorer-fingerprint.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import type { RecordVersion } from '../inputs/open-side.ts';

/** Input of a gate: candidate, baseline, policy and scoring options. */
export interface GateRequest {
  readonly candidate: RecordVersion;
  /**
   * Version of the baseline, or the reason why there is none. `null` selects the other version in the record of the
   * candidate.
   */
  readonly baseline: RecordVersion | { readonly missing: string } | null;
  readonly policy: GatePolicy;
  /**
   * Returns the options that apply to a record. The gate takes the statistics options from the candidate, not from the
   * baseline.
   */
  readonly optionsOf: (plan: RunPlan) => FigureOptions;
  readonly openSinks?: ReportOptions['openSinks'];
  readonly onScored?: ReportOptions['onScored'];
  /**
   * Labels that a second person gave to a sample of the documents. With second labels, the reasons of the checks also
   * state the label ceiling. The second labels do not change any result.
   */
  readonly secondGold?: SecondGold | undefined;
  /**
   * Scores of all versions in the candidate's record, if the caller already has them. The scores must be computed with
   * the options of the candidate.
   */
  readonly folded?: FoldedReport;
}

export interface EvaluatedRecord {
  readonly outcome: GateOutcome;
  /** Scores of the candidate, or of baseline and candidate if there is a usable baseline. */
  readonly folded: FoldedReport;
}

type Without = Exclude<GateBaseline, { state: 'usable' }>;
type Source = FoldSource & { readonly dir: string };

interface UsableBaseline {
  /** Reader that presents both versions as one record. */
  readonly reader: Source;
  readonly name: string;
}

/**
 * Scores a record, compares it with its baseline and evaluates the policy. If the items, gold, schemas or scorers of
 * candidate and baseline differ, the outcome rejects the baseline and names the difference.
 */
export async function evaluateRecord(request: GateRequest): Promise<EvaluatedRecord> {
  const { policy, openSinks, onScored } = request;
  const { reader } = request.candidate;
  const version = versionOf(reader, request.candidate.version);
  const { scoring, statistics } = request.optionsOf(reader.plan);
  const found = await baselineOf(request, version);
  const noBaseline = 'state' in found ? found : null;
  const alone = onlyVersion(reader, version);
  const source = 'state' in found ? alone : found.reader;
  const tags = policyTags(policy);
  const folded =
    ownFold(request, version, source) ??
    (await foldReport(source, { scoring, statistics, tags, openSinks, onScored }));
  const pair = noBaseline === null ? folded.run : null;
  const evidence = await measureGate({
    candidate:
      pair === null
        ? folded.run
        : await foldAlone(alone, { pair, scoring, tags: tags.union(clusterTags(statistics)) }),
    pair,
    policy,
    statistics,
    noBaseline,
    secondGold: request.secondGold,
    names: 'state' in found ? [version.requested] : [found.name, version.requested],
    readCandidate: (positions) => scoreDocuments(alone, scoring, positions),
    readPair: (positions) => scoreDocuments(source, scoring, positions),
  });
  const differences = optionDifferences(folded.recorded, { scoring, statistics });
  const rules = scoringRules(scoring);
  const stated = {
    ...(differences.length > 0 && { optionDifferences: differences }),
    ...(rules.length > 0 && { scoringRules: rules }),
  };
  return {
    outcome: gateOutcome(policy, { ...evidence, ...stated }, describeScorer(scoring).fingerprint),
    folded,
  };
}

/** Returns `request.folded` if it contains the versions that the gate needs. Otherwise returns `null`. */
function ownFold(
  { folded, baseline }: GateRequest,
  candidate: ResolvedVersion,
  { plan }: Source,
): FoldedReport | null {
  if (folded === undefined || baseline !== null) return null;
  const { versions } = folded.run.plan;
  const isCandidateLast = versions.at(-1)?.requested === candidate.requested;
  return isCandidateLast && versions.length === plan.versions.length ? folded : null;
}

/**
 * Returns the scores of the candidate alone. `pair` has the scores of baseline and candidate. Takes the scores from
 * `pair` if the config for scoring is the same with and without the baseline. Otherwise scores the candidate again.
 */
async function foldAlone(
  alone: Source,
  { pair, scoring, tags }: { pair: FoldedRun; scoring: ExtractionScoringOptions; tags: ReadonlySet<string> },
): Promise<FoldedRun> {
  const { config, excludedFields } = pair;
  return canonicalJson(scoringConfig(alone.plan)) === canonicalJson({ config, ...excludedFields })
    ? onlyLastVersion(pair, alone.plan, alone.summary)
    : foldRecord(alone, { scoring, tags });
}

/** Returns baseline and candidate as one record. If they cannot be compared, returns the reason. */
async function baselineOf(
  request: GateRequest,
  candidate: ResolvedVersion,
): Promise<UsableBaseline | Without> {
  const { reader } = request.candidate;
  const given = request.baseline;
  const none = (reason: string, code?: InconclusiveCode): Without => ({
    state: 'none',
    reason,
    ...(code && { code }),
  });
  if (given !== null && 'missing' in given) return none(given.missing);
  const states = await countRuns(reader, reader.plan.versions.indexOf(candidate));
  if (states.planned === 0) return none('the record has no items');
  if (states.notRun + states.cancelled > 0) return none('the record is incomplete');
  const other = reader.plan.versions.find(({ requested }) => requested !== candidate.requested);
  if (given === null && other === undefined)
    return none('the record has only one version, and --baseline is not given', 'one-version');
  const baseline = given ?? { reader, version: other?.requested };
  const version = versionOf(baseline.reader, baseline.version);
  if (baseline.reader.dir === reader.dir && version.requested === candidate.requested)
    throw new GoldsetError('USAGE', {
      problem: `the baseline is the candidate itself: ${version.requested} of ${reader.dir}`,
      fix: 'Name another record or version.',
    });
  const name = version.requested;
  const isSameRun =
    baseline.reader.plan.recordId === reader.plan.recordId && version.requested === candidate.requested;
  const rejected = (reason: string): Without => ({ state: 'rejected', name, reason });
  if (isSameRun) return rejected('it is a copy of the candidate: the same version of the same run');
  const schemas = otherSchema(baseline.reader, version, reader, candidate);
  if (schemas !== null) return rejected(schemas);
  const scorers = scorerDifferences(
    describeScorer(request.optionsOf(baseline.reader.plan).scoring),
    describeScorer(request.optionsOf(reader.plan).scoring),
  );
  if (scorers.length > 0) {
    const [first] = scorers;
    const reason = `different scorers: ${first?.what} is ${first?.baseline} for the baseline and ${first?.candidate} for the candidate; --use-config applies the configuration to both`;
    return rejected(reason);
  }
  try {
    const pair = await pairRecords(
      { reader: baseline.reader, version: version.requested },
      { reader, version: candidate.requested },
    );
    const rejection = await rejectionOfRun(baseline.reader, version, request.policy);
    return rejection === null ? { reader: pair.reader, name } : rejected(rejection);
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError) || thrown.code !== 'RECORDS_NOT_COMPARABLE') throw thrown;
    const where = String(thrown.details.difference)
      .replaceAll(baseline.reader.dir, 'the baseline')
      .replaceAll(reader.dir, 'this record');
    return rejected(`other ${thrown.details.what}: ${where}`);
  }
}

/**
 * Describes how the schemas of baseline and candidate differ. Returns `null` if the schemas are equal, if baseline and
 * candidate are in one record, or if the datasets of both records have a config.
 */
function otherSchema(
  before: RecordReader,
  version: ResolvedVersion,
  after: RecordReader,
  candidate: ResolvedVersion,
): string | null {
  if (before.dir === after.dir) return null;
  if (before.plan.dataset.config !== undefined && after.plan.dataset.config !== undefined) return null;
  const [first, ...more] = goldDifference(version.config, candidate.config);
  if (first === undefined) return null;
  return `different schema: ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}

/**
 * Returns why a baseline is unusable, or `null` if it is usable. For example, a baseline with many failed item runs
 * would make every candidate look better.
 */
async function rejectionOfRun(
  reader: RecordReader,
  version: ResolvedVersion,
  policy: GatePolicy,
): Promise<string | null> {
  const number = reader.plan.versions.indexOf(version);
  const { planned, processed, failed, cancelled, notRun } = await countRuns(reader, number);
  if (reader.summary === null || notRun + cancelled > 0)
    return `its run is incomplete: ${notRun + cancelled} of ${planned} item runs have no result`;
  if (isSubset(reader.plan)) return 'it has only documents that were selected because of their errors';
  if (processed === 0) return 'none of its items has an output';
  const accepted = policy.failures?.max ?? 0;
  return failed / planned > accepted
    ? `${failed} of its ${planned} item runs failed, more than the policy accepts`
    : null;
}

function onlyVersion(reader: RecordReader, version: ResolvedVersion): Source {
  const { dir, plan, summary } = reader;
  const number = plan.versions.indexOf(version);
  return {
    dir,
    summary,
    plan: { ...plan, versions: [version] },
    documents: async function* (positions) {
      for await (const document of reader.documents(positions))
        yield { ...document, runs: [document.runs[number] ?? []] };
    },
  };
}
