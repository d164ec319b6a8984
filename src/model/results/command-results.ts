import type { ProcessorKind } from '../processor/processor-config.ts';
import type { BaselineEntry } from '../record/baseline-entry.ts';
import type { ErrorAttribution } from '../report/error-attribution.ts';
import type { LabelIssueSection } from '../report/label-issue.ts';
import type { Reconciliation } from '../report/reconciliation.ts';

/** Headline figures of one version, and what became of its items. */
export interface VersionFigures {
  /** By name of the metric, `f1.<field>` for fields; null where it is not defined. */
  readonly metrics: Readonly<Record<string, number | null>>;
  /** `planned`, then the states that occur: `scored`, `failed`, `cancelled`, `not-run`. */
  readonly items: Readonly<Record<string, number>>;
}

/** `goldset run --json` and `goldset report --json`. */
export interface RunResult {
  /** Folder of the record. */
  readonly record: string;
  /** The report's page, or its first file where no page was asked for. */
  readonly report: string;
  readonly exitCode: number;
  /** By the word that was asked for: `draft`, `latest`, `1.0`. */
  readonly versions: Readonly<Record<string, VersionFigures>>;
}

/** `goldset demo --json`. */
export interface DemoResult {
  readonly exitCode: number;
  readonly seconds: number;
  /** By dataset. */
  readonly reports: Readonly<
    Record<
      string,
      {
        readonly report: string;
        readonly recommendation: string | null;
        readonly versions: Readonly<Record<string, VersionFigures>>;
      }
    >
  >;
}

/** `goldset init --json`. */
export interface InitResult {
  /** What was written. */
  readonly files: readonly string[];
  /** Commands to go on with, in the folder. */
  readonly next: readonly string[];
}

/** `goldset serve --json`, once it accepts connections. */
export interface ServeResult {
  readonly url: string;
  readonly token: string;
  readonly dataDir: string;
  readonly pid: number;
}

/** `goldset baseline set --json`. */
export interface SetBaselineResult {
  /** Folder of the baselines. */
  readonly dir: string;
  readonly entry: BaselineEntry;
}

/** `goldset baseline list --json`. */
export interface BaselineList {
  /** Folder of the baselines. */
  readonly dir: string;
  readonly entries: readonly BaselineEntry[];
}

/** `goldset dataset check --json`. */
export interface DatasetCheckResult {
  readonly name: string;
  readonly kind: ProcessorKind;
  readonly path: string;
  /** Items without a fault. */
  readonly items: number;
  readonly faults: number;
  /** The first 1,000 of them. */
  readonly problems: readonly { readonly code: string; readonly message: string; readonly fix: string }[];
  readonly notices: readonly string[];
}

/** `goldset dataset stats --json`. */
export interface DatasetStatsResult {
  readonly name: string;
  readonly kind: ProcessorKind;
  readonly items: number;
  readonly sources: Readonly<Record<string, number>>;
  readonly tags: Readonly<Record<string, number>>;
  /** Items with a value by field, items by class, or documents in packets by class. */
  readonly gold: Readonly<Record<string, number>>;
}

/** What became of a review list. */
export interface AppliedReview {
  readonly dataset: string;
  /** Number of the new version; the first is 1. The same as before where nothing changed. */
  readonly version: number;
  readonly changed: number;
  readonly kept: number;
  readonly undecided: number;
  /** Lines whose value is the label already. */
  readonly unchanged: number;
}

/** `goldset dataset apply-review --json`. */
export interface ApplyReviewResult extends AppliedReview {
  readonly exitCode: number;
}

/** `goldset reconcile --json`. */
export interface ReconcileResult {
  readonly exitCode: number;
  readonly reconciliation: Reconciliation;
  readonly files: readonly string[];
}

/** `goldset label-issues --json`. */
export interface LabelIssuesResult extends LabelIssueSection {
  readonly exitCode: number;
  readonly files: readonly string[];
}

/** `goldset attribution --json`. */
export interface AttributionResult extends ErrorAttribution {
  readonly exitCode: number;
  readonly files: readonly string[];
}

/** `goldset thresholds --json`. */
export interface ThresholdsResult {
  readonly exitCode: number;
  /** Which confidence of the outputs. */
  readonly source: string;
  readonly targetError: number;
  readonly level: number;
  /** All thresholds of a version hold at once. */
  readonly simultaneous: boolean;
  readonly method: string;
  readonly procedure: string;
  readonly scopes: readonly {
    readonly scope: string;
    readonly label: string;
    readonly versions: readonly {
      readonly version: string;
      readonly documents: number;
      /** From which confidence on; null where none is certified. */
      readonly threshold: number | null;
      /** Share of documents that goes through. */
      readonly straightThrough: number | null;
      /** Accepted documents that a certificate takes at this error rate. */
      readonly needed: number | null;
      readonly sentence: string;
      readonly warnings: readonly string[];
    }[];
  }[];
}

/** How many documents a question about two versions takes. */
export interface SampleSizeRow {
  /** `overall`, or `field:total_amount`. */
  readonly scope: string;
  readonly label: string;
  /** Share of documents that the versions get right, on average. */
  readonly rate: number;
  /** Share of documents that only one of two versions gets right: what the test lives on. */
  readonly discordant: number;
  /** `seen` between two versions of a record, or `assumed`: that of versions that err independently. */
  readonly basis: 'observed' | 'assumed';
  /** Documents of the record that it was seen on; null without a record. */
  readonly observedOn: number | null;
  /** Null where no number of documents would do. */
  readonly documents: number | null;
  /** The same at the upper end of the interval of `discordant`, because a few documents say little about it. */
  readonly cautious: number | null;
  /** The confidence that the test has in this row: fields share one error. */
  readonly confidence: number;
}

/** `goldset sample-size --json`. */
export interface SampleSizeResult {
  readonly exitCode: number;
  /** A share: 3 points are .03. */
  readonly effect: number;
  readonly power: number;
  readonly confidence: number;
  readonly rows: readonly SampleSizeRow[];
  /** With `--width`. */
  readonly width:
    | readonly { readonly scope: string; readonly label: string; readonly documents: number }[]
    | null;
  /** With `--target-error`. */
  readonly certificate: {
    /** Accepted documents that must be judged. */
    readonly accepted: number;
    /** So many of them may be wrong, no more. */
    readonly wrong: number;
    /** Documents in all, at the expected share that is accepted. */
    readonly documents: number;
    /** Chance that the certificate is given, if the expectations hold. */
    readonly power: number;
  } | null;
}

/** `goldset dataset convert --json` and `goldset dataset pull --json`. */
export interface ConvertResult {
  readonly folder: string;
  readonly items: number;
  /** Documents that were copied into the folder. */
  readonly files: number;
}

/** `goldset dataset push --json`. */
export interface PushResult {
  readonly evaluationSetId: string;
  readonly items: number;
  /** Items that could not become one: the service takes only those with a file. */
  readonly leftOut: readonly { readonly id: string; readonly reason: string }[];
  /** The service had this very set already: nothing was sent. */
  readonly reused: boolean;
}
