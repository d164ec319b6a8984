import { goldDifference } from '../../analysis/compare/gold-difference.ts';
import { pairRecords } from '../../analysis/compare/pair-records.ts';
import { measureGate } from '../../analysis/gate/measure-gate.ts';
import { runFacts } from '../../analysis/gate/run-facts.ts';
import { scoreRun } from '../../analysis/score-run.ts';
import type { ScoredRun } from '../../analysis/scored-run.ts';
import type { StatisticsSettings } from '../../analysis/statistics-settings.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { gateOutcome } from '../../gates/gate-outcome.ts';
import type { GateBaseline } from '../../model/gate-evidence.ts';
import type { GateOutcome } from '../../model/gate-outcome.ts';
import type { GatePolicy } from '../../model/gate-policy.ts';
import type { PresencePolicy } from '../../model/presence-policy.ts';
import type { ResolvedVersion } from '../../model/run-record.ts';
import { scorerDifferences } from '../../model/scorer-description.ts';
import type { RecordReader } from '../../record/open-record.ts';
import { describeScorer, scorerFingerprint } from '../../scorers/extraction/scorer-fingerprint.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';

/** A version of a record; the last one where none is named. */
export interface RecordVersion {
  readonly reader: RecordReader;
  readonly version?: string | undefined;
}

/** What `judgeRecord` judges: a candidate, its baseline, the policy, and how values are scored. */
export interface GateRequest {
  readonly candidate: RecordVersion;
  /**
   * A record's version; why there is none; or null for the version that the candidate's own record was run beside.
   */
  readonly baseline: RecordVersion | { readonly missing: string } | null;
  readonly policy: GatePolicy;
  readonly statistics: StatisticsSettings;
  /** How values are judged, given what the dataset states. */
  readonly scoring: (presence: PresencePolicy | undefined) => ExtractionScoringOptions;
}

/** The outcome, and the record that it is of. */
export interface JudgedRecord {
  readonly outcome: GateOutcome;
  /** The record that a report of the verdict is made from: candidate alone, or both as one. */
  readonly reader: RecordReader;
}

type Without = Exclude<GateBaseline, { state: 'usable' }>;

interface UsableBaseline {
  /** Both sides as one record. */
  readonly reader: RecordReader;
  readonly name: string;
  /** That were planned of the baseline; the candidate may have others. */
  readonly repeats: number;
}

/**
 * Scores a record, compares it with its baseline and judges both by the policy: what `goldset gate` does, and the
 * matchers of `goldset/vitest`. The outcome holds no time and no path; a baseline of other items, gold, schema or
 * scorers is refused in it, with the difference named, and never silently left out.
 */
export async function judgeRecord(request: GateRequest): Promise<JudgedRecord> {
  const { reader } = request.candidate;
  const version = versionOf(request.candidate);
  const options = request.scoring(reader.plan.dataset.presence);
  const alone = onlyVersion(reader, version);
  const run = await scoreRun(alone, options);
  const found = await baselineOf(request, version, run);
  const { policy, statistics } = request;
  const judge = (pair: ScoredRun | null, without: Without | null, names: readonly string[]) =>
    gateOutcome(
      policy,
      measureGate({ alone: run, pair, policy, statistics, without, names }),
      scorerFingerprint(options),
    );
  const name = version.requested;
  if ('state' in found) return { outcome: judge(null, found, [name]), reader: alone };
  const both = await scoreRun(found.reader, options);
  const refused = refusedByItsRun(both, found, policy);
  return refused === null
    ? { outcome: judge(both, null, [found.name, name]), reader: found.reader }
    : { outcome: judge(null, refused, [name]), reader: alone };
}

