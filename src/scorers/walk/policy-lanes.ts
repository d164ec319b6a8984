import type { Counts } from '../../model/score/item-score.ts';
import { type ScoringPolicies, scoringPolicies } from '../../model/score/scoring-policies.ts';
import { type PresenceState, presence } from '../extraction/presence.ts';
import { outcomeOfStates } from './leaf-states.ts';
import { type OutcomeNumber, outcome } from './sink.ts';

/** Number of leaves per outcome, in the order of `outcomes`. */
export type OutcomeCounts = Int32Array;
const width = 7;

/** Returns all combinations of policies except `given`: first those with one changed policy, then two, then three. */
export function otherPolicies(given: ScoringPolicies): ScoringPolicies[] {
  const names = Object.keys(scoringPolicies) as (keyof ScoringPolicies)[];
  const { emptiness, unlabelled, failures } = given;
  const changes = Array.from({ length: 1 << names.length }, (_, mask) =>
    names.filter((__, bit) => mask & (1 << bit)),
  );
  return changes
    .filter((changed) => changed.length > 0)
    .sort((a, b) => a.length - b.length)
    .map((changed) => {
      const others = changed.map((name) => [
        name,
        scoringPolicies[name].options.find((value) => value !== given[name]),
      ]);
      return { emptiness, unlabelled, failures, ...Object.fromEntries(others) } as ScoringPolicies;
    });
}

function isSame(one: ScoringPolicies, other: ScoringPolicies): boolean {
  return (
    one.emptiness === other.emptiness &&
    one.unlabelled === other.unlabelled &&
    one.failures === other.failures
  );
}

/**
 * Counts the leaves of a document under every combination of policies except the main one, in a single walk. Each of
 * these combinations is called a lane.
 *
 * The walk reports a leaf only if the outcome of the leaf can depend on the policies: if the expected or the predicted
 * value is null or empty, if the gold does not label the leaf, or if there is no output. If the emptiness policy also
 * changes which leaves exist (empty containers, rows without values), `isCertain` is false, and the caller has to score
 * the document again.
 */
export class PolicyLanes {
  readonly policies: readonly ScoringPolicies[];
  /**
   * For each other combination of policies, seven numbers, one per outcome: the count under this combination minus the
   * count under the main policies.
   */
  readonly #shifts: Int32Array;
  #isShifted = false;
  #hasGaps = false;
  #noOutput = false;

  constructor(given: ScoringPolicies) {
    this.policies = otherPolicies(given);
    this.#shifts = new Int32Array(this.policies.length * width);
  }

  start(noOutput: boolean): void {
    if (this.#isShifted) this.#shifts.fill(0);
    this.#isShifted = false;
    this.#hasGaps = false;
    this.#noOutput = noOutput;
  }

  /** Makes `isCertain` false, because the emptiness policy affects which leaves the document has. */
  noteGap(): void {
    this.#hasGaps = true;
  }

  /**
   * Adds a leaf whose outcome under the main policies is `found`. Corrects the counts of each other combination of
   * policies under which the leaf has a different outcome.
   */
  leaf(
    found: OutcomeNumber,
    expected: PresenceState,
    predicted: PresenceState,
    labelled: boolean,
    excluded: boolean,
  ): void {
    for (let lane = 0; lane < this.policies.length; lane++) {
      const policies = this.policies[lane] as ScoringPolicies;
      const there = this.#outcome(policies, found, expected, predicted, labelled, excluded);
      if (there === found) continue;
      this.#isShifted = true;
      this.#add(lane, found, -1);
      this.#add(lane, there, 1);
    }
  }

  #outcome(
    { emptiness, unlabelled, failures }: ScoringPolicies,
    found: OutcomeNumber,
    expected: PresenceState,
    predicted: PresenceState,
    labelled: boolean,
    excluded: boolean,
  ): OutcomeNumber {
    if (this.#noOutput && failures === 'exclude') return outcome.unscored;
    if (excluded || (unlabelled === 'ignore' && !labelled)) return outcome.excluded;
    // The policies do not affect whether two values match.
    if (expected === presence.value && predicted === presence.value) return found;
    return outcomeOfStates(expected, predicted, emptiness === 'strict', this.#noOutput);
  }

  #add(lane: number, found: OutcomeNumber, count: number): void {
    const at = lane * width + found;
    this.#shifts[at] = (this.#shifts[at] as number) + count;
  }

  /**
   * If false, the counts under the other emptiness policy can be wrong, so the document must be scored again under the
   * other emptiness policy.
   */
  get isCertain(): boolean {
    return !this.#hasGaps;
  }

  /** Whether at least one leaf of the document has a different outcome under another combination of policies. */
  get isShifted(): boolean {
    return this.#isShifted;
  }

  /** Returns the counts under `policies`. `given` are the counts under the main policies. */
  counts(policies: ScoringPolicies, given: OutcomeCounts): Counts {
    const lane = this.#isShifted ? this.policies.findIndex((known) => isSame(known, policies)) : -1;
    return lane === -1 ? countsOf(given) : countsOf(given, this.#shifts, lane * width);
  }
}

const noShifts = new Int32Array(width);

/**
 * Returns an object with one count per outcome: the count in `sums` plus a number in `shifts`. The numbers of the seven
 * outcomes start at index `from` of `shifts`.
 */
export function countsOf(sums: OutcomeCounts, shifts: Int32Array = noShifts, from = 0): Counts {
  const at = (reached: OutcomeNumber) => (sums[reached] as number) + (shifts[from + reached] as number);
  return {
    correct: at(outcome.correct),
    incorrect: at(outcome.incorrect),
    missing: at(outcome.missing),
    spurious: at(outcome.spurious),
    absent: at(outcome.absent),
    excluded: at(outcome.excluded),
    unscored: at(outcome.unscored),
  };
}

/**
 * Returns whether every leaf that is not excluded is `correct` or `absent`; `null` if all leaves are excluded. Without
 * an output, returns `false`, or `null` if the failures policy is `exclude`.
 */
export function isExact(
  counts: Counts,
  noOutput: boolean,
  failures: ScoringPolicies['failures'],
): boolean | null {
  if (noOutput) return failures === 'exclude' ? null : false;
  if (counts.incorrect + counts.missing + counts.spurious > 0) return false;
  return counts.correct + counts.absent === 0 && counts.excluded > 0 ? null : true;
}
