import { isJsonObject, type JsonObject, type JsonValue } from '../model/json/json-value.ts';
import { ratio } from '../model/score/metrics.ts';
import { ownMember } from '../scorers/extraction/field-plan.ts';
import { requireJsonPair } from '../scorers/extraction/require-json.ts';
import { bestTotal } from './best-total.ts';

/** The values of one row as texts, per entity (member). A member without a value has an empty list. */
type Group = ReadonlyMap<string, readonly string[]>;

const valueDelimiter = '||';

/**
 * Returns the KIEval counts of one document.
 *
 * A root member that is an array of objects is a group of rows, and an object is a group of one row. Every
 * member of a row is an entity, and so is every other root member. Nested members have dotted names. The rows
 * of a group are paired so that as many values as possible are equal.
 *
 * Per entity, TP counts equal values, FP the other predicted values, and FN the other expected values.
 * `wrong` is the smaller of FP and FN, and `lacking` is their difference. In unpaired rows, all values are FN
 * or FP. `grouping` counts rows instead of values: two paired rows are equal if all their entities have the
 * same values in the same order. A row without any value counts too.
 * The text "a||b" and the list ["a", "b"] both have the values a and b. null,
 * "" and a missing member have no value. A number or boolean equals its JSON text: 5 equals "5".
 *
 * Range of all rates 0 to 1, higher is better; `KievalTable` defines them. Source: Khang et al. 2025 (KIEval), in the
 * variant that pairs rows by the Hungarian algorithm. The counts equal the published ones, unless several pairings are
 * equally good.
 *
 * Example: expected {total: {cash: "5", change: "1"}}, predicted {total: {cash: "5", change: "2", tax: "0"}}: TP 1
 * (cash), FP 2, FN 1, wrong 1, lacking 1; F1 = 2/5, aligned = 1/3.
 * @example
 * const { total } = kieval({ total: { cash: '5', change: '1' } }, { total: { cash: '5', change: '2', tax: '0' } });
 * [total.entityF1, total.aligned] // => [0.4, 0.3333]
 */
export function kieval(expected: unknown, predicted: unknown): KievalTable {
  requireJsonPair(expected, predicted);
  const table = new KievalTable();
  const gold = isJsonObject(expected) ? expected : {};
  const given = isJsonObject(predicted) ? predicted : {};
  for (const key of new Set([...Object.keys(gold), ...Object.keys(given)])) {
    const value = ownMember(gold, key);
    const other = ownMember(given, key);
    if (isGroup(value) || (value === undefined && isGroup(other))) {
      countGroups(table, key, groupsOf(value), groupsOf(other));
    } else {
      table.add('entity', key, match(valuesOf(value), valuesOf(other)));
    }
  }
  return table;
}

function isGroup(value: JsonValue | undefined): boolean {
  return isJsonObject(value) || (Array.isArray(value) && value.length > 0 && value.every(isJsonObject));
}

function groupsOf(value: JsonValue | undefined): Group[] {
  const rows = Array.isArray(value) ? value.filter(isJsonObject) : isJsonObject(value) ? [value] : [];
  return rows.map((row) => {
    const group = new Map<string, readonly string[]>();
    collect(group, '', row);
    return group;
  });
}

function collect(group: Map<string, readonly string[]>, prefix: string, object: JsonObject): void {
  for (const [key, value] of Object.entries(object)) {
    if (isJsonObject(value)) collect(group, `${prefix}${key}.`, value);
    else group.set(`${prefix}${key}`, valuesOf(value));
  }
}

function valuesOf(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((one: JsonValue) => valuesOf(one));
  return typeof value === 'string' ? value.split(valueDelimiter) : [JSON.stringify(value)];
}

function match(gold: readonly string[], given: readonly string[]): KievalCounts {
  const left = [...gold];
  let tp = 0;
  for (const value of given) {
    const at = left.indexOf(value);
    if (at === -1) continue;
    left.splice(at, 1);
    tp++;
  }
  const fp = given.length - tp;
  const fn = left.length;
  const wrong = Math.min(fp, fn);
  return { tp, fp, fn, wrong, lacking: Math.max(fp, fn) - wrong, labels: gold.length };
}

function countGroups(
  table: KievalTable,
  name: string,
  gold: readonly Group[],
  given: readonly Group[],
): void {
  const pairs = bestTotal(gold.length, given.length, (i, j) =>
    equalValues(gold[i] as Group, given[j] as Group),
  );
  for (const [row, column] of pairs) countPair(table, name, gold[row] as Group, given[column] as Group);
  const rows = new Set(pairs.map(([row]) => row));
  const columns = new Set(pairs.map(([, column]) => column));
  for (const [row, group] of gold.entries()) {
    if (rows.has(row)) continue;
    table.add('grouping', name, match(['row'], []));
    for (const [key, values] of group) table.add('entity', `${name}.${key}`, match(values, []));
  }
  for (const [column, group] of given.entries()) {
    if (columns.has(column)) continue;
    table.add('grouping', name, match([], ['row']));
    for (const [key, values] of group) table.add('entity', `${name}.${key}`, match([], values));
  }
}

