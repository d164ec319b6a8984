import type { ReportModel } from '../../model/report/report-model.ts';
import type { ConfidenceScope, ScopeConfidence } from '../../model/report/sections/confidence-section.ts';
import { column, type Table } from './define-table.ts';

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

type ConfidenceRow = Figure & { readonly scope: string; readonly version: string | undefined };

function* confidenceRows(scopes: readonly ConfidenceScope[], report: ReportModel): Generator<ConfidenceRow> {
  for (const { scope, versions } of scopes) {
    for (const [number, found] of versions.entries()) {
      const version = report.versions[number]?.name;
      if (found !== null) for (const figure of figures(found)) yield { ...figure, scope, version };
    }
  }
}

function* figures({ metrics, reliability, thresholds, certificate }: ScopeConfidence): Generator<Figure> {
  for (const { metric, value, n, undefinedBecause } of metrics)
    yield { part: 'metric', name: metric, total: n, value, note: undefinedBecause };
  for (const { low: from, high: to, count: total, meanConfidence, accuracy: value } of reliability)
    yield { part: 'bin', name: 'accuracy', from, to, total, meanConfidence, value };
  for (const { threshold: from, ...sides } of thresholds) {
    for (const name of ['predictions', 'documents'] as const) {
      const { total, accepted, wrong, errorRate: value, upper } = sides[name];
      yield { part: 'threshold', name, from, to: 1, total, accepted, wrong, value, upper };
    }
  }
  const { threshold: from, straightThrough, sentence: note } = certificate;
  const { metric: name, value, numerator: accepted, n: total } = straightThrough;
  yield { part: 'certificate', name, from, total, accepted, value, note };
}

export const confidenceTable: Table<ReportModel, ConfidenceRow> = {
  name: 'confidence',
  doc: 'one of these, by `part`: a confidence metric (`metric`), a calibration bin (`bin`), the values or documents that a threshold accepts (`threshold`), or a certified threshold (`certificate`)',
  columns: [
    column('scope', 'text', 'scope of the figure', ({ scope }) => scope),
    column('version', 'text', 'name of the version', ({ version }) => version),
    column('part', 'text', '`metric`, `bin`, `threshold` or `certificate`', ({ part }) => part),
    column(
      'name',
      'text',
      'metric, or what a threshold accepts: `predictions` or `documents`',
      ({ name }) => name,
    ),
    column('from', 'number', 'lower end of the bin, or the threshold', ({ from }) => from),
    column('to', 'number', 'upper end of the bin', ({ to }) => to),
    column('total', 'integer', 'number of values or documents', ({ total }) => total),
    column('accepted', 'integer', 'number of accepted values or documents', ({ accepted }) => accepted),
    column(
      'wrong',
      'integer',
      'number of wrong values or documents among the accepted ones',
      ({ wrong }) => wrong,
    ),
    column('mean_confidence', 'number', 'mean confidence of the bin', ({ meanConfidence }) => meanConfidence),
    column('value', 'number', 'value of the figure', ({ value }) => value),
    column('upper', 'number', 'upper bound of the error rate', ({ upper }) => upper),
    column('note', 'text', 'reason for an undefined value, or the certificate', ({ note }) => note),
  ],
  rows: (model) => model.confidence && confidenceRows(model.confidence.scopes, model),
};
