import type { JsonValue } from '../../model/json/json-value.ts';
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

/** Whether any version reads something else than the label. */
export function isDisputed({ readings }: Observation): boolean {
  return readings.some((reading) => reading !== null && reading.outcome !== 'same');
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
  readonly #fields = new Map<string, FieldReadings>();
  readonly #overall = new Map<string, number>();
  #labels = 0;

  /** Adds what was read for one label. Patterns depend on the accuracies, so all readings are added before any pattern. */
  addReadings({ field, readings }: Observation): void {
    let own = this.#fields.get(field);
    if (own === undefined) {
      own = { labels: 0, right: readings.map(() => 0), missed: readings.map(() => 0), patterns: new Map() };
      this.#fields.set(field, own);
    }
    own.labels++;
    this.#labels++;
    for (const [at, reading] of readings.entries()) {
      if (reading?.outcome === 'same') (own.right[at] as number)++;
      if (reading?.isRowMissed === true) (own.missed[at] as number)++;
    }
  }

  /** Counts the pattern of a label that any version disagrees with. */
  addPattern(observation: Observation): void {
    const disagreement = this.disagreementIn(observation);
    const own = this.#fields.get(observation.field);
    if (disagreement === null || own === undefined) return;
    const key = patternKey(observation, disagreement);
    for (const counts of [own.patterns, this.#overall]) counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  disagreementIn(observation: Observation): Disagreement | null {
    const { field, readings } = observation;
    return disagreementOf(
      observation,
      readings.map((_, at) => this.#accuracy(field, at)),
    );
  }

  #shareMissed(field: string, at: number): number {
    const own = this.#fields.get(field);
    return ((own?.missed[at] ?? 0) + 1) / ((own?.labels ?? 0) + 2);
  }

  #accuracy(field: string, at: number): number {
    const own = this.#fields.get(field);
    return ((own?.right[at] ?? 0) + 1) / ((own?.labels ?? 0) + 2);
  }

  logOdds(observation: Observation, disagreement: Disagreement): number {
    const { field } = observation;
    const { pattern } = disagreement;
    const key = patternKey(observation, disagreement);
    const own = this.#fields.get(field);
    const overall = ((this.#overall.get(key) ?? 0) + 0.5) / (this.#labels + 1);
    const seen = ((own?.patterns.get(key) ?? 0) + drawn * overall) / ((own?.labels ?? 0) + drawn);
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

/** What the versions made of the labels of one field. */
interface FieldReadings {
  labels: number;
  /** By version, labels that it read. */
  readonly right: number[];
  /** By version, labels in rows of which it read nothing. */
  readonly missed: number[];
  readonly patterns: Map<string, number>;
}

function patternKey({ label }: Observation, { pattern, proposed }: Disagreement): string {
  return `${label === null ? 'none' : 'some'} ${pattern} ${proposed === null ? 'none' : 'some'}`;
}

/** Weight of the rate in all fields, in labels. */
const drawn = 10;
/** A version that errs seldom errs into the very label that is wrong. */
const sameAsWrong = 0.05;
