import type { ConfigsByClass } from '../../model/report/attribution-packet.ts';
import type { ItemScore, LeafOutcome } from '../../model/score/item-score.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../scorers/score-extraction.ts';

/** Errors of one extraction by what is wrong; `rows`: cells of rows that have no partner, or not the best one. */
export interface LeafErrors {
  readonly rows: number;
  readonly value: number;
  readonly presence: number;
  /** Leaves that the gold has a value for. */
  readonly expected: number;
}

export const noErrors: LeafErrors = { rows: 0, value: 0, presence: 0, expected: 0 };

export function errorsIn({ rows, value, presence }: LeafErrors): number {
  return rows + value + presence;
}

/**
 * Judges one extraction by the schema of `type`. Where rows are paired otherwise than best to best, the errors that the
 * best pairing would not have count to `rows` as well.
 */
export function leafErrors(
  { type, expected, output }: { readonly type: string; readonly expected: unknown; readonly output: unknown },
  configs: ConfigsByClass,
  options: ExtractionScoringOptions,
): LeafErrors {
  const config = configs.get(type);
  const { schema, fields } = config ?? {};
  const judge = (by: ExtractionScoringOptions) =>
    scoreExtraction({ expected: expected ?? {}, predicted: output ?? {}, schema, fields }, by);
  const ledger = judge(options);
  if (options.alignment.length === 0) return divided(ledger);
  const best = divided(judge(bestPairing(options)));
  const lost = wrongIn(ledger) - errorsIn(best);
  return lost > 0 ? { ...best, rows: best.rows + lost } : divided(ledger);
}

const bestPairings = new WeakMap<ExtractionScoringOptions, ExtractionScoringOptions>();

function bestPairing(options: ExtractionScoringOptions): ExtractionScoringOptions {
  const known = bestPairings.get(options) ?? { ...options, alignment: [] };
  bestPairings.set(options, known);
  return known;
}

function wrongIn({ counts }: ItemScore): number {
  return counts.incorrect + counts.missing + counts.spurious;
}

function divided(ledger: ItemScore): LeafErrors {
  const dropped = ledger.rows.flatMap(({ path, pairs }) =>
    pairs.flatMap(([expected, found]) =>
      expected !== null && found === null ? [`${path}[${expected}]`] : [],
    ),
  );
  const isAlone = ({ path, invented }: LeafOutcome) =>
    invented === true ||
    dropped.some((row) => path === row || path.startsWith(`${row}.`) || path.startsWith(`${row}[`));
  let [rows, value, presence] = [0, 0, 0];
  for (const leaf of ledger.leaves) {
    if (leaf.outcome === 'incorrect') value++;
    else if (leaf.outcome === 'missing' || leaf.outcome === 'spurious') {
      if (isAlone(leaf)) rows++;
      else presence++;
    }
  }
  const { correct, incorrect, missing } = ledger.counts;
  return { rows, value, presence, expected: correct + incorrect + missing };
}
