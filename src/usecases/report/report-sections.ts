import path from 'node:path';
import { reconcile } from '../../analysis/reconcile/reconcile.ts';
import type { ReportOptions } from '../../analysis/sections/build-report.ts';
import { findSuspects } from '../../analysis/suspects/find-suspects.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { documentText } from '../../loaders/document-text.ts';
import type { ReportModel } from '../../model/report-model.ts';
import type { RecordReader } from '../../record/open-record.ts';
import { defaultScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { readBatchRunFile } from '../inputs/batch-run-file.ts';
import { readStages } from '../inputs/read-stages.ts';

/** What a report shows besides what its record says of itself. */
export interface ReportSections {
  readonly suspects?: boolean;
  readonly batchRun?: string;
  readonly stages?: string;
  readonly configs?: string;
}

/** The sections that were asked for: suspect gold, service figures, errors by stage. */
export async function reportSections(
  reader: RecordReader,
  flags: ReportSections,
  { scoring = defaultScoringOptions }: ReportOptions,
): Promise<Pick<ReportModel, 'suspects' | 'reconciliation' | 'stages'>> {
  const { suspects, batchRun, stages, configs } = flags;
  if ((stages === undefined) !== (configs === undefined))
    throw new GoldsetError('USAGE', {
      problem: '--stages and --configs were not given together',
      mend: 'Name the packets with --stages and the extraction config of each class with --configs.',
    });
  return {
    ...(suspects
      ? {
          suspects: await findSuspects([reader], {
            scoring,
            textOf: (_, document) => documentText(document),
          }),
        }
      : {}),
    ...(batchRun === undefined
      ? {}
      : { reconciliation: await reconcile(reader, await readBatchRunFile(path.resolve(batchRun))) }),
    ...(stages === undefined || configs === undefined
      ? {}
      : { stages: await readStages(stages, configs, scoring) }),
  };
}
