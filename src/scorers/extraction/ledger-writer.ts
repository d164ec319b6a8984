import { invariant } from '../../base/goldset-error.ts';
import { isJsonObject, type JsonValue } from '../../model/json-value.ts';
import type { Counts, ItemLedger, LeafOutcome, Outcome, RowPairing } from '../../model/ledger.ts';
import { alignRows, type RowAlignment } from '../align/align-rows.ts';
import { countInversions } from '../align/count-inversions.ts';
import { diagnoseRows } from '../align/diagnose-rows.ts';
import { displayOrder } from '../align/display-order.ts';
import { JudgedRows } from '../align/judged-rows.ts';
import {
  countStated,
  type FieldPlan,
  ownMember,
  type Shape,
  type StatedCounts,
  undeclaredKeys,
} from './field-plan.ts';
import { presenceOf } from './presence.ts';
import { describeScorer } from './scorer-fingerprint.ts';
import type { ExtractionScoringOptions } from './scoring-options.ts';

/** Where a value stands on either side. */
interface Place {
  readonly path: string;
  readonly predictedPath: string;
  /** False where the expectation has no key for this value or for what holds it. */
  readonly labelled: boolean;
  /** For a predicted row without partner: the members that some expected row has. */
  readonly annotated?: ReadonlySet<string>;
}

/**
 * Walks expectation and prediction in step and writes the outcomes down. One for each item.
 * Longer than 300 lines because all steps of the walk share its counters, which the conservation check compares.
 */
