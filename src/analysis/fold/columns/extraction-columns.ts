import type { ArrayCounts, ItemCounts } from '../../../model/score/item-counts.ts';
import { type Counts, outcomes, type RowPairing } from '../../../model/score/item-score.ts';
import type { ScoredRun } from '../documents/document-scores.ts';
import { CodeColumn } from './code-column.ts';
import { countsArray, countsFrom, countsKey, totalsKey } from './count-tuples.ts';

/** Counts of one run over all leaves. */
export interface RunTotal {
  readonly counts: Counts;
  readonly exact: boolean | null;
}

/** Row counts of one array field in one run, summed over the tables of that field in the document. */
export interface RowTotals {
  readonly tables: number;
  /** Whether every table has the expected number of rows. */
  readonly sameNumber: boolean;
  readonly expectedRows: number;
  readonly predictedRows: number;
  readonly exactRows: number;
  readonly dropped: number;
  readonly spurious: number;
  readonly inversions: number;
  readonly duplicated: number;
  readonly split: number;
  readonly merged: number;
  readonly outOfOrder: number;
  readonly ties: number;
  /** Smallest margin of the tables; `null` if no table has one. */
  readonly margin: number | null;
  /** Number of tables with too many rows to compute all diagnostics. */
  readonly notComputed: number;
}

const zero: Counts = countsFrom(outcomes.map(() => 0));
const noLeaves: readonly Counts[] = [zero];
const width = outcomes.length;

/** Columns of one version of an extraction. Every value has one entry per completed repeat. */
export class ExtractionColumns {
  readonly total = new CodeColumn<readonly RunTotal[]>([]);
  /** Counts per leaf field, for fields with a leaf in at least one document. */
  readonly fields = new Map<string, CodeColumn<readonly Counts[]>>();
  /** Counts per field that only some versions read, as this version reads it. */
  readonly nonComparable = new Map<string, CodeColumn<readonly Counts[]>>();
  readonly arrays = new Map<string, CodeColumn<readonly RowTotals[]>>();

  add(position: number, runs: readonly (readonly [ScoredRun, ItemCounts])[]): void {
    const results = runs.map(([, result]) => result);
    this.#addTotal(position, results);
    const [only] = results;
    if (results.length === 1 && only !== undefined) this.#addFields(position, only);
    else this.#addRepeatedFields(position, results);
    if (runs.some(([{ nonComparable }]) => nonComparable.length > 0)) this.#addNonComparable(position, runs);
    this.#addArrays(position, results);
  }

  #addTotal(position: number, results: readonly ItemCounts[]): void {
    this.total.set(position, totalsKey(results), () =>
      results.map(({ total, exact }) => ({ counts: { ...total }, exact })),
    );
  }

  #addFields(position: number, { fields, byField }: ItemCounts): void {
    for (let field = 0; field < fields.length; field++) {
      const from = field * width;
      if (isEmpty(byField, from)) continue;
      const column = columnOf(this.fields, fields[field] as string, noLeaves);
      column.set(position, countsKey(byField, from), () => [countsFrom(byField, from)]);
    }
  }

  #addRepeatedFields(position: number, results: readonly ItemCounts[]): void {
    const counted = results.map(({ fields, byField }) => {
      const found = new Map<string, number>();
      for (let field = 0; field < fields.length; field++)
        if (!isEmpty(byField, field * width)) found.set(fields[field] as string, field * width);
      return found;
    });
    for (const field of new Set(counted.flatMap((found) => [...found.keys()]))) {
      const keys = results.map(({ byField }, run) => {
        const from = counted[run]?.get(field);
        return from === undefined ? 'none' : countsKey(byField, from);
      });
      columnOf(this.fields, field, noLeaves).set(position, keys.join('|'), () =>
        results.map(({ byField }, run) => {
          const from = counted[run]?.get(field);
          return from === undefined ? zero : countsFrom(byField, from);
        }),
      );
    }
  }

  #addNonComparable(position: number, runs: readonly (readonly [ScoredRun, ItemCounts])[]): void {
    const counted = runs.map(([{ nonComparable }]) => {
      const found = new Map<string, number[]>();
      for (const { field, outcome } of nonComparable) {
        const counts = found.get(field) ?? outcomes.map(() => 0);
        found.set(field, counts);
        const at = outcomes.indexOf(outcome);
        counts[at] = (counts[at] as number) + 1;
      }
      return found;
    });
    for (const field of new Set(counted.flatMap((found) => [...found.keys()]))) {
      const key = counted.map((found) => (found.get(field) ?? []).join()).join('|');
      columnOf(this.nonComparable, field, noLeaves).set(position, key, () =>
        counted.map((found) => countsFrom(found.get(field) ?? countsArray(zero))),
      );
    }
  }

  #addArrays(position: number, results: readonly ItemCounts[]): void {
    const totals = results.map((result) =>
      result.arrays.every(isPerfect) ? perfectRows(result.arrays) : rowTotals(result.itemScore().rows),
    );
    for (const field of new Set(totals.flatMap((found) => [...found.keys()]))) {
      const value = totals.map((found) => found.get(field) ?? noRows);
      const key = value.map((one) => Object.values(one).join()).join('|');
      columnOf(this.arrays, field, [noRows] as readonly RowTotals[]).set(position, key, () => value);
    }
  }
}

