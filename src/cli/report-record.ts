import path from 'node:path';
import { buildReport, type ReportOptions } from '../analysis/report/build-report.ts';
import { statesOf } from '../analysis/score-answer.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import type { RunAnswer } from '../model/command-answers.ts';
import type { Verdict } from '../model/comparison.ts';
import type { PresencePolicy } from '../model/presence-policy.ts';
import type { ReportModel } from '../model/report-model.ts';
import { openRecord, type RecordReader } from '../record/open-record.ts';
import { recordFolder } from '../record/record-files.ts';
import { type ReportFormat, reportFormats, writeReport } from '../report/write-report.ts';
import { reportSections, type SectionFlags } from '../usecases/report/report-sections.ts';
import { shownVerdict, withGate } from '../usecases/report/with-gate.ts';
import { loadConfig } from '../usecases/settings/load-config.ts';
import { loadPolicy } from '../usecases/settings/load-policy.ts';
import {
  type ScoringFlags,
  scoringOptions,
  statisticsSettings,
} from '../usecases/settings/scoring-settings.ts';
import { printSummary } from './commands/report/text.ts';

export interface ReportRequest extends ScoringFlags, SectionFlags {
  readonly out?: string;
  readonly format: string;
  readonly policy?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly images: boolean;
}

/** The work of `goldset report`; gives the exit code: 3 if the run has not ended. */
export async function runReport(named: string, flags: ReportRequest): Promise<number> {
  const record = recordFolder(path.resolve(named));
  const out = path.resolve(flags.out ?? path.dirname(record));
  const { model, index } = await reportRecord(record, out, flags);
  const exitCode = verdictExitCode(model);
  if (flags.json)
    process.stdout.write(
      `${JSON.stringify({ record, report: index, exitCode, versions: versionFigures(model) } satisfies RunAnswer)}\n`,
    );
  else printSummary(model, index);
  return exitCode;
}

/** What a command that shows a verdict exits with: 3 if the run has not ended. */
export function verdictExitCode({ verdict }: Pick<ReportModel, 'verdict'>): 0 | 3 {
  return verdict.recommendation === 'incomplete' ? 3 : 0;
}

interface ReportPlan {
  readonly formats: readonly ReportFormat[];
  readonly options: ReportOptions;
}

/**
 * What a report will be made with; a wrong flag is found here, before anything is run. `presence` is what the dataset
 * states, where it is known.
 */
export async function planReport(flags: ReportRequest, presence?: PresencePolicy): Promise<ReportPlan> {
  const { config } = await loadConfig(flags.config);
  return {
    formats: parseFormats(flags.format),
    options: {
      scoring: scoringOptions(config, flags, presence),
      statistics: statisticsSettings(config, flags),
      plan: {},
    },
  };
}

/** Scores a record, writes its report, and gives the model and the page's path. */
export async function reportRecord(
  record: string,
  out: string,
  flags: ReportRequest,
): Promise<{ model: ReportModel; index: string }> {
  const reader = await openRecord(path.resolve(record));
  const { formats, options } = await planReport(flags, reader.plan.dataset.presence);
  const sections = await reportSections(reader, flags, options);
  const built = { ...(await buildReport(reader, options)), ...sections };
  const model = withGate(built, await gateOf(reader, flags));
  for (const notice of reader.notices) process.stderr.write(`note: ${notice}\n`);
  const { files } = await writeReport(model, out, formats, { images: flags.images });
  const index = files.find((file) => file.endsWith('index.html')) ?? files[0] ?? out;
  return { model, index: path.resolve(out, index) };
}

/** The verdict that the report shows: by the policy named, or by the configuration's; null where there is neither. */
async function gateOf(reader: RecordReader, flags: ReportRequest): Promise<Verdict | null> {
  const loaded = await loadConfig(flags.config);
  if (flags.policy === undefined && loaded.config.gate === undefined) return null;
  // A part of a run is not judged.
  if (reader.plan.shard !== undefined) return null;
  const { policy } = await loadPolicy(flags.policy, loaded);
  const { judgeRecord } = await import('../usecases/gate/judge-record.ts');
  const { outcome } = await judgeRecord({
    candidate: { reader },
    baseline: null,
    policy,
    statistics: statisticsSettings(loaded.config, flags),
    scoring: (presence) => scoringOptions(loaded.config, flags, presence),
  });
  return shownVerdict(outcome);
}

/** Headline figures a version, for `--json`. */
export function versionFigures(
  model: ReportModel,
): Record<string, { metrics: Record<string, number | null>; items: Record<string, number> }> {
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

/** The formats of `--format`; a word that is none is told with those there are. */
export function parseFormats(text: string): ReportFormat[] {
  return text.split(',').map((word) => {
    const format = reportFormats.find((known) => known === word.trim());
    if (format !== undefined) return format;
    throw new GoldsetError('USAGE', {
      problem: `--format: found "${word}", expected some of ${reportFormats.join(', ')}`,
      mend: 'For example --format html,csv',
    });
  });
}
