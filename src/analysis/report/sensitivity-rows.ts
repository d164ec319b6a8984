import type { MethodSection } from '../../model/report-model.ts';
import type { RecordReader } from '../../record/open-record.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { measureRatio, measureShare, type RatioName, ratioSeries } from '../ratio-series.ts';
import { scoreRun } from '../score-run.ts';
import type { ScoredRun } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';
import { exactAt, leafPartsAt } from './tiles.ts';

const metrics = ['precision', 'recall', 'f1', 'document_exact'] as const;

/** The headline metrics of an extraction under the policies in force, as `reported`, and under every other one. */
export async function sensitivityRows(
  reader: RecordReader,
  reported: ScoredRun,
  scoring: ExtractionScoringOptions,
  settings: StatisticsSettings,
): Promise<MethodSection['sensitivity']> {
  if (reader.plan.dataset.kind !== 'EXTRACT') return [];
  const others: readonly [string, ExtractionScoringOptions | null][] = [
    ['as reported', null],
    [
      `emptiness = ${other(scoring.emptiness, 'service', 'strict')}`,
      { ...scoring, emptiness: other(scoring.emptiness, 'service', 'strict') },
    ],
    [
      `unlabelled = ${other(scoring.unlabelled, 'absent', 'ignore')}`,
      { ...scoring, unlabelled: other(scoring.unlabelled, 'absent', 'ignore') },
    ],
    [
      `failures = ${other(scoring.failures, 'missing', 'exclude')}`,
      { ...scoring, failures: other(scoring.failures, 'missing', 'exclude') },
    ],
  ];
  const rows: MethodSection['sensitivity'][number][] = [];
  for (const [policy, options] of others) {
    const run = options === null ? reported : await scoreRun(reader, options);
    rows.push({
      policy,
      metrics,
      values: metrics.map((metric) => run.versions.map((version) => measure(run, version, metric, settings))),
    });
  }
  return rows;
}

function measure(
  run: ScoredRun,
  version: number,
  metric: RatioName | 'document_exact',
  settings: StatisticsSettings,
) {
  if (metric === 'document_exact')
    return measureShare(
      metric,
      'overall',
      run.items.map((item) => exactAt(item, version)),
      settings,
    );
  const parts = run.items.map((item) => leafPartsAt(item, version, metric));
  return measureRatio(ratioSeries(metric, 'overall', parts), settings);
}

function other<T>(current: T, a: T, b: T): T {
  return current === a ? b : a;
}