/** Both sides as one record, or why there is none. */
async function baselineOf(
  request: GateRequest,
  candidate: ResolvedVersion,
  run: ScoredRun,
): Promise<UsableBaseline | Without> {
  const { reader } = request.candidate;
  const given = request.baseline;
  if (given !== null && 'missing' in given) return { state: 'none', reason: given.missing };
  if (run.items.length === 0) return { state: 'none', reason: 'the record has no items' };
  const facts = runFacts(run, 0);
  if (facts.notRun + facts.cancelled > 0) return { state: 'none', reason: 'the record is not complete' };
  const beside = reader.plan.versions.find(({ requested }) => requested !== candidate.requested);
  if (given === null && beside === undefined)
    return {
      state: 'none',
      reason: 'none was named, and the record has one version only; give --baseline RECORD or NAME',
    };
  const baseline = given ?? { reader, version: beside?.requested };
  const version = versionOf(baseline);
  if (baseline.reader.dir === reader.dir && version.requested === candidate.requested)
    throw new GoldsetError('USAGE', {
      problem: `the baseline is the candidate itself: ${version.requested} of ${reader.dir}`,
      mend: 'Name another record or version.',
    });
  const name = version.requested;
  const schemas = otherSchema(baseline.reader, version, reader, candidate);
  if (schemas !== null) return { state: 'refused', name, reason: schemas };
  const scorers = scorerDifferences(
    describeScorer(request.scoring(baseline.reader.plan.dataset.presence)),
    describeScorer(request.scoring(reader.plan.dataset.presence)),
  );
  if (scorers.length > 0) {
    const [first] = scorers;
    const reason = `other scorers: ${first?.what} is ${first?.baseline} there and ${first?.candidate} here`;
    return { state: 'refused', name, reason };
  }
  try {
    const pair = await pairRecords(
      { reader: baseline.reader, version: version.requested },
      { reader, version: candidate.requested },
    );
    return { reader: pair.reader, name, repeats: baseline.reader.plan.repeats };
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError) || thrown.code !== 'RECORDS_NOT_COMPARABLE') throw thrown;
    const where = String(thrown.details.difference)
      .replaceAll(baseline.reader.dir, 'the baseline')
      .replaceAll(reader.dir, 'this record');
    return { state: 'refused', name, reason: `other ${thrown.details.what}: ${where}` };
  }
}

/** Where the dataset states no schema, the processors' schemas judge; those of two records must then be alike. */
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
  return `another schema: ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}

/** A baseline of failures would let everything pass. */
function refusedByItsRun(
  both: ScoredRun,
  { name, repeats }: UsableBaseline,
  policy: GatePolicy,
): Without | null {
  const { planned, scored, failed, cancelled, notRun, finished } = runFacts(both, 0, repeats);
  const refuse = (reason: string): Without => ({ state: 'refused', name, reason });
  if (!finished || notRun + cancelled > 0)
    return refuse(`its run is not complete: ${notRun + cancelled} of ${planned} item runs have no result`);
  if (scored === 0) return refuse('not one of its items has an output');
  const accepted = policy.failures?.max ?? 0;
  return failed / planned > accepted
    ? refuse(`${failed} of its ${planned} item runs failed, more than the policy accepts`)
    : null;
}

function versionOf({ reader, version }: RecordVersion): ResolvedVersion {
  const { versions } = reader.plan;
  const found =
    version === undefined
      ? versions.at(-1)
      : (versions.find(({ requested }) => requested === version) ??
        versions.find(({ resolved }) => resolved === version));
  if (found !== undefined) return found;
  throw new GoldsetError('USAGE', {
    problem: `${reader.dir} has no version "${version}"; it has ${versions.map(({ requested }) => requested).join(', ')}`,
    mend: 'Name one of those.',
  });
}

/** The record as if only this version had been run. */
function onlyVersion(reader: RecordReader, version: ResolvedVersion): RecordReader {
  return {
    ...reader,
    plan: { ...reader.plan, versions: [version] },
    rows: async function* () {
      for await (const row of reader.rows()) if (row.version === version.requested) yield row;
    },
  };
}
