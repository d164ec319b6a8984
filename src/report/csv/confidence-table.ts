import type { ScopeConfidence } from '../../model/confidence-section.ts';
import type { ReportModel } from '../../model/report-model.ts';
import type { CsvRow, CsvTable } from './write-csv-file.ts';

const columns = [
  'scope',
  'version',
  'part',
  'name',
  'from',
  'to',
  'total',
  'accepted',
  'wrong',
  'mean_confidence',
  'value',
  'upper',
  'note',
];

/** All figures of the confidence section: metrics, bins, both sides of the straight-through table, certificates. */
export function confidenceTable(model: ReportModel): CsvTable {
  function* rows(): Generator<CsvRow> {
    for (const { scope, versions } of model.confidence?.scopes ?? []) {
      for (const [number, version] of versions.entries()) {
        if (version === null) continue;
        for (const row of scopeRows(version)) yield [scope, model.versions[number]?.name, ...row];
      }
    }
  }
  return { columns, rows: rows() };
}

function* scopeRows({ metrics, reliability, thresholds, certificate }: ScopeConfidence): Generator<CsvRow> {
  const none = undefined;
  for (const { metric, value, n, undefinedBecause } of metrics)
    yield ['metric', metric, none, none, n, none, none, none, value, none, undefinedBecause];
  for (const { low, high, count, meanConfidence, accuracy } of reliability)
    yield ['bin', 'accuracy', low, high, count, none, none, meanConfidence, accuracy, none, none];
  for (const { threshold, ...sides } of thresholds) {
    for (const name of ['answers', 'documents'] as const) {
      const { total, accepted, wrong, errorRate, upper } = sides[name];
      yield ['threshold', name, threshold, 1, total, accepted, wrong, none, errorRate, upper, none];
    }
  }
  const { threshold, straightThrough, sentence } = certificate;
  const { metric, value, numerator, n } = straightThrough;
  yield ['certificate', metric, threshold, none, n, numerator, none, none, value, none, sentence];
}
