import path from 'node:path';
import type { ReportOptions } from '../../analysis/sections/build-report.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';

/** What a report shows besides what its record says of itself. */
export interface ReportSections {
  readonly suspects?: boolean;
  readonly batchRun?: string;
  readonly stages?: string;
  readonly configs?: string;
}

/** The sections that were asked for: suspect gold, service figures, errors by stage. The code of a section is loaded only if it was asked for. */
export async function reportSections(
  reader: RecordReader,
  flags: ReportSections,
  { scoring = defaultScoringOptions }: ReportOptions,
): Promise<Pick<ReportModel, 'suspects' | 'reconciliation' | 'stages'>> {
  const { suspects, batchRun, stages, configs } = flags;
  if ((stages === undefined) !== (configs === undefined))
    throw new GoldsetError('USAGE', {
      problem: '--stages and --configs were not given together',
      fix: 'Name the packets with --stages and the extraction config of each class with --configs.',
    });
  return {
    ...(suspects ? { suspects: await suspectsOf(reader, scoring) } : {}),
    ...(batchRun === undefined ? {} : { reconciliation: await reconciliationOf(reader, batchRun) }),
    ...(stages === undefined || configs === undefined
      ? {}
      : { stages: await (await import('../inputs/read-stages.ts')).readStages(stages, configs, scoring) }),
  };
}

async function suspectsOf(reader: RecordReader, scoring: ExtractionScoringOptions) {
  const { rankLabelIssues } = await import('../../analysis/label-issues/find-label-issues.ts');
  const { documentText } = await import('../../loaders/inputs/document-text.ts');
  return rankLabelIssues([reader], { scoring, textOf: (_, document) => documentText(document) });
}

async function reconciliationOf(reader: RecordReader, batchRun: string) {
  const { reconcile } = await import('../../analysis/reconcile/reconcile.ts');
  const { readBatchRunFile } = await import('../inputs/batch-run-file.ts');
  return reconcile(reader, await readBatchRunFile(path.resolve(batchRun)));
}
