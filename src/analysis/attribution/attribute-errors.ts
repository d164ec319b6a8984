import type { AttributionPacket, ConfigsByClass } from '../../model/report/attribution-packet.ts';
import type { ErrorAttribution, PacketAttribution, Stage } from '../../model/report/error-attribution.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import {
  type DocumentPair,
  errorsIn,
  type LeafErrors,
  leafErrors,
  noErrors,
  pairDocuments,
  samePages,
} from './leaf-errors.ts';

/**
 * Divides the errors of a workflow among its stages: splitting, classification, row alignment, value and presence.
 *
 * An error is a leaf that is incorrect, missing or spurious. Each found document is compared with its gold
 * document (`pairDocuments`) by the schema of the gold class. The errors are counted three times: as run, with
 * gold splits, and with gold splits and classes. Splitting = errors as run - errors with gold splits.
 * Classification = errors with gold splits - errors with gold splits and classes. The remaining errors divide
 * into row alignment (cells of rows without a partner), value (incorrect) and presence (missing or spurious).
 * The parts add up to the errors as run. A part is negative if correcting its stage reveals more errors.
 *
 * If the packets have outputs of runs under gold (`withGoldSplits`, `withGoldClasses`), the counts are
 * measured. Otherwise the first stage that failed for a document takes all of its errors: splitting if the
 * pages are not exact, otherwise classification if the class is wrong. Documents without a partner are errors
 * of splitting. Counts are at least 0 in total; lower is better. Without packets all counts are 0.
 *
 * Example: a packet of two documents with 3 fields each. The first has its pages and class, one wrong and one missing
 * value. The second ends one page early and has 2 wrong values. Of 4 errors, splitting has 2, value 1 and presence 1.
 *
 * @example
 * const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
 * const gold = [{ type: 'bill', startPage: 1, endPage: 2, expected: { value: { a: 'x' } } }];
 * const found = [{ type: 'bill', startPage: 1, endPage: 1, output: { value: { a: 'y' } } }];
 * attributionOf([{ id: 'p', gold, found }], new Map([['bill', { type: 'EXTRACT', schema }]])).byStage.splitting // => 1
 */
export function attributionOf(
  packets: Iterable<AttributionPacket>,
  configs: ConfigsByClass,
  options: ExtractionScoringOptions = defaultScoringOptions,
): ErrorAttribution {
  const byPacket: PacketAttribution[] = [];
  const methods = new Set<'rerun' | 'first-failure'>();
  const remaining = { asRun: 0, goldSplits: 0, goldClasses: 0 };
  let documents = 0;
  let expected = 0;
  for (const packet of packets) {
    const ladder = ladderOf(packet, configs, options);
    methods.add(ladder.method);
    documents += packet.gold.length;
    expected += ladder.expected;
    remaining.asRun += ladder.asRun;
    remaining.goldSplits += ladder.goldSplits;
    remaining.goldClasses += errorsIn(ladder.goldClasses);
    const { rows, value, presence } = ladder.goldClasses;
    byPacket.push({
      id: packet.id,
      errors: ladder.asRun,
      byStage: {
        splitting: ladder.asRun - ladder.goldSplits,
        classification: ladder.goldSplits - errorsIn(ladder.goldClasses),
        'row-alignment': rows,
        value,
        presence,
      },
    });
  }
  byPacket.sort((a, b) => b.errors - a.errors || (a.id < b.id ? -1 : 1));
  const sum = (stage: Stage) => byPacket.reduce((all, packet) => all + packet.byStage[stage], 0);
  return {
    method: methods.size === 2 ? 'mixed' : ([...methods][0] ?? 'first-failure'),
    packets: byPacket.length,
    documents,
    expected,
    errors: remaining.asRun,
    byStage: {
      splitting: sum('splitting'),
      classification: sum('classification'),
      'row-alignment': sum('row-alignment'),
      value: sum('value'),
      presence: sum('presence'),
    },
    remaining,
    byPacket,
  };
}

interface Ladder {
  readonly method: 'rerun' | 'first-failure';
  readonly expected: number;
  readonly asRun: number;
  readonly goldSplits: number;
  readonly goldClasses: LeafErrors;
}

function ladderOf(
  packet: AttributionPacket,
  configs: ConfigsByClass,
  options: ExtractionScoringOptions,
): Ladder {
  const { gold, withGoldSplits, withGoldClasses } = packet;
  const pairs = pairDocuments(packet);
  const errors = pairs.map((pair) => pairErrors(pair, configs, options));
  const asRun = errors.reduce((sum, one) => sum + errorsIn(one), 0);
  const expected = errors.reduce((sum, one) => sum + one.expected, 0);
  const isRerun = withGoldSplits?.length === gold.length && withGoldClasses?.length === gold.length;
  if (!isRerun) {
    const kept = (stays: (pair: DocumentPair) => boolean) =>
      add(errors.filter((_, at) => stays(pairs[at] as DocumentPair)));
    const exact = kept(hasItsPages);
    const typed = kept((pair) => hasItsPages(pair) && pair.gold?.type === pair.found?.type);
    return { method: 'first-failure', expected, asRun, goldSplits: errorsIn(exact), goldClasses: typed };
  }
  const errorsOf = (outputs: readonly { readonly output: unknown }[]) =>
    add(
      gold.map((one, at) =>
        leafErrors({ type: one.type, expected: one.expected, output: outputs[at]?.output }, configs, options),
      ),
    );
  return {
    method: 'rerun',
    expected,
    asRun,
    goldSplits: errorsIn(errorsOf(withGoldSplits)),
    goldClasses: errorsOf(withGoldClasses),
  };
}

function hasItsPages({ gold, found }: DocumentPair): boolean {
  return gold !== null && found !== null && samePages(gold, found);
}

/**
 * Scores a pair by the gold class. Scores a found document without gold by its own class, with all its values
 * as spurious.
 */
function pairErrors(
  { gold, found }: DocumentPair,
  configs: ConfigsByClass,
  options: ExtractionScoringOptions,
): LeafErrors {
  const type = gold?.type ?? found?.type ?? '';
  return leafErrors({ type, expected: gold?.expected, output: found?.output }, configs, options);
}

function add(parts: readonly LeafErrors[]): LeafErrors {
  return parts.reduce(
    (sum, { rows, value, presence, expected }) => ({
      rows: sum.rows + rows,
      value: sum.value + value,
      presence: sum.presence + presence,
      expected: sum.expected + expected,
    }),
    noErrors,
  );
}
