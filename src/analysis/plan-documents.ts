import type { PlanRow } from '../model/command-answers.ts';
import type { LeafOutcome } from '../model/ledger.ts';
import { documentsForDifference } from '../stats/documents-for-difference.ts';
import { wilsonInterval } from '../stats/wilson-interval.ts';
import { right } from './find-changes.ts';
import { exactOf } from './report/document-rows.ts';
import { fieldList } from './report/field-list.ts';
import type { ScoredItem, ScoredRun } from './scored-run.ts';

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
export function planFromRun(run: ScoredRun, settings: PlanSettings): PlanRow[] {
  return planForEffects(run, [settings.effect], settings).map(([row]) => row as PlanRow);
}

/** The same for several differences: of each question a row an effect. */
export function planForEffects(
  run: ScoredRun,
  effects: readonly number[],
  settings: Omit<PlanSettings, 'effect'>,
): PlanRow[][] {
  const fields = fieldList(run.config, []).filter(({ isLeaf }) => isLeaf);
  const { confidence, power } = settings;
  const shared = fields.length === 0 ? confidence : 1 - (1 - confidence) / fields.length;
  const designs = [
    seenDesign('overall', wholeWord(run), run, { row: confidence, confidence }, exactAt),
    ...fields.map(({ field }) =>
      seenDesign(`field:${field}`, field, run, { row: shared, confidence }, (item, version) =>
        fieldRight(item, version, field),
      ),
    ),
  ].filter((design) => design !== null);
  // Fields often differ in the same share of the documents, and each answer takes milliseconds.
  const known = new Map<string, number | null>();
  const documentsOf = (differing: number, effect: number, sure: number) => {
    const key = `${differing} ${effect} ${sure}`;
    const answer = known.has(key) ? known.get(key) : documentsFor(differing, { effect, power }, sure);
    known.set(key, answer ?? null);
    return answer ?? null;
  };
  return designs.map(({ most, ...design }) =>
    effects.map((effect) => ({
      ...design,
      documents: documentsOf(design.differing, effect, design.confidence),
      cautious: documentsOf(Math.max(design.differing, most), effect, design.confidence),
    })),
  );
}

/**
 * The same from stated rates, without a record: `rate` of the documents are right, `differing` of them in one of two
 * versions only (default 2 p (1 - p), of versions that err independently).
 *
 * @example
 * planFromRate({ rate: 0.9 }, { effect: 0.05, power: 0.8, confidence: 0.95 }).documents // => 595
 */
export function planFromRate(
  design: { readonly rate: number; readonly differing?: number },
  settings: PlanSettings,
): PlanRow {
  const { rate } = design;
  const differing = design.differing ?? 2 * rate * (1 - rate);
  const documents = documentsFor(differing, settings, settings.confidence);
  return {
    scope: 'overall',
    label: 'fully right documents',
    rate,
    differing,
    basis: 'assumed',
    seenOn: null,
    documents,
    cautious: documents,
    confidence: settings.confidence,
  };
}

/** Of the first repeat: the plan is for documents that are run once. */
function exactAt({ versions }: ScoredItem, version: number): boolean | null {
  const scored = versions[version];
  return scored === undefined ? null : exactOf(scored.judgement);
}

type RightAt = (item: ScoredItem, version: number) => boolean | null;

interface SeenDesign extends Omit<PlanRow, 'documents' | 'cautious'> {
  /** The upper end of the interval of `differing`. */
  readonly most: number;
}

function seenDesign(
  scope: string,
  label: string,
  run: ScoredRun,
  /** Of the row's test, and of the interval of what was seen. */
  level: { readonly row: number; readonly confidence: number },
  rightAt: RightAt,
): SeenDesign | null {
  const [first = 0, last = first] = [run.versions[0], run.versions.at(-1)];
  const pairs = run.items.flatMap((item) => {
    const [one, other] = [rightAt(item, first), rightAt(item, last)];
    return one === null || other === null ? [] : [[one, other] as const];
  });
  if (pairs.length === 0) return null;
  const count = (test: (one: boolean, other: boolean) => boolean) =>
    pairs.filter(([one, other]) => test(one, other)).length;
  const n = pairs.length;
  const rate = (count((one) => one) + count((_, other) => other)) / (2 * n);
  const isPair = first !== last;
  const differs = count((one, other) => one !== other);
  const differing = isPair ? differs / n : 2 * rate * (1 - rate);
  const most = isPair
    ? (wilsonInterval(differs, n, level.confidence)?.high ?? 1)
    : upperOfIndependent(
        count((one) => one),
        n,
        level.confidence,
      );
  return {
    scope,
    label,
    rate,
    differing,
    basis: isPair ? 'seen' : 'assumed',
    seenOn: n,
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
  differing: number,
  { effect, power }: Omit<PlanSettings, 'confidence'>,
  confidence: number,
): number | null {
  const share = Math.min(1, Math.max(differing, effect));
  return documentsForDifference({
    onlyBaseline: (share - effect) / 2,
    onlyCandidate: (share + effect) / 2,
    confidence,
    power,
  });
}

function fieldRight({ versions }: ScoredItem, version: number, field: string): boolean | null {
  const judgement = versions[version]?.judgement;
  if (judgement?.kind !== 'EXTRACT') return null;
  let isRight: boolean | null = null;
  for (const leaf of judgement.ledger.leaves) {
    if (leaf.field !== field || !isJudged(leaf)) continue;
    isRight = (isRight ?? true) && right(leaf.outcome);
  }
  return isRight;
}

function isJudged({ outcome }: LeafOutcome): boolean {
  return outcome !== 'excluded' && outcome !== 'unscored';
}

function wholeWord({ config }: ScoredRun): string {
  return config.type === 'CLASSIFY'
    ? 'right classes'
    : config.type === 'SPLITTER'
      ? 'fully right packets'
      : 'fully right documents';
}
