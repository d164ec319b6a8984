import type { ScoringPolicies } from '../../model/score/scoring-policies.ts';
import { writeRowOrder } from '../align/row-order.ts';
import { pairSmallTable } from '../align/small-tables.ts';
import { equalCells, maxRows, TableCells } from '../align/table-cells.ts';
import type { FieldPlan, ScalarColumn } from '../extraction/field-plan.ts';
import { type PresenceState, presence } from '../extraction/presence.ts';
import { countsAsValue, isAnnotatedIn, isValueOrMissing, outcomeOfStates } from './leaf-states.ts';
import type { OutcomeCounts, PolicyLanes } from './policy-lanes.ts';
import { type OutcomeNumber, outcome, type WalkedCells } from './sink.ts';

export interface TablePlace {
  readonly labelled: boolean;
  readonly noOutput: boolean;
  readonly excluded: boolean;
}

/**
 * A small table (at most 24 rows of declared scalars) during the walk (`Walk`) over a document. Reads the expected and
 * the predicted rows, pairs them and scores the cells without creating objects. The instance is reused for the next
 * table.
 */
export class SmallTable implements WalkedCells {
  readonly expected = new TableCells();
  readonly predicted = new TableCells();
  /** Two entries per pair: expected and predicted row, -1 for a missing row. */
  readonly pairs = new Int32Array(4 * maxRows);
  pairCount = 0;
  found = new Uint8Array(0);
  readonly counts: OutcomeCounts = new Int32Array(7);
  expectedSkipped = 0;
  predictedSkipped = 0;
  exactRows = 0;
  readonly #ignore: boolean;
  readonly #strict: boolean;
  readonly #lanes: PolicyLanes | null;
  /**
   * One bit per expected row. If the bit is set, all cells of the row have a value and match the cells of its partner.
   */
  #whole = 0;
  readonly #partner = new Int32Array(maxRows);
  readonly #owner = new Int32Array(maxRows);

  constructor({ emptiness, unlabelled }: ScoringPolicies, lanes: PolicyLanes | null) {
    this.#strict = emptiness === 'strict';
    this.#ignore = unlabelled === 'ignore';
    this.#lanes = lanes;
  }

  get columns(): readonly ScalarColumn[] {
    return this.expected.columns;
  }

  /**
   * Reads the expected and the predicted rows and pairs them. Returns false if the table is not small (see
   * `SmallTable`), if its alignment method is not `optimal`, or if `pairSmallTable` finds no pairing.
   */
  read(plan: FieldPlan, rows: readonly unknown[], others: readonly unknown[]): boolean {
    const { expected, predicted } = this;
    if (plan.alignment !== 'optimal' || !expected.read(plan.items, rows)) return false;
    if (!predicted.read(plan.items, others)) return false;
    if (this.found.length < 2 * expected.states.length)
      this.found = new Uint8Array(2 * expected.states.length);
    return this.#pair(rows.length, others.length);
  }

