import { pluralise } from '../../base/phrases.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import { unknownGoldTexts } from '../../model/record/unknown-gold.ts';
import type { BusinessSettings } from '../../model/report/business-settings.ts';
import type { ChangesSince } from '../../model/report/document-state.ts';
import type { ReportModel, ReportVerdict, ReportVersion } from '../../model/report/report-model.ts';
import type { RowSink } from '../../model/report/scored-document.ts';
import type { ComparisonSection } from '../../model/report/sections/comparison-section.ts';
import { annotatedTwiceText, type ProposedLabels } from '../../model/report/sections/label-noise.ts';
import { outcomeText } from '../../model/report/summary.ts';
import type { PairedComparison, Verdict } from '../../model/score/comparison.ts';
import { optionDifferencesText } from '../../model/score/option-differences.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import { RecordCauses } from '../causes/cause-columns.ts';
import type { ReadPages } from '../causes/document-reader.ts';
import { configDifference } from '../config-changes/config-difference.ts';
import { partChanges } from '../config-changes/schema-changes.ts';
import { scoringConfig } from '../config-changes/scoring-config.ts';
import { type FoldSource, foldRecord, scoreAgain } from '../fold/fold-record.ts';
import {
  allPositions,
  countStates,
  type FoldedRun,
  positionsWithGold,
  type VersionColumns,
  versionNames,
} from '../fold/folded-run.ts';
import { proposedLabels } from '../fold/proposed-labels.ts';
import { unchangedValues } from '../fold/unchanged-values.ts';
import { clusteredSettings, clusterTags } from '../fold/with-clusters.ts';
import { fewLabelsText, withoutGoldText } from '../gate/few-labels.ts';
import { type RunState, runStates } from '../gate/run-progress.ts';
import { compareFamily } from '../measure/compare-paired.ts';
import { documentsForDifference } from '../measure/documents-needed.ts';
import { figureFlags, optionDifferences } from '../measure/figure-options.ts';
import { isPrimary, type PairedQuestion } from '../measure/paired-question.ts';
import { type Recommended, recommend } from '../measure/recommend.ts';
import { defaultStatistics, type StatisticsSettings } from '../measure/settings.ts';
import { buildSummary } from '../summary/build-summary.ts';
import type { ChangedLabels } from '../summary/changed-labels.ts';
import type { NumberFacts } from '../summary/summary-numbers.ts';
import { classQuestions } from './class-section.ts';
import { ShownDocuments } from './documents/documents-section.ts';
import { fieldQuestions, fieldRows } from './extraction-rows.ts';
import { compareSlices, headlineQuestions } from './headline-rows.ts';
import { withLabelCeilings } from './label-noise-section.ts';
import { methodSection, repeatsText } from './method-section.ts';
import { charts } from './overview/charts.ts';
import { previewRecord, type RecordPreview } from './overview/record-preview.ts';
import { tiles } from './overview/tiles.ts';
import {
  afterFailures,
  incompleteVerdict,
  ofSelection,
  singleVersionVerdict,
  subsetVerdict,
  withoutGoldVerdict,
} from './overview/verdicts.ts';
import { buildSections, type SectionOptions } from './section-builders.ts';
import { compareSpeed } from './speed-section.ts';

type OpenSinks = (preview: RecordPreview) => Promise<readonly RowSink[]>;

export interface ReportOptions extends SectionOptions {
  readonly scoring?: ExtractionScoringOptions;
  readonly statistics?: StatisticsSettings;
  readonly title?: string;
  /** Sentences on the items that a comparison excluded because they differ between the two records. */
  readonly restrictions?: readonly string[];
  /** Opens the outputs that receive every scored document in order. The caller must close them. */
  readonly openSinks?: OpenSinks | undefined;
  /** Tags that a rule of the gate names. They are kept even if they have many values. */
  readonly tags?: ReadonlySet<string>;
  /** If `false`, the report does not show how other scoring policies would change the headline metrics. */
  readonly sensitivity?: boolean;
  /**
   * The verdict recommends publishing only if at most this share of item runs failed. By default, there is no limit.
   */
  readonly acceptedFailures?: number | undefined;
  /** Reads the pages of a file, to find causes of wrong values. By default, files are not read. */
  readonly readPages?: ReadPages | undefined;
  /** Result of the gate; not set without a policy. */
  readonly gate?: Verdict | null;
  /** Assumptions from which hours and money per month are computed; not set if the user gave no assumptions. */
  readonly business?: BusinessSettings | undefined;
  /** Target for the share of fully right documents. */
  readonly target?: NumberFacts['target'];
  /** Changes since an earlier record, if this record is a rerun of some of its items; otherwise `null` or not set. */
  readonly since?: ChangesSince | null;
  /** Differences between the current gold and the gold at the time of the run; not set if both are equal. */
  readonly goldChanged?: ChangedLabels | null;
  /** The verdict under the gold at the time of the run; not set if no label changed since. */
  readonly verdictBefore?: EarlierVerdict | undefined;
  /** Called after all documents were scored. If it throws, no report is written. */
  readonly onScored?: ((run: FoldedRun) => void) | undefined;
}

