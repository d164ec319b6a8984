import { getOrCreate, increment } from '../../base/collections.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { Observation, Reading } from './observations.ts';

export interface Disagreement {
  /**
   * The value that most versions read instead of the label; `null` means "no value". Versions are weighted by their
   * accuracy in the field.
   */
  readonly proposed: JsonValue;
  readonly key: string;
  /** Number of versions that read the proposed value. */
  readonly agree: number;
  readonly outputs: number;
  /** Highest confidence of a version in the proposed value; `null` if no version gave a confidence. */
  readonly confidence: number | null;
  /**
   * What each version read, as one letter per version. `P` is the proposed value, `L` the label, `n` no value, `r` no
   * value in the whole row, `o` another value, and `-` no output.
   */
  readonly pattern: string;
}

/** Returns whether any version has a reading that differs from the label. */
export function isDisputed({ readings }: Observation): boolean {
  return readings.some((reading) => reading !== null && reading.outcome !== 'same');
}

interface Vote {
  readonly reading: Reading;
  agree: number;
  trust: number;
  confidence: number | null;
}

/**
 * Returns how the versions disagree with a label; `null` if all versions agree with the label. `accuracies` has one
 * entry per version.
 */
function disagreementOf({ readings }: Observation, accuracies: readonly number[]): Disagreement | null {
  const votes = new Map<string, Vote>();
  let outputs = 0;
  for (const [at, reading] of readings.entries()) {
    if (reading === null) continue;
    outputs++;
    if (reading.outcome === 'same') continue;
    const vote = getOrCreate(votes, reading.key, () => ({ reading, agree: 0, trust: 0, confidence: null }));
    vote.agree++;
    vote.trust += accuracies[at] ?? 0;
    vote.confidence = larger(vote.confidence, reading.confidence);
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
  return { proposed: reading.value, key, agree, outputs, confidence, pattern };
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
 * Gives each disagreement between versions and a label a weight of ln(p / q). p is the probability of the disagreement
 * if the label is wrong. p follows from the accuracy of each version in the field. q is the probability of the
 * disagreement if the label is right. q is estimated by the rate of the same pattern in the field. If every version
 * missed the whole row, the weight is 0, because a missed row is a single error.
 */
export class PatternRates {
  readonly #fields = new Map<string, FieldReadings>();
  readonly #overall = new Map<string, number>();
  #labels = 0;

  /**
   * Adds the readings of one label. Call it for all labels before `addPattern`, because patterns depend on accuracies.
   */
  addReadings({ field, readings }: Observation): void {
    const none = readings.map(() => 0);
    const own = getOrCreate(this.#fields, field, () => ({
      labels: 0,
      right: [...none],
      missed: [...none],
      patterns: new Map(),
    }));
    own.labels++;
    this.#labels++;
    for (const [at, reading] of readings.entries()) {
      if (reading?.outcome === 'same') (own.right[at] as number)++;
      if (reading?.isRowMissed === true) (own.missed[at] as number)++;
    }
  }

  /** Counts the disagreement pattern of a label. Does nothing if no version disagrees with the label. */
  addPattern(observation: Observation): void {
    const disagreement = this.disagreementIn(observation);
    const own = this.#fields.get(observation.field);
    if (disagreement === null || own === undefined) return;
    const key = patternKey(observation, disagreement);
    for (const counts of [own.patterns, this.#overall]) increment(counts, key);
  }

  disagreementIn(observation: Observation): Disagreement | null {
    const { field, readings } = observation;
    return disagreementOf(
      observation,
      readings.map((_, at) => this.#share('right', field, at)),
    );
  }

  /**
   * Returns a smoothed share of the labels of a field. `right`: labels that the version read correctly. `missed`:
   * labels in rows that the version missed as a whole.
   */
  #share(of: 'right' | 'missed', field: string, version: number): number {
    const own = this.#fields.get(field);
    return ((own?.[of][version] ?? 0) + 1) / ((own?.labels ?? 0) + 2);
  }

  logOdds(observation: Observation, disagreement: Disagreement): number {
    const { field } = observation;
    const { pattern } = disagreement;
    const key = patternKey(observation, disagreement);
    const own = this.#fields.get(field);
    if (!/[^r-]/.test(pattern)) return 0;
    const overall = ((this.#overall.get(key) ?? 0) + 0.5) / (this.#labels + 1);
    const seen = ((own?.patterns.get(key) ?? 0) + priorLabels * overall) / ((own?.labels ?? 0) + priorLabels);
    let ifWrong = 0;
    for (const [at, letter] of [...pattern].entries()) {
      if (letter === '-') continue;
      if (letter === 'r') {
        ifWrong += Math.log(this.#share('missed', field, at));
        continue;
      }
      const accuracy = this.#share('right', field, at);
      ifWrong += Math.log(letter === 'P' ? accuracy : (1 - accuracy) * (letter === 'L' ? sameAsWrong : 0.5));
    }
    return ifWrong - Math.log(seen);
  }
}

interface FieldReadings {
  labels: number;
  /** Number of predicted values that equal the label, one entry per version. */
  readonly right: number[];
  /** Number of labels in rows that the version missed, one entry per version. */
  readonly missed: number[];
  readonly patterns: Map<string, number>;
}

function patternKey({ label }: Observation, { pattern, proposed }: Disagreement): string {
  return `${label === null ? 'none' : 'some'} ${pattern} ${proposed === null ? 'none' : 'some'}`;
}

/** To smooth small counts, each field gets this many additional labels with the average rate of all fields. */
const priorLabels = 10;
/** Probability that a version and a label have the same value if both are wrong. */
const sameAsWrong = 0.05;
