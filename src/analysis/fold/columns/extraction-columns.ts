import { getOrCreate } from '../../../base/collections.ts';
import { zeroCounts } from '../../../metrics/counts.ts';
import type { ArrayRow } from '../../../model/report/report-model.ts';
import type { ArrayCounts, ItemCounts, LaneCounts } from '../../../model/score/item-score.ts';
import { type Counts, type Outcome, outcomes, type RowPairing } from '../../../model/score/item-score.ts';
import type { ScoredRun } from '../documents/document-scores.ts';
import { CodeColumn } from './code-column.ts';

export interface RunTotal {
  readonly counts: Counts;
  readonly exact: boolean | null;
}

type ArrayValues = ArrayRow['values'][number];

/** Row counts of one array field in one item run, added up over all tables of this field. */
export interface RowTotals
  extends Omit<ArrayValues, 'cardinalityRight' | 'rowRecall' | 'rowPrecision' | 'cells'> {
  readonly tables: number;
  readonly sameNumber: boolean;
}

export type RowCount = Exclude<keyof RowTotals, 'sameNumber' | 'margin'>;

const width = outcomes.length;

/**
 * Leaf and row counts of one version. A column has one value per document: a list with one entry per completed repeat.
 */
export class ExtractionColumns {
  readonly total = new CodeColumn<readonly RunTotal[]>([]);
  /**
   * Overall counts under scoring policies other than those of the run. There is one column per combination of policies,
   * in the order in which the scorer returns the combinations.
   */
  readonly lanes: CodeColumn<readonly RunTotal[]>[] = [];
  /** Counts by leaf field. Contains the fields that have a leaf in at least one document. */
  readonly fields = new Map<string, CodeColumn<readonly Counts[]>>();
  /** Counts of fields that only some versions have, by field. */
  readonly nonComparable = new Map<string, CodeColumn<readonly Counts[]>>();
  readonly arrays = new Map<string, CodeColumn<readonly RowTotals[]>>();

  add(position: number, runs: readonly (readonly [ScoredRun, ItemCounts])[]): void {
    const results = runs.map(([, result]) => result);
    setTotals(this.total, position, results);
    const lanes = results[0]?.lanes.length ?? 0;
    for (let lane = 0; lane < lanes; lane++) {
      const column = this.lanes[lane] ?? new CodeColumn<readonly RunTotal[]>([]);
      this.lanes[lane] = column;
      setTotals(
        column,
        position,
        results.flatMap(({ lanes }) => lanes[lane] ?? []),
      );
    }
    const [only] = results;
    if (results.length === 1 && only !== undefined) this.#addOne(position, only);
    else {
      addRepeats(this.fields, position, results.map(countsByField), zeroCounts, keyOfCounts);
      addRepeats(this.arrays, position, results.map(rowTotals), noRows, keyOfRows);
    }
    if (runs.some(([{ nonComparable }]) => nonComparable.length > 0))
      addRepeats(this.nonComparable, position, runs.map(nonComparableCounts), zeroCounts, keyOfCounts);
  }

  /**
   * Adds a document with one repeat. If all rows of its tables are right and in order, creates no intermediate objects,
   * which saves time.
   */
  #addOne(position: number, result: ItemCounts): void {
    this.#addFields(position, result);
    const { arrays } = result;
    if (!arrays.every(isPerfect)) {
      addRepeats(this.arrays, position, [rowTotals(result)], noRows, keyOfRows);
      return;
    }
    for (const array of arrays) {
      if (array.tables === 0) continue;
      const column = getOrCreate(
        this.arrays,
        array.field,
        () => new CodeColumn<readonly RowTotals[]>([noRows]),
      );
      column.set(position, keyOfPerfect(array), () => [perfectRows(array)]);
    }
  }

  #addFields(position: number, { fields, byField }: ItemCounts): void {
    for (let field = 0; field < fields.length; field++) {
      const from = field * width;
      if (isEmpty(byField, from)) continue;
      const column = this.fields.get(fields[field] as string) ?? this.#addField(fields[field] as string);
      const key = countsKey(byField, from);
      if (!column.setKnown(position, key)) column.set(position, key, () => [countsFrom(byField, from)]);
    }
  }

  #addField(field: string): CodeColumn<readonly Counts[]> {
    const column = new CodeColumn<readonly Counts[]>([zeroCounts]);
    this.fields.set(field, column);
    return column;
  }
}

function setTotals(
  column: CodeColumn<readonly RunTotal[]>,
  position: number,
  repeats: readonly Pick<LaneCounts, 'total' | 'exact'>[],
): void {
  column.set(position, totalsKey(repeats), () =>
    repeats.map(({ total, exact }) => ({ counts: { ...total }, exact })),
  );
}

/**
 * Adds the values of all repeats of one document by field. If a field does not occur in a repeat, the value of this
 * repeat is `none`.
 */
function addRepeats<T>(
  columns: Map<string, CodeColumn<readonly T[]>>,
  position: number,
  repeats: readonly ReadonlyMap<string, T>[],
  none: T,
  keyOf: (value: T) => number | string,
): void {
  for (const field of new Set(repeats.flatMap((found) => [...found.keys()]))) {
    const values = repeats.map((found) => found.get(field) ?? none);
    const column = getOrCreate(columns, field, () => new CodeColumn<readonly T[]>([none]));
    column.set(position, values.map(keyOf).join('|'), () => values);
  }
}

function countsByField({ fields, byField }: ItemCounts): Map<string, Counts> {
  const found = new Map<string, Counts>();
  for (const [i, field] of fields.entries())
    if (!isEmpty(byField, i * width)) found.set(field, countsFrom(byField, i * width));
  return found;
}

