import { invariant } from '../../base/goldset-error.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import {
  type LeafOutcome,
  type Outcome,
  outcomes,
  type RowDiagnostics,
  type RowPairing,
} from '../../model/score/item-score.ts';
import { alignRows } from '../align/align-rows.ts';
import { diagnoseRows } from '../align/diagnose-rows.ts';
import type { FieldPlan, ScalarColumn } from '../extraction/field-plan.ts';
import { type PresenceState, presence } from '../extraction/presence.ts';
import { differentStates } from './leaf-states.ts';
import {
  type CountSink,
  type OutcomeNumber,
  outcome,
  type Sink,
  type WalkedArray,
  type WalkedCells,
} from './sink.ts';

/** Builds leaves (with notes and similarities) and row pairings. */
export class ItemScoreBuilder implements Sink {
  /** Leaves added since the last call of `start`. */
  leaves: LeafOutcome[] = [];
  rows: RowPairing[] = [];
  #path = '';
  #predictedPath = '';
  #outer: string[] = [];
  /** Depth of the outermost unpaired predicted row that contains the current node; 0 if there is none. */
  #spuriousAt = 0;
  #similarity = 0;
  #note: string | undefined;
  /**
   * Cached paths of the cells of the last small table, by row and column in display order. The next document often has
   * a table with the same paths.
   */
  #cells: { readonly table: string; readonly columns: readonly ScalarColumn[]; readonly paths: string[][] } =
    {
      table: '',
      columns: [],
      paths: [],
    };

  start(): void {
    this.leaves = [];
    this.rows = [];
    this.#path = '';
    this.#predictedPath = '';
    this.#outer = [];
    this.#spuriousAt = 0;
    this.#similarity = 0;
    this.#note = undefined;
  }

  enter(key: string): void {
    this.#outer.push(this.#path, this.#predictedPath);
    const path = this.#path === '' ? key : `${this.#path}.${key}`;
    this.#predictedPath = this.#movedPath(path, key);
    this.#path = path;
  }

