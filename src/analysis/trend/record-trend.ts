import { getOrCreate } from '../../base/collections.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { type SummaryOutcome, statesWithoutVerdict } from '../../model/report/summary.ts';
import type { TrendResult, TrendTries } from '../../model/results/score-results.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { byDataset, type CompareRecordsOptions, compareRecords } from '../compare/compare-records.ts';
import { optionsStatement } from '../compare/compare-result.ts';
import type { RecordSide } from '../compare/pair-records.ts';
import { testLevel } from '../measure/settings.ts';
import { buildReport } from '../sections/build-report.ts';
import { notComparedOutcome } from '../summary/outcome.ts';

interface TrendOptions extends CompareRecordsOptions {
  /** Returns the largest share of item runs that may fail in records with these plans. */
  readonly acceptedFailuresOf?: (...plans: readonly RunPlan[]) => number;
}

export interface TrendSide extends RecordSide {
  readonly name: string;
}

type Point = TrendResult['points'][number];

/**
 * Returns the figures of several records of one dataset, ordered by date of creation. Compares each record with the
 * previous one. If the items, gold or scorers of the two records differ, the result has the reason instead of a
 * comparison.
 */
export async function recordTrend(
  sides: readonly TrendSide[],
  options: TrendOptions = {},
): Promise<TrendResult> {
  const first = sides[0]?.reader.plan.dataset;
  if (first === undefined)
    throw new GoldsetError('USAGE', { problem: 'there is no record', fix: 'Name at least one record.' });
  const other = sides.find(({ reader }) => reader.plan.dataset.name !== first.name);
  if (other !== undefined)
    throw new GoldsetError('RECORDS_NOT_COMPARABLE', {
      baseline: sides[0]?.name,
      candidate: other.name,
      what: 'datasets',
      difference: `${first.name} and ${other.reader.plan.dataset.name}`,
      fix: 'Name records of one dataset.',
    });
  const ordered = sides.toSorted((a, b) => (a.reader.plan.createdAt < b.reader.plan.createdAt ? -1 : 1));
  const points: Point[] = [];
  for (const [i, side] of ordered.entries()) points.push(await pointOf(side, ordered[i - 1], options));
  return {
    schemaVersion: 1,
    dataset: first.name,
    kind: first.kind,
    points,
    falseAlarms: falseAlarmsOf(points, ordered, options),
    tries: triesOf(ordered),
  };
}

/** Counts the comparisons with a verdict, and adds up the error probabilities of their tests. */
function falseAlarmsOf(
  points: readonly Point[],
  sides: readonly TrendSide[],
  { optionsOf = byDataset }: TrendOptions,
): TrendResult['falseAlarms'] {
  const levels = points.flatMap(({ change, outcome }, i) =>
    change === null || outcome === null || statesWithoutVerdict.includes(outcome.state)
      ? []
      : [testLevel(optionsOf((sides[i] as TrendSide).reader.plan).statistics)],
  );
  return { comparisons: levels.length, expected: levels.reduce((total, level) => total + level, 0) };
}

/**
 * Counts the different processor configurations per checksum of the dataset. Returns the checksum with the most
 * configurations, and the number of its configurations minus one. Imported predictions have no configuration, so
 * returns `null` if all records have imported predictions.
 */
function triesOf(sides: readonly TrendSide[]): TrendTries | null {
  const known = new Map<string, Set<string>>();
  for (const { reader } of sides) {
    const { target, dataset, versions } = reader.plan;
    if (target.kind === 'predictions') continue;
    const hashes = getOrCreate(known, dataset.checksum, () => new Set());
    for (const { configHash } of versions) hashes.add(configHash);
  }
  const [most] = [...known].sort(([, a], [, b]) => b.size - a.size);
  return most === undefined ? null : { checksum: most[0], changedConfigurations: most[1].size - 1 };
}