/** The verdict of a record under the gold at the time of its run. */
export interface EarlierVerdict {
  readonly recommendation: ReportVerdict['recommendation'];
  /** Headline on the first page of the report. */
  readonly headline: string;
}

/** A record that was read and scored once, and the documents that its report shows. */
export interface FoldedReport {
  readonly dir: string;
  readonly run: FoldedRun;
  readonly documents: ShownDocuments;
  readonly causes: RecordCauses;
  /** Progress of each version, or of each side of a comparison. */
  readonly states: readonly RunState[];
  readonly recorded: readonly RunPlan['options'][];
}

/** A record, or the two sides of a comparison as one record. */
export type ReportSource = FoldSource & {
  readonly dir: string;
  /** Progress of each side of a comparison; not set for one record. */
  readonly states?: readonly RunState[];
  /** The options in the plans of both records, baseline first. Only set if the two sides are separate records. */
  readonly recorded?: readonly RunPlan['options'][];
};

/** Reads and scores a record. Passes each document to the outputs, and keeps the documents that the report shows. */
export async function foldReport(reader: ReportSource, options: ReportOptions): Promise<FoldedReport> {
  const { plan } = reader;
  const { scoring = defaultScoringOptions, tags = new Set<string>(), openSinks } = options;
  const documents = new ShownDocuments(plan.versions.length, plan.items.count);
  const causes = new RecordCauses(scoringConfig(plan).config, plan.versions.length, options.readPages);
  const run = await foldRecord(reader, {
    scoring,
    sinks: openSinks === undefined ? [] : await openSinks(previewRecord(reader, scoring)),
    tags: tags.union(clusterTags(options.statistics ?? defaultStatistics)),
    lanes: plan.dataset.kind === 'EXTRACT' && options.sensitivity !== false,
    onDocument(scores, row) {
      const add = (explained: ReturnType<typeof causes.explainAgain>) => {
        causes.add(scores, explained);
        documents.add(scores, row, explained);
      };
      const explained = causes.explain(scores);
      return explained instanceof Promise ? explained.then(add) : add(explained);
    },
  });
  options.onScored?.(run);
  const missing = documents.missing();
  if (missing.length > 0)
    await scoreAgain(reader, scoring, missing, (scores, row) =>
      documents.show(scores, row, causes.explainAgain(scores)),
    );
  return {
    dir: reader.dir,
    run,
    documents,
    causes,
    states: reader.states ?? runStates(run, reader.dir),
    recorded: reader.recorded ?? [plan.options],
  };
}

/** Scores a record and computes the data of its report, without network access. Equal records give equal reports. */
export async function buildReport(reader: ReportSource, options: ReportOptions = {}): Promise<ReportModel> {
  return reportOf(await foldReport(reader, options), options);
}

