import type { JsonValue } from '../../model/json-value.ts';
import type { Observation, Reading } from './observations.ts';

/** What the versions make of one label, together. */
export interface Disagreement {
  /** The other reading that most versions share, each by how often it is right in the field; null for "nothing there". */
  readonly proposed: JsonValue;
  readonly key: string;
  /** Versions that read it, and versions that answered at all. */
  readonly agree: number;
  readonly answered: number;
  /** Highest confidence that it was read with; null where none was given. */
  readonly confidence: number | null;
  /**
   * How each version stands to it: `P` reads it, `L` reads the label, `n` nothing, `r` nothing of its whole row, `o` something
   * else, `-` no answer.
   */
  readonly pattern: string;
}

/** Null where no version reads anything but the label. `accuracies`: how often each version is right in this field. */
function disagreementOf({ readings }: Observation, accuracies: readonly number[]): Disagreement | null {
  const votes = new Map<
    string,
    { reading: Reading; agree: number; trust: number; confidence: number | null }
  >();
  let answered = 0;
  for (const [at, reading] of readings.entries()) {
    if (reading === null) continue;
    answered++;
    if (reading.outcome === 'same') continue;
    const vote = votes.get(reading.key) ?? { reading, agree: 0, trust: 0, confidence: null };
    votes.set(reading.key, {
      reading: vote.reading,
      agree: vote.agree + 1,
      trust: vote.trust + (accuracies[at] ?? 0),
      confidence: larger(vote.confidence, reading.confidence),
    });
  }
  const [first] = [...votes].sort(
    ([, a], [, b]) =>
      b.trust - a.trust ||
      Number(b.reading.value !== null) - Number(a.reading.value !== null) ||
      (b.confidence ?? 0) - (a.confidence ?? 0),
  );
  if (first === undefined) return null;
  const [key, { reading, agree, confidence }] = first;
  const pattern = readings.map((one) => letterOf(one, key)).join('');
  return { proposed: reading.value, key, agree, answered, confidence, pattern };
}

function letterOf(reading: Reading | null, proposed: string): string {
  if (reading === null) return '-';
  if (reading.outcome === 'same') return 'L';
  if (reading.isRowMissed) return 'r';
  if (reading.key === proposed) return 'P';
  return reading.outcome === 'none' ? 'n' : 'o';
}

function larger(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.max(one, other);
}

/**
 * How surprising a disagreement is: ln of P(pattern | the label is wrong) / P(pattern | the label is right).
 *
 * If the label is right, the pattern is an error of the versions: its rate is that seen in the field, drawn towards the
 * rate in all fields where labels are few. If it is wrong, each version reads the truth as often as it agrees with the
 * labels of the field. A field that is always read well therefore makes a disagreement weigh; one that is read badly does not.
 * A row of which nothing was read is one error, not one a cell, and says nothing of a single label.
 * Versions that fail together are no independent witnesses, which the seen rate of the pattern takes into account.
 */
export class PatternRates {
  readonly #ofField = new Map<string, Map<string, number>>();
  readonly #labels = new Map<string, number>();
  readonly #overall = new Map<string, number>();
  readonly #right = new Map<string, number[]>();
  readonly #missed = new Map<string, number[]>();
  #all = 0;

  constructor(observations: readonly Observation[]) {
    for (const { field, readings } of observations) {
      this.#labels.set(field, (this.#labels.get(field) ?? 0) + 1);
      const add = (sums: Map<string, number[]>, isOne: (reading: Reading | null | undefined) => boolean) =>
        sums.set(
          field,
          readings.map((reading, at) => (sums.get(field)?.[at] ?? 0) + (isOne(reading) ? 1 : 0)),
        );
      add(this.#right, (reading) => reading?.outcome === 'same');
      add(this.#missed, (reading) => reading?.isRowMissed === true);
    }
    for (const observation of observations) {
      const disagreement = this.disagreementIn(observation);
      const pattern = `${observation.label === null ? 'none' : 'some'} ${disagreement?.pattern ?? ''} ${disagreement?.proposed === null ? 'none' : 'some'}`;
      const { field } = observation;
      const own = this.#ofField.get(field) ?? new Map<string, number>();
      this.#ofField.set(field, own);
      own.set(pattern, (own.get(pattern) ?? 0) + 1);
      this.#overall.set(pattern, (this.#overall.get(pattern) ?? 0) + 1);
      this.#all++;
    }
  }

  disagreementIn(observation: Observation): Disagreement | null {
    const { field, readings } = observation;
    return disagreementOf(
      observation,
      readings.map((_, at) => this.#accuracy(field, at)),
    );
  }

  #shareMissed(field: string, at: number): number {
    return ((this.#missed.get(field)?.[at] ?? 0) + 1) / ((this.#labels.get(field) ?? 0) + 2);
  }

  #accuracy(field: string, at: number): number {
    return ((this.#right.get(field)?.[at] ?? 0) + 1) / ((this.#labels.get(field) ?? 0) + 2);
  }

  logOdds({ field, label }: Observation, { pattern, proposed }: Disagreement): number {
    const key = `${label === null ? 'none' : 'some'} ${pattern} ${proposed === null ? 'none' : 'some'}`;
    const labels = this.#labels.get(field) ?? 0;
    const overall = ((this.#overall.get(key) ?? 0) + 0.5) / (this.#all + 1);
    const seen = ((this.#ofField.get(field)?.get(key) ?? 0) + drawn * overall) / (labels + drawn);
    if (!/[^r-]/.test(pattern)) return 0;
    let ifWrong = 0;
    for (const [at, letter] of [...pattern].entries()) {
      if (letter === '-') continue;
      if (letter === 'r') {
        ifWrong += Math.log(this.#shareMissed(field, at));
        continue;
      }
      const accuracy = this.#accuracy(field, at);
      ifWrong += Math.log(letter === 'P' ? accuracy : (1 - accuracy) * (letter === 'L' ? sameAsWrong : 0.5));
    }
    return ifWrong - Math.log(seen);
  }
}

/** Weight of the rate in all fields, in labels. */
const drawn = 10;
/** A version that errs seldom errs into the very label that is wrong. */
const sameAsWrong = 0.05;
