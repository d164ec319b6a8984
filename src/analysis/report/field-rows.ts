import { addCounts, countLeaves, zeroCounts } from '../../metrics/counts.ts';
import type { PairedComparison } from '../../model/comparison.ts';
import type { Counts, LeafOutcome } from '../../model/ledger.ts';
import type { FieldRow } from '../../model/report-model.ts';
import { changeOf, fieldChanges, liesIn } from '../compare/field-changes.ts';
import { comparePaired, type PairedDocument, type PairedQuestion } from '../compare-paired.ts';
import { displayValue } from '../display-value.ts';
import { right } from '../find-changes.ts';
import { meanParts } from '../over-repeats.ts';
import { measureRatio, type RatioName, ratioParts, ratioSeries } from '../ratio-series.ts';
import type { ScoredRun, ScoredVersion } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';
import { fieldList, type ListedField } from './field-list.ts';

const confusionsShown = 10;
const itemsNamed = 5;

/** One repeat's leaves of one document and version, by field. */
type LeavesByField = ReadonlyMap<string, readonly LeafOutcome[]>;
/** The completed repeats of one document; the first is there always. */
type Repeats = readonly [LeavesByField, ...LeavesByField[]];

/**
 * The fields table: counts and rates a field and version, compared where there are two versions. Rates rest on all repeats,
 * counts and confusions are those of the first.
 */
export function fieldRows(run: ScoredRun, settings: StatisticsSettings): FieldRow[] {
  const leaves = run.versions.map((version) =>
    run.items.map((item) => leavesOfRepeats(item.versions[version])),
  );
  const changes = fieldChanges(run);
  const seen = new Set(leaves.flat(2).flatMap((byField) => [...byField.keys()]));
  const listed = fieldList(run.config, seen);
  const under = new Map(listed.map((entry) => [entry.field, fieldsUnder(entry, listed)]));
  const { notComparable } = run.leftOut;
  const comparable = listed.filter(({ field }) => !liesIn(field, notComparable));
  const comparisons = compareFields(comparable, listed, leaves, settings);
  return listed.map((entry) => {
    const fields = under.get(entry.field) as readonly string[];
    const repeated = leaves.map((documents) =>
      documents.map((repeats) => repeats.map((byField) => countsOf(byField, fields))),
    );
    const perVersion = repeated.map((documents) => documents.map(([first]) => first as Counts));
    const rate = (name: RatioName) =>
      repeated.map((documents) =>
        measureRatio(
          ratioSeries(
            name,
            `field:${entry.field}`,
            documents.map((repeats) => meanParts(repeats.map((counts) => scoredParts(name, counts)))),
          ),
          settings,
        ),
      );
    const counts = perVersion.map((documents) =>
      documents.reduce((sum, counts) => addCounts(sum, counts), zeroCounts),
    );
    return {
      ...entry,
      support:
        perVersion.at(-1)?.filter((document) => document.correct + document.incorrect + document.missing > 0)
          .length ?? 0,
      counts,
      precision: rate('precision'),
      recall: rate('recall'),
      f1: rate('f1'),
      comparison: comparisons.get(entry.field) ?? null,
      ...(liesIn(entry.field, notComparable)
        ? { notComparable: changeOf(entry.field, changes)?.reason ?? 'not in every version' }
        : {}),
      confusions: entry.isLeaf ? confusionsOf(run, leaves.at(-1) as Repeats[], entry.field) : [],
    };
  });
}

/** The parts of a rate for one document; null when nothing in it could be scored, so that it counts as unscored. */
export function scoredParts(name: RatioName, counts: Counts): readonly [number, number] | null {
  const scored = counts.correct + counts.incorrect + counts.missing + counts.spurious + counts.absent;
  return scored === 0 && counts.unscored > 0 ? null : ratioParts(name, counts);
}

function leavesOfRepeats(scored: ScoredVersion | undefined): Repeats {
  return [leavesByField(scored), ...(scored?.others ?? []).map(leavesByField)];
}

