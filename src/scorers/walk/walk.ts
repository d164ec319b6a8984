import { invariant } from '../../base/goldset-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { alignRows } from '../align/align-rows.ts';
import { inversionsOf, writeRowOrder } from '../align/row-order.ts';
import {
  countValues,
  type FieldPlan,
  ownMember,
  type Shape,
  undeclaredKeys,
} from '../extraction/field-plan.ts';
import {
  noScalar,
  type PresenceState,
  presence,
  presenceOf,
  scalarPresence,
} from '../extraction/presence.ts';
import { readMembers } from '../extraction/read-members.ts';
import { requireJsonPair } from '../extraction/require-json.ts';
import type { ExtractionScoringOptions } from '../extraction/scoring-options.ts';
import {
  countsAsValue,
  differentStates,
  hasGap,
  isLabelledByParent,
  isValueOrMissing,
  membersOf,
  outcomeOfStates,
} from './leaf-states.ts';
import { below, type NotScoredTree } from './not-scored-tree.ts';
import type { OutcomeCounts, PolicyLanes } from './policy-lanes.ts';
import { type OutcomeNumber, outcome, type Sink, type WalkedArray } from './sink.ts';
import { SmallTable } from './small-table.ts';

interface Place {
  /** Whether the gold labels this value: the gold has the key, or its parent is null or blank in the gold. */
  readonly labelled: boolean;
  /**
   * Names of the members that occur in at least one expected row of the table. Set only inside a predicted row without
   * a partner.
   */
  readonly annotated: ReadonlySet<string> | undefined;
}

const labelledPlace: Place = { labelled: true, annotated: undefined };
const unlabelledPlace: Place = { labelled: false, annotated: undefined };

/**
 * Walks over gold and output together and reports the outcome of every leaf and array to a sink. Has fast paths for
 * plain scalars and small tables.
 */
export class Walk {
  /** Number of leaves per outcome, in the order of `outcomes`. */
  readonly counts: OutcomeCounts = new Int32Array(7);
  readonly #options: ExtractionScoringOptions;
  readonly #sink: Sink;
  readonly #lanes: PolicyLanes | null;
  readonly #strict: boolean;
  readonly #ignore: boolean;
  #expected: unknown;
  #predicted: unknown;
  /** Whether `#check` has run for the current document. */
  #isChecked = false;
  #noOutput = false;
  /** Outcome of all leaves below the current node if the node is excluded (5) or unscored (6). */
  #fixedOutcome: 5 | 6 | null = null;
  /**
   * Whether an option excludes everything below the current node. False if the node is excluded only because
   * its label is missing.
   */
  #excluded = false;
  /**
   * Number of excluded and unscored leaves that have an expected value. `#predictedSkipped` counts those that have a
   * predicted value.
   */
  #expectedSkipped = 0;
  #predictedSkipped = 0;
  #aloneDepth = 0;
  #arrayDepth = 0;
  /** Values below the current node that the gold excludes; `null` if there are none. */
  #notScored: NotScoredTree | null = null;
  readonly #table: SmallTable;

  constructor(options: ExtractionScoringOptions, sink: Sink, lanes: PolicyLanes | null) {
    this.#options = options;
    this.#sink = sink;
    this.#lanes = lanes;
    this.#table = new SmallTable(options, lanes);
    this.#strict = options.emptiness === 'strict';
    this.#ignore = options.unlabelled === 'ignore';
  }

