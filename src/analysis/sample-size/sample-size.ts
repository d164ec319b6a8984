import { getOrCreate } from '../../base/collections.ts';
import type { SampleSizeSection } from '../../model/report/sample-size-section.ts';
import type { SampleSizeRow } from '../../model/results/command-results.ts';
import { wilsonInterval } from '../../stats/intervals/share-interval.ts';
import { documentsForDifference } from '../../stats/power/documents-for-difference.ts';
import { fieldList } from '../config-changes/scoring-config.ts';
import type { FoldedRun, VersionColumns } from '../fold/folded-run.ts';
import { exactFirst } from '../fold/parts.ts';

export interface PlanSettings {
  /** Smallest difference to detect, as a share: .03 is three points. */
  readonly effect: number;
  readonly power: number;
  readonly confidence: number;
}

/**
 * Estimates how many documents a comparison needs to detect a difference of `effect` with `power`. Returns one row for
 * fully right documents and one row per field. A document has a field right if all its values in the field are right.
 *
 * Uses the exact McNemar test (`documentsForDifference`). One version alone is right in a share of (discordant +
 * effect) / 2 of the documents, the other alone in (discordant - effect) / 2. The discordant share is that of the first
 * and last version of the record. If the record has one version, with rate p, it is 2 p (1 - p), as if the errors of
 * two versions were independent. Each field is planned at confidence 1 - (1 - confidence) / number of fields, because
 * fields are tested together (first step of Holm). Omits fields that no document has.
 *
 * Example: of 100 documents, 4 have new errors and 6 are fixed, so the discordant share is .10. For an effect of .05,
 * one version alone is right in .075 and the other in .025 of the documents, which needs 337 documents.
 */
export function planFromRun(run: FoldedRun, settings: PlanSettings): SampleSizeRow[] {
  return planForEffects(run, [settings.effect], settings).map(([row]) => row as SampleSizeRow);
}

export interface SampleSizeOptions {
  readonly effects?: readonly number[];
  readonly power?: number;
}

/** Estimates the documents that differences of several sizes need, from the discordant share of the versions. */
export function sampleSizeSection(
  run: FoldedRun,
  { effects = [0.03, 0.05], power = 0.8 }: SampleSizeOptions,
  confidence: number,
): SampleSizeSection | null {
  const questions = planForEffects(run, effects, { power, confidence });
  const [first] = questions[0] ?? [];
  if (first === undefined) return null;
  return {
    effects,
    power,
    confidence,
    basis: first.basis,
    rows: questions.flatMap((rows) => {
      const [row] = rows;
      if (row === undefined) return [];
      const { scope, label, observedOn, rate, discordant } = row;
      return {
        scope,
        label,
        observedOn: observedOn ?? 0,
        rate,
        discordant,
        needed: rows.map(({ documents, conservative }) => ({ documents, conservative })),
      };
    }),
  };
}

/** Like `planFromRun`, but returns one row per question and effect size. */
function planForEffects(
  run: FoldedRun,
  effects: readonly number[],
  settings: Omit<PlanSettings, 'effect'>,
): SampleSizeRow[][] {
  const fields = fieldList(run.config, []).filter(({ isLeaf }) => isLeaf);
  const { confidence, power } = settings;
  const shared = fields.length === 0 ? confidence : 1 - (1 - confidence) / fields.length;
  const designs = [
    observedDesign({ scope: 'overall', label: wholeWord(run), confidence }, run, exactFirst, confidence),
    ...fields.map(({ field }) => {
      const about = { scope: `field:${field}`, label: field, confidence: shared };
      return observedDesign(about, run, (version) => fieldRight(version, field), confidence);
    }),
  ].filter((design) => design !== null);
  // Caches the estimates, because fields often have equal discordant shares and each estimate takes
  // milliseconds.
  const known = new Map<string, number | null>();
  const documentsOf = (discordant: number, effect: number, sure: number) => {
    const key = `${discordant} ${effect} ${sure}`;
    return getOrCreate(known, key, () => documentsFor(discordant, { effect, power }, sure));
  };
  return designs.map(({ most, ...design }) =>
    effects.map((effect) => ({
      ...design,
      documents: documentsOf(design.discordant, effect, design.confidence),
      conservative: documentsOf(Math.max(design.discordant, most), effect, design.confidence),
    })),
  );
}

