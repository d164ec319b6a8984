import { outcomes } from '../../model/extraction-counts.ts';
import type { Comparator } from '../compare/comparator.ts';
import type { FieldPlan } from './field-plan.ts';

export type Scalar = string | number | boolean;

export interface PlainLeaf {
  readonly kind: 'leaf';
  readonly key: string;
  readonly comparator: Comparator;
  /** Whether two JSON numbers match exactly where they are equal. */
  readonly numeric: boolean;
  /** Where its counts begin. */
  readonly at: number;
}

export interface PlainObject {
  readonly kind: 'object';
  readonly key: string;
  readonly members: readonly PlainNode[];
}

export interface PlainTable {
  readonly kind: 'table';
  readonly key: string;
  readonly plan: FieldPlan;
  readonly columns: readonly PlainLeaf[];
  readonly comparators: readonly Comparator[];
}

export type PlainNode = PlainLeaf | PlainObject | PlainTable;

const width = outcomes.length;

/** What JSON values inherit; a field of such a name would be read where there is none. */
export const inherited = Object.prototype as unknown as Readonly<Record<string, unknown>>;

/** Null where the plan, or something in it, is more than a plain schema; `fields` takes the leaf fields in order. */
export function plainNode(plan: FieldPlan, key: string, fields: string[]): PlainNode | null {
  if (plan.excluded || key in inherited) return null;
  switch (plan.declared?.kind) {
    case 'leaf':
      return plan.declared.type === 'currency' || plan.anyOf
        ? null
        : plainLeaf(key, plan.field, plan.fixedComparator, fields);
    case 'array':
      return plainTable(plan, key, fields);
    case 'object': {
      const members: PlainNode[] = [];
      for (const [at, member] of plan.declaredPlans.entries()) {
        const node = plainNode(member, plan.declaredKeys[at] as string, fields);
        if (node === null) return null;
        members.push(node);
      }
      return { kind: 'object', key, members };
    }
    default:
      return null;
  }
}

function plainTable(plan: FieldPlan, key: string, fields: string[]): PlainTable | null {
  const { items } = plan;
  if (plan.alignment !== 'optimal' || items.columns === null) return null;
  const columns: PlainLeaf[] = [];
  for (const column of items.columns) {
    if (column.key in inherited) return null;
    const leaf = plainLeaf(column.key, items.member(column.key).field, column.comparator, fields);
    if (leaf === null) return null;
    columns.push(leaf);
  }
  return { kind: 'table', key, plan, columns, comparators: columns.map(({ comparator }) => comparator) };
}

/** Comparators that have a key have one for every scalar; those with tolerances and thresholds have none. */
function plainLeaf(
  key: string,
  field: string,
  comparator: Comparator | null,
  fields: string[],
): PlainLeaf | null {
  if (comparator === null || comparator.name === 'currency' || comparator.key('x') === null) return null;
  fields.push(field);
  return {
    kind: 'leaf',
    key,
    comparator,
    numeric: comparator.name === 'number',
    at: (fields.length - 1) * width,
  };
}
