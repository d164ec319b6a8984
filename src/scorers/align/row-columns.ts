import { getOrCreate } from '../../base/collections.ts';
import type { JsonObject, JsonValue } from '../../model/json/json-value.ts';
import type { Comparator } from '../compare/comparator.ts';
import { type FieldPlan, inferredType } from '../extraction/field-plan.ts';

/** Values of one field in all expected and all predicted rows; `undefined` for rows without a value. */
interface RowColumn<Value> {
  readonly plan: FieldPlan;
  readonly expected: (Value | undefined)[];
  readonly predicted: (Value | undefined)[];
}
type LeafColumn = RowColumn<JsonValue>;
export type NestedColumn = RowColumn<readonly unknown[]>;

/** Returns one column per leaf field and per array of the rows. Excluded fields have no column. */
export function rowColumns(
  row: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
): { readonly leaves: readonly LeafColumn[]; readonly nested: readonly NestedColumn[] } {
  const leaves = new Map<string, LeafColumn>();
  const nested = new Map<string, NestedColumn>();
  const columnOf = <Value>(columns: Map<string, RowColumn<Value>>, plan: FieldPlan, path: string) =>
    getOrCreate(columns, path, () => ({
      plan,
      expected: new Array(expected.length).fill(undefined),
      predicted: new Array(predicted.length).fill(undefined),
    }));
  const collect = (
    plan: FieldPlan,
    value: unknown,
    side: 'expected' | 'predicted',
    at: number,
    path: string,
  ): void => {
    if (plan.excluded) return;
    const shape = plan.shapeOf(value);
    if (shape === 'leaf') columnOf(leaves, plan, path)[side][at] = value as JsonValue;
    else if (shape === 'array') columnOf(nested, plan, path)[side][at] = value as readonly unknown[];
    else if (shape === 'object') {
      const object = value as JsonObject;
      for (const key of Object.keys(object))
        collect(plan.member(key), object[key], side, at, `${path}\u0000${key}`);
    }
  };
  for (const [at, value] of expected.entries()) collect(row, value, 'expected', at, '');
  for (const [at, value] of predicted.entries()) collect(row, value, 'predicted', at, '');
  return { leaves: [...leaves.values()], nested: [...nested.values()] };
}

/** A column whose values are replaced by numbers. Equal values have equal numbers. */
export interface InternedColumn {
  /** Number of the value in each row; -1 for a row without a value. */
  readonly expected: Int32Array;
  readonly predicted: Int32Array;
  readonly values: readonly JsonValue[];
  /** Whether two values match if and only if their numbers are equal. */
  readonly equivalence: boolean;
  /** Whether values that do not match can have a similarity above 0. */
  readonly graded: boolean;
  readonly comparatorOf: (expected: JsonValue, predicted: JsonValue) => Comparator;
}

export function internColumn(column: LeafColumn, strict: boolean): InternedColumn {
  const comparator = strict ? null : oneComparator(column);
  const keyed = comparator === null ? null : intern(column, (value) => comparator.key(value));
  const interned = keyed ?? intern(column, (value) => `${typeof value}${JSON.stringify(value)}`);
  return {
    ...(interned as NonNullable<typeof interned>),
    equivalence: keyed !== null,
    graded: comparator?.graded ?? true,
    comparatorOf: (expected, predicted) => column.plan.comparatorFor(expected, predicted),
  };
}

/** Returns the comparator of a column if one comparator fits all its values, otherwise `null`. */
function oneComparator({ plan, expected, predicted }: LeafColumn): Comparator | null {
  if (plan.fixedComparator !== null) return plan.fixedComparator;
  const types = new Set([...expected, ...predicted].filter((value) => value !== undefined).map(inferredType));
  const [only] = types;
  return types.size === 1 && only !== undefined ? plan.comparatorForType(only) : null;
}

function intern(
  column: LeafColumn,
  keyOf: (value: JsonValue) => string | null,
): Pick<InternedColumn, 'expected' | 'predicted' | 'values'> | null {
  const numbers = new Map<string, number>();
  const values: JsonValue[] = [];
  let failed = false;
  const number = (value: JsonValue | undefined): number => {
    if (value === undefined) return -1;
    const key = keyOf(value);
    if (key === null) {
      failed = true;
      return -1;
    }
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, values.length);
    values.push(value);
    return values.length - 1;
  };
  const expected = Int32Array.from(column.expected, number);
  const predicted = Int32Array.from(column.predicted, number);
  return failed ? null : { expected, predicted, values };
}
