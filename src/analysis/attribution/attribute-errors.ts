import type {
  AttributionPacket,
  ConfigsByClass,
  ErrorAttribution,
  GoldDocument,
  PredictedDocument,
  Stage,
} from '../../model/report/sections/error-attribution.ts';
import type { ItemScore, LeafOutcome } from '../../model/score/item-score.ts';
import { expectedLeaves } from '../../model/score/metrics.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import { scoreExtraction } from '../../scorers/score-extraction.ts';

/**
 * Divides the errors of a workflow among five stages: splitting, classification, row alignment, value and presence.
 *
 * Pairs each predicted document with its gold document (`pairDocuments`) and scores it by the schema of the gold class.
 * An error is a leaf that is incorrect, missing or spurious. The errors are counted three times: in the outputs of the
 * run, in outputs with gold splits, and in outputs with gold splits and gold classes.
 * - splitting: errors of the run minus errors with gold splits
 * - classification: errors with gold splits minus errors with gold splits and gold classes
 * - row alignment: the remaining errors in rows that have no partner or the wrong partner
 * - value: the other incorrect leaves
 * - presence: the other missing or spurious leaves
 * The sum of the stages is the number of errors of the run. A stage is negative if its correction adds errors.
 *
 * The outputs with gold splits and gold classes are `withGoldSplits` and `withGoldClasses` of a packet. Without these
 * two outputs, all errors of a document belong to the first stage that failed. A wrong page range, or a document
 * without a partner, is a failure of splitting. A wrong class is a failure of classification.
 * @example
 * const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
 * const gold = [{ type: 'bill', startPage: 1, endPage: 2, expected: { value: { a: 'x' } } }];
 * const predicted = [{ type: 'bill', startPage: 1, endPage: 1, output: { value: { a: 'y' } } }];
 * attributionOf([{ id: 'p', gold, predicted }], new Map([['bill', { type: 'EXTRACT', schema }]])).byStage.splitting // => 1
 */
export function attributionOf(
  packets: readonly AttributionPacket[],
  configs: ConfigsByClass,
  options: ExtractionScoringOptions = defaultScoringOptions,
): ErrorAttribution {
  const counted = packets.map((packet) => ({ packet, ...countErrors(packet, configs, options) }));
  const methods = new Set(counted.map(({ method }) => method));
  const total = {
    original: addErrors(counted.map(({ original }) => original)),
    goldSplits: addErrors(counted.map(({ goldSplits }) => goldSplits)),
    goldClasses: addErrors(counted.map(({ goldClasses }) => goldClasses)),
  };
  const byPacket = counted.map(({ packet, ...errors }) => ({
    id: packet.id,
    errors: errorsIn(errors.original),
    byStage: stagesOf(errors),
  }));
  return {
    method: methods.size === 2 ? 'mixed' : ([...methods][0] ?? 'first-failure'),
    packets: packets.length,
    documents: packets.reduce((sum, { gold }) => sum + gold.length, 0),
    expected: total.original.expected,
    errors: errorsIn(total.original),
    byStage: stagesOf(total),
    remaining: {
      original: errorsIn(total.original),
      goldSplits: errorsIn(total.goldSplits),
      goldClasses: errorsIn(total.goldClasses),
    },
    byPacket: byPacket.sort((a, b) => b.errors - a.errors || (a.id < b.id ? -1 : 1)),
  };
}

interface RemainingErrors {
  readonly original: LeafErrors;
  readonly goldSplits: LeafErrors;
  readonly goldClasses: LeafErrors;
}

function stagesOf({ original, goldSplits, goldClasses }: RemainingErrors): Record<Stage, number> {
  const { rows, value, presence } = goldClasses;
  return {
    splitting: errorsIn(original) - errorsIn(goldSplits),
    classification: errorsIn(goldSplits) - errorsIn(goldClasses),
    'row-alignment': rows,
    value,
    presence,
  };
}

