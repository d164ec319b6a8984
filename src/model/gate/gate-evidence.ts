import type { ProcessorKind } from '../processor/processor-config.ts';
import type { Selection } from '../record/selection.ts';
import type { LabelNoiseSection, ProposedLabels } from '../report/sections/label-noise.ts';
import type { CheckedLeaf, PairedComparison, VerdictCheck } from '../score/comparison.ts';
import type { InconclusiveCode } from '../score/inconclusive-codes.ts';
import type { Measurement } from '../score/measurement.ts';
import type { OptionsStatement } from '../score/option-differences.ts';
import type { GateRule } from './gate-policy.ts';

/** The documents and values that one rule checks: a field, a class, a slice, or all documents. */
export interface GateSubject {
  /**
   * Name of the checked values and documents, such as `total_amount (quality=scan)`. Empty if the rule checks all
   * documents.
   */
  readonly name: string;
  readonly measurement: Measurement | null;
  /** Latency or cost of the baseline. Set only if the rule limits latency or cost. */
  readonly baselineMeasurement?: Measurement | null;
  /** `null` if the rule needs no paired comparison, or if there is no baseline. */
  readonly comparison: PairedComparison | null;
  /**
   * Measurement and comparison that count failed items as wrong; not set if failed items do not change the measurement.
   */
  readonly withFailures?: Pick<GateSubject, 'measurement' | 'comparison'>;
  readonly of: number;
  /**
   * Reason why the figure that the rule checks has no value. Not set if this figure has a value, or if the only reason
   * is a denominator of 0.
   */
  readonly code?: InconclusiveCode;
  /** Number of compared values. Set only if the two versions have equal outputs; otherwise `null` or not set. */
  readonly unchanged?: number | null;
  /** The first wrong leaves of the candidate, or its first new errors if the rule compares versions. */
  readonly leaves: readonly CheckedLeaf[];
  readonly documents: number;
  /**
   * Sentence which states that the latency or cost includes outputs copied from earlier runs. Only for rules on latency
   * or cost.
   */
  readonly reused?: string | null;
}

export interface RuleEvidence {
  readonly rule: GateRule;
  readonly subjects: readonly GateSubject[];
  /** Reason why the rule checks nothing, for example an unknown field; `null` if the rule checks something. */
  readonly emptyReason: string | null;
  /** Code of `emptyReason`; not set if the code is `nothing-matched`. */
  readonly emptyCode?: InconclusiveCode;
}

export interface GateVersion {
  /** Requested version: `draft`, `latest` or `1.0`. */
  readonly name: string;
  /** Published version number, or `draft`. */
  readonly resolved: string;
  readonly configHash: string;
}

/** The version that the candidate is compared with, or the reason why there is no such version. */
export type GateBaseline =
  | (GateVersion & { readonly state: 'usable' })
  | {
      readonly state: 'none';
      readonly reason: string;
      /** Reason code for the checks that need a baseline. If it is not set, the code is `no-baseline`. */
      readonly code?: InconclusiveCode;
    }
  /**
   * The baseline cannot be used: its run is incomplete, or it differs from the candidate in items, gold, schema or
   * scorer.
   */
  | { readonly state: 'rejected'; readonly name: string; readonly reason: string };

/** All measurements that the evaluation of a policy needs. */
export interface GateEvidence extends OptionsStatement {
  readonly dataset: { readonly name: string; readonly checksum: string; readonly kind: ProcessorKind };
  readonly processor: string;
  readonly candidate: GateVersion;
  readonly baseline: GateBaseline;
  readonly run: {
    readonly items: number;
    /** Number of planned item runs. Each repeat of an item is an item run. */
    readonly planned: number;
    readonly scored: number;
    readonly failed: number;
    readonly cancelled: number;
    readonly notRun: number;
    readonly finished: boolean;
    /** Why a record with only selected documents gets no verdict; not set for other records. */
    readonly subset?: string;
    /**
     * The part of the dataset that the record covers, and the flags that selected this part. `null` if the record
     * covers the whole dataset.
     */
    readonly selection: { readonly text: string; readonly by: readonly (keyof Selection)[] } | null;
    /** Failed item runs per reason. The most frequent reason comes first. */
    readonly failures: readonly {
      readonly reason: string;
      readonly count: number;
      readonly items: readonly string[];
    }[];
  };
  /**
   * Fields or classes that cannot be compared, because the candidate does not have them or declares another type for
   * them.
   */
  readonly missingFields: readonly { readonly field: string; readonly how: string }[];
  /**
   * Sentence about documents without gold; `null` if there is nothing to say. With `unlabelled: ignore`, the sentence
   * also names fields that have a label in only a few documents.
   */
  readonly fewLabels: string | null;
  /** Scoring rules that differ from the defaults, such as `exclude is ["total"]`; not set if there are none. */
  readonly scoringRules?: readonly string[];
  /**
   * Facts about the dataset of `--second-gold`. Label ceilings are computed from the labels of this dataset. Not set
   * without this flag.
   */
  readonly labelNoise?: Pick<LabelNoiseSection, 'dataset' | 'isAdjudicated' | 'documents'>;
  /** Labels that processor versions proposed, one entry per version; not set if no version did. */
  readonly proposedLabels?: readonly ProposedLabels[];
  /** Headline rates of the candidate. The gate fails if all of them are 0. */
  readonly headline: readonly Measurement[];
  /** Whether no document has gold. */
  readonly withoutGold?: boolean;
  /** One entry per rule of the policy, in the order of `policyRules`. */
  readonly rules: readonly RuleEvidence[];
}

/**
 * Code of a reason why a record cannot pass, whatever the rules measure. If several reasons apply, the gate reports
 * only one of them.
 */
export type GateCode =
  | 'unreadable-record'
  | 'incomplete-run'
  | 'selected-subset'
  | 'too-many-failures'
  | 'selected-part';

/** Output of `goldset gate --json`, without times, paths and run ids, so that equal results give equal output. */
export interface GateOutcome extends OptionsStatement {
  readonly schemaVersion: 1;
  readonly status: VerdictCheck['status'];
  /**
   * 0 passed; 1 failed or inconclusive; 2 unreadable record; 3 incomplete run, only selected documents, or too many
   * failed items.
   */
  readonly exitCode: 0 | 1 | 2 | 3;
  /**
   * Reason why the record could not pass, whatever the rules measured; `null` if only the rules decided the verdict.
   */
  readonly code: GateCode | null;
  readonly sentence: string;
  readonly dataset: GateEvidence['dataset'] | null;
  readonly processor: string | null;
  readonly candidate: GateVersion | null;
  readonly baseline: GateBaseline;
  readonly items: number;
  /**
   * The part of the dataset that the record covers: `the first 20 items (--limit)`. `null` if the record covers the
   * whole dataset.
   */
  readonly selection: string | null;
  /** SHA-256 of the canonical policy. */
  readonly policyHash: string;
  readonly scorerFingerprint: string | null;
  readonly checks: readonly VerdictCheck[];
  /**
   * Facts about the dataset of `--second-gold`. Label ceilings are computed from the labels of this dataset. Not set
   * without this flag.
   */
  readonly labelNoise?: GateEvidence['labelNoise'];
  /** Labels that processor versions proposed; not set if no version did. */
  readonly proposedLabels?: GateEvidence['proposedLabels'];
}