  enterRow(row: number, other: number): void {
    this.#outer.push(this.#path, this.#predictedPath);
    const path = `${this.#path}[${row === -1 ? other : row}]`;
    this.#predictedPath =
      this.#path === this.#predictedPath && (row === -1 || other === -1 || row === other)
        ? path
        : `${this.#predictedPath}[${other === -1 ? row : other}]`;
    this.#path = path;
    if (row === -1 && this.#spuriousAt === 0) this.#spuriousAt = this.#outer.length;
  }

  leave(): void {
    if (this.#spuriousAt === this.#outer.length) this.#spuriousAt = 0;
    this.#predictedPath = this.#outer.pop() as string;
    this.#path = this.#outer.pop() as string;
  }

  matches(plan: FieldPlan, expected: JsonValue, predicted: JsonValue): boolean {
    const { match, similarity, note } = plan.comparatorFor(expected, predicted).compare(expected, predicted);
    this.#similarity = similarity;
    this.#note = note;
    return match;
  }

  leaf(
    plan: FieldPlan,
    key: string | null,
    expected: JsonValue | undefined,
    predicted: JsonValue | undefined,
    found: OutcomeNumber,
    given?: string,
    known?: string,
  ): void {
    const path = known ?? (key === null ? this.#path : this.#path === '' ? key : `${this.#path}.${key}`);
    const right = found === outcome.correct || found === outcome.absent;
    const leaf: { -readonly [Member in keyof LeafOutcome]: LeafOutcome[Member] } = {
      path: path === '' ? '$' : path,
      field: plan.field === '' ? '$' : plan.field,
      outcome: outcomes[found] as Outcome,
      expected,
      predicted,
      similarity: right ? 1 : this.#similarity,
    };
    const note = given ?? this.#note;
    this.#similarity = 0;
    this.#note = undefined;
    const predictedPath =
      predicted === undefined ? path : key === null ? this.#predictedPath : this.#movedPath(path, key);
    if (note !== undefined) leaf.note = note;
    if (predictedPath !== path) leaf.predictedPath = predictedPath;
    if (this.#spuriousAt > 0) leaf.spuriousRow = true;
    this.leaves.push(leaf);
  }

  cells({ columns, expected, predicted, pairs, pairCount, found }: WalkedCells): void {
    const rowPaths = this.#rowPaths(columns);
    for (let at = 0; at < pairCount; at++) {
      const row = pairs[2 * at] as number;
      const partner = pairs[2 * at + 1] as number;
      this.enterRow(row, partner);
      const shown = row === -1 ? partner : row;
      // `join` creates a flat string. A concatenated string would be read several times as slowly, and the table of
      // leaves writes each path many times.
      rowPaths[shown] ??= columns.map(({ key }) => [this.#path, key].join('.'));
      const paths = rowPaths[shown];
      for (let column = 0; column < columns.length; column++) {
        const { plan, key } = columns[column] as ScalarColumn;
        const value = row === -1 ? undefined : expected.value(row * columns.length + column);
        const given = partner === -1 ? undefined : predicted.value(partner * columns.length + column);
        const reached = found[at * columns.length + column] as OutcomeNumber;
        let note: string | undefined;
        if (reached <= outcome.incorrect) {
          const state = expected.states[row * columns.length + column] as PresenceState;
          const other = predicted.states[partner * columns.length + column] as PresenceState;
          if (state === presence.value && other === presence.value)
            invariant(
              this.matches(plan, value as JsonValue, given as JsonValue) === (reached === outcome.correct),
              `values that match have other keys in ${plan.field}`,
            );
          else if (reached === outcome.incorrect) note = differentStates(state, other);
        }
        this.leaf(plan, key, value, given, reached, note, paths[column]);
      }
      this.leave();
    }
  }

  /**
   * Returns the cached cell paths of the current table, by row and column in display order. Clears the cache first if
   * it belongs to another table.
   */
  #rowPaths(columns: readonly ScalarColumn[]): string[][] {
    if (this.#cells.table !== this.#path || this.#cells.columns !== columns)
      this.#cells = { table: this.#path, columns, paths: [] };
    return this.#cells.paths;
  }

  /** Returns the path of a member in the prediction. This path differs from the path in the gold if rows have moved. */
  #movedPath(path: string, key: string): string {
    if (this.#predictedPath === this.#path) return path;
    return this.#predictedPath === '' ? key : `${this.#predictedPath}.${key}`;
  }

  array(found: WalkedArray): void {
    const { plan, rows, others, pairCount, expectedRows, predictedRows, exactRows, inversions, cells } =
      found;
    const pairs: [number | null, number | null][] = [];
    for (let at = 0; at < 2 * pairCount; at += 2) {
      const row = found.pairs[at] as number;
      const other = found.pairs[at + 1] as number;
      pairs.push([row === -1 ? null : row, other === -1 ? null : other]);
    }
    const facts: RowPairing = {
      path: this.#path,
      field: plan.field,
      pairs,
      expectedRows,
      predictedRows,
      exactRows,
      inversions,
      cells,
      method: found.method,
    };
    const isWhole = exactRows === pairs.length && inversions === 0;
    const diagnose = () => diagnoseRows(plan, rows, others, pairs, alignRows(plan, rows, others).margin());
    this.rows.push(isWhole ? facts : new LazyRowPairing(facts, diagnose));
  }
}

/** Builds leaves and row pairings, and counts leaves per field in the same walk. */
export class CountingBuilder extends ItemScoreBuilder {
  readonly #counts: CountSink;

  constructor(counts: CountSink) {
    super();
    this.#counts = counts;
  }

  override leaf(
    plan: FieldPlan,
    key: string | null,
    expected: JsonValue | undefined,
    predicted: JsonValue | undefined,
    found: OutcomeNumber,
    note?: string,
    path?: string,
  ): void {
    this.#counts.leaf(plan, key, expected, predicted, found);
    super.leaf(plan, key, expected, predicted, found, note, path);
  }

  override array(found: WalkedArray): void {
    this.#counts.array(found);
    super.array(found);
  }
}

/**
 * Row pairing of an array in which at least one row is not fully correct or has another row number than expected.
 * Computes the diagnostics when they are first read, because they take up to a sixth of the scoring time. A class
 * instance is created faster than an object literal with a getter.
 */
class LazyRowPairing implements RowPairing {
  readonly path: string;
  readonly field: string;
  readonly pairs: RowPairing['pairs'];
  readonly expectedRows: number;
  readonly predictedRows: number;
  readonly exactRows: number;
  readonly inversions: number;
  readonly cells: RowPairing['cells'];
  readonly method: RowPairing['method'];
  readonly #diagnose: () => RowDiagnostics;
  #diagnostics: RowDiagnostics | undefined;

  constructor(facts: RowPairing, diagnose: () => RowDiagnostics) {
    this.path = facts.path;
    this.field = facts.field;
    this.pairs = facts.pairs;
    this.expectedRows = facts.expectedRows;
    this.predictedRows = facts.predictedRows;
    this.exactRows = facts.exactRows;
    this.inversions = facts.inversions;
    this.cells = facts.cells;
    this.method = facts.method;
    this.#diagnose = diagnose;
  }

  get diagnostics(): RowDiagnostics {
    this.#diagnostics ??= this.#diagnose();
    return this.#diagnostics;
  }

  toJSON(): RowPairing {
    return { ...this, diagnostics: this.diagnostics };
  }
}
