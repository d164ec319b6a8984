import { invariant } from '../../base/goldset-error.ts';
import { type ExtractionCounts, outcomes } from '../../model/extraction-counts.ts';
import type { JsonObject, JsonValue } from '../../model/json-value.ts';
import type { ScorerDescription } from '../../model/scorer-description.ts';
import { certainPairing, mostRows } from '../align/certain-pairing.ts';
import { alignSmallTable } from '../align/small-tables.ts';
import type { FieldPlan } from './field-plan.ts';
import {
  inherited,
  type PlainLeaf,
  type PlainObject,
  type PlainTable,
  plainNode,
  type Scalar,
} from './plain-node.ts';
import type { PlainTape } from './plain-tape.ts';
import { isBlank } from './presence.ts';
import { describeScorer } from './scorer-fingerprint.ts';

/** Places of the outcomes within a field's counts: the order of `outcomes`. */
const correct = 0;
const incorrect = 1;
const missing = 2;
const spurious = 3;
const absent = 4;
const width = outcomes.length;

/** What is known of an item that is counted. */
export type CountedItem = Pick<ExtractionCounts, 'counts' | 'exact' | 'scorer'>;

const counters = new WeakMap<FieldPlan, PlainCounter | null>();

const noRows: readonly JsonObject[] = [];

/**
 * Counts documents that keep to a plain schema: objects, scalars with an equivalence, and tables of such scalars. Reads
 * every value once and writes nothing but counts down. One for each plan.
 */
export class PlainCounter {
  readonly root: PlainObject;
  readonly #fields: readonly string[];
  readonly #scorer: ScorerDescription;
  #byField: Uint32Array = new Uint32Array(0);
  /** Counts by field that nobody wants to keep. */
  readonly #scratch: Uint32Array;
  /** Takes the values that are read; null where nobody wants them. */
  #tape: PlainTape | null = null;
  /** Leaves that say something, counted where they are read. */
  #expectedStated = 0;
  #predictedStated = 0;
  /** Cells of the table at hand. */
  readonly #expectedCells = new TableCells();
  readonly #predictedCells = new TableCells();

  private constructor(root: PlainObject, fields: readonly string[], scorer: ScorerDescription) {
    this.root = root;
    this.#fields = fields;
    this.#scorer = scorer;
    this.#scratch = new Uint32Array(fields.length * width);
  }

  /** The one of a plan, kept as long as it; null where the plan is not of that kind. */
  static of(plan: FieldPlan): PlainCounter | null {
    const known = counters.get(plan);
    if (known !== undefined) return known;
    const made = PlainCounter.#make(plan);
    counters.set(plan, made);
    return made;
  }