async function pointOf(
  side: TrendSide,
  before: TrendSide | undefined,
  options: TrendOptions,
): Promise<Point> {
  const { reader, name } = side;
  const { plan } = reader;
  const { scoring, statistics } = (options.optionsOf ?? byDataset)(plan);
  const model = await buildReport(reader, {
    ...options,
    scoring,
    statistics,
    sensitivity: false,
    acceptedFailures: options.acceptedFailuresOf?.(plan),
  });
  const i = model.versions.findIndex(({ requested }) => requested === side.version);
  const at = i === -1 ? model.versions.length - 1 : i;
  const version = model.versions[at];
  const problem = problemOf(model);
  const compared = before === undefined ? null : await changeSince(before, side, options);
  // The verdict on a record with two versions compares these versions, and the trend compares records. So the trend
  // shows this verdict only if the record has a problem.
  const alone = model.versions.length === 1 || problem !== null ? model.summary.outcome : null;
  return {
    record: name,
    recordId: plan.recordId,
    createdAt: plan.createdAt,
    version: version?.name ?? '',
    configHash: version?.configHash ?? '',
    documents: model.documents.planned,
    finished: model.verdict.code !== 'incomplete-run',
    problem,
    headline: model.tiles.flatMap(({ label, values }) => {
      const value = values[at];
      return value === null || value === undefined ? [] : [{ label, value }];
    }),
    parts: partsOf(model, at),
    ...(compared ?? { outcome: alone, change: null, notCompared: 'the first record' }),
    ...(compared?.change === null && problem !== null && { outcome: notComparedEither(model, compared) }),
    ...optionsStatement(model),
  };
}

/**
 * Returns the verdict on a record with two problems: its figures support no verdict, and it cannot be compared with the
 * previous record. The problem of the figures comes first, as on page one of the report.
 */
function notComparedEither({ summary }: ReportModel, { outcome }: Pick<Point, 'outcome'>): SummaryOutcome {
  return { ...summary.outcome, sentences: [...summary.outcome.sentences, ...(outcome?.sentences ?? [])] };
}

/** Returns why the figures of a record support no verdict; `null` if the figures support a verdict. */
function problemOf({ verdict: { code, sentence } }: ReportModel): Point['problem'] {
  return code === undefined ? null : { code, sentence };
}

function partsOf(model: ReportModel, at: number): Point['parts'] {
  const fields = model.fields
    .filter(({ isLeaf }) => isLeaf)
    .map(({ field, f1 }) => ({ name: field, f1: f1[at] }));
  const classes = (model.classes?.perClass ?? []).map(({ label, f1 }) => ({ name: label, f1: f1[at] }));
  return [...fields, ...classes].filter(
    (part): part is { name: string; f1: Measurement } => part.f1 !== undefined,
  );
}

async function changeSince(
  before: TrendSide,
  side: TrendSide,
  options: TrendOptions,
): Promise<Pick<Point, 'outcome' | 'change' | 'notCompared'>> {
  try {
    const { comparison, fields, summary, verdict } = await compareRecords(before, side, {
      ...options,
      acceptedFailures: options.acceptedFailuresOf?.(before.reader.plan, side.reader.plan),
    });
    const parts = [...fields.flatMap((row) => row.comparison ?? []), ...(comparison?.classes ?? [])];
    const named = (verdict: string) =>
      parts
        .filter((part) => part.verdict === verdict)
        .map(({ scope }) => scope.slice(scope.indexOf(':') + 1));
    return {
      outcome: summary.outcome,
      change: {
        recommendation: verdict.recommendation,
        sentence: verdict.sentence,
        headline: [...(comparison?.headline ?? [])],
        regressed: named('regressed'),
        improved: named('improved'),
      },
      notCompared: null,
    };
  } catch (thrown) {
    const expected =
      thrown instanceof GoldsetError && ['RECORDS_NOT_COMPARABLE', 'SCORERS_DIFFER'].includes(thrown.code);
    if (!expected) throw thrown;
    const { what, difference } = thrown.details;
    const reason = what === undefined ? thrown.message : `the ${what} differ: ${difference}`;
    return { outcome: notComparedOutcome(reason), change: null, notCompared: thrown.message };
  }
}
