import type { PairedComparison } from '../../model/comparison.ts';
import type { ComparisonSection } from '../../model/comparison-section.ts';
import type {
  FieldRow,
  MethodSection,
  ReportModel,
  ReportVerdict,
  ReportVersion,
} from '../../model/report-model.ts';
import type { RunPlan } from '../../model/run-record.ts';
import type { RowSink } from '../../model/scored-document.ts';
import type { RecordReader } from '../../record/open-record.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import { compareClasses } from '../compare/compare-classes.ts';
import { compareHeadlines } from '../compare/compare-headlines.ts';
import { compareSlices } from '../compare/compare-slices.ts';
import { compareSpeed } from '../compare/compare-speed.ts';
import { partChanges } from '../compare/part-changes.ts';
import type { ConfidenceSettings } from '../confidence-settings.ts';
import { configDifference } from '../config-difference.ts';
import { judgeTogether } from '../judge-together.ts';
import { stabilityOf, type VersionStability } from '../measure-stability.ts';
import { mostRepeats } from '../over-repeats.ts';
import { documentsNeeded, recommend } from '../recommend.ts';
import { scoreRun } from '../score-run.ts';
import { type ScoredRun, versionNames } from '../scored-run.ts';
import { estimateLeaves } from '../sections/estimate-leaves.ts';
import { defaultStatistics, type StatisticsSettings } from '../statistics-settings.ts';
import { clusteredSettings } from '../with-clusters.ts';
import { arrayRows } from './array-rows.ts';
import { charts } from './charts.ts';
import { classSection } from './class-section.ts';
import { confidenceSection } from './confidence-section.ts';
import { reportedDocuments } from './document-rows.ts';
import { documentsOf } from './documents-section.ts';
import { fieldRows } from './field-rows.ts';
import { headlineOf } from './headline.ts';
import { incompleteVerdict } from './incomplete-verdict.ts';
import { methodSection, repeatsText } from './method-section.ts';
import { packetSection } from './packet-section.ts';
import { type PlanOptions, planSection } from './plan-section.ts';
import { sensitivityRows } from './sensitivity-rows.ts';
import { singleVersionVerdict } from './single-version-verdict.ts';
import { sliceRows } from './slice-rows.ts';
import { speedRows } from './speed-rows.ts';
import { tiles } from './tiles.ts';

/** How a report is computed; what is left out is the default. */
export interface ReportOptions {
  readonly scoring?: ExtractionScoringOptions;
  readonly statistics?: StatisticsSettings;
  readonly confidence?: ConfidenceSettings;
  readonly title?: string;
  /** Say how many documents differences take; nothing where it is left out, since it takes time. */
  readonly plan?: PlanOptions;
  /** What a comparison left out so that both sides have the same items. */
  readonly restrictions?: readonly string[];
  /** Opens the sinks that receive every scored document in order; the caller closes them. */
  readonly openSinks?: (ahead: {
    readonly versions: readonly string[];
    /** Estimated number of leaves. */
    readonly estimate: number;
  }) => Promise<readonly RowSink[]>;
}

/** Scores a record and computes everything that its report shows. Needs no network, and the same record gives the same model. */
export async function buildReport(reader: RecordReader, options: ReportOptions = {}): Promise<ReportModel> {
  const scoring = options.scoring ?? defaultScoringOptions;
  const run = await scoreRun(reader, scoring);
  if (options.openSinks !== undefined) await writeRows(run, options.openSinks);
  const settings = clusteredSettings(options.statistics ?? defaultStatistics, run.items);
  return reportOf(run, {
    ...options,
    scoring,
    sensitivity: await sensitivityRows(reader, run, scoring, settings),
    stability: stabilityOf(run, settings),
    incomplete: incompleteVerdict(run, reader.dir, reader.summary !== null),
  });
}

async function writeRows(run: ScoredRun, openSinks: NonNullable<ReportOptions['openSinks']>): Promise<void> {
  const estimate = estimateLeaves(run.items.map(({ recorded }) => recorded.expectedOutput));
  const versions = versionNames(run);
  const sinks = await openSinks({
    versions,
    estimate: Math.round(estimate * run.items.length * versions.length),
  });
  if (sinks.length === 0) return;
  for (const { scored } of reportedDocuments(run)) {
    for (const sink of sinks) {
      const written = sink.write(scored);
      if (written !== undefined) await written;
    }
  }
}

export interface ReportInput extends ReportOptions {
  /** How the run was scored. */
  readonly scoring: ExtractionScoringOptions;
  readonly sensitivity: MethodSection['sensitivity'];
  /** Where items were run more than once. */
  readonly stability?: readonly VersionStability[];
  /** The verdict of a run that has not ended; it takes the place of every other. */
  readonly incomplete?: ReportVerdict | null;
}