export class LedgerWriter {
  readonly #options: ExtractionScoringOptions;
  readonly #leaves: LeafOutcome[] = [];
  readonly #rows: RowPairing[] = [];
  readonly #counts = {
    correct: 0,
    incorrect: 0,
    missing: 0,
    spurious: 0,
    absent: 0,
    excluded: 0,
    unscored: 0,
  };
  /** Leaves that say something, and were set aside as excluded or unscored. */
  #expectedAside = 0;
  #predictedAside = 0;
  /** Set while everything below a node is set aside. */
  #aside: 'excluded' | 'unscored' | null = null;
  #failed: 'missing' | 'exclude' | null = null;
  /** Rows without partner that the walk is inside of. */
  #aloneDepth = 0;
  /** Of those, predicted ones. */
  #inventedDepth = 0;
  readonly #stated: StatedCounts = new Map();

  constructor(options: ExtractionScoringOptions) {
    this.#options = options;
  }

  score(plan: FieldPlan, expected: unknown, predicted: unknown): void {
    this.#visit(plan, expected, predicted, { path: '', predictedPath: '', labelled: true });
  }

  /** metrics.md section 6: no output at all. Nothing can be right about it, not even what is absent. */
  scoreWithoutOutput(plan: FieldPlan, expected: JsonValue | undefined): void {
    this.#failed = this.#options.failures;
    if (this.#failed === 'exclude') this.#aside = 'unscored';
    this.#visit(plan, expected, undefined, { path: '', predictedPath: '', labelled: true });
  }

  finish(): ItemLedger {
    const counts: Counts = { ...this.#counts };
    return {
      leaves: this.#leaves,
      counts,
      rows: this.#rows,
      exact: this.#exact(counts),
      scorer: describeScorer(this.#options),
    };
  }

  #exact(counts: Counts): boolean | null {
    if (this.#failed === 'exclude') return null;
    if (this.#failed === 'missing') return false;
    if (counts.incorrect + counts.missing + counts.spurious > 0) return false;
    return counts.correct + counts.absent === 0 && counts.excluded > 0 ? null : true;
  }

  #visit(plan: FieldPlan, expected: unknown, predicted: unknown, place: Place): void {
    const outer = this.#aside;
    if (outer === null && (plan.excluded || (!place.labelled && this.#options.unlabelled === 'ignore'))) {
      this.#aside = 'excluded';
    }
    const shape = plan.shapeOf(expected);
    const other = plan.shapeOf(predicted);
    if (shape === other) this.#visitAs(shape, plan, expected, predicted, place);
    else if (other === 'none') this.#visitAs(shape, plan, expected, predicted, place);
    else if (shape === 'none') this.#visitAs(other, plan, expected, predicted, place);
    else {
      // One has a leaf where the other has a structure: nothing corresponds, every leaf stands alone.
      this.#visitAs(shape, plan, expected, undefined, place);
      this.#visitAs(other, plan, undefined, predicted, { ...place, labelled: true });
    }
    this.#aside = outer;
  }

  #visitAs(shape: Shape, plan: FieldPlan, expected: unknown, predicted: unknown, place: Place): void {
    switch (shape) {
      case 'leaf':
        return this.#leaf(plan, expected as JsonValue | undefined, predicted as JsonValue | undefined, place);
      case 'array':
      case 'object':
        return this.#conserved(shape, plan, expected, predicted, place);
      default:
        return this.#nothing(plan, expected, predicted, place);
    }
  }

  /** Neither side says anything: the leaves that the schema declares are absent. */
  #nothing(plan: FieldPlan, expected: unknown, predicted: unknown, place: Place): void {
    if (plan.declared?.kind === 'object') return this.#object(plan, expected, predicted, place);
    if (plan.declared?.kind === 'array') return this.#noRows(plan, place);
    if (
      typeof (expected ?? predicted) === 'object' &&
      (expected ?? predicted) !== null &&
      plan.declared === undefined
    )
      return;
    if (plan.declared !== undefined || expected !== undefined || predicted !== undefined) {
      this.#leaf(plan, expected as JsonValue | undefined, predicted as JsonValue | undefined, place);
    }
  }

  /** No row on either side is the right number of rows, where there was an answer that could have given some. */
  #noRows(plan: FieldPlan, place: Place): void {
    if (this.#aside !== null || this.#failed !== null || this.#aloneDepth > 0) return;
    this.#array(plan, undefined, undefined, place);
  }

  #object(plan: FieldPlan, expected: unknown, predicted: unknown, place: Place): void {
    const { declaredKeys, declaredPlans } = plan;
    for (let at = 0; at < declaredKeys.length; at++) {
      this.#member(declaredPlans[at] as FieldPlan, declaredKeys[at] as string, expected, predicted, place);
    }
    for (const key of undeclaredKeys(plan, expected, predicted))
      this.#member(plan.member(key), key, expected, predicted, place);
  }

  #member(plan: FieldPlan, key: string, expected: unknown, predicted: unknown, place: Place): void {
    const value = ownMember(expected, key);
    const path = place.path === '' ? key : `${place.path}.${key}`;
    this.#visit(plan, value, ownMember(predicted, key), {
      path,
      predictedPath:
        place.predictedPath === place.path
          ? path
          : place.predictedPath === ''
            ? key
            : `${place.predictedPath}.${key}`,
      labelled: value !== undefined || (place.annotated?.has(key) ?? isLabelledByParent(expected, place)),
    });
  }

  #array(plan: FieldPlan, expected: unknown, predicted: unknown, place: Place): void {
    const rows: readonly unknown[] = Array.isArray(expected) ? expected : [];
    const others: readonly unknown[] = Array.isArray(predicted) ? predicted : [];
    const alignment: RowAlignment =
      this.#aside === null ? alignRows(plan, rows, others) : alignRows(plan, rows, others, 'index');
    const pairs = displayOrder(alignment.pairs);
    const annotated = this.#options.unlabelled === 'ignore' ? membersOf(rows) : undefined;
    const start = { ...this.#counts };
    let exactRows = 0;
    for (const [row, other] of pairs) {
      const before = this.#wrong();
      const alone = row === null || other === null ? 1 : 0;
      const invented = row === null ? 1 : 0;
      this.#aloneDepth += alone;
      this.#inventedDepth += invented;
      const at = row ?? (other as number);
      this.#visit(
        plan.items,
        row === null ? undefined : rows[row],
        other === null ? undefined : others[other],
        {
          path: `${place.path}[${at}]`,
          predictedPath: `${place.predictedPath}[${other ?? at}]`,
          labelled: place.labelled,
          ...(row === null ? { annotated } : {}),
        },
      );
      this.#aloneDepth -= alone;
      this.#inventedDepth -= invented;
      if (alone === 0 && this.#wrong() === before) exactRows++;
    }
    if (this.#aside !== null) return;
    const paired = pairs.filter((pair): pair is [number, number] => pair[0] !== null && pair[1] !== null);
    const inversions = countInversions(paired.map((pair) => pair[1]));
    const facts: RowPairing = {
      path: place.path,
      field: plan.field,
      pairs,
      expectedRows: pairs.filter((pair) => pair[0] !== null).length,
      predictedRows: pairs.filter((pair) => pair[1] !== null).length,
      exactRows,
      inversions,
      cells: this.#cellsSince(start),
      method: alignment.method,
    };
    const isWhole = exactRows === pairs.length && inversions === 0;
    const diagnose = () => diagnoseRows(plan, rows, others, pairs, alignment.margin());
    this.#rows.push(isWhole ? facts : new JudgedRows(facts, diagnose));
  }

  #cellsSince(start: Counts): { correct: number; expected: number; predicted: number } {
    const correct = this.#counts.correct - start.correct;
    const answered = correct + this.#counts.incorrect - start.incorrect;
    return {
      correct,
      expected: answered + this.#counts.missing - start.missing,
      predicted: answered + this.#counts.spurious - start.spurious,
    };
  }

  #wrong(): number {
    return this.#counts.incorrect + this.#counts.missing + this.#counts.spurious;
  }

  #leaf(
    plan: FieldPlan,
    expected: JsonValue | undefined,
    predicted: JsonValue | undefined,
    place: Place,
  ): void {
    const stated = plan.shapeOf(expected) !== 'none';
    const answered = plan.shapeOf(predicted) !== 'none';
    if (this.#aside !== null) {
      if (stated) this.#expectedAside++;
      if (answered) this.#predictedAside++;
      return this.#write(plan, expected, predicted, place, this.#aside, 0);
    }
    if (stated && answered) return this.#compare(plan, expected as JsonValue, predicted as JsonValue, place);
    if (stated) return this.#write(plan, expected, predicted, place, 'missing', 0);
    if (answered) return this.#write(plan, expected, predicted, place, 'spurious', 0);
    if (this.#failed === 'missing') return this.#write(plan, expected, predicted, place, 'unscored', 0);
    this.#write(plan, expected, predicted, place, 'absent', 1);
  }

  #compare(plan: FieldPlan, expected: JsonValue, predicted: JsonValue, place: Place): void {
    if (this.#options.emptiness === 'strict') {
      const state = presenceOf(expected);
      const other = presenceOf(predicted);
      if (state !== 'value' || other !== 'value') {
        const equal = state === other;
        const note = equal ? undefined : `expected ${state}, predicted ${other}`;
        return this.#write(
          plan,
          expected,
          predicted,
          place,
          equal ? 'correct' : 'incorrect',
          equal ? 1 : 0,
          note,
        );
      }
    }
    const { match, similarity, note } = plan.comparatorFor(expected, predicted).compare(expected, predicted);
    this.#write(
      plan,
      expected,
      predicted,
      place,
      match ? 'correct' : 'incorrect',
      match ? 1 : similarity,
      note,
    );
  }

  #write(
    plan: FieldPlan,
    expected: JsonValue | undefined,
    predicted: JsonValue | undefined,
    place: Place,
    outcome: Outcome,
    similarity: number,
    note?: string,
  ): void {
    const path = place.path === '' ? '$' : place.path;
    const leaf: LeafOutcome = {
      path,
      field: plan.field === '' ? '$' : plan.field,
      outcome,
      expected,
      predicted,
      similarity,
    };
    const moved = predicted !== undefined && place.predictedPath !== place.path;
    const invented = this.#inventedDepth > 0;
    this.#leaves.push(
      note === undefined && !moved && !invented
        ? leaf
        : {
            ...leaf,
            ...(note === undefined ? {} : { note }),
            ...(moved ? { predictedPath: place.predictedPath } : {}),
            ...(invented ? { invented } : {}),
          },
    );
    this.#counts[outcome]++;
  }

  /** Runs a node and asserts that neither side lost or gained a leaf in it (metrics.md section 1). */
  #conserved(
    shape: 'array' | 'object',
    plan: FieldPlan,
    expected: unknown,
    predicted: unknown,
    place: Place,
  ): void {
    const { correct, incorrect, missing, spurious } = this.#counts;
    const expectedAside = this.#expectedAside;
    const predictedAside = this.#predictedAside;
    if (shape === 'array') this.#array(plan, expected, predicted, place);
    else this.#object(plan, expected, predicted, place);
    const now = this.#counts;
    const both = now.correct - correct + now.incorrect - incorrect;
    const expectedLeaves = both + now.missing - missing + this.#expectedAside - expectedAside;
    const predictedLeaves = both + now.spurious - spurious + this.#predictedAside - predictedAside;
    const expectedHere = countStated(plan, expected, this.#stated);
    const predictedHere = countStated(plan, predicted, this.#stated);
    if (expectedLeaves === expectedHere && predictedLeaves === predictedHere) return;
    const where = place.path === '' ? '$' : place.path;
    invariant(
      false,
      `leaves are not conserved at ${where}: expected ${expectedHere}, counted ${expectedLeaves}; ` +
        `predicted ${predictedHere}, counted ${predictedLeaves}`,
    );
  }
}

/** A null (or otherwise empty) parent says that none of its members is there; a missing one says nothing. */
function isLabelledByParent(parent: unknown, place: Place): boolean {
  const presence = presenceOf(parent);
  if (presence === 'missing') return place.labelled;
  return presence === 'null' || (presence === 'empty' && typeof parent === 'string');
}

/** Members that any of the rows has; none where there is no row to tell. */
function membersOf(rows: readonly unknown[]): ReadonlySet<string> | undefined {
  const keys = new Set(rows.filter(isJsonObject).flatMap((row) => Object.keys(row)));
  return keys.size === 0 ? undefined : keys;
}
