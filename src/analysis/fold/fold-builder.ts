import { getOrCreate, increment } from '../../base/collections.ts';
import { hasGold } from '../../model/dataset/evaluation-set.ts';
import type { RunPlan, RunSummary } from '../../model/record/run-record.ts';
import type { LeafSelection, ScoredDocument } from '../../model/report/scored-document.ts';
import { partRenameCandidates } from '../config-changes/schema-changes.ts';
import { displayValue } from '../display-value.ts';
import { ChangeList } from './change-list.ts';
import { CitationColumns } from './columns/citation-columns.ts';
import { TagColumns } from './columns/tag-columns.ts';
import { leavesOf, unsharedNote } from './documents/document-leaves.ts';
import type { DocumentScorer } from './documents/document-scorer.ts';
import type { ClassScore, DocumentScores, ScoredRun } from './documents/document-scores.ts';
import { right } from './documents/find-changes.ts';
import { findOutputChanges } from './documents/find-output-changes.ts';
import { type FoldedRun, maxUnscored, VersionColumns } from './folded-run.ts';
import { countNotScored, type NotScoredValues } from './not-scored-values.ts';
import { countProposals, type ProposerTallies } from './proposer-tally.ts';
import { countRenames, emptyRenameCounts } from './rename-counts.ts';
import { findItemChanges, findRepeatChanges, scoredDocument } from './scored-row.ts';
import { trivialScores } from './trivial-scores.ts';
import { WrongPairs } from './wrong-pairs.ts';

/** Largest number of failed item runs that are listed with their reason. */
const maxFailedRuns = 20;
/** Largest number of documents that are listed per reason for failure. */
const maxFailuresListed = 1000;

/** Adds scored documents to columns, one at a time and in the order of their positions. */
export class FoldBuilder {
  readonly #run: ReturnType<typeof emptyRun>;

  constructor(plan: RunPlan, summary: RunSummary | null, scorer: DocumentScorer, tags: ReadonlySet<string>) {
    this.#run = emptyRun(plan, summary, scorer, tags);
  }

  /** Adds a document and returns it as a row. `leaves` determines which leaves the row contains. */
  add(scores: DocumentScores, leaves: LeafSelection): ScoredDocument {
    const { position, item, versions } = scores;
    const run = this.#run;
    run.count = Math.max(run.count, position + 1);
    for (const [version, runs] of versions.entries()) this.#addVersion(scores, version, runs);
    run.tags.add(position, item.tags);
    if (!hasGold(item)) run.withoutGold.push(position);
    else if (item.goldSource !== undefined) countProposals(run.proposers, item.goldSource);
    if (item.notScored !== undefined) countNotScored(run.notScored, item.id, item.notScored);
    if (versions.length > 1) run.itemIds[position] = item.id;
    countRenames(run.renames.values(), scores);
    this.#countClasses(item, versions[0]?.[0]);
    const changes = run.changes === null ? null : findItemChanges(scores);
    if (changes !== null) {
      run.changes?.add(position, changes.fields);
      run.changes?.count(position, changes.change);
    }
    const rewritten = run.outputChanges === null ? [] : findOutputChanges(scores);
    if (rewritten.length > 0) run.outputChanges?.add(position, new Map(rewritten.map((field) => [field, 1])));
    const repeated = run.repeatChanges === null ? null : findRepeatChanges(scores);
    if (repeated !== null) run.repeatChanges?.add(position, repeated);
    const row = scoredDocument(scores, changes, leaves);
    if (row.strip !== null && hasGold(item))
      run.trivial[position] = trivialScores(item.expectedOutput, row.strip.pages);
    return row;
  }

  finish(): FoldedRun {
    return this.#run;
  }