/** Everything that a report shows of a scored run. */
export function reportOf(run: ScoredRun, options: ReportInput): ReportModel {
  const { scoring, sensitivity, stability } = options;
  const settings = clusteredSettings(options.statistics ?? defaultStatistics, run.items);
  const { plan } = run;
  const kind = plan.dataset.kind;
  const headline = headlineOf(kind);
  const isCompared = run.versions.length === 2;
  const judged = judgedTogether(
    isCompared ? compareHeadlines(run, headline, settings) : [],
    kind === 'EXTRACT' ? fieldRows(run, settings) : [],
    isCompared && kind !== 'EXTRACT' ? compareClasses(run, settings) : [],
    settings,
  );
  const { comparisons, fields } = judged;
  const classes = kind === 'EXTRACT' ? null : classSection(run, settings);
  const packets = kind === 'SPLITTER' ? packetSection(run, settings) : null;
  const documents = documentsOf(run, fields);
  const versions = reportVersions(run);
  const slices = sliceRows(run, headline, settings);
  const failures = run.versions.map(
    (version) => run.items.filter((item) => item.versions[version]?.state !== 'scored').length,
  );
  const confidence = confidenceSection(run, settings, options.confidence);
  const shown = tiles(run, headline, comparisons, settings, confidence);
  const repeats = Math.max(...run.versions.map((version) => mostRepeats(run.items, version)));
  const verdict =
    options.incomplete ??
    (comparisons.length === 0
      ? singleVersionVerdict(versions, shown, fields, classes)
      : recommend({
          candidateName: versions[1]?.name as string,
          baselineName: versions[0]?.name as string,
          headline: comparisons,
          parts: [
            ...fields.flatMap((row) => (row.isLeaf && row.comparison !== null ? [row.comparison] : [])),
            ...judged.classes,
          ],
          partWord: kind === 'EXTRACT' ? 'field' : 'class',
          broke: documents.changeCounts?.broke ?? 0,
          fixed: documents.changeCounts?.fixed ?? 0,
          changedWrong: documents.changeCounts?.changedWrong ?? 0,
          failures: [failures[0] as number, failures[1] as number],
          documents: run.items.length,
          repeats,
          settings,
        }));
  return {
    schemaVersion: 2,
    title: options.title ?? plan.dataset.name,
    kind,
    createdAt: run.summary?.finishedAt ?? plan.createdAt,
    tool: { name: plan.tool.name, version: plan.tool.version },
    processor: { id: plan.processor.id, name: plan.processor.name },
    dataset: {
      name: plan.dataset.name,
      checksum: plan.dataset.checksum,
      ...(plan.dataset.description === undefined ? {} : { description: plan.dataset.description }),
    },
    rerun: rerunOf(plan),
    documents: {
      planned: run.items.length,
      scored: run.items.filter((item) =>
        run.versions.every((version) => item.versions[version]?.state === 'scored'),
      ).length,
      shown: documents.items.length,
      rule: documents.rule,
    },
    repeats,
    versions,
    verdict: repeats === 1 ? verdict : { ...verdict, reasons: [...verdict.reasons, repeatsText(repeats)] },
    tiles: shown,
    changes: documents.changes,
    changeCounts: documents.changeCounts,
    fields,
    arrays: kind === 'EXTRACT' ? arrayRows(run, settings) : [],
    classes,
    packets: packets && { ...packets, strips: documents.strips },
    confidence,
    items: documents.items,
    index: documents.index,
    slices,
    speed: speedRows(run),
    comparison: comparisonSection(
      run,
      comparisons,
      judged.classes,
      verdict.recommendation,
      options,
      settings,
    ),
    gate: null,
    plan: options.plan === undefined ? null : planSection(run, options.plan, settings.confidence),
    method: methodSection(run, scoring, settings, sensitivity, stability),
    charts: charts({ versions, fields, classes, packets, slices }),
  };
}

/** What was typed for the dataset and the processor, as the record keeps it. */
function rerunOf({ options, processor }: RunPlan): ReportModel['rerun'] {
  const dataset = options.dataset?.value;
  const typed = options.processor?.value;
  return typeof dataset === 'string'
    ? { dataset, processor: typeof typed === 'string' ? typed : processor.id }
    : null;
}

/** The headline and the parts (leaf fields, or classes), with the error of both shared between the two. */
function judgedTogether(
  headline: readonly PairedComparison[],
  rows: readonly FieldRow[],
  classes: readonly PairedComparison[],
  settings: StatisticsSettings,
) {
  const ofFields = rows.flatMap(({ comparison }) => (comparison === null ? [] : [comparison]));
  const [comparisons = [], parts = []] = judgeTogether([headline, [...ofFields, ...classes]], settings);
  let next = 0;
  const fields = rows.map((row) =>
    row.comparison === null ? row : { ...row, comparison: parts[next++] as PairedComparison },
  );
  return { comparisons, fields, classes: parts.slice(ofFields.length) };
}

/** What two versions have beside the tables that one version has too; null for one version. */
function comparisonSection(
  run: ScoredRun,
  headline: readonly PairedComparison[],
  classes: readonly PairedComparison[],
  recommendation: ReportVerdict['recommendation'],
  options: ReportInput,
  settings: StatisticsSettings,
): ComparisonSection | null {
  const first = headline[0];
  if (first === undefined) return null;
  const needed = recommendation === 'not-enough-evidence' ? documentsNeeded(first) : null;
  return {
    headline,
    classes,
    slices: compareSlices(run, headlineOf(run.plan.dataset.kind), settings),
    speed: compareSpeed(run, settings),
    notComparable: partChanges(run),
    restrictions: options.restrictions ?? [],
    settles: needed === null ? null : { documents: needed, more: needed - first.difference.n },
  };
}

function reportVersions(run: ScoredRun): ReportVersion[] {
  const listed = run.versions.map(
    (index) => run.plan.versions[index] as ScoredRun['plan']['versions'][number],
  );
  const names = versionNames(run);
  return listed.map((version, i) => ({
    name: names[i] as string,
    requested: version.requested,
    resolved: version.resolved,
    versionId: version.versionId,
    configHash: version.configHash,
    role: listed.length === 1 ? 'only' : i === 0 ? 'baseline' : 'candidate',
    states: statesOf(run, run.versions[i] as number),
    configDifference: i === 0 ? [] : configDifference(listed[0]?.config, version.config),
  }));
}

function statesOf(run: ScoredRun, version: number): ReportVersion['states'] {
  const states = { scored: 0, failed: 0, cancelled: 0, 'not-run': 0 };
  for (const item of run.items) states[item.versions[version]?.state ?? 'not-run']++;
  return states;
}