  /**
   * Scores a document. If the output is `undefined`, no leaf has the outcome `correct` or `absent`. The values in
   * `notScored` create no leaf and affect no count.
   */
  run(plan: FieldPlan, expected: unknown, predicted: unknown, notScored: NotScoredTree | null): void {
    this.#notScored = notScored;
    this.#expected = expected;
    this.#predicted = predicted;
    this.#isChecked = false;
    this.#noOutput = predicted === undefined;
    this.#fixedOutcome = this.#noOutput && this.#options.failures === 'exclude' ? outcome.unscored : null;
    this.#excluded = false;
    this.#expectedSkipped = 0;
    this.#predictedSkipped = 0;
    this.#aloneDepth = 0;
    this.#arrayDepth = 0;
    for (let at = 0; at < this.counts.length; at++) this.counts[at] = 0;
    this.#lanes?.start(this.#noOutput);
    this.#visit(plan, expected, predicted, labelledPlace);
    this.#expected = undefined;
    this.#predicted = undefined;
    // Check the counts only if a part of the document was scored without the fast paths.
    if (this.#isChecked) this.#requireConserved(plan, expected, predicted);
  }

  /**
   * Throws if the gold or the output is not JSON or is too deeply nested. Runs at the first value that is not a plain
   * scalar or small table.
   */
  #check(): void {
    if (this.#isChecked) return;
    this.#isChecked = true;
    requireJsonPair(this.#expected, this.#predicted);
  }

  /** Checks that the walk counted each leaf of the gold and each leaf of the output once. */
  #requireConserved(plan: FieldPlan, expected: unknown, predicted: unknown): void {
    const [correct = 0, incorrect = 0, missing = 0, spurious = 0] = this.counts;
    const expectedLeaves = correct + incorrect + missing + this.#expectedSkipped;
    const predictedLeaves = correct + incorrect + spurious + this.#predictedSkipped;
    const expectedHere = countValues(plan, expected);
    const predictedHere = countValues(plan, predicted);
    invariant(
      expectedLeaves === expectedHere && predictedLeaves === predictedHere,
      `leaves are not conserved: expected ${expectedHere}, counted ${expectedLeaves}; ` +
        `predicted ${predictedHere}, counted ${predictedLeaves}`,
    );
  }

  #visit(plan: FieldPlan, expected: unknown, predicted: unknown, place: Place): void {
    const outer = this.#fixedOutcome;
    const outerExcluded = this.#excluded;
    if (plan.excluded) this.#excluded = true;
    if (outer === null && (plan.excluded || (this.#ignore && !place.labelled)))
      this.#fixedOutcome = outcome.excluded;
    const shape = plan.shapeOf(expected);
    const other = plan.shapeOf(predicted);
    if (this.#lanes !== null && hasGap(plan, shape, other, expected, predicted)) this.#lanes.noteGap();
    if (shape === other || other === 'none') this.#visitAs(shape, plan, expected, predicted, place);
    else if (shape === 'none') this.#visitAs(other, plan, expected, predicted, place);
    else {
      // The two values have different shapes, for example one is a leaf and one is an object. So score the leaves of
      // each value without a counterpart.
      this.#visitAs(shape, plan, expected, undefined, place);
      this.#visitAs(other, plan, undefined, predicted, { ...place, labelled: true });
    }
    this.#fixedOutcome = outer;
    this.#excluded = outerExcluded;
  }

  #visitAs(shape: Shape, plan: FieldPlan, expected: unknown, predicted: unknown, place: Place): void {
    switch (shape) {
      case 'leaf':
        return this.#anyLeaf(plan, expected, predicted, place.labelled);
      case 'array':
        return this.#array(plan, expected, predicted, place.labelled);
      case 'object':
        return this.#object(plan, expected, predicted, place);
      default:
        return this.#nothing(plan, expected, predicted, place);
    }
  }

  /**
   * Scores a node that has neither an expected nor a predicted value. The leaves that the schema declares below the
   * node get the outcome `absent`.
   */
  #nothing(plan: FieldPlan, expected: unknown, predicted: unknown, place: Place): void {
    if (plan.declared?.kind === 'object') return this.#object(plan, expected, predicted, place);
    if (plan.declared?.kind === 'array') {
      if ((expected ?? predicted ?? null) !== null) this.#check();
      // Report the table although it has neither expected nor predicted rows, because its number of rows is correct.
      if (this.#fixedOutcome === null && !this.#noOutput && this.#aloneDepth === 0)
        this.#array(plan, undefined, undefined, place.labelled);
      return;
    }
    const known = expected ?? predicted;
    if (typeof known === 'object' && known !== null && plan.declared === undefined) return;
    if (plan.declared !== undefined || expected !== undefined || predicted !== undefined)
      this.#anyLeaf(plan, expected, predicted, place.labelled);
  }

  #object(plan: FieldPlan, expected: unknown, predicted: unknown, { labelled, annotated }: Place): void {
    const { declaredKeys, declaredPlans } = plan;
    const values = readMembers(objectOf(expected), plan);
    const others = readMembers(objectOf(predicted), plan);
    const isDeclared = values !== null && others !== null;
    if (!isDeclared) this.#check();
    const parentLabels = isLabelledByParent(expected, labelled);
    for (let at = 0; at < declaredKeys.length; at++) {
      const key = declaredKeys[at] as string;
      const value = isDeclared ? values[at] : ownMember(expected, key);
      const given = isDeclared ? others[at] : ownMember(predicted, key);
      const isLabelled = value !== undefined || (annotated?.has(key) ?? parentLabels);
      this.#member(declaredPlans[at] as FieldPlan, key, value, given, isLabelled);
    }
    if (isDeclared) return;
    for (const key of undeclaredKeys(plan, expected, predicted)) {
      const value = ownMember(expected, key);
      const isLabelled = value !== undefined || (annotated?.has(key) ?? parentLabels);
      this.#member(plan.member(key), key, value, ownMember(predicted, key), isLabelled);
    }
  }

  #member(plan: FieldPlan, key: string, expected: unknown, predicted: unknown, labelled: boolean): void {
    if (this.#notScored === null) return this.#scoredMember(plan, key, expected, predicted, labelled);
    const outer = this.#notScored;
    const inner = below(outer, key);
    if (inner === 'all') {
      this.#check();
      this.#expectedSkipped += countValues(plan, expected);
      this.#predictedSkipped += countValues(plan, predicted);
      return;
    }
    this.#notScored = inner;
    this.#scoredMember(plan, key, expected, predicted, labelled);
    this.#notScored = outer;
  }

  #scoredMember(
    plan: FieldPlan,
    key: string,
    expected: unknown,
    predicted: unknown,
    labelled: boolean,
  ): void {
    if (plan.scalar) {
      const state = scalarPresence(expected);
      const other = scalarPresence(predicted);
      if (state !== noScalar && other !== noScalar)
        return this.#leaf(plan, key, expected, predicted, state, other, labelled);
      this.#check();
    } else if (plan.declared === undefined || plan.declared.kind === 'leaf') this.#check();
    this.#sink.enter(key);
    this.#visit(plan, expected, predicted, labelled ? labelledPlace : unlabelledPlace);
    this.#sink.leave();
  }

  #anyLeaf(plan: FieldPlan, expected: unknown, predicted: unknown, labelled: boolean): void {
    this.#check();
    const state = this.#stateOf(plan, expected);
    this.#leaf(plan, null, expected, predicted, state, this.#stateOf(plan, predicted), labelled);
  }

