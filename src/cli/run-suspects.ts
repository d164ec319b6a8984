import path from 'node:path';
import { buildReport } from '../analysis/report/build-report.ts';
import { findSuspects } from '../analysis/suspects/find-suspects.ts';
import { oneLine } from '../base/one-line.ts';
import type { SuspectsAnswer } from '../model/command-answers.ts';
import type { SuspectSection } from '../model/suspect.ts';
import { openRecord, type RecordReader } from '../record/open-record.ts';
import { suspectsTable } from '../report/csv/suspects-table.ts';
import { writeCsvFile } from '../report/csv/write-csv-file.ts';
import { formatValue } from '../report/format-measurement.ts';
import { writeReport } from '../report/write-report.ts';
import { documentTexts } from '../usecases/inputs/document-texts.ts';
import { numberFlag } from '../usecases/settings/number-flag.ts';
import { planReport, type ReportRequest } from './report-record.ts';

export interface SuspectsFlags extends ReportRequest {
  readonly limit?: string;
  readonly review?: string;
  readonly text: boolean;
}

const shownByDefault = 20;

/** The work of `goldset suspects`. */
export async function runSuspects(records: readonly string[], flags: SuspectsFlags): Promise<void> {
  const limit = flags.limit === undefined ? shownByDefault : numberFlag('--limit', flags.limit, 1, 1e9, true);
  const readers: RecordReader[] = [];
  for (const record of records) readers.push(await openRecord(path.resolve(record)));
  const [first] = readers as [RecordReader, ...RecordReader[]];
  const { formats, options } = await planReport(flags, first.plan.dataset.presence);
  const section = await findSuspects(readers, {
    scoring: options.scoring,
    ...(flags.text ? { textOf: await documentTexts(first) } : {}),
  });
  const files: string[] = [];
  if (flags.review !== undefined) {
    await writeCsvFile(path.resolve(flags.review), suspectsTable(section));
    files.push(flags.review);
  }
  if (flags.out !== undefined) {
    const model = { ...(await buildReport(first, options)), suspects: section };
    const written = await writeReport(model, path.resolve(flags.out), formats, { images: flags.images });
    files.push(...written.files.slice(0, 1).map((file) => path.relative(process.cwd(), file)));
  }
  if (flags.json)
    process.stdout.write(`${JSON.stringify({ exitCode: 0, ...section, files } satisfies SuspectsAnswer)}\n`);
  else process.stdout.write(`${suspectsText(section, limit, files)}\n`);
}

function suspectsText(section: SuspectSection, limit: number, files: readonly string[]): string {
  const { suspects, labels, documents, withText } = section;
  const likely = suspects.filter(({ score }) => score > 0).length;
  const lines = [
    `${likely} of ${labels} labels in ${documents} documents are more likely wrong than right; ${suspects.length - likely} more are doubtful.`,
    `The text of ${withText} documents was read.`,
    '',
  ];
  for (const { itemId, path: place, label, proposed, score, reasons } of suspects.slice(0, limit)) {
    lines.push(
      `${score.toFixed(1).padStart(5)}  ${itemId}  ${place}: ${cut(formatValue(label))} → ${cut(formatValue(proposed))}`,
      `       ${reasons.map(({ text }) => text).join('; ')}`,
    );
  }
  if (suspects.length > limit) lines.push(`       and ${suspects.length - limit} more`);
  for (const file of files) lines.push('', `Written: ${file}`);
  return lines.map(oneLine).join('\n');
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
