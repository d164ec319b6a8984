import path from 'node:path';
import { buildReport } from '../../analysis/sections/build-report.ts';
import { scoreResult } from '../../analysis/sections/score-result.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import { documentPages } from '../../loaders/inputs/document-pages.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import { unknownGoldTexts } from '../../model/record/unknown-gold.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { ScoreResult } from '../../model/results/score-results.ts';
import type { OpenSinks } from '../../report/formats/write-report.ts';
import { relabelRecord } from '../../runner/relabel-record.ts';
import { describeScorer } from '../../scorers/extraction/scorer-fingerprint.ts';
import { type ExitCode, reportExitCode } from '../exit-code.ts';
import { openSide } from '../inputs/open-side.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { goldChange } from '../report/new-gold.ts';
import { scoreAndWrite } from '../report/report-record.ts';
import { checkScored } from '../settings/check-patterns.ts';
import { resolveSettings, type SettingsRequest } from '../settings/resolve-settings.ts';
import { summaryOptions } from '../settings/summary-options.ts';

export interface ScoreRequest extends SettingsRequest {
  /** Folder of a record, the folder that contains it, or the name of a baseline. */
  readonly record: string;
  /** Dataset whose gold replaces the gold in the record. */
  readonly gold?: string;
  /**
   * Accepts `gold` even if its keys or document classes are probably misspelt, or if no version can score it. False by
   * default.
   */
  readonly allowUnknownGold?: boolean;
  /** Saves the scores next to the record. True by default. */
  readonly save?: boolean;
  /** Folder of a report. If not set, no report is written. */
  readonly out?: string;
}

export interface ScoreOutcome {
  readonly result: ScoreResult;
  readonly model: ReportModel;
  readonly exitCode: ExitCode;
}

/**
 * Scores a record with rules or gold that may differ from those of its run. Unless `save` is false, saves the scores in
 * a file whose name contains the fingerprint of the rules.
 */
export async function scoreRecord(request: ScoreRequest, ports: Ports = silentPorts): Promise<ScoreOutcome> {
  const { gold, allowUnknownGold } = request;
  const settings = await resolveSettings(request);
  const { reader: stored } = await openSide(request.record, settings.baselines);
  const relabelled =
    gold === undefined
      ? null
      : await relabelRecord(stored, await loadDataset(gold, { loaders: settings.config.loaders }), {
          allowUnknownGold,
        });
  const reader = relabelled?.reader ?? stored;
  const source = { ...reader, recorded: [stored.plan.options] };
  const applied = settings.optionsOf(reader.plan);
  const { scoring, statistics } = applied;
  const acceptedFailures = settings.acceptedFailures(reader.plan);
  const options = { ...summaryOptions(settings, reader.plan), scoring, statistics, acceptedFailures };
  const change = await goldChange(stored, relabelled, scoring, () => buildReport(stored, options));
  const score = (openSinks?: OpenSinks) =>
    buildReport(source, {
      ...options,
      readPages: openSinks && documentPages(),
      ...change,
      openSinks,
      onScored: (run) => checkScored(applied, run, ports),
    });
  const { model } = await scoreAndWrite(request.out, settings, score, ports);
  const unknownGold = relabelled === null ? [] : unknownGoldTexts(reader.plan.unknownGold ?? []);
  for (const notice of [...reader.notices, ...unknownGold]) ports.notice(notice);
  const result = scoreResult(model, {
    recordId: reader.plan.recordId,
    scorer: describeScorer(scoring),
    gold: relabelled === null ? null : { changedItems: [...relabelled.changed] },
  });
  const file = request.save === false ? null : await saveScores(stored.dir, result);
  return { result: { ...result, file }, model, exitCode: reportExitCode(model.verdict.code) };
}

/** Saves the scores next to the record. Replaces the file of an earlier call with equal settings. */
async function saveScores(dir: string, result: Omit<ScoreResult, 'file'>): Promise<string> {
  const gold = result.gold === null ? '' : `-gold-${result.dataset.checksum.slice(0, 8)}`;
  const file = path.join(path.resolve(dir), 'scores', `${result.scorer.fingerprint}${gold}.json`);
  await writeFileAtomically(file, `${JSON.stringify({ ...result, file: null }, null, 2)}\n`);
  return file;
}
