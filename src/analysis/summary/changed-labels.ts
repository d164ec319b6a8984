import { sum } from '../../base/collections.ts';
import { hasGold } from '../../model/dataset/evaluation-set.ts';
import type { ItemRun, RunPlan } from '../../model/record/run-record.ts';
import type { LeafOutcome, Outcome } from '../../model/score/item-score.ts';
import type { RecordedDocument } from '../../record/read/open-record.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { leavesOf } from '../fold/documents/document-leaves.ts';
import { compileDocumentScorer } from '../fold/documents/document-scorer.ts';
import type { ScoredRun } from '../fold/documents/document-scores.ts';
import type { FoldSource } from '../fold/fold-record.ts';

/** How the gold of a record changed after the run. */
export interface ChangedLabels {
  /** Number of documents whose gold changed. */
  readonly documents: number;
  /** Number of documents that have gold now and had none before. Their labels do not count as changed. */
  readonly newlyLabelled: number;
  /** Number of labels that were changed, added or removed. A label is the value of a field, a class or a segment. */
  readonly labels: number;
  /**
   * Number of changed labels that favour the candidate. With one version, number of changed labels that make the result
   * of this version better.
   */
  readonly forCandidate: number;
  /**
   * Number of changed labels that favour the baseline. With one version, number of changed labels that make the result
   * of this version worse.
   */
  readonly forBaseline: number;
}

/**
 * Counts the labels that differ between the earlier and the later gold of a record, and which version they favour.
 *
 * A version is right at a label if its leaf is correct, or if neither gold nor output has a value. The result of a
 * version at a label is the share of right repeats. A changed label favours the candidate if it increases the
 * difference of the results, candidate minus baseline. A changed label favours the baseline if it decreases the
 * difference. With a single version, only the result of this version counts.
 *
 * Labels are compared exactly. Rows of tables are paired first, so an inserted row changes only its own labels. A value
 * that only one of the two golds marks as not scored is a changed label too. Under the gold with the mark, every output
 * is right at this value.
 *
 * Example: the baseline has `7`, the candidate has `9`, and the gold changes from `7` to `9`. The difference changes
 * from 0 - 1 to 1 - 0, so one label changed, in favour of the candidate.
 *
 * @param positions Ascending positions of the documents whose gold changed.
 */
export async function compareGold(
  before: FoldSource,
  after: FoldSource,
  positions: readonly number[],
  scoring: ExtractionScoringOptions,
): Promise<ChangedLabels> {
  const compareDocument = compileComparison(after.plan, scoring);
  const counts = { newlyLabelled: 0, labels: 0, forCandidate: 0, forBaseline: 0 };
  const earlier = before.documents(positions)[Symbol.asyncIterator]();
  for await (const document of after.documents(positions)) {
    const { value: old, done } = await earlier.next();
    if (done === true) break;
    if (!hasGold(old.item)) {
      counts.newlyLabelled++;
      continue;
    }
    for (const gain of compareDocument(old, document)) {
      counts.labels++;
      if (gain > 0) counts.forCandidate++;
      if (gain < 0) counts.forBaseline++;
    }
  }
  return { documents: positions.length, ...counts };
}

/**
 * Returns a function that compares two copies of a document: one with the earlier gold, and one with the later gold.
 * The function returns one number from -2 to 2 per changed label, above 0 if the label favours the candidate and below
 * 0 if it favours the baseline.
 */
function compileComparison(plan: RunPlan, scoring: ExtractionScoringOptions) {
  const scorer = compileDocumentScorer(plan, scoring);
  const labels = compileDocumentScorer(
    { ...plan, versions: plan.versions.slice(-1) },
    { ...scoring, unlabelled: 'absent', comparators: [{ field: '**', comparator: 'exact' }] },
  );
  const hasTwo = plan.versions.length === 2;
  return (old: RecordedDocument, now: RecordedDocument): number[] => {
    const was = scorer.score(old).versions.map((repeats) => repeats.map(leavesByPlace));
    const is = scorer.score(now).versions.map((repeats) => repeats.map(leavesByPlace));
    const [[compared]] = labels.score(asOutput(old, now)).versions as [[ScoredRun]];
    const gain = (gainOf: (before: Leaves, after: Leaves) => number): number => {
      const gains = is.map((repeats, version) => {
        const changes = repeats.map((after, repeat) => gainOf(was[version]?.[repeat] ?? after, after));
        return sum(changes) / changes.length;
      });
      return (gains.at(-1) ?? 0) - (hasTwo ? (gains[0] ?? 0) : 0);
    };
    const changed = changedPlaces(compared).map((place) =>
      gain((before, after) => gainAt(place, before, after)),
    );
    const places = changedMarks(old, now).flatMap((path) => placesBelow(path, [...was.flat(), ...is.flat()]));
    return [...changed, ...places.map((path) => gain((before, after) => gainOfMark(path, before, after)))];
  };
}

