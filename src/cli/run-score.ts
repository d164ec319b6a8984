import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { buildReport } from '../analysis/report/build-report.ts';
import { scoreAnswer } from '../analysis/score-answer.ts';
import { percentWithin } from '../base/spelled.ts';
import { writeFailure } from '../base/write-failure.ts';
import { loadDataset } from '../loaders/load-dataset.ts';
import type { ScoreAnswer } from '../model/score-answer.ts';
import { writeAtomically } from '../record/write-atomically.ts';
import { writeReport } from '../report/write-report.ts';
import { withGold } from '../runner/with-gold.ts';
import { describeScorer } from '../scorers/extraction/scorer-fingerprint.ts';
import { openSide } from '../usecases/inputs/open-side.ts';
import { baselinesDir } from '../usecases/settings/baselines-dir.ts';
import { loadConfig } from '../usecases/settings/load-config.ts';
import { scoringOptions, statisticsSettings } from '../usecases/settings/scoring-settings.ts';
import { summaryText } from './commands/report/text.ts';
import { parseFormats, type ReportRequest, verdictExitCode } from './report-record.ts';
import { textTable } from './terminal/text-table.ts';

export interface ScoreFlags extends ReportRequest {
  readonly gold?: string;
  readonly keep?: boolean;
}

/** The work of `goldset score`; gives the exit code: 3 if a run has not ended. */
export async function runScore(record: string, flags: ScoreFlags): Promise<number> {
  const loaded = await loadConfig(flags.config);
  const formats = parseFormats(flags.format);
  const { reader: stored } = await openSide(record, baselinesDir(loaded));
  const regolded = flags.gold === undefined ? null : await withGold(stored, await loadDataset(flags.gold));
  const reader = regolded?.reader ?? stored;
  const scoring = scoringOptions(loaded.config, flags, reader.plan.dataset.presence);
  const statistics = statisticsSettings(loaded.config, flags);
  const model = await buildReport(reader, { scoring, statistics });
  for (const notice of reader.notices) process.stderr.write(`note: ${notice}\n`);
  const answer = scoreAnswer(model, {
    recordId: reader.plan.recordId,
    scorer: describeScorer(scoring),
    gold: regolded === null ? null : { changedItems: [...regolded.changed] },
  });
  const file = flags.keep === false ? null : await keep(stored.dir, answer);
  if (flags.out !== undefined)
    await writeReport(model, path.resolve(flags.out), formats, { images: flags.images });
  if (flags.json) process.stdout.write(`${JSON.stringify({ ...answer, file } satisfies ScoreAnswer)}\n`);
  else {
    const gold =
      regolded === null ? '' : `\nGold of ${flags.gold}: ${regolded.changed.length} items changed.`;
    const kept = file === null ? '' : `\nKept in ${file}`;
    process.stdout.write(
      `${summaryText(model)}\n\n${partsTable(answer)}\n\nScored by ${answer.scorer.fingerprint}.${gold}${kept}\n`,
    );
  }
  return verdictExitCode(model);
}

/** Beside the record, under what judged it: the same scorer and gold write the same file. */
async function keep(dir: string, answer: Omit<ScoreAnswer, 'file'>): Promise<string> {
  const gold = answer.gold === null ? '' : `-gold-${answer.dataset.checksum.slice(0, 8)}`;
  const file = path.join(path.resolve(dir), 'scores', `${answer.scorer.fingerprint}${gold}.json`);
  await mkdir(path.dirname(file), { recursive: true }).catch((thrown: unknown) => {
    throw writeFailure(file, thrown);
  });
  await writeAtomically(file, [`${JSON.stringify({ ...answer, file: null }, null, 2)}\n`]);
  return file;
}

/** F1 by field or class, a column a version. */
function partsTable({ versions }: Omit<ScoreAnswer, 'file'>): string {
  const parts = versions.map(({ fields, classes }) => [
    ...fields.map(({ field, f1 }) => ({ name: field, f1 })),
    ...classes.map(({ label, f1 }) => ({ name: label, f1 })),
  ]);
  const rows = (parts[0] ?? []).map(({ name }, i) => [
    name,
    ...parts.map((list) => {
      const { value = null, interval } = list[i]?.f1 ?? {};
      return percentWithin(value, interval);
    }),
  ]);
  return textTable(['F1', ...versions.map(({ name }) => name)], rows, { left: 1 });
}
