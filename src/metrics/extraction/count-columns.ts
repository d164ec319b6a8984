import type { Counts } from '../../model/ledger.ts';
import { expectedLeaves, predictedLeaves, zeroCounts } from '../counts.ts';

/** Per-document counts of one scope as parallel columns, which the bootstrap takes as they are. */
export interface CountVectors {
  readonly correct: Float64Array;
  /** correct + incorrect + missing */
  readonly expected: Float64Array;
  /** correct + incorrect + spurious */
  readonly predicted: Float64Array;
  readonly spurious: Float64Array;
  readonly absent: Float64Array;
}

/**
 * Counts of many documents in little room: documents of one scope have few different counts, so each document keeps
 * only the number of its pattern. Documents not seen have the empty pattern.
 */
export class CountColumns {
  readonly #patterns: Counts[] = [zeroCounts];
  readonly #numbers = new Map<string, number>([[keyOf(zeroCounts), 0]]);
  #column = new Uint32Array(64);

  set(document: number, counts: Counts): void {
    if (document >= this.#column.length) {
      const grown = new Uint32Array(Math.max(document + 1, this.#column.length * 2));
      grown.set(this.#column);
      this.#column = grown;
    }
    const key = keyOf(counts);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#patterns.length;
      this.#numbers.set(key, number);
      this.#patterns.push(counts);
    }
    this.#column[document] = number;
  }

  get(document: number): Counts {
    return this.#patterns[this.#column[document] ?? 0] as Counts;
  }
}

function keyOf(counts: Counts): string {
  const { correct, incorrect, missing, spurious, absent, excluded, unscored } = counts;
  return `${correct},${incorrect},${missing},${spurious},${absent},${excluded},${unscored}`;
}

/** Sums the columns of several scopes (a field's children) document by document. */
export function countVectors(columns: readonly CountColumns[], documents: number): CountVectors {
  const vectors = {
    correct: new Float64Array(documents),
    expected: new Float64Array(documents),
    predicted: new Float64Array(documents),
    spurious: new Float64Array(documents),
    absent: new Float64Array(documents),
  };
  for (const column of columns) {
    for (let document = 0; document < documents; document++) {
      const counts = column.get(document);
      if (counts === zeroCounts) continue;
      vectors.correct[document] = (vectors.correct[document] as number) + counts.correct;
      vectors.expected[document] = (vectors.expected[document] as number) + expectedLeaves(counts);
      vectors.predicted[document] = (vectors.predicted[document] as number) + predictedLeaves(counts);
      vectors.spurious[document] = (vectors.spurious[document] as number) + counts.spurious;
      vectors.absent[document] = (vectors.absent[document] as number) + counts.absent;
    }
  }
  return vectors;
}
