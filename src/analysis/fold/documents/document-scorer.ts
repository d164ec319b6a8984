import { zeroCounts } from '../../../metrics/counts.ts';
import { hasGold } from '../../../model/dataset/evaluation-set.ts';
import type { ExtractConfig, ProcessorConfig } from '../../../model/processor/processor-config.ts';
import type { ItemRun, RecordedItem, RunPlan } from '../../../model/record/run-record.ts';
import { type ItemCounts, type LeafOutcome, outcomes } from '../../../model/score/item-score.ts';
import type { ScorerDescription } from '../../../model/score/scorer-description.ts';
import type { RecordedDocument } from '../../../record/read/open-record.ts';
import { scoreClassification } from '../../../scorers/classification/score-classification.ts';
import { compileScorer, type DocumentPair, type Scorer } from '../../../scorers/compile-scorer.ts';
import { describeScorer } from '../../../scorers/extraction/scorer-fingerprint.ts';
import type { ExtractionScoringOptions } from '../../../scorers/extraction/scoring-options.ts';
import { isPageCount } from '../../../scorers/splitting/read-splits.ts';
import { scoreSplitting } from '../../../scorers/splitting/score-splitting.ts';
import { isUnder } from '../../config-changes/field-changes.ts';
import { fieldsOf, type ScoringConfig, scoringConfig } from '../../config-changes/scoring-config.ts';
import { compileCitationCheck } from './check-citations.ts';
import { leavesOf } from './document-leaves.ts';
import { type DocumentScores, hasEnded, type RunScore, type ScoredRun } from './document-scores.ts';
import { scoreSharedClasses } from './score-shared-classes.ts';

/** Scores the documents of one record. All versions are scored by the same rules. */
export interface DocumentScorer {
  readonly rules: ScoringConfig;
  readonly description: ScorerDescription;
  score(document: RecordedDocument): DocumentScores;
}

/**
 * Compiles the scoring rules of a record. With `lanes`, the scorer also counts outcomes under other scoring policies
 * (extraction only).
 */
export function compileDocumentScorer(
  plan: RunPlan,
  options: ExtractionScoringOptions,
  { lanes = false }: { readonly lanes?: boolean } = {},
): DocumentScorer {
  const rules = scoringConfig(plan);
  const scoreRow = compileScore(plan, rules, options, lanes);
  // An item run that has not ended is neither right nor wrong, so it has no score under any failures policy.
  let scoreOpen: ScoreRun | undefined;
  const withoutScore: ScoreRun = (item, row, config) => {
    scoreOpen ??= compileScore(plan, rules, { ...options, failures: 'exclude' }, false);
    const open = scoreOpen(item, null, config);
    if (row?.state !== 'processed' || open.score.kind !== 'EXTRACT') return open;
    const { score } = scoreRow(item, row, config);
    return score.kind === 'EXTRACT' ? { ...open, score: withPredictions(open.score, score) } : open;
  };
  const unscored = scoreWithoutGold(rules.config, options);
  const citationsWithoutGold = compileCitationsWithoutGold(rules, options);
  return {
    rules,
    description: describeScorer(options),
    score: ({ position, item, runs }) => {
      // All figures cover the same documents, so that the versions can be compared in every section.
      const isCounted = plan.versions.every((_, version) => isEnded(runs[version]?.[0] ?? null, item));
      const versions = plan.versions.map(({ config }, version) => {
        const [first = null, ...others] = runs[version] ?? [];
        const scoreRun = (row: ItemRun | null): ScoredRun => {
          const score = isCounted && isEnded(row, item) ? scoreRow : withoutScore;
          return {
            ...stateOf(row, item),
            row,
            ...(hasGold(item)
              ? score(item, row, config)
              : { score: unscored(row), nonComparable: [], ...citationsWithoutGold(item, row) }),
          };
        };
        return [scoreRun(first), ...others.map(scoreRun)] as const;
      });
      return { position, item, versions };
    },
  };
}

type ExtractionScore = Extract<RunScore, { kind: 'EXTRACT' }>;