  #stateOf(plan: FieldPlan, value: unknown): PresenceState {
    const state = presence[presenceOf(value)];
    // Money without amount and code counts as empty.
    return state === presence.value && plan.shapeOf(value) === 'none' ? presence.empty : state;
  }

  #leaf(
    plan: FieldPlan,
    key: string | null,
    expected: unknown,
    predicted: unknown,
    state: PresenceState,
    other: PresenceState,
    labelled: boolean,
  ): void {
    const value = expected as JsonValue | undefined;
    const given = predicted as JsonValue | undefined;
    let found: OutcomeNumber;
    let note: string | undefined;
    if (this.#fixedOutcome !== null || plan.excluded || (this.#ignore && !labelled)) {
      found = this.#fixedOutcome ?? outcome.excluded;
      if (countsAsValue(state, this.#strict)) this.#expectedSkipped++;
      if (countsAsValue(other, this.#strict)) this.#predictedSkipped++;
    } else if (state === presence.value && other === presence.value)
      found = this.#sink.matches(plan, value as JsonValue, given as JsonValue)
        ? outcome.correct
        : outcome.incorrect;
    else {
      found = outcomeOfStates(state, other, this.#strict, this.#noOutput);
      if (found === outcome.incorrect) note = differentStates(state, other);
    }
    this.counts[found] = (this.counts[found] as number) + 1;
    this.#sink.leaf(plan, key, value, given, found, note);
    if (this.#lanes === null) return;
    const isPlain = labelled && !this.#noOutput;
    if (isPlain && isValueOrMissing(state) && isValueOrMissing(other)) return;
    if (this.#arrayDepth > 0 && !(isValueOrMissing(state) && isValueOrMissing(other))) this.#lanes.noteGap();
    this.#lanes.leaf(found, state, other, labelled, this.#excluded || plan.excluded);
  }

  #array(plan: FieldPlan, expected: unknown, predicted: unknown, labelled: boolean): void {
    const rows: readonly unknown[] = Array.isArray(expected) ? expected : [];
    const others: readonly unknown[] = Array.isArray(predicted) ? predicted : [];
    if ((rows !== expected && expected != null) || (others !== predicted && predicted != null)) this.#check();
    this.#arrayDepth++;
    const isSmall = this.#fixedOutcome === null && this.#notScored === null;
    if (isSmall && this.#table.read(plan, rows, others)) this.#smallTable(plan, rows, others, labelled);
    else this.#anyTable(plan, rows, others, labelled);
    this.#arrayDepth--;
  }

  #smallTable(
    plan: FieldPlan,
    rows: readonly unknown[],
    others: readonly unknown[],
    labelled: boolean,
  ): void {
    const table = this.#table;
    const { expected, predicted, counts } = table;
    if (expected.hasGaps || predicted.hasGaps) this.#lanes?.noteGap();
    table.score({ labelled, noOutput: this.#noOutput, excluded: this.#excluded });
    for (let at = 0; at < counts.length; at++)
      this.counts[at] = (this.counts[at] as number) + (counts[at] as number);
    this.#expectedSkipped += table.expectedSkipped;
    this.#predictedSkipped += table.predictedSkipped;
    const cells = cellsOf(counts);
    invariant(
      cells.expected + table.expectedSkipped === expected.valueCount &&
        cells.predicted + table.predictedSkipped === predicted.valueCount,
      `leaves are not conserved in ${plan.field}`,
    );
    this.#sink.cells(table);
    const { pairs, pairCount, exactRows } = table;
    this.#sink.array({
      plan,
      rows,
      others,
      pairs,
      pairCount,
      expectedRows: expected.height,
      predictedRows: predicted.height,
      exactRows,
      inversions: inversionsOf(pairs, pairCount),
      cells,
      method: 'optimal',
    });
  }

  #anyTable(plan: FieldPlan, rows: readonly unknown[], others: readonly unknown[], labelled: boolean): void {
    this.#check();
    const alignment = alignRows(plan, rows, others, this.#fixedOutcome === null ? plan.alignment : 'index');
    const partner = new Int32Array(rows.length).fill(-2);
    const owner = new Int32Array(others.length).fill(-2);
    for (const [row, other] of alignment.pairs) {
      if (row !== null) partner[row] = other ?? -1;
      if (other !== null) owner[other] = row ?? -1;
    }
    const pairs = new Int32Array(2 * (rows.length + others.length));
    const pairCount = writeRowOrder(partner, rows.length, owner, others.length, pairs);
    const annotated = this.#ignore || this.#lanes !== null ? membersOf(rows) : undefined;
    // The other emptiness policy can pair the rows differently in three cases: leaves are excluded, values are not
    // scored, or a row has no value (its partner is -2).
    const isIncomplete = this.#options.exclude.length > 0 || this.#notScored !== null;
    if (isIncomplete || partner.includes(-2) || owner.includes(-2)) this.#lanes?.noteGap();
    const notScored = this.#notScored;
    const before = this.counts.slice();
    let exactRows = 0;
    let expectedRows = 0;
    let predictedRows = 0;
    for (let at = 0; at < pairCount; at++) {
      const row = pairs[2 * at] as number;
      const other = pairs[2 * at + 1] as number;
      if (row !== -1) expectedRows++;
      if (other !== -1) predictedRows++;
      const wrong = this.#wrong();
      const alone = row === -1 || other === -1 ? 1 : 0;
      this.#aloneDepth += alone;
      const inRow = row === -1 ? null : below(notScored, row);
      this.#notScored = inRow === 'all' ? null : inRow;
      this.#sink.enterRow(row, other);
      this.#visit(
        plan.items,
        row === -1 ? undefined : rows[row],
        other === -1 ? undefined : others[other],
        row === -1 ? { labelled, annotated } : labelled ? labelledPlace : unlabelledPlace,
      );
      this.#sink.leave();
      this.#aloneDepth -= alone;
      if (alone === 0 && this.#wrong() === wrong) exactRows++;
    }
    this.#notScored = notScored;
    if (this.#fixedOutcome !== null) return;
    this.#sink.array({
      plan,
      rows,
      others,
      pairs,
      pairCount,
      expectedRows,
      predictedRows,
      exactRows,
      inversions: inversionsOf(pairs, pairCount),
      cells: cellsOf(this.counts.map((count, at) => count - (before[at] as number))),
      method: alignment.method,
    });
  }

  #wrong(): number {
    const { counts } = this;
    return (counts[1] as number) + (counts[2] as number) + (counts[3] as number);
  }
}

/**
 * Returns the number of correct leaves, the number of leaves with an expected value, and the number of leaves with a
 * predicted value.
 */
function cellsOf(counts: OutcomeCounts): WalkedArray['cells'] {
  const [correct = 0, incorrect = 0, missing = 0, spurious = 0] = counts;
  return { correct, expected: correct + incorrect + missing, predicted: correct + incorrect + spurious };
}

function objectOf(value: unknown): JsonObject | null {
  return isJsonObject(value) ? value : null;
}
