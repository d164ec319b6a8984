import { ExtractionTotals } from '../metrics/extraction/extraction-totals.ts';
import { f1, precision, recall } from '../metrics/rates.ts';
import type { Rate } from '../model/ledger.ts';
import type { ScorerDescription } from '../model/scorer-description.ts';
import { completeOptions } from '../scorers/extraction/complete-options.ts';
import { countExtraction } from '../scorers/extraction/count-extraction.ts';
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

const policies = {
  emptiness: ['service', 'strict'],
  unlabelled: ['absent', 'ignore'],
  failures: ['missing', 'exclude'],
} as const;
type PolicyName = keyof typeof policies;

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
  const names = Object.keys(policies) as PolicyName[];
  const choices = Array.from({ length: 1 << names.length }, (_, mask) =>
    names.filter((__, bit) => mask & (1 << bit)),
  );
  return choices.toSorted((a, b) => a.length - b.length).map((changed) => rowOf(pairs, given, changed));
}

function rowOf(
  pairs: readonly ExtractionPair[],
  given: ExtractionScoringOptions,
  changed: readonly PolicyName[],
): PolicyRow {
  const others = Object.fromEntries(changed.map((name) => [name, otherOf(name, given[name])]));
  const options = completeOptions({ ...given, ...others });
  const totals = new ExtractionTotals();
  for (const pair of pairs) totals.add(countExtraction(pair, options));
  const counts = totals.overall();
  return {
    policy: changed.length === 0 ? 'as given' : changed.map((name) => `${name} = ${others[name]}`).join(', '),
    precision: precision(counts),
    recall: recall(counts),
    f1: f1(counts),
    documentExact: totals.documentExact(),
    scorer: describeScorer(options),
  };
}

function otherOf(name: PolicyName, current: string): string {
  return policies[name].find((value) => value !== current) as string;
}