/** Returns the paths that only one of the two golds marks as not scored. */
function changedMarks(
  { item: { notScored: before = {} } }: RecordedDocument,
  now: RecordedDocument,
): string[] {
  const { notScored: after = {} } = now.item;
  const isChanged = (path: string) => Object.hasOwn(before, path) !== Object.hasOwn(after, path);
  return Object.keys({ ...before, ...after }).filter(isChanged);
}

/** Returns the paths of all leaves at a path or inside it. If there is no such leaf, returns the path itself. */
function placesBelow(path: string, leaves: readonly Leaves[]): string[] {
  const isInside = (place: string) =>
    place === path || place.startsWith(`${path}.`) || place.startsWith(`${path}[`);
  const places = leaves
    .flatMap(({ expected, extra }) => [...expected.keys(), ...extra.keys()])
    .filter(isInside);
  return places.length === 0 ? [path] : [...new Set(places)];
}

/**
 * Returns 1 if an error of the output is no longer scored, -1 if a value that is now scored is an error, and otherwise
 * 0.
 */
function gainOfMark(path: string, before: Leaves, after: Leaves): number {
  const isRight = ({ expected, extra }: Leaves) =>
    [expected.get(path), extra.get(path)].every((leaf) => !isWrong(leaf?.outcome ?? 'absent'));
  return Number(isRight(after)) - Number(isRight(before));
}

/** Returns the old document, with the later gold in place of its outputs. Scoring it then compares the two golds. */
function asOutput(old: RecordedDocument, now: RecordedDocument): RecordedDocument {
  const run = {
    itemId: old.item.id,
    version: '',
    repeat: 1,
    state: 'processed',
    runId: null,
    processorVersionId: null,
    output: now.item.expectedOutput,
    latencyMs: null,
    credits: null,
    pages: null,
    attempts: 1,
    finishedAt: '',
  } satisfies ItemRun;
  const notScored = { ...old.item.notScored, ...now.item.notScored };
  return { ...old, item: { ...old.item, notScored }, runs: [[run]] };
}

/**
 * Path of a changed label in the earlier and in the later gold. A path is `null` if its gold lacks the row or segment.
 */
interface ChangedPlace {
  readonly before: string | null;
  readonly after: string | null;
}

function changedPlaces({ score }: ScoredRun): ChangedPlace[] {
  const rows = score.kind === 'EXTRACT' ? score.counts.itemScore().rows : [];
  const removed = rows.flatMap(({ path, pairs }) =>
    pairs.flatMap(([expected, predicted]) => (predicted === null ? [`${path}[${expected}]`] : [])),
  );
  const isSplit = score.kind === 'SPLITTER';
  return leavesOf(score).flatMap(({ path, outcome, predictedPath, spuriousRow }): ChangedPlace[] => {
    if (!isWrong(outcome)) return [];
    if (spuriousRow || (isSplit && outcome === 'spurious')) return [{ before: null, after: path }];
    if ((isSplit && outcome === 'missing') || removed.some((row) => path.startsWith(row)))
      return [{ before: path, after: null }];
    return [{ before: path, after: predictedPath ?? path }];
  });
}

/** The leaves of one output by their path in the gold. A leaf that is not in the gold has its path in the output. */
interface Leaves {
  readonly expected: ReadonlyMap<string, LeafOutcome>;
  readonly extra: ReadonlyMap<string, LeafOutcome>;
}

function leavesByPlace({ score }: ScoredRun): Leaves {
  const expected = new Map<string, LeafOutcome>();
  const extra = new Map<string, LeafOutcome>();
  for (const leaf of leavesOf(score)) {
    const isExtra = leaf.spuriousRow || (score.kind === 'SPLITTER' && leaf.outcome === 'spurious');
    (isExtra ? extra : expected).set(leaf.path, leaf);
  }
  return { expected, extra };
}

/** Returns 1 if the output becomes right at a label, -1 if it becomes wrong, and otherwise 0. */
function gainAt(place: ChangedPlace, before: Leaves, after: Leaves): number {
  const was = isRightAt(before, place.before, after, place.after);
  const is = isRightAt(after, place.after, before, place.before);
  return Number(is) - Number(was);
}

/**
 * Returns whether an output is right at a label. `leaves` and `path` belong to one gold, `other` and `otherPath` to the
 * other gold. A path is `null` if its gold lacks the label. If the first gold lacks the label, the output is right
 * unless its value for the label of the other gold is an extra value under the first gold.
 */
function isRightAt(leaves: Leaves, path: string | null, other: Leaves, otherPath: string | null): boolean {
  if (path !== null) return !isWrong(leaves.expected.get(path)?.outcome ?? 'absent');
  const leaf = otherPath === null ? undefined : other.expected.get(otherPath);
  if (leaf === undefined) return true;
  return !isWrong(leaves.extra.get(leaf.predictedPath ?? leaf.path)?.outcome ?? 'absent');
}

function isWrong(outcome: Outcome): boolean {
  return outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious';
}
