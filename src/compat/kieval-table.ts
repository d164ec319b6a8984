/** Values of one entity, or rows of one group. */
export interface KievalCounts {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  /** A wrong value stands in the place of an expected one. */
  readonly wrong: number;
  /** Values on one side that have none on the other. */
  readonly lacking: number;
  readonly labels: number;
}

export interface KievalScores extends KievalCounts {
  /** Null where nothing was predicted. */
  readonly precision: number | null;
  /** Null where nothing was expected. */
  readonly recall: number | null;
  /** 2 TP / (expected + predicted values). */
  readonly entityF1: number | null;
  /** TP / (TP + wrong + lacking): the share of corrections that nobody has to make. */
  readonly aligned: number | null;
  /** TP / (TP + FP + FN). */
  readonly accuracy: number | null;
}

const none: KievalCounts = { tp: 0, fp: 0, fn: 0, wrong: 0, lacking: 0, labels: 0 };

/**
 * Sums of KIEval's counts by entity and by group; tables of documents add up.
 *
 * Precision = TP / (TP + FP), recall = TP / (TP + FN), entity F1 = 2 TP / (2 TP + FP + FN), aligned = TP / (TP + wrong
 * + lacking). Range 0 to 1, higher is better. Departure: a rate with nothing to divide by is null here, 0 there (in
 * `macroF1` it is taken as 0, as there).
 * Source: Khang et al. 2025 (KIEval).
 *
 * Example: TP 607, FP 204, FN 176, wrong 111, lacking 158: F1 = 1214/1594 = .7616, aligned = 607/876 = .6929.
 *
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

  /** All entities together. */
  get total(): KievalScores {
    return scoresOf([...this.#entities.values()].reduce(plus, none));
  }

  /** All rows of groups together: a row is right when all its entities are. */
  get grouping(): KievalScores {
    return scoresOf([...this.#groupings.values()].reduce(plus, none));
  }

  get entities(): ReadonlyMap<string, KievalScores> {
    return new Map([...this.#entities].map(([name, counts]) => [name, scoresOf(counts)]));
  }

  /** Mean F1 of the entities, 0 where nothing was expected and nothing predicted; null without entities. */
  get macroF1(): number | null {
    const rates = [...this.entities.values()].map(({ entityF1 }) => entityF1 ?? 0);
    return rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  }

  /**
   * Every entity has all its values, and none too many; null where there is nothing to judge. Departure: there, a group that
   * has no value on either side makes its document inexact.
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

function ratio(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : numerator / denominator;
}