export function reportOf(folded: FoldedReport, options: ReportOptions = {}): ReportModel {
  const { run } = folded;
  const scoring = options.scoring ?? defaultScoringOptions;
  const statistics = options.statistics ?? defaultStatistics;
  const settings = clusteredSettings(statistics, run);
  const differences = optionDifferences(folded.recorded, { scoring, statistics });
  const { plan } = run;
  const kind = plan.dataset.kind;
  const incomplete = incompleteVerdict(folded.states) ?? subsetVerdict(plan);
  const compared = compareVersions(run, settings, incomplete === null);
  const { headline, fields } = compared;
  const documents = folded.documents.finish(run, fields, options.business?.criticalFields);
  const sections = buildSections({ run, settings, options, documents, causes: folded.causes });
  const versions = reportVersions(run);
  const shown = tiles(run, headline, settings, sections.confidence);
  const repeats = Math.max(...run.versions.map(({ maxRepeats }) => maxRepeats));
  const parts = [
    ...fields.flatMap((row) => (row.isLeaf && row.comparison !== null ? [row.comparison] : [])),
    ...compared.classes,
  ];
  const decided =
    run.count > 0 && run.withoutGold.length === run.count
      ? withoutGoldVerdict(run.versions.length)
      : headline.length === 0
        ? singleVersionVerdict
        : recommend({
            headline,
            parts,
            unchanged: unchangedValues(run, {}, positionsWithGold(run)),
            settings,
          });
  const dependsOnLabels = labelsBehind(decided, options);
  const supported = dependsOnLabels === null ? decided : withoutSupport(decided, dependsOnLabels);
  const limited =
    incomplete ?? afterFailures(ofSelection(supported, plan), folded.states, options.acceptedFailures);
  const proposed = proposedLabels(run);
  const texts = [
    withoutGoldText(run),
    fewLabelsText(run),
    optionDifferencesText(differences),
    ...unknownGoldTexts(plan.unknownGold ?? []),
  ];
  const notes = [
    ...texts.flatMap((text) => (text === null ? [] : [`Note: ${text}.`])),
    ...proposed.map(({ text }) => text),
  ];
  const reasons = [...limited.reasons, ...notes, ...(repeats === 1 ? [] : [repeatsText(repeats)])];
  const comparison = comparisonSection(
    run,
    compared,
    { advised: supported.recommendation, given: limited.recommendation },
    options.restrictions ?? [],
    settings,
  );
  const report = {
    schemaVersion: 2 as const,
    title: options.title ?? plan.dataset.name,
    kind,
    createdAt: run.summary?.finishedAt ?? plan.createdAt,
    tool: { name: plan.tool.name, version: plan.tool.version },
    processor: { id: plan.processor.id, name: plan.processor.name },
    dataset: {
      name: plan.dataset.name,
      checksum: plan.dataset.checksum,
      ...(plan.dataset.description === undefined ? {} : { description: plan.dataset.description }),
      ...(proposed.length > 0 && { proposedLabels: proposed }),
    },
    rerun: rerunOf(plan),
    documents: {
      planned: run.count,
      scored: scoredByAll(run),
      shown: documents.items.length,
      rule: documents.rule,
    },
    repeats,
    versions,
    tiles: shown,
    changes: documents.changes,
    changeCounts: documents.changeCounts,
    fields,
    ...sections,
    items: documents.items,
    index: documents.index,
    comparison,
    gate: null,
    ...(options.since && { since: options.since }),
    ...(plan.tries !== undefined && { tries: plan.tries }),
    method: withGoldQuality(methodSection(run, scoring, settings, differences), proposed, options),
    charts: charts({ versions, fields, ...sections, comparison, documents: run.count }),
  };
  const summary = buildSummary({
    report,
    run,
    settings,
    recommendation: supported.recommendation,
    parts,
    documentsNeeded: compared.documentsNeeded,
    changes: documents.changes,
    changeCounts: documents.changeCounts,
    causes: documents.causes,
    states: folded.states,
    acceptedFailures: options.acceptedFailures,
    gate: options.gate ?? null,
    business: options.business,
    target: options.target ?? null,
    goldChanged: options.goldChanged ?? null,
    dependsOnLabels,
    headlineBefore: options.verdictBefore?.headline ?? null,
    why: reasons,
  });
  const verdict = { ...limited, sentence: outcomeText(summary.outcome), reasons };
  return withLabelCeilings({ ...report, verdict, summary }, sections.labelNoise);
}

/**
 * Returns the number of changed labels that favour the candidate, if the candidate is recommended only because labels
 * changed. Otherwise returns `null`.
 */
function labelsBehind(
  { recommendation }: Recommended,
  { goldChanged, verdictBefore }: ReportOptions,
): number | null {
  const isNew =
    recommendation === 'publish' && verdictBefore !== undefined && verdictBefore.recommendation !== 'publish';
  return isNew && goldChanged && goldChanged.forCandidate > 0 ? goldChanged.forCandidate : null;
}

/** Replaces a recommendation that follows only from changed labels by "not enough evidence". */
function withoutSupport(verdict: Recommended, labels: number): Recommended {
  const reason = `Inconclusive: the recommendation depends on ${pluralise(labels, 'label')} that ${labels === 1 ? 'was' : 'were'} changed after seeing the predictions.`;
  return { ...verdict, recommendation: 'not-enough-evidence', reasons: [reason, ...verdict.reasons] };
}

/** Adds to the method section which versions proposed labels, and whether it is known how many labels are wrong. */
function withGoldQuality(
  method: ReportModel['method'],
  proposed: readonly ProposedLabels[],
  { secondGold }: ReportOptions,
): ReportModel['method'] {
  const value =
    secondGold === undefined
      ? 'unknown, because no document was annotated twice (--second-gold)'
      : annotatedTwiceText({ ...secondGold, documents: secondGold.run.count });
  const sources = proposed.map(({ text }) => ({ name: 'Source of the gold', value: text }));
  return { ...method, facts: [...method.facts, ...sources, { name: 'Label noise', value }] };
}

