import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan, RunSummary } from '../../model/record/run-record.ts';
import { type MetricName, metricNamed } from '../../model/score/metrics.ts';
import type { ScorerDescription } from '../../model/score/scorer-description.ts';
import type { ScoringConfig } from '../config-changes/scoring-config.ts';
import type { ChangeList } from './change-list.ts';
import type { CitationColumns } from './columns/citation-columns.ts';
import { CodeColumn } from './columns/code-column.ts';
import { ConfidenceColumns } from './columns/confidence-columns.ts';
import { ExtractionColumns } from './columns/extraction-columns.ts';
import { NumberColumn, RunNumbers } from './columns/number-column.ts';
import { StabilityColumns } from './columns/stability-columns.ts';
import type { TagColumns } from './columns/tag-columns.ts';
import { type ClassScore, hasEnded, type RunState } from './documents/document-scores.ts';
import type { NotScoredValues } from './not-scored-values.ts';
import type { ProposerTallies } from './proposer-tally.ts';
import type { WrongPairs } from './wrong-pairs.ts';

/** Number of item runs of one version by state. Each repeat of an item is one item run. */
interface RunCounts {
  /** Number of item runs with an output, including those of items without gold. */
  scored: number;
  failed: number;
  cancelled: number;
  /** Failed item runs by reason. `count` is their number, and `items` names the first 1,000. */
  readonly failures: Map<string, { count: number; readonly items: string[] }>;
}

/** `unscored` of a version lists at most this many items. */
export const maxUnscored = 100;

/** Data from which the figures of one version are computed. Each column has one value per document. */
export class VersionColumns {
  /** State of the first repeat of each document. */
  readonly states = new CodeColumn<RunState>('not-run');
  /** States of all completed repeats of each document. */
  readonly repeatStates = new CodeColumn<readonly RunState[]>(['not-run']);
  /** Leaf counts; EXTRACT only. */
  readonly extraction: ExtractionColumns | null;
  /** One score per completed repeat; CLASSIFY only. */
  readonly classes: CodeColumn<readonly ClassScore[]> | null;
  /** One score per completed repeat; SPLITTER only. A plain list, because packets are few and rarely equal. */
  readonly packets: (readonly ClassScore[])[] | null;
  /** Confidence of the class in the first repeat; CLASSIFY only. */
  readonly confidence = new NumberColumn();
  readonly confident = new ConfidenceColumns();
  /** Citations; `null` if the citations of this version were not read. */
  citations: CitationColumns | null = null;
  readonly latency = new RunNumbers();
  readonly credits = new RunNumbers();
  readonly pages = new NumberColumn();
  /** The most frequent wrong values by field, in the first repeat. Only filled for EXTRACT and the last version. */
  readonly wrongPairs = new Map<string, WrongPairs>();
  /** Differences between repeats; `null` if the record has only one repeat. */
  readonly stability: StabilityColumns | null;
  readonly runs: RunCounts = { scored: 0, failed: 0, cancelled: 0, failures: new Map() };
  /**
   * Number of outputs that were reused from earlier runs, the credits of these outputs, and the ids of the records that
   * contain the earlier runs.
   */
  readonly reused = { outputs: 0, credits: 0, records: new Set<string>() };
  /** Largest number of completed repeats that a document has. */
  maxRepeats = 1;
  /** The first items whose first repeat has no output, or a score that does not count, in item order. */
  readonly unscored: { readonly position: number; readonly itemId: string; readonly reason: string }[] = [];
  unscoredCount = 0;

  constructor(kind: ProcessorConfig['type'], repeats: number) {
    this.extraction = kind === 'EXTRACT' ? new ExtractionColumns() : null;
    this.classes = kind === 'CLASSIFY' ? new CodeColumn<readonly ClassScore[]>([]) : null;
    this.packets = kind === 'SPLITTER' ? [] : null;
    this.stability = repeats > 1 ? new StabilityColumns() : null;
  }

  /**
   * Returns a function that takes a position, calls `of` with the scores of the document at this position, and returns
   * the result.
   */
  ofScores<R>(of: (scores: readonly ClassScore[]) => R): (position: number) => R {
    if (this.classes !== null) return this.classes.map(of);
    const { packets } = this;
    return (position) => of(packets?.[position] ?? []);
  }
}