/**
 * Estimates the sample size from stated rates, without a record. `rate` is the share of right documents.
 * `discordant` is the share of documents that exactly one version has right. Its default is 2 rate (1 -
 * rate), for versions with independent errors.
 * @example
 * planFromRate({ rate: 0.9 }, { effect: 0.05, power: 0.8, confidence: 0.95 }).documents // => 595
 */
export function planFromRate(
  design: { readonly rate: number; readonly discordant?: number },
  settings: PlanSettings,
): SampleSizeRow {
  const { rate } = design;
  const discordant = design.discordant ?? 2 * rate * (1 - rate);
  const documents = documentsFor(discordant, settings, settings.confidence);
  return {
    scope: 'overall',
    label: 'fully right documents',
    rate,
    discordant,
    basis: 'assumed',
    observedOn: null,
    documents,
    conservative: documents,
    confidence: settings.confidence,
  };
}

/**
 * Returns per position whether a document is right in its first repeat. The sample size assumes one repeat.
 */
type RightOf = (version: VersionColumns) => (position: number) => boolean | null;

interface ObservedDesign extends Omit<SampleSizeRow, 'documents' | 'conservative'> {
  /** The upper end of the interval of `discordant`. */
  readonly most: number;
}

/**
 * Measures how often the first and last version are right, and how often exactly one of them is; `null` if no
 * document has both scores. `level` is the confidence level of the interval of the discordant share.
 */
function observedDesign(
  about: Pick<SampleSizeRow, 'scope' | 'label' | 'confidence'>,
  run: FoldedRun,
  rightOf: RightOf,
  level: number,
): ObservedDesign | null {
  const [first, last] = [run.versions[0], run.versions.at(-1)] as [VersionColumns, VersionColumns];
  const [oneAt, otherAt] = [rightOf(first), rightOf(last)];
  const counts = { both: 0, onlyOne: 0, onlyOther: 0, none: 0 };
  for (let position = 0; position < run.count; position++) {
    const one = oneAt(position);
    const other = otherAt(position);
    if (one === null || other === null) continue;
    counts[one ? (other ? 'both' : 'onlyOne') : other ? 'onlyOther' : 'none']++;
  }
  const n = counts.both + counts.onlyOne + counts.onlyOther + counts.none;
  if (n === 0) return null;
  const rightInOne = counts.both + counts.onlyOne;
  const rate = (rightInOne + counts.both + counts.onlyOther) / (2 * n);
  const isPair = first !== last;
  const differs = counts.onlyOne + counts.onlyOther;
  const discordant = isPair ? differs / n : 2 * rate * (1 - rate);
  const most = isPair
    ? (wilsonInterval(differs, n, level)?.high ?? 1)
    : upperOfIndependent(rightInOne, n, level);
  return { ...about, rate, discordant, basis: isPair ? 'observed' : 'assumed', observedOn: n, most };
}

/** Returns the largest 2 p (1 - p) for p in the interval of the rate. */
function upperOfIndependent(right: number, n: number, confidence: number): number {
  const bounds = wilsonInterval(right, n, confidence);
  if (bounds === null) return 0.5;
  const nearest = Math.min(Math.max(0.5, bounds.low), bounds.high);
  return 2 * nearest * (1 - nearest);
}

/**
 * Returns the sample size. Raises a discordant share below the effect to the effect, which is its smallest possible
 * value.
 */
function documentsFor(
  discordant: number,
  { effect, power }: Omit<PlanSettings, 'confidence'>,
  confidence: number,
): number | null {
  const share = Math.min(1, Math.max(discordant, effect));
  return documentsForDifference({
    onlyBaseline: (share - effect) / 2,
    onlyCandidate: (share + effect) / 2,
    confidence,
    power,
  });
}

/** Returns whether all scored leaves of a field are right; `null` if the document has none. */
function fieldRight({ extraction }: VersionColumns, field: string): (position: number) => boolean | null {
  const column = extraction?.fields.get(field);
  if (column === undefined) return () => null;
  return column.map(([first]) => {
    if (first === undefined) return null;
    const { correct, absent, incorrect, missing, spurious } = first;
    const wrong = incorrect + missing + spurious;
    return correct + absent + wrong === 0 ? null : wrong === 0;
  });
}

function wholeWord({ config }: FoldedRun): string {
  return config.type === 'CLASSIFY'
    ? 'right classes'
    : config.type === 'SPLITTER'
      ? 'fully right packets'
      : 'fully right documents';
}
