import { existsSync } from 'node:fs';
import path from 'node:path';
import { rankLabelIssues } from '../../analysis/label-issues/find-label-issues.ts';
import { LabelIssueList } from '../../analysis/label-issues/label-issue-list.ts';
import { buildReport } from '../../analysis/sections/build-report.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { requireWritableFolder } from '../../base/write-file.ts';
import { documentText } from '../../loaders/inputs/document-text.ts';
import { readReviewList } from '../../loaders/review/read-review-list.ts';
import type { LabelIssuesResult } from '../../model/results/command-results.ts';
import { requireSameScorer } from '../../model/score/scorer-description.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';
import type { OpenSinks } from '../../report/formats/write-report.ts';
import { writeTable } from '../../report/sinks/text-sink.ts';
import { labelIssuesTable } from '../../report/tables/section-tables.ts';
import { describeScorer } from '../../scorers/extraction/scorer-fingerprint.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { reportOptions, scoreAndWrite } from '../report/report-record.ts';
import { reportAppliedOptions } from '../settings/applied-options.ts';
import { resolveSettings, type SettingsRequest } from '../settings/resolve-settings.ts';

export interface LabelIssuesRequest extends SettingsRequest {
  /** Records of one dataset. The report covers the first record. */
  readonly records: readonly string[];
  /** Path of a CSV file for a reviewer to complete. It contains all label issues. If not set, no file is written. */
  readonly review?: string;
  /** Whether to read the text of the documents. */
  readonly text: boolean;
  /** Folder of a report. If not set, no report is written. */
  readonly out?: string;
}

/**
 * Ranks labels that are probably wrong, with the evidence against each. Returns the first 1,000 label issues. The CSV
 * file contains all of them.
 */
export async function findLabelIssues(
  request: LabelIssuesRequest,
  ports: Ports = silentPorts,
): Promise<LabelIssuesResult> {
  const { review, out } = request;
  if (review !== undefined) await assertReplaceable(path.resolve(review));
  const settings = await resolveSettings(request);
  const readers = await Array.fromAsync(request.records, (record) => openRecord(path.resolve(record)));
  const [first] = readers as [RecordReader, ...RecordReader[]];
  const options = reportOptions(first.plan, settings);
  reportAppliedOptions(options, ports);
  const scorer = describeScorer(options.scoring);
  for (const { plan } of readers) requireSameScorer(scorer, describeScorer(settings.optionsOf(plan).scoring));
  using all = new LabelIssueList();
  const section = await rankLabelIssues(readers, {
    scoring: options.scoring,
    list: all,
    textOf: request.text ? (_, document) => documentText(document) : undefined,
  });
  const files: string[] = [];
  if (review !== undefined) {
    await writeTable(path.resolve(review), labelIssuesTable, { issues: all.read() });
    files.push(review);
  }
  if (out !== undefined) {
    const score = async (openSinks?: OpenSinks) => {
      return { ...(await buildReport(first, { ...options, openSinks })), labelIssues: section };
    };
    const written = await scoreAndWrite(out, settings, score, ports);
    files.push(...written.files.slice(0, 1).map((file) => path.relative(process.cwd(), file)));
  }
  return { exitCode: 0, ...section, files, ...options.stated };
}

/**
 * Throws OUTPUT_NOT_WRITABLE if the file exists and may contain decisions of a reviewer, or if its folder is not
 * writable.
 */
async function assertReplaceable(file: string): Promise<void> {
  await requireWritableFolder(path.dirname(file));
  if (!existsSync(file)) return;
  const [header = ''] = (await readTextFile(file)).split('\n', 1);
  const list = await readReviewList(file).catch(() => null);
  if (header.includes('decision') && list?.decisions.length === 0 && list.kept === 0) return;
  const reason = 'it exists and may contain decisions of a reviewer; choose another file with --review';
  throw new GoldsetError('OUTPUT_NOT_WRITABLE', { file, reason });
}