  #pair(height: number, breadth: number): boolean {
    const { expected, predicted } = this;
    const found = pairSmallTable(expected, predicted);
    if (found === null) return false;
    const partner = this.#partner;
    const owner = this.#owner;
    if (expected.height < height) partner.fill(-2, 0, height);
    if (predicted.height < breadth) owner.fill(-2, 0, breadth);
    for (let j = 0; j < predicted.height; j++) owner[predicted.rows[j] as number] = -1;
    this.#whole = 0;
    for (let i = 0; i < expected.height; i++) {
      const row = expected.rows[i] as number;
      const j = found[i] as number;
      if ((i < expected.from || i >= expected.to) && expected.valuesIn[row] === expected.columns.length)
        this.#whole |= 1 << row;
      const other = j === -1 ? -1 : (predicted.rows[j] as number);
      partner[row] = other;
      if (other !== -1) owner[other] = row;
    }
    this.pairCount = writeRowOrder(partner, height, owner, breadth, this.pairs);
    return true;
  }

  score(place: TablePlace): void {
    for (let at = 0; at < this.counts.length; at++) this.counts[at] = 0;
    this.expectedSkipped = 0;
    this.predictedSkipped = 0;
    this.exactRows = 0;
    for (let at = 0; at < this.pairCount; at++) {
      const row = this.pairs[2 * at] as number;
      const other = this.pairs[2 * at + 1] as number;
      const isAlone = row === -1 || other === -1;
      if (isAlone) this.#scoreAlone(row, other, at, place);
      else if (this.#scorePair(row, other, at, place)) this.exactRows++;
    }
  }

  /** Scores the cells of a pair of rows. Returns false if a cell is incorrect, missing or spurious. */
  #scorePair(row: number, other: number, pair: number, place: TablePlace): boolean {
    const { counts, found } = this;
    const { numbers, columns } = this.expected;
    const { numbers: others } = this.predicted;
    const breadth = columns.length;
    if ((this.#whole & (1 << row)) !== 0) {
      for (let column = 0; column < breadth; column++) found[pair * breadth + column] = outcome.correct;
      counts[outcome.correct] = (counts[outcome.correct] as number) + breadth;
      return true;
    }
    let correct = 0;
    let wrong = 0;
    for (let column = 0; column < breadth; column++) {
      const isEqual = numbers[row * breadth + column] === others[other * breadth + column];
      const reached = isEqual ? outcome.correct : this.#scoreCell(row, other, column, place);
      found[pair * breadth + column] = reached;
      if (reached === outcome.correct) correct++;
      else {
        counts[reached] = (counts[reached] as number) + 1;
        if (reached <= outcome.spurious) wrong++;
      }
    }
    counts[outcome.correct] = (counts[outcome.correct] as number) + correct;
    return wrong === 0;
  }

  #scoreCell(row: number, other: number, column: number, place: TablePlace): OutcomeNumber {
    const { expected, predicted } = this;
    const breadth = expected.columns.length;
    const state = expected.states[row * breadth + column] as PresenceState;
    const state2 = predicted.states[other * breadth + column] as PresenceState;
    if (state !== presence.value || state2 !== presence.value)
      return this.#scoreGap(row, column, state, state2, place);
    return equalCells(expected, row, predicted, other, column) ? outcome.correct : outcome.incorrect;
  }

  /** Scores a row without a partner: an expected row if `other` is -1, and a predicted row if `row` is -1. */
  #scoreAlone(row: number, other: number, pair: number, place: TablePlace): void {
    const { expected, predicted, counts, found } = this;
    const breadth = expected.columns.length;
    for (let column = 0; column < breadth; column++) {
      const state =
        row === -1 ? presence.missing : (expected.states[row * breadth + column] as PresenceState);
      const state2 =
        other === -1 ? presence.missing : (predicted.states[other * breadth + column] as PresenceState);
      const reached = this.#scoreGap(row, column, state, state2, place);
      counts[reached] = (counts[reached] as number) + 1;
      found[pair * breadth + column] = reached;
    }
  }

  #scoreGap(
    row: number,
    column: number,
    state: PresenceState,
    state2: PresenceState,
    { labelled, noOutput, excluded }: TablePlace,
  ): OutcomeNumber {
    const lanes = this.#lanes;
    let isLabelled = state !== presence.missing;
    // A predicted row without a partner has no expected row that shows whether the gold labels a column. The column
    // counts as labelled if any expected row has this member.
    if (row === -1 && (lanes !== null || this.#ignore))
      isLabelled = isAnnotatedIn(this.expected, column, labelled);
    let found: OutcomeNumber;
    if (this.#ignore && !isLabelled) {
      found = outcome.excluded;
      if (countsAsValue(state, this.#strict)) this.expectedSkipped++;
      if (countsAsValue(state2, this.#strict)) this.predictedSkipped++;
    } else found = outcomeOfStates(state, state2, this.#strict, noOutput);
    if (lanes !== null && (!isLabelled || noOutput || !isValueOrMissing(state) || !isValueOrMissing(state2)))
      lanes.leaf(found, state, state2, isLabelled, excluded);
    return found;
  }
}
