import type { ArrayRow, ReportModel } from '../../model/report/report-model.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { type Cell, type ColumnType, column, defineTable } from './define-table.ts';

interface SummaryRow {
  readonly section: string;
  readonly label: string;
  readonly version: string;
  readonly measurement: Measurement;
  readonly verdict: string | null;
}

/** Declares a column that reads the measurement of a row. */
function measured(name: string, type: ColumnType, doc: string, of: (measurement: Measurement) => Cell) {
  return column<SummaryRow>(name, type, doc, ({ measurement }) => of(measurement));
}

export const summaryTable = defineTable<ReportModel, SummaryRow>({
  name: 'summary',
  doc: 'a figure: tiles, classes, packets, slices, speed, and the headline under other policies',
  columns: [
    column('section', 'text', 'part of the report', ({ section }) => section),
    measured('metric', 'text', 'name of the metric', ({ metric }) => metric),
    column('label', 'text', 'what is measured: a headline, class, array or slice', ({ label }) => label),
    measured('scope', 'text', 'scope of the metric', ({ scope }) => scope),
    column('version', 'text', 'name of the version, or `difference`', ({ version }) => version),
    measured('value', 'number', 'value; empty if undefined', ({ value }) => value),
    measured('low', 'number', 'lower bound of the interval', ({ interval }) => interval?.low),
    measured('high', 'number', 'upper bound of the interval', ({ interval }) => interval?.high),
    measured('confidence', 'number', 'confidence level', ({ interval }) => interval?.confidence),
    measured('method', 'text', 'method of the interval', ({ interval }) => interval?.method),
    measured('numerator', 'number', 'numerator of a ratio', ({ numerator }) => numerator),
    measured('denominator', 'number', 'denominator of a ratio', ({ denominator }) => denominator),
    measured('n', 'integer', 'number of measured documents', ({ n }) => n),
    measured('unscored', 'integer', 'number of documents without a score', ({ unscored }) => unscored),
    measured('unit', 'text', 'unit of the value', ({ unit }) => unit),
    column('verdict', 'text', 'verdict of the difference', ({ verdict }) => verdict),
    measured(
      'undefined_because',
      'text',
      'reason for an undefined value',
      ({ undefinedBecause }) => undefinedBecause,
    ),
  ],
  rows: summaryRows,
});

function* summaryRows(model: ReportModel): Generator<SummaryRow> {
  const names = model.versions.map((version) => version.name);
  if (model.verdict.recommendation === 'incomplete') yield incompleteRow(model);
  for (const tile of model.tiles) {
    yield* perVersion('headline', tile.label, tile.values, names);
    if (tile.difference)
      yield measurementRow('headline', tile.label, 'difference', tile.difference, tile.verdict);
  }
  for (const row of model.classes?.overall ?? []) yield* perVersion('classes', row.label, row.values, names);
  for (const row of model.classes?.perClass ?? []) {
    for (const values of [row.precision, row.recall, row.f1, row.meanConfidence]) {
      yield* perVersion('class', row.label, values, names);
    }
  }
  for (const row of model.packets?.metrics ?? []) {
    yield* perVersion('packets', row.label, row.values, names);
    yield* perVersion('packets', row.label, row.trivial, model.packets?.trivialNames ?? []);
  }
  for (const row of model.arrays) {
    for (const [at, values] of row.values.entries()) yield* rowCounts(row.field, values, names[at] ?? '');
    for (const name of ['cardinalityRight', 'rowRecall', 'rowPrecision', 'cells'] as const) {
      yield* perVersion(
        'arrays',
        row.field,
        row.values.map((values) => values[name]),
        names,
      );
    }
  }
  for (const row of model.slices) {
    const label = `${row.tag}=${row.value}`;
    yield* perVersion('slices', label, row.headline, names);
    yield* perVersion('slices', label, row.exact, names);
  }
  for (const row of model.speed) {
    for (const value of [...row.latency, row.credits, row.pages]) {
      if (value) yield measurementRow('speed', value.metric, row.version, value, null);
    }
  }
  for (const { policy, values } of model.method.sensitivity)
    for (const metric of values) yield* perVersion('policies', policy, metric, names);
  yield* differences(model);
}

/** Yields the differences between two versions by class and slice, and those in speed and cost. */
function* differences({ comparison, classes }: ReportModel): Generator<SummaryRow> {
  if (!comparison) return;
  for (const { label, notComparable, f1 } of classes?.perClass ?? []) {
    if (notComparable === undefined || f1[0] === undefined) continue;
    const none: Measurement = { ...blank, scope: f1[0].scope, undefinedBecause: notComparable };
    yield measurementRow('class', label, 'difference', none, 'not comparable');
  }
  for (const { scope, difference, verdict } of comparison.classes)
    yield measurementRow('class', scope.slice('class:'.length), 'difference', difference, verdict);
  for (const { tag, value, comparison: slice } of comparison.slices)
    yield measurementRow('slices', `${tag}=${value}`, 'difference', slice.difference, slice.verdict);
  for (const { label, difference } of comparison.speed)
    yield measurementRow('speed', label, 'difference', difference, null);
}

const blank = { metric: 'f1', value: null, n: 0, unscored: 0, unit: 'points' } as const;

/** Returns the first row of an unfinished run, which says that the figures below are not final. */
function incompleteRow({ verdict, documents }: ReportModel): SummaryRow {
  const count = {
    metric: 'verdict',
    scope: 'overall',
    value: null,
    n: documents.planned,
    unit: 'count',
  } as const;
  const unscored = documents.planned - documents.scored;
  return measurementRow('run', verdict.sentence, '', { ...count, unscored }, 'incomplete');
}

const counts = [
  ['rows_dropped', 'dropped'],
  ['rows_merged', 'merged'],
  ['rows_spurious', 'spurious'],
  ['rows_duplicated', 'duplicated'],
  ['rows_split', 'split'],
  ['rows_out_of_order', 'outOfOrder'],
  ['row_inversions', 'inversions'],
  ['row_ties', 'ties'],
  ['tables_not_diagnosed', 'notDiagnosed'],
] as const;

/** Yields the row diagnostics of an array. */
function* rowCounts(
  field: string,
  values: ArrayRow['values'][number],
  version: string,
): Generator<SummaryRow> {
  const { n, unscored, scope } = values.cardinalityRight;
  for (const [metric, name] of counts) {
    const measurement: Measurement = { metric, scope, value: values[name], n, unscored, unit: 'count' };
    yield measurementRow('arrays', field, version, measurement, null);
  }
}

function* perVersion(
  section: string,
  label: string,
  values: readonly (Measurement | null)[],
  names: readonly string[],
): Generator<SummaryRow> {
  for (const [number, value] of values.entries()) {
    if (value) yield measurementRow(section, label, names[number] ?? '', value, null);
  }
}

function measurementRow(
  section: string,
  label: string,
  version: string,
  measurement: Measurement,
  verdict: string | null,
): SummaryRow {
  return { section, label, version, measurement, verdict };
}