/** All judged leaves; those of fields that not all versions read as this version has them. */
function leavesByField(scored: ScoredVersion | undefined): LeavesByField {
  const byField = new Map<string, LeafOutcome[]>();
  if (scored?.judgement.kind !== 'EXTRACT') return byField;
  const apart = new Set(scored.apart.map(({ field }) => field));
  const judged = scored.judgement.ledger.leaves.filter(({ field }) => !apart.has(field));
  for (const leaf of [...judged, ...scored.apart]) {
    const list = byField.get(leaf.field);
    if (list === undefined) byField.set(leaf.field, [leaf]);
    else list.push(leaf);
  }
  return byField;
}

function fieldsUnder(entry: ListedField, listed: readonly ListedField[]): readonly string[] {
  if (entry.isLeaf) return [entry.field];
  const inside = listed
    .filter((other) => other.isLeaf && other.field.startsWith(`${entry.field}.`))
    .map((other) => other.field);
  return [entry.field, ...inside];
}

function countsOf(byField: LeavesByField, fields: readonly string[]): Counts {
  let counts = zeroCounts;
  for (const field of fields) {
    const leaves = byField.get(field);
    if (leaves !== undefined) counts = addCounts(counts, countLeaves(leaves));
  }
  return counts;
}

/** Leaf fields are one family of questions for Holm's correction. */
function compareFields(
  comparable: readonly ListedField[],
  listed: readonly ListedField[],
  leaves: readonly (readonly Repeats[])[],
  settings: StatisticsSettings,
): Map<string, PairedComparison> {
  const [baseline, candidate] = leaves;
  if (baseline === undefined || candidate === undefined) return new Map();
  const questions: PairedQuestion[] = comparable
    .filter((entry) => entry.isLeaf)
    .map((entry) => ({
      metric: 'f1',
      scope: `field:${entry.field}`,
      test: entry.depth > 0 && insideArray(entry, listed) ? ('permutation' as const) : ('mcnemar' as const),
      documents: baseline.map((before, i) => pairedDocument(before, candidate[i] as Repeats, entry.field)),
    }));
  const results = comparePaired(questions, settings);
  return new Map(results.map((result) => [result.scope.slice('field:'.length), result]));
}

function insideArray(entry: ListedField, listed: readonly ListedField[]): boolean {
  return listed.some((other) => other.type === 'array' && entry.field.startsWith(`${other.field}.`));
}

function pairedDocument(before: Repeats, after: Repeats, field: string): PairedDocument {
  const partsOf = (byField: LeavesByField) => scoredParts('f1', countsOf(byField, [field]));
  const sideOf = (repeats: Repeats) => meanParts(repeats.map(partsOf));
  const allRight = (repeats: Repeats) => {
    const scored = repeats.filter((byField) => partsOf(byField) !== null);
    const isRight = (byField: LeavesByField) =>
      (byField.get(field) ?? []).every((leaf) => right(leaf.outcome));
    return scored.length === 0 ? null : scored.filter(isRight).length / scored.length;
  };
  return {
    baseline: sideOf(before),
    candidate: sideOf(after),
    baselineRight: allRight(before),
    candidateRight: allRight(after),
  };
}

function confusionsOf(run: ScoredRun, documents: readonly Repeats[], field: string): FieldRow['confusions'] {
  const found = new Map<string, { expected: string; predicted: string; times: number; items: Set<string> }>();
  documents.forEach(([byField], i) => {
    for (const leaf of byField.get(field) ?? []) {
      if (right(leaf.outcome) || leaf.outcome === 'excluded' || leaf.outcome === 'unscored') continue;
      const expected = displayValue(leaf.expected);
      const predicted = displayValue(leaf.predicted);
      const key = `${expected}\u0000${predicted}`;
      const entry = found.get(key) ?? { expected, predicted, times: 0, items: new Set<string>() };
      entry.times += 1;
      entry.items.add(run.items[i]?.recorded.id as string);
      found.set(key, entry);
    }
  });
  return [...found.values()]
    .sort((a, b) => b.times - a.times || (a.expected < b.expected ? -1 : 1))
    .slice(0, confusionsShown)
    .map((entry) => ({
      ...entry,
      documents: entry.items.size,
      items: [...entry.items].slice(0, itemsNamed),
    }));
}