function nonComparableCounts([{ nonComparable }]: readonly [ScoredRun, ItemCounts]): Map<string, Counts> {
  const found = new Map<string, Record<Outcome, number>>();
  for (const { field, outcome } of nonComparable)
    getOrCreate(found, field, () => ({ ...zeroCounts }))[outcome]++;
  return found;
}

export const noRows: RowTotals = {
  tables: 0,
  sameNumber: true,
  expectedRows: 0,
  predictedRows: 0,
  exactRows: 0,
  missing: 0,
  spurious: 0,
  inversions: 0,
  duplicated: 0,
  split: 0,
  merged: 0,
  outOfOrder: 0,
  ties: 0,
  margin: null,
  notDiagnosed: 0,
};

const rowCounts = (Object.keys(noRows) as (keyof RowTotals)[]).filter(
  (name): name is RowCount => typeof noRows[name] === 'number',
);

function rowTotals({ arrays, itemScore }: ItemCounts): Map<string, RowTotals> {
  const found = new Map<string, RowTotals>();
  if (arrays.every(isPerfect)) {
    for (const array of arrays) if (array.tables > 0) found.set(array.field, perfectRows(array));
    return found;
  }
  for (const row of itemScore().rows) {
    const earlier = found.get(row.field);
    found.set(row.field, earlier === undefined ? tableRows(row) : addRows(earlier, tableRows(row)));
  }
  return found;
}

/** Returns whether all rows of an array field are fully right and in order. Such tables need no row diagnostics. */
function isPerfect(array: ArrayCounts): boolean {
  const { tables, equalTables, expectedRows, predictedRows, exactRows, inversions } = array;
  return (
    equalTables === tables && expectedRows === exactRows && predictedRows === exactRows && inversions === 0
  );
}

function perfectRows({ tables, expectedRows, predictedRows, exactRows }: ArrayCounts): RowTotals {
  return { ...noRows, tables, expectedRows, predictedRows, exactRows };
}

/**
 * Returns a key for the row counts of an array field whose rows are all right. The numbers of expected, predicted and
 * exact rows are then equal, so the key contains only one of them.
 */
function keyOfPerfect({ tables, exactRows }: ArrayCounts): string {
  return `${tables} ${exactRows}`;
}

function keyOfRows(rows: RowTotals): string {
  return Object.values(rows).join();
}

function tableRows(row: RowPairing): RowTotals {
  const { expectedRows, predictedRows, exactRows, inversions, pairs, diagnostics } = row;
  return {
    ...noRows,
    tables: 1,
    sameNumber: expectedRows === predictedRows,
    expectedRows,
    predictedRows,
    exactRows,
    missing: pairs.filter(([, predicted]) => predicted === null).length,
    spurious: pairs.filter(([expected]) => expected === null).length,
    inversions,
    ...(diagnostics && {
      duplicated: diagnostics.duplicated.length,
      split: diagnostics.split.length,
      merged: diagnostics.merged.length,
      outOfOrder: diagnostics.outOfOrder,
      ties: diagnostics.ties ?? 0,
      margin: diagnostics.margin,
      notDiagnosed: diagnostics.computed && diagnostics.ties !== null ? 0 : 1,
    }),
  };
}

/** Adds up two row counts. The `margin` of the result is the smaller of the two margins. */
export function addRows(one: RowTotals, other: RowTotals): RowTotals {
  const margin =
    one.margin === null || other.margin === null
      ? (one.margin ?? other.margin)
      : Math.min(one.margin, other.margin);
  const sum = { ...one, sameNumber: one.sameNumber && other.sameNumber, margin };
  for (const name of rowCounts) sum[name] += other[name];
  return sum;
}

function isEmpty(counts: ArrayLike<number>, from: number): boolean {
  for (let i = 0; i < width; i++) if (counts[from + i] !== 0) return false;
  return true;
}

/** Counts below this limit need seven bits each, so the seven outcomes fit into one number. */
const packedLimit = 128;

/**
 * Returns a key for the counts of all outcomes, in the order of `outcomes`. The key is a number if every count is below
 * 128, otherwise a text.
 */
function countsKey(counts: ArrayLike<number>, from = 0): number | string {
  let packed = 0;
  for (let i = 0; i < width; i++) {
    const count = counts[from + i] as number;
    if (count >= packedLimit) return Array.from({ length: width }, (_, k) => counts[from + k]).join();
    packed = packed * packedLimit + count;
  }
  return packed;
}

function keyOfCounts(counts: Counts): number | string {
  const { correct, incorrect, missing, spurious, absent, excluded, unscored } = counts;
  return countsKey([correct, incorrect, missing, spurious, absent, excluded, unscored]);
}

/**
 * Returns a key of the results of all repeats. Two documents have the same key only if their counts and exact matches
 * are equal in each repeat.
 */
function totalsKey(repeats: readonly Pick<LaneCounts, 'total' | 'exact'>[]): number | string {
  const [only] = repeats;
  if (repeats.length === 1 && only !== undefined) {
    const key = keyOfCounts(only.total);
    if (typeof key === 'number') return key * 4 + (only.exact === null ? 2 : Number(only.exact));
  }
  return repeats.map(({ total, exact }) => `${keyOfCounts(total)} ${exact}`).join('|');
}

function countsFrom(counts: ArrayLike<number>, from: number): Counts {
  const found = { ...zeroCounts };
  for (const [i, outcome] of outcomes.entries()) found[outcome] = counts[from + i] as number;
  return found;
}
