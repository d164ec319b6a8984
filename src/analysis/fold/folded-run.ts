import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan, RunSummary } from '../../model/record/run-record.ts';
import type { ScorerDescription } from '../../model/score/scorer-description.ts';
import type { ScoringConfig } from '../config-changes/scoring-config.ts';
import type { ChangeList } from './change-list.ts';
import { CodeColumn } from './columns/code-column.ts';
import { ConfidenceColumns } from './columns/confidence-columns.ts';
import { ExtractionColumns, type RunTotal } from './columns/extraction-columns.ts';
import { NumberColumn } from './columns/number-column.ts';
import { StabilityColumns } from './columns/stability-columns.ts';
import type { TagColumns } from './columns/tag-columns.ts';
import type { ClassScore, RunState } from './documents/document-scores.ts';
import type { WrongPairs } from './wrong-pairs.ts';

export const runStates: readonly RunState[] = ['scored', 'failed', 'cancelled', 'not-run'];

/** How the item runs of one version ended: every repeat is an item run. */
export interface RunCounts {
  scored: number;
  failed: number;
  cancelled: number;
  /** Failed item runs by reason, with the names of the first ones. */
  readonly failures: Map<string, { count: number; readonly items: string[] }>;
}

/** An item run that has no score, and why. */
export interface UnscoredItem {
  readonly itemId: string;
  readonly version: number;
  readonly reason: string;
}

/** Everything that the figures of one version are computed from, in columns by position. */
export class VersionColumns {
  /** Of the first repeat, as an index into `runStates`. */
  readonly states = new CodeColumn<RunState>('not-run');
  /** Leaf counts; EXTRACT only. */
  readonly extraction: ExtractionColumns | null;
  /** Overall counts under each other choice of policies, in the order of the scorer's lanes. */
  readonly lanes: CodeColumn<readonly RunTotal[]>[] = [];
  /** One score per completed repeat; CLASSIFY only. */
  readonly classes: CodeColumn<readonly ClassScore[]> | null;
  /** One score per completed repeat; SPLITTER only: packets are few, and no two are alike. */
  readonly packets: (readonly ClassScore[])[] | null;
  /** Confidence of the answer (CLASSIFY) or the least confidence of a value, of the first repeat. */
  readonly confidence = new NumberColumn();
  readonly confident = new ConfidenceColumns();
  readonly latency = new NumberColumn();
  readonly credits = new NumberColumn();
  readonly pages = new NumberColumn();
  /** Most frequent wrong values by field, of the first repeat; EXTRACT only, the last version only. */
  readonly wrongPairs = new Map<string, WrongPairs>();
  /** `null` if the record has one repeat only. */
  readonly stability: StabilityColumns | null;
  readonly runs: RunCounts = { scored: 0, failed: 0, cancelled: 0, failures: new Map() };
  /** Most completed repeats of a document. */
  maxRepeats = 1;

  constructor(kind: ProcessorConfig['type'], repeats: number) {
    this.extraction = kind === 'EXTRACT' ? new ExtractionColumns() : null;
    this.classes = kind === 'CLASSIFY' ? new CodeColumn<readonly ClassScore[]>([]) : null;
    this.packets = kind === 'SPLITTER' ? [] : null;
    this.stability = repeats > 1 ? new StabilityColumns() : null;
  }

  /** Returns a function of the scores of all repeats by position. CLASSIFY computes it once per distinct answer. */
  ofScores<R>(of: (scores: readonly ClassScore[]) => R): (position: number) => R {
    if (this.classes !== null) return this.classes.map(of);
    const { packets } = this;
    return (position) => of(packets?.[position] ?? []);
  }
}

/** A record in which every document was scored: columns and counts, but no item scores. */
export interface FoldedRun {
  readonly plan: RunPlan;
  readonly summary: RunSummary | null;
  /** The config that every version was scored by. */
  readonly config: ProcessorConfig;
  /** Fields that were not scored, because only one side has them; fields or classes that not all versions have. */
  readonly excludedFields: Omit<ScoringConfig, 'config'>;
  readonly scorer: ScorerDescription;
  /** Number of documents; columns are read at positions 0 to `count` - 1. */
  readonly count: number;
  /** In the order of `plan.versions`, the baseline first. */
  readonly versions: readonly VersionColumns[];
  /** Array fields in the order in which they first appeared. */
  readonly arrayFields: readonly string[];
  readonly tags: TagColumns;
  /** Changes between the first and the second version; `null` unless there are two. */
  readonly changes: ChangeList | null;
  /** The first failed item runs of all versions, in the order of the items, with the reason. */
  readonly failedRuns: { readonly count: number; readonly first: readonly string[] };
  /** Item runs without a score, the first few. */
  readonly unscored: { readonly count: number; readonly first: readonly UnscoredItem[] };
  /** For each pair of parts that may be one part renamed: documents with a value of both, and with equal values. */
  readonly renames: ReadonlyMap<string, { readonly same: number; readonly both: number }>;
  /** Documents whose expected output has a class, or the number of such documents in packets, by class. */
  readonly expectedClasses: ReadonlyMap<string, number>;
  /** What trivial predictions would score on each packet; SPLITTER only. */
  readonly trivial: readonly (readonly ClassScore[])[];
}

/** Positions of all documents of a run. */
export function allPositions(count: number): Int32Array {
  const positions = new Int32Array(count);
  for (let position = 0; position < count; position++) positions[position] = position;
  return positions;
}

/** The names that readers see for the versions: the resolved number, or the word asked for if two resolved to the same. */
export function versionNames({ versions }: RunPlan): string[] {
  return versions.map(({ requested, resolved }) =>
    versions.filter((other) => other.resolved === resolved).length === 1 ? resolved : requested,
  );
}

/** The last version of a folded run by itself. `plan` has that version only. */
export function onlyLastVersion(run: FoldedRun, plan: RunPlan, summary: RunSummary | null): FoldedRun {
  const last = run.versions.length - 1;
  const mine = run.unscored.first.filter(({ version }) => version === last);
  return {
    ...run,
    plan,
    summary,
    versions: run.versions.slice(-1),
    changes: null,
    unscored: { count: mine.length, first: mine.map((one) => ({ ...one, version: 0 })) },
  };
}
