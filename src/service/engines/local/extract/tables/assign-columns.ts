import type { ColumnPlan } from './column-plan.ts';
import { type ColumnTraits, typeFit } from './column-traits.ts';
import { headerFit } from './match-columns.ts';

/** A column of a printed table, with the text of its header. The text is empty if the table has no header. */
export interface PrintedColumn {
  readonly header: string;
  readonly traits: ColumnTraits;
}

/** The field of a printed column, and the certainty of this assignment, 0 to 1. */
export interface ColumnChoice {
  readonly plan: number;
  readonly fit: number;
  /** Whether the header names the field. If `false`, only the type and position of the values fit the field. */
  readonly named: boolean;
}

/** Minimum fit of a header to the field that it names, 0 to 1. */
const minHeaderFit = 0.45;

/**
 * Returns the field of each printed column, by column index. Assigns the best pairs of header and field first. A field
 * that no header names can get a remaining column of its type.
 */
export function assignColumns(
  columns: readonly PrintedColumn[],
  plans: readonly ColumnPlan[],
): Map<number, ColumnChoice> {
  const pairs = columns.flatMap((column, index) =>
    plans.map((plan, at) => {
      const header = column.header === '' ? 0 : headerFit(column.header, plan);
      const type = typeFit(plan, column.traits);
      return { index, plan: at, header, type, score: header + 0.35 * type };
    }),
  );
  pairs.sort((a, b) => b.score - a.score || a.index - b.index || a.plan - b.plan);
  const chosen = new Map<number, ColumnChoice>();
  const taken = new Set<number>();
  for (const { index, plan, header, type } of pairs) {
    if (header < minHeaderFit || type < 0.3 || chosen.has(index) || taken.has(plan)) continue;
    chosen.set(index, { plan, fit: Math.min(1, header * (0.7 + 0.3 * type)), named: true });
    taken.add(plan);
  }
  addRemaining(columns, plans, chosen, taken);
  return chosen;
}

function addRemaining(
  columns: readonly PrintedColumn[],
  plans: readonly ColumnPlan[],
  chosen: Map<number, ColumnChoice>,
  taken: Set<number>,
): void {
  for (const [plan, field] of plans.entries()) {
    if (taken.has(plan)) continue;
    const free = columns.flatMap((column, index) => {
      const fit = typeFit(field, column.traits);
      return chosen.has(index) || column.traits.cells === 0 || fit < 0.6 ? [] : [{ index, fit }];
    });
    free.sort((a, b) => b.fit - a.fit || a.index - b.index);
    const [first, second] = free;
    if (first === undefined) continue;
    // Skips the field if another field that has no column yet fits this column better.
    const others = plans.filter(
      (other, at) =>
        at !== plan &&
        !taken.has(at) &&
        typeFit(other, columns[first.index]?.traits as ColumnTraits) > first.fit + 0.2,
    );
    if (others.length > 0) continue;
    chosen.set(first.index, { plan, fit: second === undefined ? 0.6 : 0.45, named: false });
    taken.add(plan);
  }
}
