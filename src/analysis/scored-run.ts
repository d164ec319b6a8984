import type { ClassificationJudgement, SplittingJudgement } from '../model/judgement.ts';
import type { ItemLedger, LeafOutcome } from '../model/ledger.ts';
import type { ProcessorConfig } from '../model/processor-config.ts';
import type { ItemRun, RecordedItem, RunPlan, RunSummary } from '../model/run-record.ts';
import type { ScorerDescription } from '../model/scorer-description.ts';

/** How one item came out for one version, judged by the scorer of its kind. */
export type Judgement =
  | { readonly kind: 'EXTRACT'; readonly ledger: ItemLedger }
  | { readonly kind: 'CLASSIFY'; readonly answer: ClassificationJudgement }
  /** `counted` is false where a packet without output is left out by the failures policy. */
  | { readonly kind: 'SPLITTER'; readonly split: SplittingJudgement; readonly counted: boolean };

export interface ScoredVersion {
  readonly state: 'scored' | 'failed' | 'cancelled' | 'not-run';
  /** Why there is no output; null where there is one. */
  readonly failure: string | null;
  readonly row: ItemRun | null;
  /** Under the failures policy `missing` an item without an output is judged too: all that it expects is missing. */
  readonly judgement: Judgement;
  /** Leaves of fields that not all versions read, where this one does; they are in no figure of the whole. */
  readonly apart: readonly LeafOutcome[];
  /** The further completed repeats; this is the first of them. Figures are made `overRepeats`. */
  readonly others?: readonly ScoredVersion[];
}

export interface ScoredItem {
  readonly recorded: RecordedItem;
  /** Parallel to `ScoredRun.versions`. */
  readonly versions: readonly ScoredVersion[];
}

/** A record with every item judged. */
export interface ScoredRun {
  readonly plan: RunPlan;
  readonly summary: RunSummary | null;
  /** What every version was judged by. */
  readonly config: ProcessorConfig;
  /** Fields that were not judged, because only one side has them. */
  readonly leftOut: {
    readonly onlyGold: readonly string[];
    readonly onlyProcessor: readonly string[];
    /** Fields, or classes, that not all versions have. */
    readonly notComparable: readonly string[];
  };
  /** The versions in play, baseline first. Indices into `plan.versions`. */
  readonly versions: readonly number[];
  readonly items: readonly ScoredItem[];
  readonly scorerFingerprint: string;
  /** What the fingerprint stands for; `requireSameScorer` compares two. */
  readonly scorer: ScorerDescription;
}

/** What readers call the versions in play: the number they resolved to, or the word asked for where two resolved alike. */
export function versionNames(run: Pick<ScoredRun, 'plan' | 'versions'>): string[] {
  const listed = run.versions.map((index) => run.plan.versions[index] as RunPlan['versions'][number]);
  return listed.map(({ requested, resolved }) =>
    listed.filter((other) => other.resolved === resolved).length === 1 ? resolved : requested,
  );
}
