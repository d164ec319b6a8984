import type { ArrayRow, ReportModel } from '../../model/report/report-model.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { ceilingColumns } from './ceiling-columns.ts';
import { type Cell, type ColumnType, column, type Table } from './define-table.ts';

interface SummaryRow {
  readonly section: string;
  readonly label: string;
  readonly version: string;
  readonly measurement: Measurement;
  readonly verdict: string | null;
}

/** Declares a column whose cells come from the `Measurement` of a row. */
function measured(name: string, type: ColumnType, doc: string, of: (measurement: Measurement) => Cell) {
  return column<SummaryRow>(name, type, doc, ({ measurement }) => of(measurement));
}

export const summaryTable: Table<ReportModel, SummaryRow> = {
  name: 'summary',
  doc: 'a figure of one section: headline, classes, packets, arrays, slices, speed, or policies (the headline rates under other scoring policies)',
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
    ...ceilingColumns<SummaryRow>(({ measurement }) => measurement),
    column('verdict', 'text', 'verdict of the difference', ({ verdict }) => verdict),
    measured('undefined_because', 'text', 'reason for an undefined value', (of) => of.undefinedBecause),
  ],
  rows: summaryRows,
};

function* summaryRows(model: ReportModel): Generator<SummaryRow> {
  const { classes, packets, arrays, slices, speed, method, verdict } = model;
  const names = model.versions.map((version) => version.name);
  if (verdict.recommendation === 'incomplete') yield incompleteRow(model);
  for (const { label, values, difference, verdict: of } of model.tiles) {
    yield* perVersion('headline', label, values, names);
    if (difference) yield rowOf('headline', label, 'difference', difference, of);
  }
  for (const { label, values } of classes?.overall ?? []) yield* perVersion('classes', label, values, names);
  for (const { label, precision, recall, f1, meanConfidence } of classes?.perClass ?? [])
    for (const values of [precision, recall, f1, meanConfidence])
      yield* perVersion('class', label, values, names);
  for (const { label, values, trivial } of packets?.metrics ?? []) {
    yield* perVersion('packets', label, values, names);
    yield* perVersion('packets', label, trivial, packets?.trivialNames ?? []);
  }
  for (const array of arrays) yield* arrayRows(array, names);
  for (const { tag, value, headline, exact } of slices)
    for (const values of [headline, exact]) yield* perVersion('slices', `${tag}=${value}`, values, names);
  for (const { version, latency, credits, pages } of speed)
    for (const value of [...latency, credits, pages])
      if (value) yield rowOf('speed', value.metric, version, value);
  for (const { policy, values } of method.sensitivity)
    for (const metric of values) yield* perVersion('policies', policy, metric, names);
  yield* differences(model);
}

/** Yields the differences between two versions: first per document class and slice, and then in speed and cost. */
function* differences({ comparison, classes }: ReportModel): Generator<SummaryRow> {
  if (!comparison) return;
  for (const { label, notComparable, f1 } of classes?.perClass ?? []) {
    if (notComparable === undefined || f1[0] === undefined) continue;
    const none: Measurement = { ...blank, scope: f1[0].scope, undefinedBecause: notComparable };
    yield rowOf('class', label, 'difference', none, 'not comparable');
  }
  for (const { scope, difference, verdict } of comparison.classes)
    yield rowOf('class', scope.slice('class:'.length), 'difference', difference, verdict);
  for (const { tag, value, comparison: slice } of comparison.slices)
    yield rowOf('slices', `${tag}=${value}`, 'difference', slice.difference, slice.verdict);
  for (const { label, difference } of comparison.speed) yield rowOf('speed', label, 'difference', difference);
}

const blank = { metric: 'f1', value: null, n: 0, unscored: 0, unit: 'points' } as const;

/** Returns the first row of the table for an unfinished run. The row states that the figures are not final. */
function incompleteRow({ verdict, documents: { planned, scored } }: ReportModel): SummaryRow {
  const count = { metric: 'verdict', scope: 'overall', value: null, n: planned, unit: 'count' } as const;
  return rowOf('run', verdict.sentence, '', { ...count, unscored: planned - scored }, 'incomplete');
}

const counts = [
  ['rows_missing', 'missing'],
  ['rows_merged', 'merged'],
  ['rows_spurious', 'spurious'],
  ['rows_duplicated', 'duplicated'],
  ['rows_split', 'split'],
  ['rows_out_of_order', 'outOfOrder'],
  ['row_inversions', 'inversions'],
  ['row_ties', 'ties'],
  ['tables_not_diagnosed', 'notDiagnosed'],
] as const;

/** Yields the counts of an array for each version, and then its rates. */
function* arrayRows({ field, values }: ArrayRow, names: readonly string[]): Generator<SummaryRow> {
  for (const [at, of] of values.entries()) {
    const { n, unscored, scope } = of.cardinalityRight;
    for (const [metric, name] of counts)
      yield rowOf('arrays', field, names[at], { metric, scope, value: of[name], n, unscored, unit: 'count' });
  }
  for (const name of ['cardinalityRight', 'rowRecall', 'rowPrecision', 'cells'] as const) {
    const rates = values.map((of) => of[name]);
    yield* perVersion('arrays', field, rates, names);
  }
}

function* perVersion(
  section: string,
  label: string,
  values: readonly (Measurement | null)[],
  names: readonly string[],
): Generator<SummaryRow> {
  for (const [number, value] of values.entries())
    if (value) yield rowOf(section, label, names[number], value);
}

function rowOf(
  section: string,
  label: string,
  version: string | undefined,
  measurement: Measurement,
  verdict: string | null = null,
): SummaryRow {
  return { section, label, version: version ?? '', measurement, verdict };
}
