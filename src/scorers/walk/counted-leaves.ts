import type { JsonValue } from '../../model/json/json-value.ts';
import type { FieldPlan } from '../extraction/field-plan.ts';
import type { CountSink } from './count-sink.ts';
import type { ItemScoreBuilder } from './item-score-builder.ts';
import type { OutcomeNumber, Sink, WalkedArray, WalkedCells } from './sink.ts';

/**
 * Counts and builds leaves in one walk. The builder compares the values, because leaves need similarities and
 * notes.
 */
export class CountedLeaves implements Sink {
  readonly #counts: CountSink;
  readonly #builder: ItemScoreBuilder;

  constructor(counts: CountSink, builder: ItemScoreBuilder) {
    this.#counts = counts;
    this.#builder = builder;
  }

  enter(key: string): void {
    this.#builder.enter(key);
  }

  enterRow(row: number, other: number): void {
    this.#builder.enterRow(row, other);
  }

  leave(): void {
    this.#builder.leave();
  }

  matches(plan: FieldPlan, expected: JsonValue, predicted: JsonValue): boolean {
    return this.#builder.matches(plan, expected, predicted);
  }

  leaf(
    plan: FieldPlan,
    key: string | null,
    expected: JsonValue | undefined,
    predicted: JsonValue | undefined,
    found: OutcomeNumber,
    note?: string,
  ): void {
    this.#counts.leaf(plan, key, expected, predicted, found);
    this.#builder.leaf(plan, key, expected, predicted, found, note);
  }

  cells(table: WalkedCells): void {
    this.#counts.cells(table);
    this.#builder.cells(table);
  }

  array(found: WalkedArray): void {
    this.#counts.array(found);
    this.#builder.array(found);
  }
}
