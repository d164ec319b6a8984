import { addCounts, zeroCounts } from '../metrics/counts.ts';
import { f1, precision, rate, recall } from '../metrics/rates.ts';
import type { ScoringPolicies } from '../model/item-counts.ts';
import type { Counts, Rate } from '../model/ledger.ts';
import type { ScorerDescription } from '../model/scorer-description.ts';
import { compileScorer, type Scorer } from '../scorers/compile-scorer.ts';
import { completeOptions } from '../scorers/extraction/complete-options.ts';
import type { ExtractionPair } from '../scorers/extraction/extraction-pair.ts';
import { describeScorer } from '../scorers/extraction/scorer-fingerprint.ts';
import type { ExtractionScoringOptions } from '../scorers/extraction/scoring-options.ts';

/** The headline numbers of a set under one choice of policies. */
export interface PolicyRow {
  /** `as given`, or what is otherwise: `unlabelled = ignore, failures = exclude`. */
  readonly policy: string;
  readonly precision: Rate;
  readonly recall: Rate;
  readonly f1: Rate;
  readonly documentExact: Rate;
  readonly scorer: ScorerDescription;
}

/**
 * The headline numbers of a set of extractions under the given policies and under every other choice of them: if a
 * conclusion depends on the policy, the rows differ.
 *
 * Inputs: the pairs of a set, each as `scoreExtraction` takes it, and options of which some may be left out. Result: eight
 * rows, the given policies first, then one policy changed, then two, then all three. Rates range from 0 to 1, higher is
 * better, and are null where there is nothing to divide by. Source: metrics.md sections 2 and 6.
 *
 * Example: gold {a: 1}, output {a: 1, b: 2}: precision 1/2 as given, 1/1 where unlabelled places are ignored.
 *
 * @example
 * const rows = policySensitivity([{ expected: { a: 1 }, predicted: { a: 1, b: 2 } }]);
 * rows.map(({ policy, precision }) => [policy, precision.value]).slice(0, 3) // => [['as given', 0.5], ['emptiness = strict', 0.5], ['unlabelled = ignore', 1]]
 */
export function policySensitivity(
  pairs: readonly ExtractionPair[],
  options: Partial<ExtractionScoringOptions> = {},
): PolicyRow[] {
  const given = completeOptions(options);
  let scorer = compileScorer({}, given);
  let config: Pick<ExtractionPair, 'schema' | 'fields'> = {};
  const sums = [given as ScoringPolicies, ...scorer.lanes].map((policies) => new PolicySum(policies));
  for (const pair of pairs) {
    if (pair.schema !== config.schema || pair.fields !== config.fields) {
      config = pair;
      scorer = compileScorer(config, given);
    }
    addDocument(sums, scorer, pair);
  }
  return sums.map((sum) => sum.row(given));
}

function addDocument([asGiven, ...others]: readonly PolicySum[], scorer: Scorer, pair: ExtractionPair): void {
  const { total, exact, lanes } = scorer.score(pair);
  asGiven?.add(total, exact);
  for (const [at, lane] of lanes.entries()) others[at]?.add(lane.total, lane.exact);
}

/** Adds up a set under one choice of policies. */
class PolicySum {
  readonly #policies: ScoringPolicies;
  #counts: Counts = zeroCounts;
  #exact = 0;
  #judged = 0;

  constructor(policies: ScoringPolicies) {
    this.#policies = policies;
  }

  add(counts: Counts, exact: boolean | null): void {
    this.#counts = addCounts(this.#counts, counts);
    if (exact !== null) this.#judged++;
    if (exact === true) this.#exact++;
  }

  row(given: ExtractionScoringOptions): PolicyRow {
    const { emptiness, unlabelled, failures } = this.#policies;
    const chosen = { emptiness, unlabelled, failures };
    const changed = Object.entries(chosen).filter(
      ([name, value]) => given[name as keyof ScoringPolicies] !== value,
    );
    return {
      policy:
        changed.length === 0 ? 'as given' : changed.map(([name, value]) => `${name} = ${value}`).join(', '),
      precision: precision(this.#counts),
      recall: recall(this.#counts),
      f1: f1(this.#counts),
      documentExact: rate(this.#exact, this.#judged),
      scorer: describeScorer({ ...given, ...chosen }),
    };
  }
}
