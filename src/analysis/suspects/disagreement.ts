import type { JsonValue } from '../../model/json-value.ts';
import type { Observation, Reading } from './observations.ts';

/** What the versions make of one label, together. */
export interface Disagreement {
  /** The other reading that most versions share, the more confident one among equals; null for "nothing there". */
  readonly proposed: JsonValue;
  readonly key: string;
  /** Versions that read it, and versions that answered at all. */
  readonly agree: number;
  readonly answered: number;
  /** Highest confidence that it was read with; null where none was given. */
  readonly confidence: number | null;
  /** How each version stands to it: `P` reads it, `L` reads the label, `n` nothing, `o` something else, `-` no answer. */
  readonly pattern: string;
}

/** Null where no version reads anything but the label. */
export function disagreementOf({ readings }: Observation): Disagreement | null {
  const votes = new Map<string, { reading: Reading; agree: number; confidence: number | null }>();
  let answered = 0;
  for (const reading of readings) {
    if (reading === null) continue;
    answered++;
    if (reading.outcome === 'same') continue;
    const vote = votes.get(reading.key) ?? { reading, agree: 0, confidence: null };
    votes.set(reading.key, {
      reading: vote.reading,
      agree: vote.agree + 1,
      confidence: larger(vote.confidence, reading.confidence),
    });
  }
  const [first] = [...votes].sort(
    ([, a], [, b]) =>
      b.agree - a.agree ||
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
 * Versions that fail together are no independent witnesses, which the seen rate of the pattern takes into account.
 */
export class PatternRates {
  readonly #ofField = new Map<string, Map<string, number>>();
  readonly #labels = new Map<string, number>();
  readonly #overall = new Map<string, number>();
  readonly #right = new Map<string, number[]>();
  #all = 0;

  constructor(observations: readonly Observation[]) {
    for (const observation of observations) {
      const disagreement = disagreementOf(observation);
      const pattern = `${observation.label === null ? 'none' : 'some'} ${disagreement?.pattern ?? ''} ${disagreement?.proposed === null ? 'none' : 'some'}`;
      const { field } = observation;
      const own = this.#ofField.get(field) ?? new Map<string, number>();
      this.#ofField.set(field, own);
      own.set(pattern, (own.get(pattern) ?? 0) + 1);
      this.#overall.set(pattern, (this.#overall.get(pattern) ?? 0) + 1);
      this.#labels.set(field, (this.#labels.get(field) ?? 0) + 1);
      this.#all++;
      const right = this.#right.get(field) ?? observation.readings.map(() => 0);
      this.#right.set(
        field,
        right.map((sum, at) => sum + (observation.readings[at]?.outcome === 'same' ? 1 : 0)),
      );
    }
  }

  logOdds({ field, label }: Observation, { pattern, proposed }: Disagreement): number {
    const key = `${label === null ? 'none' : 'some'} ${pattern} ${proposed === null ? 'none' : 'some'}`;
    const labels = this.#labels.get(field) ?? 0;
    const overall = ((this.#overall.get(key) ?? 0) + 0.5) / (this.#all + 1);
    const seen = ((this.#ofField.get(field)?.get(key) ?? 0) + drawn * overall) / (labels + drawn);
    let ifWrong = 0;
    for (const [at, letter] of [...pattern].entries()) {
      if (letter === '-') continue;
      const accuracy = ((this.#right.get(field)?.[at] ?? 0) + 1) / (labels + 2);
      ifWrong += Math.log(letter === 'P' ? accuracy : (1 - accuracy) * (letter === 'L' ? sameAsWrong : 0.5));
    }
    return ifWrong - Math.log(seen);
  }
}

/** Weight of the rate in all fields, in labels. */
const drawn = 10;
/** A version that errs seldom errs into the very label that is wrong. */
const sameAsWrong = 0.05;
