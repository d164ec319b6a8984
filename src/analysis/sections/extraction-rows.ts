import { zeroCounts } from '../../metrics/counts.ts';
import type { ArrayRow, FieldRow } from '../../model/report/report-model.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import { type Counts, outcomes } from '../../model/score/item-score.ts';
import { expectedLeaves, predictedLeaves, type RatioName } from '../../model/score/metrics.ts';
import { changeOf, fieldChanges, isUnder } from '../config-changes/field-changes.ts';
import { fieldList, type ListedField } from '../config-changes/scoring-config.ts';
import { averageRepeats, shareOfRepeats } from '../fold/average-repeats.ts';
import { CodeColumn } from '../fold/columns/code-column.ts';
import { addRows, noRows, type RowCount, type RowTotals } from '../fold/columns/extraction-columns.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { countsOf, fieldCounts, metricParts, type PartScope, pairedQuestion } from '../fold/parts.ts';
import type { PairedQuestion } from '../measure/paired-question.ts';
import { measureRatio, measureShare, type PartsAt, type Sample } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

const confusionsShown = 10;

/**
 * Returns the fields table: counts and rates by field and version. With two versions, each field also has a comparison,
 * taken from `comparisons`. Rates use all repeats, and counts and confusions use the first repeat.
 */
export function fieldRows(
  run: FoldedRun,
  settings: StatisticsSettings,
  comparisons: readonly PairedComparison[],
): FieldRow[] {
  const sample = { documents: allPositions(run.count), settings };
  const changes = fieldChanges(run);
  const byScope = new Map(comparisons.map((comparison) => [comparison.scope, comparison]));
  const listed = fieldList(run.config, seenFields(run));
  const isShared = ({ field }: ListedField) => isCompared(run, field);
  return listed.map((entry) => {
    const { field, isLeaf } = entry;
    const part = { fields: new Set(fieldsUnder(entry, listed)), withNonComparable: true };
    const counts = run.versions.map((version) => firstRepeatTotals(version, part, sample.documents));
    const rate = (name: RatioName) =>
      run.versions.map((version) =>
        measureRatio(name, `field:${field}`, sample, metricParts(name, part, version)),
      );
    return {
      ...entry,
      support: counts.at(-1)?.support ?? 0,
      counts: counts.map(({ total }) => total),
      precision: rate('precision'),
      recall: rate('recall'),
      f1: rate('f1'),
      comparison: byScope.get(`field:${field}`) ?? null,
      ...(isShared(entry)
        ? {}
        : { notComparable: changeOf(field, changes)?.reason ?? 'not in every version' }),
      confusions: isLeaf ? (run.versions.at(-1)?.wrongPairs.get(field)?.top(confusionsShown) ?? []) : [],
    };
  });
}

function seenFields({ versions }: FoldedRun): Set<string> {
  return new Set(
    versions.flatMap(({ extraction }) => [
      ...(extraction?.fields.keys() ?? []),
      ...(extraction?.nonComparable.keys() ?? []),
    ]),
  );
}

/**
 * Adds up the counts in the first repeat of every document. `support` is the number of documents with an expected
 * value.
 */
function firstRepeatTotals(version: VersionColumns, part: PartScope, documents: Int32Array) {
  const groups: { readonly counts: Counts; documents: number }[] = [];
  const groupAt = countsOf(version, part)?.map(([counts = zeroCounts]) => {
    const group = { counts, documents: 0 };
    groups.push(group);
    return group;
  });
  if (groupAt !== undefined) for (const position of documents) groupAt(position).documents++;
  const total = { ...zeroCounts };
  let support = 0;
  for (const { counts, documents: weight } of groups) {
    for (const outcome of outcomes) total[outcome] += weight * counts[outcome];
    if (expectedLeaves(counts) > 0) support += weight;
  }
  return { total, support };
}

function fieldsUnder(entry: ListedField, listed: readonly ListedField[]): readonly string[] {
  if (entry.isLeaf) return [entry.field];
  const inside = listed
    .filter((other) => other.isLeaf && other.field.startsWith(`${entry.field}.`))
    .map((other) => other.field);
  return [entry.field, ...inside];
}

/** Returns the planned comparisons of F1, one per leaf field that both versions have. */
export function fieldQuestions(run: FoldedRun): PairedQuestion[] {
  const listed = fieldList(run.config, seenFields(run));
  return listed
    .filter(({ isLeaf, field }) => isLeaf && isCompared(run, field))
    .map((entry) =>
      pairedQuestion(run, {
        metric: 'f1',
        scope: `field:${entry.field}`,
        part: { fields: new Set([entry.field]) },
        whole: entry.depth === 0 || !insideArray(entry, listed),
      }),
    );
}

function isCompared({ excludedFields }: FoldedRun, field: string): boolean {
  return !isUnder(field, excludedFields.notComparable);
}

function insideArray(entry: ListedField, listed: readonly ListedField[]): boolean {
  return listed.some((other) => other.type === 'array' && entry.field.startsWith(`${other.field}.`));
}

/** Returns one entry per array field: counts of its table rows in the first repeat, and rates over all repeats. */
export function arrayRows(run: FoldedRun, settings: StatisticsSettings): ArrayRow[] {
  const sample = { documents: allPositions(run.count), settings };
  return [...run.arrayFields].map((field) => ({
    field,
    values: run.versions.map((version) => arrayValues(version, field, sample)),
  }));
}

function arrayValues(version: VersionColumns, field: string, sample: Sample): ArrayRow['values'][number] {
  const rows = version.extraction?.arrays.get(field) ?? new CodeColumn<readonly RowTotals[]>([noRows]);
  const scope = `field:${field}`;
  const ratio = (metric: string, numerator: RowCount, denominator: RowCount) => {
    const partsAt = rows.map((repeats) =>
      averageRepeats(repeats, (one) => [one[numerator], one[denominator]]),
    );
    return measureRatio(metric, scope, sample, partsAt);
  };
  const firsts = Array.from(sample.documents).flatMap((position) => rows.at(position)[0] ?? []);
  const { tables: _tables, sameNumber: _sameNumber, ...totals } = firsts.reduce(addRows, noRows);
  return {
    ...totals,
    cardinalityRight: measureShare('cardinality_right', scope, sample, rows.map(shareOfEqualTables)),
    rowRecall: ratio('row_recall', 'exactRows', 'expectedRows'),
    rowPrecision: ratio('row_precision', 'exactRows', 'predictedRows'),
    cells: measureRatio('cells', scope, sample, cellParts(version, field)),
  };
}

/**
 * Returns numerator and denominator of the accuracy of an array: correct cells / max(expected cells, predicted cells).
 */
function cellParts({ extraction }: VersionColumns, field: string): PartsAt {
  if (extraction === null) return () => [0, 0];
  const inside = [...extraction.fields.keys()].filter((leaf) => leaf.startsWith(`${field}.`));
  return fieldCounts(extraction, inside).map((repeats) =>
    averageRepeats(repeats, (counts) => [
      counts.correct,
      Math.max(expectedLeaves(counts), predictedLeaves(counts)),
    ]),
  );
}

/**
 * Returns the share of repeats in which all tables have the expected number of rows. Returns `null` if no repeat has a
 * table.
 */
function shareOfEqualTables(repeats: readonly RowTotals[]): number | null {
  return shareOfRepeats(repeats, ({ tables, sameNumber }) => (tables === 0 ? null : sameNumber));
}
