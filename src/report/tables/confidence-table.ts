import type { ScopeConfidence } from '../../model/report/confidence-section.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { column, defineTable } from './define-table.ts';

interface ConfidenceRow extends Figure {
  readonly scope: string;
  readonly version: string | undefined;
}

interface Figure {
  readonly part: 'metric' | 'bin' | 'threshold' | 'certificate';
  readonly name: string;
  readonly from?: number | null;
  readonly to?: number;
  readonly total?: number;
  readonly accepted?: number;
  readonly wrong?: number;
  readonly meanConfidence?: number | null;
  readonly value: number | null;
  readonly upper?: number | null;
  readonly note?: string;
}

function* confidenceRows(model: ReportModel): Generator<ConfidenceRow> {
  for (const { scope, versions } of model.confidence?.scopes ?? []) {
    for (const [number, version] of versions.entries()) {
      if (version === null) continue;
      for (const figure of figures(version))
        yield { ...figure, scope, version: model.versions[number]?.name };
    }
  }
}

function* figures({ metrics, reliability, thresholds, certificate }: ScopeConfidence): Generator<Figure> {
  for (const { metric, value, n, undefinedBecause } of metrics)
    yield { part: 'metric', name: metric, total: n, value, note: undefinedBecause };
  for (const { low, high, count, meanConfidence, accuracy } of reliability)
    yield {
      part: 'bin',
      name: 'accuracy',
      from: low,
      to: high,
      total: count,
      meanConfidence,
      value: accuracy,
    };
  for (const { threshold, ...sides } of thresholds) {
    for (const name of ['answers', 'documents'] as const) {
      const { total, accepted, wrong, errorRate, upper } = sides[name];
      yield {
        part: 'threshold',
        name,
        from: threshold,
        to: 1,
        total,
        accepted,
        wrong,
        value: errorRate,
        upper,
      };
    }
  }
  const { threshold, straightThrough, sentence } = certificate;
  const { metric, value, numerator, n } = straightThrough;
  yield {
    part: 'certificate',
    name: metric,
    from: threshold,
    total: n,
    accepted: numerator,
    value,
    note: sentence,
  };
}

export const confidenceTable = defineTable<ReportModel, ConfidenceRow>({
  name: 'confidence',
  doc: 'a figure of the confidence section: a metric, a bin, a side of a threshold, a certificate',
  columns: [
    column('scope', 'text', 'scope of the figure', ({ scope }) => scope),
    column('version', 'text', 'name of the version', ({ version }) => version),
    column('part', 'text', 'metric, bin, threshold or certificate', ({ part }) => part),
    column('name', 'text', 'metric, or the side of a threshold', ({ name }) => name),
    column('from', 'number', 'lower end of the bin, or the threshold', ({ from }) => from),
    column('to', 'number', 'upper end of the bin', ({ to }) => to),
    column('total', 'integer', 'number of values or documents', ({ total }) => total),
    column('accepted', 'integer', 'accepted values or documents', ({ accepted }) => accepted),
    column('wrong', 'integer', 'wrong values or documents among the accepted ones', ({ wrong }) => wrong),
    column('mean_confidence', 'number', 'mean confidence of the bin', ({ meanConfidence }) => meanConfidence),
    column('value', 'number', 'value of the figure', ({ value }) => value),
    column('upper', 'number', 'upper bound of the error rate', ({ upper }) => upper),
    column('note', 'text', 'reason for an undefined value, or the certificate', ({ note }) => note),
  ],
  rows: confidenceRows,
});
