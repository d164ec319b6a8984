import type {
  AttributionPacket,
  ConfigsByClass,
  ErrorAttribution,
  Stage,
} from '../../model/report/error-attribution.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import {
  addErrors,
  type DocumentPair,
  errorsIn,
  type LeafErrors,
  leafErrors,
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
  packets: readonly AttributionPacket[],
  configs: ConfigsByClass,
  options: ExtractionScoringOptions = defaultScoringOptions,
): ErrorAttribution {
  const counted = packets.map((packet) => ({ packet, ...countErrors(packet, configs, options) }));
  const methods = new Set(counted.map(({ method }) => method));
  const total = {
    asRun: addErrors(counted.map(({ asRun }) => asRun)),
    goldSplits: addErrors(counted.map(({ goldSplits }) => goldSplits)),
    goldClasses: addErrors(counted.map(({ goldClasses }) => goldClasses)),
  };
  const byPacket = counted.map(({ packet, ...errors }) => ({
    id: packet.id,
    errors: errorsIn(errors.asRun),
    byStage: stagesOf(errors),
  }));
  return {
    method: methods.size === 2 ? 'mixed' : ([...methods][0] ?? 'first-failure'),
    packets: packets.length,
    documents: packets.reduce((sum, { gold }) => sum + gold.length, 0),
    expected: total.asRun.expected,
    errors: errorsIn(total.asRun),
    byStage: stagesOf(total),
    remaining: {
      asRun: errorsIn(total.asRun),
      goldSplits: errorsIn(total.goldSplits),
      goldClasses: errorsIn(total.goldClasses),
    },
    byPacket: byPacket.sort((a, b) => b.errors - a.errors || (a.id < b.id ? -1 : 1)),
  };
}

/** Errors as run, with gold splits, and with gold splits and classes. */
interface RemainingErrors {
  readonly asRun: LeafErrors;
  readonly goldSplits: LeafErrors;
  readonly goldClasses: LeafErrors;
}

function stagesOf({ asRun, goldSplits, goldClasses }: RemainingErrors): Record<Stage, number> {
  const { rows, value, presence } = goldClasses;
  return {
    splitting: errorsIn(asRun) - errorsIn(goldSplits),
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
  const asRun = sumOf(pairs);
  if (withGoldSplits?.length === gold.length && withGoldClasses?.length === gold.length) {
    const errorsOf = (outputs: readonly { readonly output: unknown }[]) =>
      addErrors(
        gold.map(({ type, expected }, at) =>
          leafErrors({ type, expected, output: outputs[at]?.output }, configs, options),
        ),
      );
    return {
      method: 'rerun',
      asRun,
      goldSplits: errorsOf(withGoldSplits),
      goldClasses: errorsOf(withGoldClasses),
    };
  }
  const exact = pairs.filter(hasItsPages);
  const typed = exact.filter(({ gold: one, found }) => one?.type === found?.type);
  return { method: 'first-failure', asRun, goldSplits: sumOf(exact), goldClasses: sumOf(typed) };
}

function hasItsPages({ gold, found }: DocumentPair): boolean {
  return gold !== null && found !== null && samePages(gold, found);
}

/** Scores a pair by the gold class. In a found document without gold, all values are spurious. */
function pairErrors(
  { gold, found }: DocumentPair,
  configs: ConfigsByClass,
  options: ExtractionScoringOptions,
): LeafErrors {
  const type = gold?.type ?? found?.type ?? '';
  return leafErrors({ type, expected: gold?.expected, output: found?.output }, configs, options);
}
