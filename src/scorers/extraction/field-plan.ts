import { getOrCreate } from '../../base/collections.ts';
import { ExactNumber } from '../../base/exact-json.ts';
import { isJsonObject, isScalar, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { Comparator } from '../compare/comparator.ts';
import { createComparator } from '../compare/comparators/create-comparator.ts';
import { fieldGlob, fieldGlobWithin } from './field-glob.ts';
import type { FieldNode, LeafType } from './field-tree.ts';
import { hasValue, isMoneyWithoutAmount, presenceOf } from './presence.ts';
import type { AlignmentMethod, ComparatorRule, ExtractionScoringOptions } from './scoring-options.ts';

/** Kind of a value: no value, one leaf, or a container. */
export type Shape = 'none' | 'leaf' | 'object' | 'array';

/** Rules of a scorer for all fields, compiled from its options. `fields` gives each field a number. */
export interface ScoringRules {
  readonly options: ExtractionScoringOptions;
  readonly fields: FieldNumbers;
  comparatorOf(field: string): ComparatorRule | undefined;
  alignmentOf(field: string): AlignmentMethod;
  isExcluded(field: string): boolean;
}

export function compileRules(options: ExtractionScoringOptions): ScoringRules {
  const comparators = options.comparators.map((rule) => ({ rule, matches: fieldGlob(rule.field) }));
  const alignments = options.alignment.map((rule) => ({ rule, matches: fieldGlob(rule.field) }));
  const exclusions = options.exclude.map(fieldGlobWithin);
  return {
    options,
    fields: new FieldNumbers(),
    comparatorOf: (field) => comparators.findLast(({ matches }) => matches(field))?.rule,
    alignmentOf: (field) => alignments.findLast(({ matches }) => matches(field))?.rule.method ?? 'optimal',
    isExcluded: (field) => exclusions.some((matches) => matches(field)),
  };
}

/** Gives each leaf field a number: 0 for the first requested field, 1 for the second, and so on. */
export class FieldNumbers {
  readonly names: string[] = [];
  /**
   * Number of undeclared members for which a scoring plan (`FieldPlan`) can still be stored. The limit prevents outputs
   * with many keys from filling the memory.
   */
  remaining = 10_000;
  readonly #numbers = new Map<string, number>();

  of(field: string): number {
    const name = field === '' ? '$' : field;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

export interface ScalarColumn {
  readonly key: string;
  readonly plan: FieldPlan;
  readonly comparator: Comparator;
  /** Whether two JSON numbers match if and only if they are equal. */
  readonly numeric: boolean;
}

/**
 * Rules for scoring one field: its declaration, comparator, exclusion and row alignment. Creates the plans of its
 * members and rows on demand.
 */
export class FieldPlan {
  readonly field: string;
  readonly declared: FieldNode | undefined;
  readonly rules: ScoringRules;
  readonly excluded: boolean;
  readonly strict: boolean;
  readonly declaredKeys: readonly string[];
  /**
   * Whether the comparator is `any-of`. A list in the gold is then one leaf, and the prediction must match
   * one entry of the list.
   */
  readonly anyOf: boolean;
  /** Whether the field is declared as a leaf that cannot be an object or a list. */
  readonly scalar: boolean;
  /** The comparator if two scalars match exactly when their keys (`Comparator.key`) are equal; otherwise `null`. */
  readonly keyed: Comparator | null;
  /**
   * Whether a declared member has a name such as `constructor`, which every JavaScript object inherits. Reading is
   * then slower.
   */
  readonly hasInheritedKeys: boolean;
  readonly #members = new Map<string, FieldPlan>();
  readonly #comparators = new Map<LeafType, Comparator>();
  readonly #rule: ComparatorRule | undefined;
  readonly #declaredComparator: Comparator | null;
  #declaredPlans: readonly FieldPlan[] | undefined;
  #columns: readonly ScalarColumn[] | null | undefined;
  #number = -1;
  #items: FieldPlan | undefined;
  #alignment: AlignmentMethod | undefined;

  constructor(field: string, declared: FieldNode | undefined, rules: ScoringRules) {
    this.field = field;
    this.declared = declared;
    this.rules = rules;
    this.excluded = field !== '' && rules.isExcluded(field);
    this.strict = rules.options.emptiness === 'strict';
    this.#rule = rules.comparatorOf(field);
    this.anyOf =
      this.#rule?.comparator === 'any-of' && declared?.kind !== 'object' && declared?.kind !== 'array';
    this.declaredKeys = declared?.kind === 'object' ? [...declared.members.keys()] : [];
    this.#declaredComparator = declared?.kind === 'leaf' ? this.#comparatorOf(declared.type) : null;
    this.scalar = declared?.kind === 'leaf' && declared.type !== 'currency' && !this.anyOf;
    this.keyed = this.scalar ? keyedComparator(this.#declaredComparator) : null;
    this.hasInheritedKeys = this.declaredKeys.some((key) => key in Object.prototype);
  }

  get number(): number {
    if (this.#number === -1) this.#number = this.rules.fields.of(this.field);
    return this.#number;
  }

  member(key: string): FieldPlan {
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const declared = this.declared?.kind === 'object' ? this.declared.members.get(key) : undefined;
    // `join` creates a flat string, which is written faster than a concatenated string.
    const plan = new FieldPlan(this.field === '' ? key : [this.field, key].join('.'), declared, this.rules);
    if (declared === undefined) {
      if (this.rules.fields.remaining === 0) return plan;
      this.rules.fields.remaining--;
    }
    this.#members.set(key, plan);
    return plan;
  }

  /** Plans of the declared members, in the order of `declaredKeys`. */
  get declaredPlans(): readonly FieldPlan[] {
    this.#declaredPlans ??= this.declaredKeys.map((key) => this.member(key));
    return this.#declaredPlans;
  }

  /**
   * Columns of the table rows that this plan describes. `null` if the plan is excluded, does not describe an object, or
   * has a member with an inherited name. Also `null` if a member is excluded, is not a scalar, or has a comparator that
   * cannot compare values by keys (`Comparator.key`).
   */
  get columns(): readonly ScalarColumn[] | null {
    if (this.#columns === undefined) this.#columns = this.#scalarColumns();
    return this.#columns;
  }

  #scalarColumns(): readonly ScalarColumn[] | null {
    if (this.declared?.kind !== 'object' || this.excluded || this.hasInheritedKeys) return null;
    const columns: ScalarColumn[] = [];
    for (const [at, plan] of this.declaredPlans.entries()) {
      const { keyed: comparator } = plan;
      if (comparator === null || plan.excluded) return null;
      const key = this.declaredKeys[at] as string;
      columns.push({ key, plan, comparator, numeric: comparator.name === 'number' });
    }
    return columns;
  }

  declares(key: string): boolean {
    return this.declared?.kind === 'object' && this.declared.members.has(key);
  }

  /**
   * Plan of the rows of an array. This plan has the field name of the array, because field names have no row numbers.
   */
  get items(): FieldPlan {
    const declared = this.declared?.kind === 'array' ? this.declared.items : undefined;
    this.#items ??= new FieldPlan(this.field, declared, this.rules);
    return this.#items;
  }

  get alignment(): AlignmentMethod {
    this.#alignment ??= this.rules.alignmentOf(this.field);
    return this.#alignment;
  }

  /**
   * The comparator if all values of the field have the same comparator; `null` if the comparator depends on the JSON
   * type of the value.
   */
  get fixedComparator(): Comparator | null {
    return this.#declaredComparator;
  }

  /**
   * Returns the comparator of a declared field. If the field is not declared, the type of the values selects the
   * comparator: money if one of the two values is money, otherwise the JSON type of the expected value. A rule for the
   * field can replace the comparator of the type.
   */
  comparatorFor(expected: JsonValue, predicted: JsonValue): Comparator {
    if (this.#declaredComparator !== null) return this.#declaredComparator;
    return this.#comparatorOf(isMoney(expected) || isMoney(predicted) ? 'currency' : inferredType(expected));
  }

  comparatorForType(type: LeafType): Comparator {
    return this.#declaredComparator ?? this.#comparatorOf(type);
  }

  shapeOf(value: unknown): Shape {
    const { emptiness } = this.rules.options;
    // With strict emptiness, an empty object is a leaf, except at the root.
    if (this.field === '' && emptiness === 'strict' && isJsonObject(value)) return 'object';
    if (!hasValue(value, emptiness)) return 'none';
    if (isScalar(value as JsonValue)) return 'leaf';
    if (emptiness === 'strict' && presenceOf(value) === 'empty') return 'leaf';
    if (Array.isArray(value)) return this.anyOf ? 'leaf' : 'array';
    const money =
      this.declared?.kind === 'leaf'
        ? this.declared.type === 'currency'
        : this.declared === undefined && isMoney(value);
    if (!money) return 'object';
    return emptiness === 'service' && isMoneyWithoutAmount(value) ? 'none' : 'leaf';
  }

  #comparatorOf(type: LeafType): Comparator {
    const { comparator = type, options } = this.#rule ?? {};
    return getOrCreate(this.#comparators, type, () => createComparator(comparator, options, type));
  }
}

/**
 * Returns the comparator if every scalar has a key. Returns `null` for tolerances, thresholds and money, which have
 * values without a key.
 */
function keyedComparator(comparator: Comparator | null): Comparator | null {
  if (comparator === null || comparator.name === 'currency' || comparator.key('x') === null) return null;
  return comparator;
}

/** Returns whether an object has exactly the members `amount` and `iso_4217_currency_code`. */
export function isMoney(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  return (
    Object.hasOwn(value, 'amount') &&
    Object.hasOwn(value, 'iso_4217_currency_code') &&
    Object.keys(value).length === 2
  );
}

export function inferredType(value: JsonValue): LeafType {
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return isMoney(value) ? 'currency' : 'string';
}

/** Returns an own member of an object. Inherited names such as "constructor" are not members. */
export function ownMember(value: unknown, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns the undeclared keys of two objects without repetitions. The keys of `expected` come first. */
export function undeclaredKeys(plan: FieldPlan, expected: unknown, predicted: unknown): readonly string[] {
  const found = isJsonObject(expected) ? Object.keys(expected).filter((key) => !plan.declares(key)) : [];
  if (!isJsonObject(predicted)) return found;
  const isNew = (key: string) =>
    !plan.declares(key) && !(isJsonObject(expected) && Object.hasOwn(expected, key));
  return [...found, ...Object.keys(predicted).filter(isNew)];
}

/** Cache of the counts of objects and lists that `countValues` has already read. */
export type ValueCounts = Map<unknown, { readonly plan: FieldPlan; readonly count: number }>;

/** Returns the number of leaves with a value. Counts independently of the scorer, to check the counts of the scorer. */
export function countValues(plan: FieldPlan, value: unknown, known?: ValueCounts): number {
  const shape = plan.shapeOf(value);
  if (shape === 'none') return 0;
  if (shape === 'leaf') return 1;
  const found = known?.get(value);
  if (found?.plan === plan) return found.count;
  let sum = 0;
  if (shape === 'array') {
    const { items } = plan;
    for (const row of value as readonly unknown[]) sum += countValues(items, row, known);
  } else {
    const object = value as JsonObject;
    for (const key of Object.keys(object)) sum += countValues(plan.member(key), object[key], known);
  }
  known?.set(value, { plan, count: sum });
  return sum;
}