/**
 * Returns the dataset, the processor (or its id) and the flags that change figures, as the user typed them. Returns
 * `null` for imported predictions, which cannot be run again, and for a record that does not name its dataset.
 */
function rerunOf({ options, processor, target }: RunPlan): ReportModel['rerun'] {
  if (target.kind === 'predictions') return null;
  const dataset = options.dataset?.value;
  const typed = options.processor?.value;
  if (typeof dataset !== 'string') return null;
  const flags = figureFlags(options);
  return {
    dataset,
    processor: typeof typed === 'string' ? typed : processor.id,
    ...(flags.length > 0 && { flags }),
  };
}

/**
 * Compares the headline metrics and the leaf fields or classes, and tests them together. If the run is incomplete, all
 * comparisons are inconclusive.
 */
function compareVersions(run: FoldedRun, settings: StatisticsSettings, isComplete: boolean) {
  const isCompared = run.versions.length === 2;
  const isExtraction = run.plan.dataset.kind === 'EXTRACT';
  const headlines = isCompared ? headlineQuestions(run) : [];
  const parts = run.versions.length < 2 ? [] : partQuestions(run);
  const { comparisons: compared, designs } = compareFamily([...headlines, ...parts], settings, (question) =>
    isPrimary(question, settings.primary),
  );
  const [first] = compared;
  const shown = isComplete ? compared : compared.map(undecided);
  const [headline, ofParts] = [shown.slice(0, headlines.length), shown.slice(headlines.length)];
  return {
    headline,
    // The number of needed documents is that of the first headline metric, which is the first comparison.
    documentsNeeded:
      first === undefined || headlines.length === 0
        ? null
        : documentsForDifference(designs[0] ?? null, first),
    fields: isExtraction ? fieldRows(run, settings, ofParts) : [],
    classes: isExtraction ? [] : ofParts,
  };
}

function partQuestions(run: FoldedRun): PairedQuestion[] {
  if (run.plan.dataset.kind === 'EXTRACT') return fieldQuestions(run);
  return run.versions.length === 2 ? classQuestions(run) : [];
}

function undecided(comparison: PairedComparison): PairedComparison {
  return { ...comparison, verdict: 'inconclusive' };
}

/** Returns the comparison of two versions; `null` if there is one version. */
function comparisonSection(
  run: FoldedRun,
  {
    headline,
    classes,
    documentsNeeded,
  }: Pick<ComparisonSection, 'headline' | 'classes'> & { readonly documentsNeeded: number | null },
  { advised, given }: Readonly<Record<'advised' | 'given', ReportVerdict['recommendation']>>,
  restrictions: readonly string[],
  settings: StatisticsSettings,
): ComparisonSection | null {
  const [first] = headline;
  if (first === undefined) return null;
  // More documents help only if the evidence is insufficient. They do not help against failed items, for example.
  const needsMore = advised === 'not-enough-evidence' && given === 'not-enough-evidence';
  const needed = needsMore ? documentsNeeded : null;
  return {
    headline,
    classes,
    slices: compareSlices(run, settings).map((slice) =>
      given === 'incomplete' ? { ...slice, comparison: undecided(slice.comparison) } : slice,
    ),
    speed: compareSpeed(run, settings),
    notComparable: partChanges(run),
    restrictions,
    documentsNeeded: needed === null ? null : { total: needed, additional: needed - first.difference.n },
  };
}

function reportVersions({ plan, versions, count }: FoldedRun): ReportVersion[] {
  const names = versionNames(plan);
  return plan.versions.map((version, i) => ({
    name: names[i] as string,
    requested: version.requested,
    resolved: version.resolved,
    versionId: version.versionId,
    configHash: version.configHash,
    role: versions.length === 1 ? 'only' : i === 0 ? 'baseline' : 'candidate',
    states: shownStates(countStates(versions[i] as VersionColumns, count)),
    configDifference: i === 0 ? [] : configDifference(plan.versions[0]?.config, version.config),
  }));
}

function shownStates({ 'without-gold': withoutGold, ...states }: ReturnType<typeof countStates>) {
  return withoutGold === 0 ? states : { ...states, 'without-gold': withoutGold };
}

/** Counts the documents with gold for which every version has an output. */
function scoredByAll({ versions, count }: FoldedRun): number {
  return allPositions(count).reduce(
    (n, position) => (versions.every(({ states }) => states.at(position) === 'scored') ? n + 1 : n),
    0,
  );
}
