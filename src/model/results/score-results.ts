import type { ProcessorKind } from '../processor/processor-config.ts';
import type { ChangeCounts, ChangedDocument } from '../report/document-state.ts';
import type { ReportVerdict } from '../report/report-model.ts';
import type { ComparisonSection } from '../report/sections/comparison-section.ts';
import type { LabelNoiseSection } from '../report/sections/label-noise.ts';
import type { SummaryOutcome } from '../report/summary.ts';
import type { PairedComparison, Recommendation } from '../score/comparison.ts';
import type { Counts } from '../score/item-score.ts';
import type { Measurement } from '../score/measurement.ts';
import type { OptionsStatement } from '../score/option-differences.ts';
import type { ScorerDescription } from '../score/scorer-description.ts';

interface ComparedVersion {
  readonly name: string;
  readonly version: string;
  readonly configHash: string;
}

/** Output of `goldset compare --json`. */
export interface CompareResult extends ComparisonSection, OptionsStatement {
  readonly schemaVersion: 1;
  readonly title: string;
  readonly kind: ProcessorKind;
  readonly documents: number;
  readonly baseline: ComparedVersion;
  readonly candidate: ComparedVersion;
  /** What the comparison of quality recommends. `outcome` also considers cost, time and the margin. */
  readonly recommendation: Recommendation;
  /** The verdict on page one of the report. */
  readonly outcome: SummaryOutcome;
  /** Headline and sentences of `outcome`. */
  readonly sentence: string;
  /**
   * The first sentence is the rule of the recommendation. The other sentences are the findings that led to the
   * recommendation.
   */
  readonly reasons: readonly string[];
  /** Number of documents per state, over all documents with gold that both versions ran. */
  readonly changeCounts: ChangeCounts;
  /** At most 1,000 documents with a changed value, the most important first. */
  readonly changes: readonly ChangedDocument[];
  readonly fields: readonly PairedComparison[];
  readonly configDifference: readonly string[];
  readonly scorerFingerprint: string;
  /**
   * Accuracy of the versions, compared with the highest accuracy that a version can reach despite wrong labels. Not set
   * without `--second-gold`.
   */
  readonly labelNoise?: LabelNoiseSection;
  /** First file of the report; `null` without `--out`. */
  readonly report: string | null;
}

interface PartRates {
  readonly precision: Measurement;
  readonly recall: Measurement;
  readonly f1: Measurement;
}

/** Output of `goldset score --json`, which is also saved next to the record. */
export interface ScoreResult extends OptionsStatement {
  readonly schemaVersion: 1;
  readonly recordId: string;
  readonly kind: ProcessorKind;
  readonly dataset: { readonly name: string; readonly checksum: string };
  readonly scorer: ScorerDescription;
  /** Ids of the items whose gold changed because of `--gold`; `null` if `--gold` was not used. */
  readonly gold: { readonly changedItems: readonly string[] } | null;
  readonly versions: readonly (ComparedVersion & {
    /** Number of planned items, and number of items in each state. */
    readonly items: Readonly<Record<string, number>>;
    readonly headline: readonly Measurement[];
    readonly fields: readonly ({ readonly field: string; readonly counts: Counts } & PartRates)[];
    readonly classes: readonly ({ readonly label: string; readonly support: number } & PartRates)[];
  })[];
  /** Path of the saved scores; `null` with `--no-save`. */
  readonly file: string | null;
}

/** Output of `goldset trend --json`. */
export interface TrendResult {
  readonly schemaVersion: 1;
  readonly dataset: string;
  readonly kind: ProcessorKind;
  readonly points: readonly TrendPoint[];
  /**
   * `comparisons`: number of comparisons with a verdict. `expected`: how many of them would report a change by chance,
   * on average, if nothing had changed.
   */
  readonly falseAlarms: { readonly comparisons: number; readonly expected: number };
  /**
   * Configurations that were run on one state of the dataset: the state with the most configurations.
   * `null` if no record states its configuration.
   */
  readonly tries: TrendTries | null;
}

/** Configurations that were run on the same documents and gold. */
export interface TrendTries {
  /** Checksum of the dataset. */
  readonly checksum: string;
  /** Number of different configurations in the records, not counting the earliest configuration. */
  readonly changedConfigurations: number;
}

export interface TrendPoint extends OptionsStatement {
  readonly record: string;
  readonly recordId: string;
  readonly createdAt: string;
  readonly version: string;
  readonly configHash: string;
  readonly documents: number;
  /** False if the run has not ended; items that did not run have no score. */
  readonly finished: boolean;
  /**
   * Why the figures support no verdict, for example because the run is unfinished or too many item runs failed;
   * otherwise `null`. `sentence` is the verdict in the report of the record.
   */
  readonly problem: { readonly code: NonNullable<ReportVerdict['code']>; readonly sentence: string } | null;
  readonly headline: readonly { readonly label: string; readonly value: Measurement }[];
  /** F1 per field or class. */
  readonly parts: readonly { readonly name: string; readonly f1: Measurement }[];
  /**
   * The verdict that `goldset compare` gives if the previous record is the baseline. For the first record: the verdict
   * in the report of the record. `null` if that report compares two versions and `problem` is `null`.
   */
  readonly outcome: SummaryOutcome | null;
  /** Difference from the previous record on the same items. */
  readonly change: {
    /** What the comparison of quality recommends. `outcome` also considers cost, time and the margin. */
    readonly recommendation: Recommendation;
    /** Headline and sentences of `outcome`. */
    readonly sentence: string;
    readonly headline: readonly PairedComparison[];
    readonly regressed: readonly string[];
    readonly improved: readonly string[];
  } | null;
  readonly notCompared: string | null;
}
