import type { JsonValue } from '../json/json-value.ts';
import type { ProcessorKind } from '../processor/processor-config.ts';
import type { BaselineEntry } from '../record/baseline-entry.ts';
import type { RunSummary } from '../record/run-record.ts';
import type { UnknownGold } from '../record/unknown-gold.ts';
import type { ChangesSince } from '../report/document-state.ts';
import type { ErrorAttribution } from '../report/sections/error-attribution.ts';
import type { LabelIssueSection } from '../report/sections/label-issue.ts';
import type { Reconciliation } from '../report/sections/reconciliation.ts';
import type {
  PlannedEffect,
  PlannedQuestion,
  SampleSizeSection,
} from '../report/sections/sample-size-section.ts';
import type { SummaryOutcome } from '../report/summary.ts';
import type { OptionsStatement } from '../score/option-differences.ts';

/** Headline figures of one version, and its number of items per state. */
export interface VersionFigures {
  /** Value of each metric; `null` if the metric is undefined. The key `f1.<field>` is the F1 of a field. */
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Number of `planned` items, then of items per state: `scored`, `without-gold`, `failed`, `cancelled`, `not-run`. */
  readonly items: Readonly<Record<string, number>>;
}

/** Output of `goldset run --json` and `goldset report --json`. */
export interface RunResult extends OptionsStatement {
  readonly record: string;
  /** Path of the HTML report, or of the first file if there is no HTML. */
  readonly report: string;
  readonly exitCode: number;
  /** Figures by requested version: `draft`, `latest`, `1.0`. */
  readonly versions: Readonly<Record<string, VersionFigures>>;
  /** Set for a run with `--only-wrong` or `--only-new-errors`. */
  readonly since?: ChangesSince;
  /** Number of configs that were tried on these documents up to this run. Not set if this number is unknown. */
  readonly tries?: number;
}

/** Output of `goldset demo --json`. */
export interface DemoResult {
  readonly exitCode: number;
  readonly seconds: number;
  readonly reports: Readonly<
    Record<
      string,
      {
        readonly report: string;
        readonly recommendation: string | null;
        /** The verdict of page one. */
        readonly outcome: SummaryOutcome;
        readonly versions: Readonly<Record<string, VersionFigures>>;
      }
    >
  >;
}

/** Output of `goldset init --json`. */
export interface InitResult {
  readonly files: readonly string[];
  readonly next: readonly string[];
}

/** Output of `goldset serve --json` when it accepts connections. */
export interface ServeResult {
  readonly url: string;
  readonly token: string;
  readonly dataDir: string;
  /** Models and runtime that read images (OCR), and the platform. */
  readonly ocr: string;
  /** Engine that reads the documents: `local`, or the model and the address of its server. */
  readonly engine: string;
  /** Address of the queue whose workers read the documents, without user name and password; `null` without a queue. */
  readonly queue: string | null;
  readonly pid: number;
}

/** Output of `goldset worker --json` when it can take jobs. */
export interface WorkerResult {
  /** Address of the queue, without user name and password. */
  readonly queue: string;
  /** Kinds of jobs that this worker takes. */
  readonly jobs: readonly ('runs' | 'engines')[];
  readonly pid: number;
}

/** Output of `goldset view --json` when it accepts connections. */
export interface ViewResult {
  /** Address of the page, including the secret token. */
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
}

/** Output of `goldset open --json`. */
export interface OpenResult {
  /** Path of the HTML page. */
  readonly report: string;
  /** Whether a browser was started. */
  readonly opened: boolean;
}

/** Output of `goldset baseline set --json`. */
export interface SetBaselineResult {
  readonly dir: string;
  readonly entry: BaselineEntry;
}

/** Output of `goldset baseline list --json`. */
export interface BaselineList {
  readonly dir: string;
  readonly entries: readonly BaselineEntry[];
}

/** Output of `goldset dataset check --json`. */
export interface DatasetCheckResult {
  readonly name: string;
  readonly kind: ProcessorKind;
  readonly path: string;
  readonly items: number;
  /** Number of the items without gold; not set if every item has gold. */
  readonly withoutGold?: number;
  /** Number of problems. `problems` has only the first 1,000. */
  readonly problemCount: number;
  readonly problems: readonly { readonly code: string; readonly message: string; readonly fix: string }[];
  readonly notices: readonly string[];
  /** Keys and classes that occur in the gold but not in a schema. */
  readonly unknownGold: readonly UnknownGold[];
  /** Repairs of the gold; not set without `--fix`. */
  readonly fix?: GoldRepairs;
}