  #addVersion(
    { position, item }: DocumentScores,
    version: number,
    runs: readonly [ScoredRun, ...ScoredRun[]],
  ): void {
    const columns = this.#run.versions[version] as VersionColumns;
    const [first] = runs;
    columns.states.set(position, first.state, () => first.state);
    columns.maxRepeats = Math.max(columns.maxRepeats, runs.length);
    const states = runs.map(({ state }) => state);
    columns.repeatStates.set(position, states.join(), () => states);
    for (const [repeat, { row }] of runs.entries()) {
      columns.latency.set(position, repeat, row?.latencyMs ?? null);
      columns.credits.set(position, repeat, row?.credits ?? null);
    }
    columns.pages.set(position, first.row?.pages ?? null);
    columns.confident.add(position, first);
    columns.stability?.add(position, runs);
    addCitations(position, columns, runs);
    if (hasGold(item)) this.#addScores(position, columns, runs);
    else if (columns.packets !== null) columns.packets[position] = [];
    if (version === this.#run.versions.length - 1) addWrongPairs(columns, item.id, first);
    this.#countRuns(columns, item.id, runs);
    const reason = unscoredReason(first);
    if (reason === null) return;
    columns.unscoredCount++;
    if (columns.unscored.length < maxUnscored) columns.unscored.push({ position, itemId: item.id, reason });
  }

  #countRuns({ runs: counts, reused }: VersionColumns, itemId: string, runs: readonly ScoredRun[]): void {
    const { plan, failedRuns } = this.#run;
    for (const { state, row } of runs) {
      if (row?.reused !== undefined) addReused(reused, row.reused, row.credits);
      if (state !== 'not-run') counts[state === 'without-gold' ? 'scored' : state]++;
      if (state !== 'failed') continue;
      const name = plan.repeats === 1 ? itemId : `${itemId} repeat ${row?.repeat}`;
      const { reason = 'failed', message } = row?.failure ?? {};
      const known = getOrCreate(counts.failures, reason, () => ({ count: 0, items: [] }));
      known.count++;
      if (known.items.length < maxFailuresListed) known.items.push(name);
      const why = message === undefined ? 'no reason' : `${reason}: ${message}`;
      if (failedRuns.length < maxFailedRuns) failedRuns.push(`${name} (${why})`);
    }
  }

  #addScores(position: number, columns: VersionColumns, runs: readonly ScoredRun[]): void {
    const [first] = runs as readonly [ScoredRun];
    if (columns.extraction !== null) {
      const scored = runs.flatMap((run) =>
        run.score.kind === 'EXTRACT' ? [[run, run.score.counts] as const] : [],
      );
      columns.extraction.add(position, scored);
      for (const [, { arrays }] of scored) for (const { field } of arrays) this.#run.arrayFields.add(field);
    } else if (columns.classes !== null) {
      if (first.score.kind === 'CLASSIFY') columns.confidence.set(position, first.score.result.confidence);
      const scores = runs.flatMap(({ score }) =>
        score.kind === 'CLASSIFY' ? [{ ...score, result: { ...score.result, confidence: null } }] : [],
      );
      const key = scores
        .map(({ result: { scorer: _scorer, ...result } }) => JSON.stringify(result))
        .join('|');
      columns.classes.set(position, key, () => scores);
    } else if (columns.packets !== null) {
      columns.packets[position] = runs.flatMap(({ score }) => (score.kind === 'SPLITTER' ? [score] : []));
    }
  }

  #countClasses(item: DocumentScores['item'], first: ScoredRun | undefined): void {
    if (!hasGold(item)) return;
    const { score } = first ?? {};
    const { expectedClasses } = this.#run;
    if (score?.kind === 'CLASSIFY') increment(expectedClasses, score.result.expectedLabel);
    if (score?.kind === 'SPLITTER')
      for (const { type } of score.split.expected) increment(expectedClasses, type);
  }
}

function addReused(
  reused: VersionColumns['reused'],
  { recordId }: { readonly recordId: string },
  credits: number | null,
): void {
  reused.outputs++;
  reused.credits += credits ?? 0;
  reused.records.add(recordId);
}

function addCitations(position: number, columns: VersionColumns, runs: readonly ScoredRun[]): void {
  const cited = runs.flatMap(({ citations }) => (citations === undefined ? [] : [citations]));
  if (cited.length === 0) return;
  columns.citations ??= new CitationColumns();
  columns.citations.add(position, cited);
}

function emptyRun(
  plan: RunPlan,
  summary: RunSummary | null,
  { rules, description }: DocumentScorer,
  tags: ReadonlySet<string>,
) {
  const { config, ...excludedFields } = rules;
  return {
    plan,
    summary,
    config,
    excludedFields,
    scorer: description,
    count: 0,
    withoutGold: [] as number[],
    notScored: { notAnnotated: 0, unclear: 0, unclearValues: [] } as NotScoredValues,
    proposers: new Map() as ProposerTallies,
    itemIds: [] as string[],
    versions: plan.versions.map(() => new VersionColumns(config.type, plan.repeats)),
    arrayFields: new Set<string>(),
    tags: new TagColumns(tags),
    changes: plan.versions.length >= 2 ? new ChangeList() : null,
    repeatChanges: plan.versions.length >= 2 ? new ChangeList() : null,
    outputChanges: plan.versions.length >= 2 ? new ChangeList() : null,
    failedRuns: [] as string[],
    renames: emptyRenameCounts(partRenameCandidates(plan, config)),
    expectedClasses: new Map<string, number>(),
    trivial: [] as (readonly ClassScore[])[],
  };
}

function addWrongPairs(columns: VersionColumns, itemId: string, { score, nonComparable }: ScoredRun): void {
  if (score.kind !== 'EXTRACT' || (score.counts.exact === true && nonComparable.length === 0)) return;
  const own = new Set(nonComparable.map(({ field }) => field));
  for (const leaf of [...leavesOf(score).filter(({ field }) => !own.has(field)), ...nonComparable]) {
    if (right(leaf.outcome) || leaf.outcome === 'excluded' || leaf.outcome === 'unscored') continue;
    const pairs = getOrCreate(columns.wrongPairs, leaf.field, () => new WrongPairs());
    pairs.add(displayValue(leaf.expected), displayValue(leaf.predicted), itemId);
  }
}

/** Returns why an item run has no output, or why its score does not count; otherwise `null`. */
function unscoredReason({ state, failure, score }: ScoredRun): string | null {
  if (state === 'without-gold') return null;
  if (state !== 'scored') return failure ?? state;
  const isNonComparable =
    score.kind === 'CLASSIFY'
      ? score.result.notCompared === true
      : score.kind === 'SPLITTER' && score.split.allPageTypes !== undefined && !score.counted;
  return isNonComparable ? unsharedNote.note : null;
}
