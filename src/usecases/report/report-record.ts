import { existsSync } from 'node:fs';
import path from 'node:path';
import { RecordCauses } from '../../analysis/causes/cause-columns.ts';
import { optionsStatement } from '../../analysis/compare/compare-result.ts';
import { scoringConfig } from '../../analysis/config-changes/scoring-config.ts';
import type { FoldSource } from '../../analysis/fold/fold-record.ts';
import type { FoldedRun } from '../../analysis/fold/folded-run.ts';
import type { SecondGold } from '../../analysis/fold/label-ceilings.ts';
import type { FigureOptions } from '../../analysis/measure/figure-options.ts';
import {
  type FoldedReport,
  foldReport,
  type ReportOptions,
  reportOf,
} from '../../analysis/sections/build-report.ts';
import { readDocument } from '../../analysis/sections/documents/read-document.ts';
import { statesOf } from '../../analysis/sections/score-result.ts';
import { invariant } from '../../base/goldset-error.ts';
import { requireWritableFolder } from '../../base/write-file.ts';
import { type DocumentPageReader, documentPages } from '../../loaders/inputs/document-pages.ts';
import { policyTags, usesCitations } from '../../model/gate/gate-policy.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { DocumentRow, ReportModel } from '../../model/report/report-model.ts';
import type { RunResult, VersionFigures } from '../../model/results/command-results.ts';
import type { Verdict } from '../../model/score/comparison.ts';
import { recordFolder } from '../../record/files/record-files.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';
import { type ReportFormat, runFormats } from '../../report/formats/formats.ts';
import { type OpenSinks, reportWhileScoring } from '../../report/formats/write-report.ts';
import { defaultScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { requireCitations } from '../citations/require-citations.ts';
import type { GateRequest } from '../evaluate/evaluate-record.ts';
import { reportExitCode } from '../exit-code.ts';
import type { SecondGoldFlags } from '../inputs/read-second-gold.ts';
import { type Ports, silentPorts } from '../ports.ts';
import type { AppliedOptions } from '../settings/applied-options.ts';
import { checkScored } from '../settings/check-patterns.ts';
import { resolveSettings, type Settings, type SettingsRequest } from '../settings/resolve-settings.ts';
import { summaryOptions } from '../settings/summary-options.ts';
import { openScanReader } from '../target/scan-reader.ts';
import { changesSince } from './changes-since.ts';
import { type GoldChange, goldChange, type NewGold, withNewGold } from './new-gold.ts';
import { type ReportSections, reportSections } from './report-sections.ts';
import { notingFiles, readSavedReport, reportKey, saveReport } from './saved-report.ts';
import { shownVerdict, withGate } from './with-gate.ts';

export interface ReportRequest extends SettingsRequest, ReportSections {
  /** Folder of a record, or the folder that contains it. */
  readonly record: string;
  /** Folder of the report. By default, the folder that contains the record. */
  readonly out?: string;
}

export interface ReportResult {
  readonly result: RunResult;
  readonly model: ReportModel;
}

/** Scores a record and writes its report. Needs no network. */
export async function reportRecord(
  request: ReportRequest,
  ports: Ports = silentPorts,
): Promise<ReportResult> {
  const settings = await resolveSettings(request, runFormats);
  const reader = await openRecord(recordFolder(path.resolve(request.record)));
  const out = path.resolve(request.out ?? path.dirname(reader.dir));
  const { model, index } = await reportOpenRecord(reader, settings, { out, sections: request }, ports);
  return resultOf(reader, model, index);
}

/** A report that is not written to files. */
export interface ReadResult extends ReportResult {
  /**
   * Returns the document at a position of the record, even if the report does not show this document. Returns `null` if
   * there is no such document.
   */
  readonly documentAt: (position: number) => Promise<DocumentRow | null>;
}

/**
 * Verdict and summary of a record, scored with the gold of its run. A report with newer gold shows this verdict and
 * summary for comparison.
 */
export type ScoredBefore = Pick<ReportModel, 'verdict' | 'summary'>;

/** Request for a report that is not written to files. */
export interface ReadRequest extends Omit<ReportRequest, 'out'> {
  readonly gold?: NewGold;
  /**
   * Reads the text of documents. A caller that scores a record several times can pass a reader that keeps the texts in
   * memory.
   */
  readonly readPages?: DocumentPageReader;
  /**
   * Returns the verdict and the summary with the gold of the run, for comparison with newer gold. The function can call
   * `score` to compute this result, or return the stored result of an earlier call.
   */
  readonly scoredBefore?: (score: () => Promise<ScoredBefore>) => Promise<ScoredBefore>;
  /**
   * If set, `readReport` returns the report that is saved next to the record, if there is one. With `write`, it also
   * saves a new report next to the record.
   */
  readonly saved?: 'read' | 'write';
}

/**
 * Scores a record as `reportRecord` does, or reads its saved report. Writes no files, except the saved report if
 * `saved` is `write`. The result has the path of the report page if an earlier report exists, and otherwise the folder
 * of the record.
 */
export async function readReport(request: ReadRequest, ports: Ports = silentPorts): Promise<ReadResult> {
  const settings = await resolveSettings(request, runFormats);
  const stored = await openRecord(recordFolder(path.resolve(request.record)));
  const { gold, readPages, saved: use, scoredBefore = (score) => score() } = request;
  const page = path.join(path.dirname(stored.dir), 'index.html');
  const shown = existsSync(page) ? page : stored.dir;
  const saved = use && gold === undefined ? await savedReport(stored, settings, request) : null;
  if (saved !== null) {
    const { scoring = defaultScoringOptions } = reportOptions(stored.plan, settings);
    const { config } = scoringConfig(stored.plan);
    const causes = new RecordCauses(config, stored.plan.versions.length, readPages, saved.opened);
    return {
      ...resultOf(stored, saved.model, shown),
      documentAt: (position) => readDocument(stored, scoring, causes, position),
    };
  }
  const relabelled = gold === undefined ? null : await withNewGold(stored, gold, settings.config.loaders);
  const reader = relabelled?.reader ?? stored;
  const { scoring } = reportOptions(reader.plan, settings);
  const scoreStored = async () => {
    const { model } = await scoreOpenRecord(stored, settings, { readPages }, silentPorts);
    return model;
  };
  const change = await goldChange(stored, relabelled, scoring, () => scoredBefore(scoreStored));
  const given = { sections: request, ...change, readPages, isSaved: use === 'write' && gold === undefined };
  const { model, folded } = await scoreOpenRecord(reader, settings, given, ports);
  const { causes } = folded;
  return {
    ...resultOf(reader, model, shown),
    documentAt: (position) => readDocument(reader, scoring ?? defaultScoringOptions, causes, position),
  };
}

/** Returns the report that is saved next to a record; `null` if there is none with these settings. */
async function savedReport(reader: RecordReader, settings: Settings, sections: ReportSections) {
  const key = await keyOf(reader, settings, sections);
  return key === null ? null : readSavedReport(reader.dir, key);
}

/**
 * Returns the key of the saved report. Returns `null` if a section needs other files than the record, or if no report
 * is saved for the record (see `reportKey`).
 */
async function keyOf(
  reader: RecordReader,
  settings: Settings,
  { citations, labelIssues, batchRun, attribution, secondGold, adjudicated }: ReportSections,
): Promise<string | null> {
  const sections = [citations, labelIssues, batchRun, attribution, secondGold, adjudicated];
  if (sections.some(Boolean)) return null;
  const { readPages, ...options } = reportOptions(reader.plan, settings);
  return reportKey(reader, { ...options, config: settings.config, policy: settings.policy?.policy });
}

function resultOf(reader: RecordReader, model: ReportModel, report: string): ReportResult {
  const exitCode = reportExitCode(model.verdict.code);
  return { result: runResult(model, { record: reader.dir, report, exitCode }), model };
}

/** Returns the data that `--json` prints for a run or a report. */
export function runResult(
  model: ReportModel,
  written: Pick<RunResult, 'record' | 'report' | 'exitCode'>,
): RunResult {
  const { since, tries } = model;
  return {
    ...written,
    versions: versionFigures(model),
    ...optionsStatement(model),
    ...(since && { since }),
    ...(tries !== undefined && { tries }),
  };
}

/** Scores an opened record and writes its report. If there is a policy, also evaluates the record against it. */
export async function reportOpenRecord(
  reader: RecordReader,
  settings: Settings,
  { out, sections }: { readonly out: string; readonly sections?: ReportSections },
  ports: Ports,
): Promise<{ readonly model: ReportModel; readonly index: string; readonly folded: FoldedReport }> {
  const { model, files, folded } = await scoreOpenRecord(reader, settings, { out, sections }, ports);
  const index = files.find((file) => file.endsWith('index.html')) ?? files[0] ?? out;
  return { model, index: path.resolve(out, index), folded };
}

/**
 * Scores an opened record. If there is a policy, evaluates the record against it. If `out` is given, writes the report.
 */
async function scoreOpenRecord(
  reader: RecordReader,
  settings: Settings,
  request: Partial<GoldChange> & {
    readonly out?: string;
    readonly sections?: ReportSections;
    readonly readPages?: DocumentPageReader | undefined;
    /** Whether to save the report next to the record. */
    readonly isSaved?: boolean;
  },
  ports: Ports,
): Promise<{
  readonly model: ReportModel;
  readonly files: readonly string[];
  readonly folded: FoldedReport;
}> {
  const { out, sections = {}, isSaved = false, ...change } = request;
  const key = isSaved ? await keyOf(reader, settings, sections) : null;
  const opened = new Map<string, string>();
  const readPages = notingFiles(request.readPages ?? documentPages(), opened);
  const given = { ...reportOptions(reader.plan, settings), ...change, readPages };
  const secondGold = await secondGoldOf(sections, reader, given, settings);
  const since = await changesSince(reader, settings);
  const options = { ...given, secondGold, since };
  const tags = policyTags(settings.policy?.policy);
  await requireCitations([reader], sections.citations || usesCitations(settings.policy?.policy), ports);
  const shown = await reportSections(reader, sections, options);
  let folded: FoldedReport | undefined;
  const score = async (openSinks?: OpenSinks) => {
    const onScored = (run: FoldedRun) => checkScored(options, run, ports);
    folded = await foldReport(reader, { ...options, tags, openSinks, onScored });
    const gate = await gateOf({ reader, folded, secondGold }, settings);
    return withGate({ ...reportOf(folded, { ...options, gate }), ...shown }, gate);
  };
  const { model, files } = await scoreAndWrite(out, settings, score, ports);
  invariant(folded !== undefined, 'a report that was written was folded');
  for (const notice of reader.notices) ports.notice(notice);
  // Do not save the report if a file has changed since the record was opened, because the report may then have figures
  // of the old and the new state.
  if (key !== null && key === (await keyOf(reader, settings, sections)))
    await saveReport(reader.dir, { key, model, opened: folded.causes.opened, documents: [...opened] });
  return { model, files, folded };
}

export function reportOptions(plan: RunPlan, settings: Settings): ReportOptions & AppliedOptions {
  const { optionsOf, acceptedFailures } = settings;
  return {
    ...optionsOf(plan),
    ...summaryOptions(settings, plan),
    readPages: documentPages(),
    sampleSize: {},
    acceptedFailures: acceptedFailures(plan),
  };
}

/**
 * Returns the scored labels of a second person (`SecondGold`), or `undefined` if the flags do not name any. Loads the
 * necessary code only if there are second labels.
 */
export async function secondGoldOf(
  flags: SecondGoldFlags,
  source: FoldSource,
  options: FigureOptions,
  { config }: Settings,
): Promise<SecondGold | undefined> {
  if (flags.secondGold === undefined && flags.adjudicated === undefined) return undefined;
  const { readSecondGold } = await import('../inputs/read-second-gold.ts');
  return readSecondGold(flags, source, options, config.loaders);
}

/** Returns the verdict that the report shows. Returns `null` if there is no policy, or if the record is a shard. */
async function gateOf(
  scored: Pick<GateRequest, 'folded' | 'secondGold'> & { readonly reader: RecordReader },
  settings: Settings,
): Promise<Verdict | null> {
  const { reader, folded, secondGold } = scored;
  if (settings.policy === null || reader.plan.shard !== undefined) return null;
  const { evaluateRecord } = await import('../evaluate/evaluate-record.ts');
  const { policy } = settings.policy;
  const candidate = { reader };
  const { outcome } = await evaluateRecord({
    candidate,
    baseline: null,
    policy,
    optionsOf: settings.optionsOf,
    secondGold,
    folded,
  });
  return shownVerdict(outcome);
}

/** Scores documents by calling `score`. If `out` is given, writes the report of the documents while they are scored. */
export async function scoreAndWrite(
  out: string | undefined,
  {
    formats,
    written,
    readScans,
  }: Pick<Settings, 'written' | 'readScans'> & {
    readonly formats: readonly ReportFormat[];
  },
  score: (openSinks?: OpenSinks) => Promise<ReportModel>,
  ports: Pick<Ports, 'notice'>,
): Promise<{ readonly model: ReportModel; readonly files: readonly string[] }> {
  if (out === undefined) return { model: await score(), files: [] };
  await requireWritableFolder(out);
  await using scans = openScanReader(readScans);
  const options = { readScan: scans.read, ...written };
  const { model, files, notices } = await reportWhileScoring(path.resolve(out), formats, options, score);
  for (const notice of notices) ports.notice(notice);
  return { model, files };
}

export function versionFigures(model: ReportModel): Record<string, VersionFigures> {
  return Object.fromEntries(
    model.versions.map((version, i) => {
      const metrics: Record<string, number | null> = {};
      for (const tile of model.tiles) {
        const value = tile.values[i];
        if (value) metrics[value.metric] = value.value;
      }
      for (const row of model.fields) if (row.isLeaf) metrics[`f1.${row.field}`] = row.f1[i]?.value ?? null;
      for (const row of model.classes?.overall ?? []) metrics[row.metric] = row.values[i]?.value ?? null;
      for (const row of model.packets?.metrics ?? []) metrics[row.metric] = row.values[i]?.value ?? null;
      return [version.requested, { metrics, items: statesOf(model, i) }];
    }),
  );
}
