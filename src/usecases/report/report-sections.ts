import path from 'node:path';
import type { ReportOptions } from '../../analysis/sections/build-report.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import type { SecondGoldFlags } from '../inputs/read-second-gold.ts';

/** Optional sections of a report. Each section needs further input in addition to the record. */
export interface ReportSections extends SecondGoldFlags {
  /** Reads the words inside the cited boxes, and stores them in the record. */
  readonly citations?: boolean;
  readonly labelIssues?: boolean;
  readonly batchRun?: string;
  readonly attribution?: string;
  readonly configs?: string;
}

/** Returns the requested sections. Loads the code of a section only if it is requested. */
export async function reportSections(
  reader: RecordReader,
  flags: ReportSections,
  { scoring = defaultScoringOptions }: ReportOptions,
): Promise<Pick<ReportModel, 'labelIssues' | 'reconciliation' | 'attribution'>> {
  const { labelIssues, batchRun, attribution, configs } = flags;
  if ((attribution === undefined) !== (configs === undefined))
    throw new GoldsetError('USAGE', {
      problem: 'found only one of --attribution and --configs, expected both',
      fix: 'Name the packets with --attribution and the extraction config of each class with --configs.',
    });
  const hasAttribution = attribution !== undefined && configs !== undefined;
  return {
    labelIssues: labelIssues ? await labelIssuesOf(reader, scoring) : undefined,
    reconciliation: batchRun === undefined ? undefined : await reconciliationOf(reader, batchRun),
    attribution: hasAttribution ? await attributionOf(attribution, configs, scoring) : undefined,
  };
}

async function attributionOf(packets: string, configs: string, scoring: ExtractionScoringOptions) {
  const { readAttribution } = await import('../inputs/read-attribution.ts');
  return readAttribution(packets, configs, scoring);
}

async function labelIssuesOf(reader: RecordReader, scoring: ExtractionScoringOptions) {
  const { rankLabelIssues } = await import('../../analysis/label-issues/find-label-issues.ts');
  const { documentText } = await import('../../loaders/inputs/document-text.ts');
  return rankLabelIssues([reader], { scoring, textOf: (_, document) => documentText(document) });
}

async function reconciliationOf(reader: RecordReader, batchRun: string) {
  const { reconcile } = await import('../../analysis/reconcile/reconcile.ts');
  const { readBatchRunFile } = await import('../inputs/batch-run-file.ts');
  return reconcile(reader, await readBatchRunFile(path.resolve(batchRun)));
}