type ScoreRun = (
  item: RecordedItem,
  row: ItemRun | null,
  config: ProcessorConfig,
) => Pick<ScoredRun, 'score' | 'nonComparable' | 'citations'>;

function compileScore(
  plan: RunPlan,
  { config, onlyGold, onlyProcessor, notComparable }: ScoringConfig,
  options: ExtractionScoringOptions,
  lanes: boolean,
): ScoreRun {
  const predictedOf = (row: ItemRun | null) => (row?.state === 'processed' ? row.output : undefined);
  if (config.type !== 'EXTRACT') {
    const unshared = new Set(notComparable);
    return (item, row) => {
      const scored = scoreClasses(item, predictedOf(row), row?.pages ?? null, config, options);
      return {
        score: unshared.size === 0 ? scored : scoreSharedClasses(scored, unshared),
        nonComparable: [],
      };
    };
  }
  const scorerWithout = (fields: readonly string[]) =>
    compileScorer(config, {
      ...options,
      exclude: [...options.exclude, ...onlyGold, ...onlyProcessor, ...fields],
    });
  const snapshot = snapshots(scorerWithout(notComparable), lanes);
  // Fields that only some versions have are scored separately, so that they do not affect the overall figures.
  const whole = notComparable.length === 0 ? null : scorerWithout([]);
  const readBy = new Map(
    plan.versions.map((version) => [version.config, fieldsOf(version.config as ExtractConfig)]),
  );
  const checkCitations = compileCitationCheck(config, options);
  return (item, row, own) => {
    const notScored = item.notScored && Object.keys(item.notScored);
    const pair = {
      expected: item.expectedOutput,
      predicted: predictedOf(row),
      ...(notScored && { notScored }),
    };
    const score: RunScore = { kind: 'EXTRACT', counts: snapshot(item, pair) };
    const citations = row?.cited && checkCitations(item, row.cited, leavesOf(score));
    if (whole === null) return { score, nonComparable: [], ...(citations && { citations }) };
    const fields = readBy.get(own) as ReadonlySet<string>;
    const isNonComparable = ({ field }: LeafOutcome) => fields.has(field) && isUnder(field, notComparable);
    const nonComparable = whole.itemScore(pair).leaves.filter(isNonComparable);
    return { score, nonComparable, ...(citations && { citations }) };
  };
}

/**
 * Returns a function for items without gold. The function returns the citations of all values that are not excluded.
 */
function compileCitationsWithoutGold(
  { config, onlyGold, onlyProcessor, notComparable }: ScoringConfig,
  options: ExtractionScoringOptions,
): (item: RecordedItem, row: ItemRun | null) => Pick<ScoredRun, 'citations'> {
  if (config.type !== 'EXTRACT') return () => ({});
  const check = compileCitationCheck(config, options);
  let scorer: Scorer | undefined;
  return (item, row) => {
    if (!row?.cited || row.state !== 'processed') return {};
    // Scoring against an empty gold lists every value as spurious. With `unlabelled: 'ignore'`, every value would be
    // excluded instead.
    scorer ??= compileScorer(config, {
      ...options,
      unlabelled: 'absent',
      exclude: [...options.exclude, ...onlyGold, ...onlyProcessor, ...notComparable],
    });
    const { leaves } = scorer.itemScore({ expected: {}, predicted: row.output });
    return { citations: check(item, row.cited, leaves) };
  };
}

/**
 * Number of entries of `counts.lanes` that are kept. In each kept entry, one scoring policy is changed. In each later
 * entry, several policies are changed.
 */
const shownLanes = 3;

/**
 * Returns a function that scores a document. The function copies the counts, because the scorer overwrites them for the
 * next document. To save time, it builds the leaves only if `itemScore` is called. After such a call, it builds the
 * leaves of the next document together with the counts.
 */
