import { GoldsetError } from '../../base/goldset-error.ts';
import type { RecordedItem } from '../../model/run-record.ts';
import type { Suspect, SuspectSection } from '../../model/suspect.ts';
import type { RecordReader } from '../../record/open-record.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import { scoreRun } from '../score-run.ts';
import { type ScoredRun, versionNames } from '../scored-run.ts';
import { joinObservations, observationsOf } from './observations.ts';
import { SuspectRanking } from './suspect-ranking.ts';

/** What `findSuspects` may be told. */
export interface SuspectOptions {
  readonly scoring?: ExtractionScoringOptions;
  /** The text of a document by item id; null or undefined where it has none. */
  readonly textOf?: (itemId: string) => Promise<string | null>;
}

/** Below it a label is as good as sure to be right. */
const leastScore = -4;

/**
 * Labels of the gold that are likely wrong, the most suspicious first (metrics.md section 10). Nothing is changed.
 *
 * `score` is the sum of log odds: above 0 the evidence speaks more against the label than for it. Labels down to -4 are
 * listed, so that a reviewer can go on for as long as labels prove wrong. The evidence: versions that agree against it, weighed by how rarely they do in that field; their confidence; whether label
 * and reading stand in the document's text; type, calendar and check digits; sums, products, orders and equalities that
 * the other documents of the set obey. Records of other gold: USAGE.
 */
export async function findSuspects(
  readers: readonly RecordReader[],
  options: SuspectOptions = {},
): Promise<SuspectSection> {
  const scoring = options.scoring ?? defaultScoringOptions;
  const runs: ScoredRun[] = [];
  for (const reader of readers) {
    if (runs[0] !== undefined) await requireSameGold(runs[0], reader);
    runs.push(await scoreRun(reader, scoring));
  }
  const [first] = runs;
  if (first === undefined) return emptySection;
  const observations = joinObservations(runs.map(observationsOf));
  const ranking = new SuspectRanking(first, observations);
  const texts = await textsOf(first, options.textOf);
  const suspects: Suspect[] = [];
  for (const observation of observations) {
    const suspect = ranking.judge(observation, texts.get(observation.itemId) ?? null);
    if (suspect !== null && suspect.score > leastScore) suspects.push(suspect);
  }
  suspects.sort((a, b) => b.score - a.score || compare(a.itemId, b.itemId) || compare(a.path, b.path));
  const withText = [...texts.values()].filter((text) => text !== null).length;
  return {
    suspects,
    labels: observations.length,
    documents: new Set(observations.map(({ itemId }) => itemId)).size,
    withText,
    runs: runs.flatMap((run) => versionNames(run).map((name) => `${run.plan.recordId} ${name}`)),
    notes: [
      ...(withText < first.items.length && first.config.type === 'EXTRACT'
        ? [
            `The text of ${first.items.length - withText} of ${first.items.length} documents could not be read from their files; there only the other evidence counts.`,
          ]
        : []),
      ...ranking.relations.map(({ text }) => `Seen to hold in nearly all documents: ${text}`),
    ],
  };
}

const emptySection: SuspectSection = {
  suspects: [],
  labels: 0,
  documents: 0,
  withText: 0,
  runs: [],
  notes: [],
};

async function textsOf(
  run: ScoredRun,
  textOf: SuspectOptions['textOf'],
): Promise<Map<string, string | null>> {
  const texts = new Map<string, string | null>();
  if (textOf === undefined || run.config.type !== 'EXTRACT') return texts;
  for (const { recorded } of run.items) texts.set(recorded.id, await textOf(recorded.id));
  return texts;
}

async function requireSameGold(first: ScoredRun, { plan, dir, items }: RecordReader): Promise<void> {
  const known = new Map(first.items.map(({ recorded }) => [recorded.id, recorded.expectationHash]));
  let other: RecordedItem | undefined;
  for await (const item of items()) if (known.get(item.id) !== item.expectationHash) other ??= item;
  if (other === undefined && plan.items.count === known.size) return;
  throw new GoldsetError('USAGE', {
    problem: `${dir} has other items or other gold than the first record (${other === undefined ? `${plan.items.count} items, not ${known.size}` : `item ${other.id}`})`,
    mend: 'Name records of the same dataset.',
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