/** The repairs that `goldset dataset check --fix` lists or has written. */
export interface GoldRepairs {
  readonly repairs: readonly GoldRepair[];
  /** Number of the dataset version with the repairs; `null` if nothing was written. */
  readonly version: number | null;
}

/** A repair of one label. The repaired label has the same meaning, and follows the schema. */
export interface GoldRepair {
  readonly file: string;
  readonly line: number;
  readonly item: string;
  /** Path of the label after the repair. */
  readonly path: string;
  /** Path with the misspelt key; `null` if no key is renamed. */
  readonly renamedFrom: string | null;
  /** Name that selects the repair with `--fix`: the field without row numbers, or the misspelt key. */
  readonly field: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** Output of `goldset dataset stats --json`. */
export interface DatasetStatsResult {
  readonly name: string;
  readonly kind: ProcessorKind;
  readonly items: number;
  /** Number of the items without gold; not set if every item has gold. */
  readonly withoutGold?: number;
  readonly sources: Readonly<Record<string, number>>;
  readonly tags: Readonly<Record<string, number>>;
  /** EXTRACT: items with a value, per field. CLASSIFY: items per class. SPLITTER: documents of packets per class. */
  readonly gold: Readonly<Record<string, number>>;
}

export interface AppliedReview {
  readonly dataset: string;
  /** Number of the new version, from 1. If no label changed, number of the current version. */
  readonly version: number;
  readonly changed: number;
  readonly kept: number;
  readonly undecided: number;
  /** Number of lines of the review list whose value already equals the label. */
  readonly unchanged: number;
  /**
   * Number of changed items whose `goldSource` lost its counts of confirmed and changed labels, because
   * `proposals.jsonl` has no proposal for these items.
   */
  readonly uncounted: number;
}

/** Output of `goldset dataset apply-review --json`. */
export interface ApplyReviewResult extends AppliedReview {
  readonly exitCode: number;
}

/** Output of `goldset reconcile --json`. */
export interface ReconcileResult {
  readonly exitCode: number;
  readonly reconciliation: Reconciliation;
  readonly files: readonly string[];
}

/** Output of `goldset label-issues --json`. */
export interface LabelIssuesResult extends LabelIssueSection, OptionsStatement {
  readonly exitCode: number;
  readonly files: readonly string[];
}

/** Output of `goldset attribution --json`. */
export interface AttributionResult extends ErrorAttribution {
  readonly exitCode: number;
  readonly files: readonly string[];
}

/** Output of `goldset thresholds --json`. */
export interface ThresholdsResult extends OptionsStatement {
  readonly exitCode: number;
  /** Name of the confidence score that was used. */
  readonly source: string;
  readonly targetError: number;
  readonly level: number;
  /** True if the confidence level holds for all thresholds of a version together. */
  readonly simultaneous: boolean;
  readonly method: string;
  readonly procedure: string;
  /** Tag whose values define clusters. Certificates then count clusters. If `null`, they count documents. */
  readonly clusterBy: string | null;
  readonly scopes: readonly {
    readonly scope: string;
    readonly label: string;
    readonly versions: readonly {
      readonly version: string;
      readonly documents: number;
      /** Certified threshold; `null` if there is none. */
      readonly threshold: number | null;
      readonly straightThrough: number | null;
      /**
       * Number of documents needed to certify a threshold; with `clusterBy`, number of clusters. `null` if a threshold
       * is certified, or if more documents would not help. Also `null` if wrong documents are concentrated in a few
       * values of a tag.
       */
      readonly needed: number | null;
      /**
       * Tags for which the wrong documents are concentrated in a few tag values, with the p-value of each test. Such a
       * tag prevents certification.
       */
      readonly wrongClusters: readonly { readonly tag: string; readonly p: number }[];
      readonly sentence: string;
      readonly warnings: readonly string[];
    }[];
  }[];
}

/** Number of documents needed to find a difference between two versions, overall or for one field or class. */
export interface SampleSizeRow extends Omit<PlannedQuestion, 'needed'>, PlannedEffect {
  /**
   * Number of other metrics that are tested jointly with this metric. Each further metric lowers the significance
   * level.
   */
  readonly otherQuestions: number;
}

/** Output of `goldset sample-size --json`. */
export interface SampleSizeResult extends OptionsStatement {
  readonly exitCode: number;
  /** Difference to detect as a share: 3 points are 0.03. */
  readonly effect: number;
  readonly power: number;
  readonly confidence: number;
  /** Number of planned comparisons. Each comparison has the significance level (1 - confidence) / looks. */
  readonly looks: number;
  /**
   * Source of `discordant`: `observed` in the record, or `assumed`, as if the errors of the two versions were
   * independent.
   */
  readonly basis: 'observed' | 'assumed';
  /** Number of documents of the record that have gold; 0 if there is no record. */
  readonly documents: number;
  readonly clusters: SampleSizeSection['clusters'];
  readonly rows: readonly SampleSizeRow[];
  /** Sentences on how to need fewer documents. */
  readonly advice: readonly string[];
  /** Documents needed for an interval of the requested width; `null` without `--width`. */
  readonly width:
    | readonly {
        readonly scope: string;
        readonly label: string;
        /**
         * Number of documents with which the confidence interval of the rate is at most as wide as `--width` requests,
         * in about half of the samples.
         */
        readonly documents: number;
        /**
         * Number of documents with which the confidence interval of the rate is at most as wide as `--width` requests,
         * in 80 % of the samples.
         */
        readonly inMost: number;
      }[]
    | null;
  /** Documents needed to certify a threshold; `null` without `--target-error` or if no number is sufficient. */
  readonly certificate: {
    /** Number of accepted documents that the certificate needs; with `clusterBy`, number of clusters. */
    readonly accepted: number;
    readonly wrong: number;
    /**
     * Number of documents (or clusters) to plan. A threshold is expected to accept about `accepted` of these documents.
     */
    readonly documents: number;
    readonly power: number;
    /** Tag whose values define clusters. All numbers then count clusters. If `null`, they count documents. */
    readonly clusterBy: string | null;
  } | null;
}

/** Output of `goldset dataset convert --json` and `goldset dataset pull --json`. */
export interface ConvertResult {
  readonly folder: string;
  readonly items: number;
  readonly files: number;
}

/** Output of `goldset dataset split --json`. */
export interface SplitResult {
  readonly seed: string;
  /** Number of groups of documents. A group is never divided. `null` if every document is its own group. */
  readonly clusters: number | null;
  /** The dataset with the documents that were not reserved. */
  readonly tune: ConvertResult;
  /** The dataset with the reserved documents. */
  readonly holdout: ConvertResult;
}

/** Output of `goldset dataset prefill --json`. */
export interface PrefillResult {
  readonly exitCode: number;
  /** Folder with `dataset.json` and `proposals.jsonl`. */
  readonly folder: string;
  /** Number of documents without gold. */
  readonly documents: number;
  /** Number of documents without gold for which proposals were requested: all such documents, or a sample. */
  readonly chosen: number;
  /** Number of proposals that this call added. */
  readonly added: number;
  /** Number of chosen documents without a proposal, because their run failed or the record has no output for them. */
  readonly missing: number;
  /** Number of documents with a proposal and without gold. */
  readonly waiting: number;
  /** Number of items with gold. */
  readonly labelled: number;
  /** Record with the outputs; `null` if nothing had to run. */
  readonly record: string | null;
}

/** Output of `goldset dataset push --json`. */
export interface PushResult {
  readonly evaluationSetId: string;
  readonly items: number;
  /** Items that were not uploaded, because they have no file. */
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
  /** True if the service already has an equal evaluation set, so that nothing was uploaded. */
  readonly reused: boolean;
  /**
   * Members that an evaluation set of the service cannot have, and the number of uploaded items that have them. The
   * service also gives each item a new id.
   */
  readonly notTransferred: {
    readonly notScored: number;
    readonly goldSource: number;
    readonly tags: number;
  };
}

/** Output of `goldset record verify --json`. */
export interface RecordVerifyResult {
  readonly record: string;
  readonly format: 1 | 2;
  /** Hash of the content of the record; `null` if the run is unfinished, or if the record has format 1. */
  readonly seal: string | null;
  readonly items: number;
  readonly rows: number;
  readonly runs: number;
  readonly byState: RunSummary['byState'];
  readonly notices: readonly string[];
}

/** Output of `goldset record upgrade --json`. */
export interface RecordUpgradeResult {
  readonly record: string;
  /** Folder of the old record; `null` if the record already has the current format. */
  readonly oldRecord: string | null;
  readonly items: number;
  readonly rows: number;
  /** Number of skipped rows: duplicates, and rows of item runs that were not planned. */
  readonly skippedRows: number;
}

/** Output of `goldset merge --json`. */
export interface MergeResult {
  readonly record: string;
  readonly recordId: string;
  readonly shards: number;
  readonly items: number;
  /** Number of item runs: items × versions × repeats. */
  readonly itemRuns: number;
}