const noRows: RowTotals = {
  tables: 0,
  sameNumber: true,
  expectedRows: 0,
  predictedRows: 0,
  exactRows: 0,
  dropped: 0,
  spurious: 0,
  inversions: 0,
  duplicated: 0,
  split: 0,
  merged: 0,
  outOfOrder: 0,
  ties: 0,
  margin: null,
  notComputed: 0,
};

/** Whether every row is exact and in its place, so that there is nothing to diagnose. */
function isPerfect(array: ArrayCounts): boolean {
  const { tables, equalTables, expectedRows, predictedRows, exactRows, inversions } = array;
  return (
    equalTables === tables && expectedRows === exactRows && predictedRows === exactRows && inversions === 0
  );
}

function perfectRows(arrays: readonly ArrayCounts[]): Map<string, RowTotals> {
  return new Map(
    arrays
      .filter(({ tables }) => tables > 0)
      .map(({ field, tables, expectedRows, predictedRows, exactRows }) => [
        field,
        { ...noRows, tables, expectedRows, predictedRows, exactRows },
      ]),
  );
}

function rowTotals(rows: readonly RowPairing[]): Map<string, RowTotals> {
  const found = new Map<string, RowTotals>();
  for (const row of rows) found.set(row.field, addRows(found.get(row.field) ?? noRows, row));
  return found;
}

function addRows(sum: RowTotals, row: RowPairing): RowTotals {
  const { diagnostics } = row;
  const margin = diagnostics?.margin ?? null;
  let dropped = 0;
  let spurious = 0;
  for (const [expected, predicted] of row.pairs) {
    if (predicted === null) dropped++;
    if (expected === null) spurious++;
  }
  return {
    tables: sum.tables + 1,
    sameNumber: sum.sameNumber && row.expectedRows === row.predictedRows,
    expectedRows: sum.expectedRows + row.expectedRows,
    predictedRows: sum.predictedRows + row.predictedRows,
    exactRows: sum.exactRows + row.exactRows,
    dropped: sum.dropped + dropped,
    spurious: sum.spurious + spurious,
    inversions: sum.inversions + row.inversions,
    duplicated: sum.duplicated + (diagnostics?.duplicated.length ?? 0),
    split: sum.split + (diagnostics?.split.length ?? 0),
    merged: sum.merged + (diagnostics?.merged.length ?? 0),
    outOfOrder: sum.outOfOrder + (diagnostics?.outOfOrder ?? 0),
    ties: sum.ties + (diagnostics?.ties ?? 0),
    margin: margin === null ? sum.margin : Math.min(sum.margin ?? margin, margin),
    notComputed:
      sum.notComputed +
      (diagnostics !== undefined && (!diagnostics.computed || diagnostics.ties === null) ? 1 : 0),
  };
}

function columnOf<T>(columns: Map<string, CodeColumn<T>>, field: string, unset: T): CodeColumn<T> {
  const known = columns.get(field);
  if (known !== undefined) return known;
  const made = new CodeColumn<T>(unset);
  columns.set(field, made);
  return made;
}

function isEmpty(counts: ArrayLike<number>, from: number): boolean {
  for (let i = 0; i < width; i++) if (counts[from + i] !== 0) return false;
  return true;
}