/** Results of scoring all documents of a record, as columns and counts. The scores of single items are not kept. */
export interface FoldedRun {
  readonly plan: RunPlan;
  readonly summary: RunSummary | null;
  /** The config by which all versions were scored. */
  readonly config: ProcessorConfig;
  /** Fields that only the gold or only the processor has, and fields or classes that only some versions have. */
  readonly excludedFields: Omit<ScoringConfig, 'config'>;
  readonly scorer: ScorerDescription;
  /** Positions of the documents whose item has no gold, in ascending order. They have no scores. */
  readonly withoutGold: readonly number[];
  readonly notScored: NotScoredValues;
  /** Labels that processor versions proposed, by version; empty if no version proposed any. */
  readonly proposers: ProposerTallies;
  /** Number of documents. Columns have values at positions 0 to `count` - 1. */
  readonly count: number;
  /** The id of each document. Empty if there is one version, because only comparisons need ids. */
  readonly itemIds: readonly string[];
  /** Columns of each version, in the order of `plan.versions`: the baseline first. */
  readonly versions: readonly VersionColumns[];
  /** Array fields, in the order in which they first occurred. */
  readonly arrayFields: ReadonlySet<string>;
  readonly tags: TagColumns;
  /** Changes between the first and the second version; `null` if there is one version. */
  readonly changes: ChangeList | null;
  /** New errors over all repeats, for documents with several repeats. `null` if there is one version. */
  readonly repeatChanges: ChangeList | null;
  /**
   * Documents in which the outputs of the two versions differ, with the differing top-level fields. The flag of a
   * field is always 1 and does not mean `newError`.
   */
  readonly outputChanges: ChangeList | null;
  /** The first failed item runs of all versions with their reasons, in item order. */
  readonly failedRuns: readonly string[];
  /** For each possible rename of a field or class: number of compared values (`both`) and of equal values (`same`). */
  readonly renames: ReadonlyMap<string, { readonly same: number; readonly both: number }>;
  /** Number of expected documents per class. Each segment of a packet is one document. */
  readonly expectedClasses: ReadonlyMap<string, number>;
  /** Scores of the trivial predictions (`trivialNames`) per packet; SPLITTER only. */
  readonly trivial: readonly (readonly ClassScore[])[];
}

export function allPositions(count: number): Int32Array {
  return new Int32Array(count).map((_, position) => position);
}

/**
 * Returns the positions of the documents that a metric covers. Citation metrics cover all documents, and other metrics
 * the documents with gold.
 */
export function positionsFor(metric: MetricName, run: FoldedRun): Int32Array {
  return metricNamed(metric).ofCitations === undefined ? positionsWithGold(run) : allPositions(run.count);
}

export function positionsWithGold({ count, withoutGold }: FoldedRun): Int32Array {
  if (withoutGold.length === 0) return allPositions(count);
  const without = new Set(withoutGold);
  return allPositions(count).filter((position) => !without.has(position));
}

/** Returns the positions of the documents that ended in every version. Figures cover only these documents. */
export function endedPositions({ count, versions }: FoldedRun): Int32Array {
  return allPositions(count).filter((position) =>
    versions.every(({ states }) => hasEnded(states.at(position))),
  );
}

/** Counts the documents by their state in the first repeat. */
export function countStates({ states }: VersionColumns, count: number): Record<RunState, number> {
  const counts = { scored: 0, 'without-gold': 0, failed: 0, cancelled: 0, 'not-run': 0 };
  for (const position of allPositions(count)) counts[states.at(position)]++;
  return counts;
}

/**
 * Returns the name of each version: its resolved version number, or its requested name if two versions have the same
 * number.
 */
export function versionNames({ versions }: RunPlan): string[] {
  return versions.map(({ requested, resolved }) =>
    versions.filter((other) => other.resolved === resolved).length === 1 ? resolved : requested,
  );
}

/** Returns the folded run with only the last version. `plan` must have only that version. */
export function onlyLastVersion(run: FoldedRun, plan: RunPlan, summary: RunSummary | null): FoldedRun {
  return {
    ...run,
    plan,
    summary,
    versions: run.versions.slice(-1),
    changes: null,
    repeatChanges: null,
    outputChanges: null,
  };
}
