import type { SampleSizeRow } from '../../model/results/command-results.ts';
import { wilsonInterval } from '../../stats/intervals/share-interval.ts';
import { documentsForDifference } from '../../stats/power/documents-for-difference.ts';
import { fieldList } from '../config-changes/scoring-config.ts';
import type { FoldedRun, VersionColumns } from '../fold/folded-run.ts';
import { exactFirst } from '../fold/parts.ts';

/** What a plan is made for: the difference, the chance of finding it, and how sure the test is. */
export interface PlanSettings {
  /** Difference that must not be missed: a share, .03 is three points. */
  readonly effect: number;
  readonly power: number;
  readonly confidence: number;
}

/**
 * Documents that two versions must be compared on so that a difference of `effect` is found with `power`: for fully
 * right documents, and for each field (a document has a field right when all of its values are).
 *
 * By the exact McNemar test (`documentsForDifference`): of the documents in which the versions differ, (share + effect) / 2
 * favour one of them. The share is the record's own, between its first and its last version; a record of one version
 * gives its rate p, and 2 p (1 - p) is assumed, as of versions that err independently: versions of one processor differ less.
 * Fields are tested together, so each is planned at 1 - (1 - confidence) / number of fields, the first step of Holm.
 * A field that no document has: not listed.
 *
 * Example: 100 documents, 4 broke and 6 were fixed, effect .05: share .10, so .025 against .075, 337 documents.
 */
export function planFromRun(run: FoldedRun, settings: PlanSettings): SampleSizeRow[] {
  return planForEffects(run, [settings.effect], settings).map(([row]) => row as SampleSizeRow);
}

/** The same for several differences: of each question a row an effect. */
export function planForEffects(
  run: FoldedRun,
  effects: readonly number[],
  settings: Omit<PlanSettings, 'effect'>,
): SampleSizeRow[][] {
  const fields = fieldList(run.config, []).filter(({ isLeaf }) => isLeaf);
  const { confidence, power } = settings;
  const shared = fields.length === 0 ? confidence : 1 - (1 - confidence) / fields.length;
  const designs = [
    seenDesign('overall', wholeWord(run), run, { row: confidence, confidence }, exactFirst),
    ...fields.map(({ field }) =>
      seenDesign(`field:${field}`, field, run, { row: shared, confidence }, (version) =>
        fieldRight(version, field),
      ),
    ),
  ].filter((design) => design !== null);
  // Fields often differ in the same share of the documents, and each answer takes milliseconds.
  const known = new Map<string, number | null>();
  const documentsOf = (discordant: number, effect: number, sure: number) => {
    const key = `${discordant} ${effect} ${sure}`;
    const answer = known.has(key) ? known.get(key) : documentsFor(discordant, { effect, power }, sure);
    known.set(key, answer ?? null);
    return answer ?? null;
  };
  return designs.map(({ most, ...design }) =>
    effects.map((effect) => ({
      ...design,
      documents: documentsOf(design.discordant, effect, design.confidence),
      cautious: documentsOf(Math.max(design.discordant, most), effect, design.confidence),
    })),
  );
}

/**
 * The same from stated rates, without a record: `rate` of the documents are right, `discordant` of them in one of two
 * versions only (default 2 p (1 - p), of versions that err independently).
 *
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
    cautious: documents,
    confidence: settings.confidence,
  };
}

/** Of the first repeat by position: the plan is for documents that are run once. */
type RightOf = (version: VersionColumns) => (position: number) => boolean | null;

interface SeenDesign extends Omit<SampleSizeRow, 'documents' | 'cautious'> {
  /** The upper end of the interval of `discordant`. */
  readonly most: number;
}

function seenDesign(
  scope: string,
  label: string,
  run: FoldedRun,
  /** Of the row's test, and of the interval of what was seen. */
  level: { readonly row: number; readonly confidence: number },
  rightOf: RightOf,
): SeenDesign | null {
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
    ? (wilsonInterval(differs, n, level.confidence)?.high ?? 1)
    : upperOfIndependent(rightInOne, n, level.confidence);
  return {
    scope,
    label,
    rate,
    discordant,
    basis: isPair ? 'observed' : 'assumed',
    observedOn: n,
    confidence: level.row,
    most,
  };
}

/** The largest 2 p (1 - p) for p in the interval of the rate. */
function upperOfIndependent(right: number, n: number, confidence: number): number {
  const bounds = wilsonInterval(right, n, confidence);
  if (bounds === null) return 0.5;
  const nearest = Math.min(Math.max(0.5, bounds.low), bounds.high);
  return 2 * nearest * (1 - nearest);
}

/** Versions that differ in fewer documents than the effect cannot differ by it: they are taken to differ by just that. */
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

/** All scored leaves of a field are right; `null` if the document has none. */
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