function countErrors(
  packet: AttributionPacket,
  configs: ConfigsByClass,
  options: ExtractionScoringOptions,
): RemainingErrors & { readonly method: 'rerun' | 'first-failure' } {
  const { gold, withGoldSplits, withGoldClasses } = packet;
  const pairs = pairDocuments(packet).map((pair) => ({
    ...pair,
    errors: pairErrors(pair, configs, options),
  }));
  const sumOf = (counted: typeof pairs) => addErrors(counted.map(({ errors }) => errors));
  const original = sumOf(pairs);
  if (withGoldSplits?.length === gold.length && withGoldClasses?.length === gold.length) {
    const errorsOf = (outputs: readonly { readonly output: unknown }[]) =>
      addErrors(
        gold.map(({ type, expected }, at) =>
          leafErrors({ type, expected, output: outputs[at]?.output }, configs, options),
        ),
      );
    return {
      method: 'rerun',
      original,
      goldSplits: errorsOf(withGoldSplits),
      goldClasses: errorsOf(withGoldClasses),
    };
  }
  const exact = pairs.filter(hasEqualPages);
  const typed = exact.filter(({ gold: one, predicted }) => one?.type === predicted?.type);
  return { method: 'first-failure', original, goldSplits: sumOf(exact), goldClasses: sumOf(typed) };
}

function hasEqualPages({ gold, predicted }: DocumentPair): boolean {
  return gold !== null && predicted !== null && samePages(gold, predicted);
}

/**
 * Scores a predicted document against its gold document. If there is no gold document, every predicted value is
 * spurious.
 */
function pairErrors(
  { gold, predicted }: DocumentPair,
  configs: ConfigsByClass,
  options: ExtractionScoringOptions,
): LeafErrors {
  const type = gold?.type ?? predicted?.type ?? '';
  return leafErrors({ type, expected: gold?.expected, output: predicted?.output }, configs, options);
}

/**
 * Numbers of errors in extracted values. `rows` counts the errors in table rows that have no partner or the wrong
 * partner. `value` counts all other incorrect values, and `presence` counts all other missing or spurious values.
 */
interface LeafErrors {
  readonly rows: number;
  readonly value: number;
  readonly presence: number;
  readonly expected: number;
}

function addErrors(parts: readonly LeafErrors[]): LeafErrors {
  const total = { rows: 0, value: 0, presence: 0, expected: 0 };
  for (const { rows, value, presence, expected } of parts) {
    total.rows += rows;
    total.value += value;
    total.presence += presence;
    total.expected += expected;
  }
  return total;
}

function errorsIn({ rows, value, presence }: LeafErrors): number {
  return rows + value + presence;
}

/**
 * Scores one extraction by the schema of `type`. `rows` also counts the errors that a better pairing of the rows would
 * avoid.
 */
function leafErrors(
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
    pairs.flatMap(([expected, predicted]) =>
      expected !== null && predicted === null ? [`${path}[${expected}]`] : [],
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

interface DocumentPair {
  readonly gold: GoldDocument | null;
  readonly predicted: PredictedDocument | null;
}

/**
 * Pairs gold with predicted documents, one to one. Documents with equal page ranges are paired first, then documents
 * that share the most pages.
 */
export function pairDocuments({
  gold,
  predicted,
}: Pick<AttributionPacket, 'gold' | 'predicted'>): DocumentPair[] {
  const overlaps = gold.flatMap((one, at) =>
    predicted.map((other, index) => ({
      at,
      index,
      pages: sharedPages(one, other),
      same: samePages(one, other),
    })),
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
    ...gold.map((one, at) => ({ gold: one, predicted: predicted[partner.get(at) ?? -1] ?? null })),
    ...predicted.flatMap((one, index) => (paired.has(index) ? [] : [{ gold: null, predicted: one }])),
  ];
}

function samePages(one: GoldDocument, other: PredictedDocument): boolean {
  return one.startPage === other.startPage && one.endPage === other.endPage;
}

function sharedPages(one: GoldDocument, other: PredictedDocument): number {
  return Math.max(0, Math.min(one.endPage, other.endPage) - Math.max(one.startPage, other.startPage) + 1);
}
