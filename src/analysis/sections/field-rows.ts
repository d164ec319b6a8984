import { zeroCounts } from '../../metrics/counts.ts';
import type { FieldRow } from '../../model/report/report-model.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import type { Counts } from '../../model/score/item-score.ts';
import { expectedLeaves, type RatioName } from '../../model/score/metrics.ts';
import { changeOf, fieldChanges, isUnder } from '../config-changes/field-changes.ts';
import { fieldList, type ListedField } from '../config-changes/scoring-config.ts';
import { averageRepeats } from '../fold/average-repeats.ts';
import type { Column } from '../fold/columns/joined-columns.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { fieldCounts, isAllRight, isUnscored, leafParts } from '../fold/parts.ts';
import { comparePaired, type PairedQuestion } from '../measure/compare-paired.ts';
import { measureRatio, ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

const confusionsShown = 10;

/** One entry per completed repeat of a document. */
type Repeats = readonly Counts[];

/**
 * Returns the fields table: counts and rates per field and version, with a comparison if there are two versions. Rates use
 * all repeats; counts and confusions use the first.
 */
export function fieldRows(run: FoldedRun, settings: StatisticsSettings): FieldRow[] {
  const documents = allPositions(run.count);
  const changes = fieldChanges(run);
  const listed = fieldList(run.config, seenFields(run));
  const { notComparable } = run.excludedFields;
  const comparable = listed.filter(({ field }) => !isUnder(field, notComparable));
  const comparisons = compareFields(run, comparable, listed, documents, settings);
  return listed.map((entry) => {
    const fields = fieldsUnder(entry, listed);
    const columns = run.versions.map((version) => countsOf(version, fields));
    const rate = (name: RatioName) =>
      columns.map((column) => {
        const partsAt = column.map((repeats) => averageRepeats(repeats, (counts) => leafParts(name, counts)));
        return measureRatio(ratioSeries(name, `field:${entry.field}`, documents, partsAt), settings);
      });
    return {
      ...entry,
      support: documentsWith(columns.at(-1), documents, expectsValue),
      counts: columns.map((column) => firstRepeatTotal(column, documents)),
      precision: rate('precision'),
      recall: rate('recall'),
      f1: rate('f1'),
      comparison: comparisons.get(entry.field) ?? null,
      ...(isUnder(entry.field, notComparable)
        ? { notComparable: changeOf(entry.field, changes)?.reason ?? 'not in every version' }
        : {}),
      confusions: entry.isLeaf
        ? (run.versions.at(-1)?.wrongPairs.get(entry.field)?.top(confusionsShown) ?? [])
        : [],
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

function countsOf({ extraction }: VersionColumns, fields: readonly string[]): Column<Repeats> {
  return extraction === null
    ? { at: () => [zeroCounts], map: (of) => () => of([zeroCounts]) }
    : fieldCounts(extraction, fields);
}

function firstRepeatTotal(column: Column<Repeats>, documents: Int32Array): Counts {
  let [correct, incorrect, missing, spurious, absent, excluded, unscored] = [0, 0, 0, 0, 0, 0, 0];
  for (const position of documents) {
    const first = column.at(position)[0];
    if (first === undefined || first === zeroCounts) continue;
    correct += first.correct;
    incorrect += first.incorrect;
    missing += first.missing;
    spurious += first.spurious;
    absent += first.absent;
    excluded += first.excluded;
    unscored += first.unscored;
  }
  return { correct, incorrect, missing, spurious, absent, excluded, unscored };
}

function documentsWith(
  column: Column<Repeats> | undefined,
  documents: Int32Array,
  holds: (counts: Counts) => boolean,
): number {
  const at = column?.map(([first = zeroCounts]) => holds(first));
  return documents.reduce((n, position) => (at?.(position) ? n + 1 : n), 0);
}

function expectsValue(counts: Counts): boolean {
  return expectedLeaves(counts) > 0;
}

function fieldsUnder(entry: ListedField, listed: readonly ListedField[]): readonly string[] {
  if (entry.isLeaf) return [entry.field];
  const inside = listed
    .filter((other) => other.isLeaf && other.field.startsWith(`${entry.field}.`))
    .map((other) => other.field);
  return [entry.field, ...inside];
}

/** Compares all leaf fields as one family of questions for Holm's correction. */
function compareFields(
  { versions }: FoldedRun,
  comparable: readonly ListedField[],
  listed: readonly ListedField[],
  documents: Int32Array,
  settings: StatisticsSettings,
): Map<string, PairedComparison> {
  const [before, after] = versions;
  if (before === undefined || after === undefined) return new Map();
  const questions: PairedQuestion[] = comparable
    .filter((entry) => entry.isLeaf)
    .map((entry) => ({
      metric: 'f1',
      scope: `field:${entry.field}`,
      test: entry.depth > 0 && insideArray(entry, listed) ? 'permutation' : 'mcnemar',
      documents,
      ...sideOf(before, entry.field, 'baseline'),
      ...sideOf(after, entry.field, 'candidate'),
    })) as PairedQuestion[];
  const results = comparePaired(questions, settings);
  return new Map(results.map((result) => [result.scope.slice('field:'.length), result]));
}

function insideArray(entry: ListedField, listed: readonly ListedField[]): boolean {
  return listed.some((other) => other.type === 'array' && entry.field.startsWith(`${other.field}.`));
}

function sideOf(version: VersionColumns, field: string, side: 'baseline' | 'candidate') {
  const column = countsOf(version, [field]);
  return {
    [side]: column.map((repeats) => averageRepeats(repeats, (counts) => leafParts('f1', counts))),
    [`${side}Right`]: column.map(shareRight),
  };
}

/** Returns the share of the scored repeats in which all leaves are right; `null` if no repeat has a score. */
function shareRight(repeats: Repeats): number | null {
  const scored = repeats.filter((counts) => !isUnscored(counts));
  return scored.length === 0 ? null : scored.filter(isAllRight).length / scored.length;
}