  static #make(plan: FieldPlan): PlainCounter | null {
    const { emptiness, unlabelled } = plan.rules.options;
    if (emptiness !== 'service' || unlabelled !== 'absent') return null;
    const fields: string[] = [];
    const root = plainNode(plan, '', fields);
    // A root that declares "value" could be a wrapper around the fields.
    if (root?.kind !== 'object' || plan.declares('value')) return null;
    return new PlainCounter(root, fields, describeScorer(plan.rules.options));
  }

  /** Null where the document does not keep to the schema. */
  count(expected: unknown, predicted: unknown): ExtractionCounts | null {
    const byField = new Uint32Array(this.#fields.length * width);
    if (!this.#read(expected, predicted, byField, null)) return null;
    return { ...this.#sums(byField), fields: this.#fields, byField };
  }

  /** The same without the counts by field; what is read goes to the tape. */
  countOnTape(expected: unknown, predicted: unknown, tape: PlainTape): CountedItem | null {
    return this.#read(expected, predicted, this.#scratch.fill(0), tape) ? this.#sums(this.#scratch) : null;
  }

  #read(expected: unknown, predicted: unknown, byField: Uint32Array, tape: PlainTape | null): boolean {
    if (!isPlainObject(expected) || !isPlainObject(predicted)) return false;
    this.#byField = byField;
    this.#tape = tape;
    this.#expectedStated = 0;
    this.#predictedStated = 0;
    return this.#object(this.root, expected, predicted);
  }

  #sums(byField: Uint32Array): CountedItem {
    const counts = { correct: 0, incorrect: 0, missing: 0, spurious: 0, absent: 0, excluded: 0, unscored: 0 };
    for (let at = 0; at < byField.length; at += width) {
      counts.correct += byField[at] as number;
      counts.incorrect += byField[at + incorrect] as number;
      counts.missing += byField[at + missing] as number;
      counts.spurious += byField[at + spurious] as number;
      counts.absent += byField[at + absent] as number;
    }
    const both = counts.correct + counts.incorrect;
    invariant(
      both + counts.missing === this.#expectedStated && both + counts.spurious === this.#predictedStated,
      'leaves are not conserved',
    );
    const exact = counts.incorrect + counts.missing + counts.spurious === 0;
    return { counts, exact, scorer: this.#scorer };
  }

  #object(node: PlainObject, expected: JsonObject | null, predicted: JsonObject | null): boolean {
    let expectedKeys = 0;
    let predictedKeys = 0;
    for (const member of node.members) {
      const value = expected === null ? undefined : expected[member.key];
      const given = predicted === null ? undefined : predicted[member.key];
      if (value !== undefined) expectedKeys++;
      if (given !== undefined) predictedKeys++;
      if (member.kind === 'leaf') {
        const said = saidBy(value);
        const answered = saidBy(given);
        if (said === noScalar || answered === noScalar) return false;
        this.#tape?.push(value, given);
        if (said !== undefined) this.#expectedStated++;
        if (answered !== undefined) this.#predictedStated++;
        this.#judge(member, said, answered);
      } else if (member.kind === 'object') {
        const inside = value ?? null;
        const answer = given ?? null;
        if ((inside !== null && !isPlainObject(inside)) || (answer !== null && !isPlainObject(answer)))
          return false;
        this.#tape?.push(inside === null ? value : true, answer === null ? given : true);
        if (!this.#object(member, inside, answer)) return false;
      } else if (!this.#table(member, value, given)) return false;
    }
    // Every own key was read, so that nothing undeclared is there.
    return (
      (expected === null || keysOf(expected) === expectedKeys) &&
      (predicted === null || keysOf(predicted) === predictedKeys)
    );
  }

  /** `undefined` stands for nothing said. What is said is counted where it is read, so that a value lost here is noticed. */
  #judge(leaf: PlainLeaf, expected: Scalar | undefined, predicted: Scalar | undefined): void {
    let outcome = absent;
    if (expected !== undefined) {
      if (predicted === undefined) outcome = missing;
      else outcome = isMatch(leaf, expected, predicted) ? correct : incorrect;
    } else if (predicted !== undefined) outcome = spurious;
    const at = leaf.at + outcome;
    this.#byField[at] = (this.#byField[at] as number) + 1;
  }

  #table(node: PlainTable, expected: JsonValue | undefined, predicted: JsonValue | undefined): boolean {
    const cells = this.#expectedCells;
    const answers = this.#predictedCells;
    if (!cells.read(node, expected, this.#tape) || !answers.read(node, predicted, this.#tape)) return false;
    this.#expectedStated += cells.stated;
    this.#predictedStated += answers.stated;
    const rows = (expected ?? noRows) as readonly JsonObject[];
    const others = (predicted ?? noRows) as readonly JsonObject[];
    const partner = this.#pairing(node, rows, others);
    if (partner === null) return false;
    let taken = 0;
    for (let i = 0; i < rows.length; i++) {
      // A row that says nothing is no row.
      if ((cells.statedRows & (1 << i)) === 0) continue;
      const j = partner[i] as number;
      if (j !== -1) taken |= 1 << j;
      this.#row(node, i, j);
    }
    for (let j = 0; j < others.length; j++)
      if ((taken & (1 << j)) === 0 && (answers.statedRows & (1 << j)) !== 0) this.#row(node, -1, j);
    return true;
  }

  #row({ columns }: PlainTable, i: number, j: number): void {
    for (let c = 0; c < columns.length; c++) {
      this.#judge(
        columns[c] as PlainLeaf,
        i === -1 ? undefined : this.#expectedCells.values[i * columns.length + c],
        j === -1 ? undefined : this.#predictedCells.values[j * columns.length + c],
      );
    }
  }

  #pairing(node: PlainTable, rows: readonly JsonObject[], others: readonly JsonObject[]): Int32Array | null {
    const cells = this.#expectedCells;
    const answers = this.#predictedCells;
    if (cells.statedRows === allOf(rows.length) && answers.statedRows === allOf(others.length)) {
      const { values } = cells;
      const certain = certainPairing(node.comparators, values, rows.length, answers.values, others.length);
      if (certain !== null) return certain;
    }
    const aligned = alignSmallTable(node.plan, rows, others);
    if (aligned === null) return null;
    const partner = new Int32Array(rows.length).fill(-1);
    for (const [row, other] of aligned.pairs) partner[row] = other;
    return partner;
  }
}

function isPlainObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  return Object.getPrototypeOf(value) === inherited;
}

function keysOf(value: JsonObject): number {
  let keys = 0;
  for (const _ in value) keys++;
  return keys;
}

/** The cells of the table at hand, row by row; used again for the next. */
class TableCells {
  readonly values: (Scalar | undefined)[] = [];
  /** Cells that say something. */
  stated = 0;
  /** Rows that do, as bits. */
  statedRows = 0;

  /** False where it is no plain table. */
  read({ columns }: PlainTable, given: JsonValue | undefined, tape: PlainTape | null): boolean {
    const table = given ?? noRows;
    if (!Array.isArray(table) || table.length > mostRows) return false;
    tape?.push(given == null ? given : table.length);
    const { values } = this;
    const breadth = columns.length;
    let statedRows = 0;
    let stated = 0;
    for (let i = 0; i < table.length; i++) {
      const row: unknown = table[i];
      if (!isPlainObject(row)) return false;
      let known = 0;
      const before = stated;
      for (let c = 0; c < breadth; c++) {
        const cell = row[(columns[c] as PlainLeaf).key];
        const said = saidBy(cell);
        if (said === noScalar) return false;
        if (cell !== undefined) known++;
        tape?.push(cell);
        if (said !== undefined) stated++;
        values[i * breadth + c] = said;
      }
      if (keysOf(row) !== known) return false;
      if (stated > before) statedRows |= 1 << i;
    }
    this.stated = stated;
    this.statedRows = statedRows;
    return true;
  }
}

function allOf(rows: number): number {
  return (1 << rows) - 1;
}

/** What is no scalar of JSON. */
const noScalar = Symbol('no scalar');

/** A scalar that says something, or undefined for nothing. */
function saidBy(value: unknown): Scalar | undefined | typeof noScalar {
  switch (typeof value) {
    case 'string':
      return isBlank(value) ? undefined : value;
    case 'number':
      return Number.isFinite(value) ? value : noScalar;
    case 'boolean':
      return value;
    case 'undefined':
      return undefined;
    default:
      return value === null ? undefined : noScalar;
  }
}

/** Equal values have equal keys, and two JSON numbers equal keys only where they are equal. */
function isMatch({ comparator, numeric }: PlainLeaf, expected: Scalar, predicted: Scalar): boolean {
  if (expected === predicted) return true;
  if (numeric && typeof expected === 'number' && typeof predicted === 'number') return false;
  return comparator.key(expected) === comparator.key(predicted);
}