function snapshots(scorer: Scorer, lanes: boolean): (item: RecordedItem, pair: DocumentPair) => ItemCounts {
  let current: RecordedItem | undefined;
  let areLeavesRequested = false;
  let parts: 'counts' | 'leaves' = 'counts';
  return (item, pair) => {
    if (item !== current) {
      parts = areLeavesRequested ? 'leaves' : 'counts';
      areLeavesRequested = false;
      current = item;
    }
    const counts = scorer.score(pair, parts);
    const { total, exact, fields, arrays, predicted, scorer: description } = counts;
    let built: ReturnType<ItemCounts['itemScore']> | undefined;
    return {
      total,
      exact,
      fields,
      byField: counts.byField.slice(0, fields.length * outcomes.length),
      arrays,
      lanes: lanes ? counts.lanes.slice(0, shownLanes) : [],
      predicted,
      scorer: description,
      itemScore: () => {
        areLeavesRequested = true;
        built ??= counts.itemScore();
        return built;
      },
    };
  };
}

function scoreClasses(
  item: RecordedItem,
  predicted: unknown,
  pages: number | null,
  config: Exclude<ProcessorConfig, { type: 'EXTRACT' }>,
  options: ExtractionScoringOptions,
): Exclude<RunScore, { kind: 'EXTRACT' }> {
  const expected = item.expectedOutput;
  if (config.type === 'CLASSIFY') {
    const { classifications } = config;
    const { failures } = options;
    return {
      kind: 'CLASSIFY',
      result: scoreClassification({ expected, predicted, classifications }, { failures }),
    };
  }
  const classifications = config.splitClassifications;
  // Ignore an impossible page count, because a service can report any number.
  const counted = pages !== null && isPageCount(pages) ? pages : undefined;
  const split = scoreSplitting({ expected, predicted, pages: counted, classifications });
  return { kind: 'SPLITTER', split, counted: split.hasOutput || options.failures === 'missing' };
}

/** Returns a function for items without gold. Its result is an empty score: no leaves, and nothing right or wrong. */
function scoreWithoutGold(
  { type }: ProcessorConfig,
  options: ExtractionScoringOptions,
): (row: ItemRun | null) => RunScore {
  if (type === 'EXTRACT') {
    const scorer = describeScorer(options);
    const none = {
      total: zeroCounts,
      exact: null,
      fields: [],
      byField: new Uint32Array(),
      arrays: [],
      lanes: [],
      predicted: undefined,
    };
    const itemScore = () => ({ leaves: [], counts: zeroCounts, rows: [], exact: null, scorer });
    return () => ({ kind: 'EXTRACT', counts: { ...none, scorer, itemScore } });
  }
  if (type === 'SPLITTER') {
    const split = scoreSplitting({ expected: [], predicted: undefined });
    return () => ({ kind: 'SPLITTER', split, counted: false });
  }
  return (row) => {
    const result = scoreClassification({ expected: undefined, predicted: row?.output }, options);
    return { kind: 'CLASSIFY', result: { ...result, correct: null, withoutGold: true } };
  };
}

/** Returns a score that counts nothing and shows the predicted values of another score of the same item run. */
function withPredictions(open: ExtractionScore, { counts }: ExtractionScore): ExtractionScore {
  const itemScore = () => {
    const predicted = new Map(counts.itemScore().leaves.map((leaf) => [leaf.path, leaf.predicted]));
    const score = open.counts.itemScore();
    return {
      ...score,
      leaves: score.leaves.map((leaf) => ({ ...leaf, predicted: predicted.get(leaf.path) })),
    };
  };
  return { ...open, counts: { ...open.counts, itemScore } };
}

function isEnded(row: ItemRun | null, item: RecordedItem): boolean {
  return hasEnded(stateOf(row, item).state);
}

function stateOf(row: ItemRun | null, item: RecordedItem): Pick<ScoredRun, 'state' | 'failure'> {
  if (row === null) return { state: 'not-run', failure: 'not run' };
  if (row.state === 'processed') return { state: hasGold(item) ? 'scored' : 'without-gold', failure: null };
  return {
    state: row.state,
    failure: row.failure ? `${row.failure.reason}: ${row.failure.message}` : row.state,
  };
}
