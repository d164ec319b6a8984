import type {
  AttributionPacket,
  ConfigsByClass,
  FoundDocument,
  GoldDocument,
} from '../../model/report/error-attribution.ts';
import type { ItemScore, LeafOutcome } from '../../model/score/item-score.ts';
import { expectedLeaves } from '../../model/score/metrics.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../scorers/score-extraction.ts';

/** Errors of extractions by cause. `rows` counts cells of rows that have no partner or not the best partner. */
export interface LeafErrors {
  readonly rows: number;
  readonly value: number;
  readonly presence: number;
  /** Number of leaves with a gold value. */
  readonly expected: number;
}

export function addErrors(parts: readonly LeafErrors[]): LeafErrors {
  const total = { rows: 0, value: 0, presence: 0, expected: 0 };
  for (const { rows, value, presence, expected } of parts) {
    total.rows += rows;
    total.value += value;
    total.presence += presence;
    total.expected += expected;
  }
  return total;
}

export function errorsIn({ rows, value, presence }: LeafErrors): number {
  return rows + value + presence;
}

/** Scores one extraction by the schema of `type`. `rows` includes the errors that optimal row alignment would avoid. */
export function leafErrors(
  { type, expected, output }: { readonly type: string; readonly expected: unknown; readonly output: unknown },
  configs: ConfigsByClass,
  options: ExtractionScoringOptions,
): LeafErrors {
  const { schema, fields } = configs.get(type) ?? {};
  const scoreBy = (by: ExtractionScoringOptions) =>
    scoreExtraction({ expected: expected ?? {}, predicted: output ?? {}, schema, fields }, by);
  const itemScore = scoreBy(options);
  if (options.alignment.length === 0) return divided(itemScore);
  const best = divided(scoreBy(bestPairing(options)));
  const lost = wrongIn(itemScore) - errorsIn(best);
  return lost > 0 ? { ...best, rows: best.rows + lost } : divided(itemScore);
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

function divided(itemScore: ItemScore): LeafErrors {
  const dropped = itemScore.rows.flatMap(({ path, pairs }) =>
    pairs.flatMap(([expected, found]) =>
      expected !== null && found === null ? [`${path}[${expected}]`] : [],
    ),
  );
  const isAlone = ({ path, spuriousRow }: LeafOutcome) =>
    spuriousRow === true ||
    dropped.some((row) => path === row || path.startsWith(`${row}.`) || path.startsWith(`${row}[`));
  const oneSided = itemScore.leaves.filter(({ outcome }) => outcome === 'missing' || outcome === 'spurious');
  const rows = oneSided.filter(isAlone).length;
  return {
    rows,
    value: itemScore.counts.incorrect,
    presence: oneSided.length - rows,
    expected: expectedLeaves(itemScore.counts),
  };
}

export interface DocumentPair {
  readonly gold: GoldDocument | null;
  readonly found: FoundDocument | null;
}

/**
 * Pairs gold documents with found documents, one to one: equal page ranges first, then by the number of shared pages, then
 * earlier pages first. The remaining documents have no partner.
 */
export function pairDocuments({ gold, found }: Pick<AttributionPacket, 'gold' | 'found'>): DocumentPair[] {
  const overlaps = gold.flatMap((one, at) =>
    found.map((other, index) => ({ at, index, pages: sharedPages(one, other), same: samePages(one, other) })),
  );
  overlaps.sort(
    (a, b) => Number(b.same) - Number(a.same) || b.pages - a.pages || a.at - b.at || a.index - b.index,
  );
  const partner = new Map<number, number>();
  const paired = new Set<number>();
  for (const { at, index, pages } of overlaps) {
    if (pages === 0 || partner.has(at) || paired.has(index)) continue;
    partner.set(at, index);
    paired.add(index);
  }
  return [
    ...gold.map((one, at) => ({ gold: one, found: found[partner.get(at) ?? -1] ?? null })),
    ...found.flatMap((one, index) => (paired.has(index) ? [] : [{ gold: null, found: one }])),
  ];
}

export function samePages(one: GoldDocument, other: FoundDocument): boolean {
  return one.startPage === other.startPage && one.endPage === other.endPage;
}

function sharedPages(one: GoldDocument, other: FoundDocument): number {
  return Math.max(0, Math.min(one.endPage, other.endPage) - Math.max(one.startPage, other.startPage) + 1);
}