function equalValues(gold: Group, given: Group): number {
  let sum = 0;
  for (const [key, values] of given) sum += match(gold.get(key) ?? [], values).tp;
  return sum;
}

function countPair(table: KievalTable, name: string, gold: Group, given: Group): void {
  let equal = true;
  for (const key of new Set([...gold.keys(), ...given.keys()])) {
    const values = gold.get(key) ?? [];
    const others = given.get(key) ?? [];
    if (values.length + others.length === 0) continue;
    table.add('entity', `${name}.${key}`, match(values, others));
    equal &&= values.length === others.length && values.every((value, at) => value === others[at]);
  }
  table.add('grouping', name, match(['row'], [equal ? 'row' : 'another']));
}

/** Counts of the values of one entity, or of the rows of one group. */
export interface KievalCounts {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  /** min(FP, FN): number of expected values for which the prediction has a wrong value. */
  readonly wrong: number;
  /** max(FP, FN) - min(FP, FN): number of values without a counterpart. */
  readonly lacking: number;
  readonly labels: number;
}

export interface KievalScores extends KievalCounts {
  readonly precision: number | null;
  readonly recall: number | null;
  /** 2 TP / (expected + predicted values). */
  readonly entityF1: number | null;
  /** TP / (TP + wrong + lacking): the share of values that need no correction by hand. */
  readonly aligned: number | null;
  /** TP / (TP + FP + FN). */
  readonly accuracy: number | null;
}

const none: KievalCounts = { tp: 0, fp: 0, fn: 0, wrong: 0, lacking: 0, labels: 0 };

/**
 * Sums of KIEval counts per entity and per group, over one or several documents. `kieval` defines the counts.
 * Scores: precision = TP / (TP + FP), recall = TP / (TP + FN), entity F1 = 2 TP / (2 TP + FP + FN), aligned = TP /
 * (TP + wrong + lacking). Range 0 to 1, higher is better.
 *
 * Source: Khang et al. 2025 (KIEval). Difference: a rate with denominator 0 is null here and 0 in KIEval. Example: TP
 * 607, FP 204, FN 176, wrong 111, lacking 158: F1 = 1214/1594 = .7616, aligned = 607/876 = .6929.
 * @example
 * const sum = new KievalTable();
 * sum.addTable(kieval({ a: '1' }, { a: '1' }));
 * sum.addTable(kieval({ a: '1' }, { a: '2' }));
 * sum.total.entityF1 // => 0.5
 */
export class KievalTable {
  readonly #entities = new Map<string, KievalCounts>();
  readonly #groupings = new Map<string, KievalCounts>();

  add(kind: 'entity' | 'grouping', name: string, counts: KievalCounts): void {
    const sums = kind === 'entity' ? this.#entities : this.#groupings;
    sums.set(name, plus(sums.get(name) ?? none, counts));
  }

  addTable(other: KievalTable): void {
    for (const [name, counts] of other.#entities) this.add('entity', name, counts);
    for (const [name, counts] of other.#groupings) this.add('grouping', name, counts);
  }

  get total(): KievalScores {
    return scoresOf([...this.#entities.values()].reduce(plus, none));
  }

  /** Scores of the rows of all groups. A row is right if all its entities are right. */
  get grouping(): KievalScores {
    return scoresOf([...this.#groupings.values()].reduce(plus, none));
  }

  get entities(): ReadonlyMap<string, KievalScores> {
    return new Map([...this.#entities].map(([name, counts]) => [name, scoresOf(counts)]));
  }

  /** Mean F1 of the entities. An entity without any value has F1 0. Null without entities. */
  get macroF1(): number | null {
    const rates = [...this.entities.values()].map(({ entityF1 }) => entityF1 ?? 0);
    return rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  }

  /**
   * Whether all values of all entities are right; null without values. Ignores a group if neither the gold nor the
   * prediction has a value in this group. In the original KIEval, such a group makes the document inexact.
   */
  get exact(): boolean | null {
    const { tp, fp, fn } = this.total;
    return tp + fp + fn === 0 ? null : fp + fn === 0;
  }
}

function plus(a: KievalCounts, b: KievalCounts): KievalCounts {
  return {
    tp: a.tp + b.tp,
    fp: a.fp + b.fp,
    fn: a.fn + b.fn,
    wrong: a.wrong + b.wrong,
    lacking: a.lacking + b.lacking,
    labels: a.labels + b.labels,
  };
}

function scoresOf(counts: KievalCounts): KievalScores {
  const { tp, fp, fn, wrong, lacking } = counts;
  return {
    ...counts,
    precision: ratio(tp, tp + fp),
    recall: ratio(tp, tp + fn),
    entityF1: ratio(2 * tp, 2 * tp + fp + fn),
    aligned: ratio(tp, tp + wrong + lacking),
    accuracy: ratio(tp, tp + fp + fn),
  };
}
