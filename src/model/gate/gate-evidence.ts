import type { ProcessorKind } from '../processor/processor-config.ts';
import type { Selection } from '../record/selection.ts';
import type { LabelNoiseSection } from '../report/label-noise.ts';
import type { CheckedLeaf, PairedComparison, VerdictCheck } from '../score/comparison.ts';
import type { InconclusiveCode } from '../score/inconclusive-codes.ts';
import type { Measurement } from '../score/measurement.ts';
import type { OptionsStatement } from '../score/option-differences.ts';
import type { GateRule } from './gate-policy.ts';

/** The documents and values that one rule checks: a field, a class, a slice, or all documents. */
export interface GateSubject {
  /** For example `total_amount (quality=scan)`; empty if the rule checks all documents. */
  readonly name: string;
  readonly measurement: Measurement | null;
  /** Latency or cost of the baseline. Present only if the rule limits latency or cost. */
  readonly baselineMeasurement?: Measurement | null;
  /** `null` if the rule needs no paired comparison, or if there is no baseline. */
  readonly comparison: PairedComparison | null;
  /**
   * Measurement and comparison if failed items count as wrong; absent if failed items do not change the
   * measurement.
   */
  readonly withFailures?: Pick<GateSubject, 'measurement' | 'comparison'>;
  readonly of: number;
  /** Why the figure cannot be measured, if its value is undefined for another reason than its denominator. */
  readonly code?: InconclusiveCode;
  /** Number of compared values if both versions have equal outputs; otherwise `null` or absent. */
  readonly unchanged?: number | null;
  /** The first wrong leaves of the candidate, or its first new errors if the rule compares versions. */
  readonly leaves: readonly CheckedLeaf[];
  readonly documents: number;
}

export interface RuleEvidence {
  readonly rule: GateRule;
  readonly subjects: readonly GateSubject[];
  /** Reason why the rule applies to nothing, for example an unknown field; otherwise `null`. */
  readonly emptyReason: string | null;
  /** Code of the reason; absent for `nothing-matched`. */
  readonly emptyCode?: InconclusiveCode;
}

export interface GateVersion {
  /** Requested version: `draft`, `latest` or `1.0`. */
  readonly name: string;
  /** Published number, or `draft`. */
  readonly resolved: string;
  readonly configHash: string;
}

/** The version that the candidate is compared with, or the reason why there is none. */
export type GateBaseline =
  | (GateVersion & { readonly state: 'usable' })
  | { readonly state: 'none'; readonly reason: string }
  /** The baseline has other items, other gold, another schema or another scorer, or is incomplete. */
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
    /** The part of the dataset in the record, and the flags that chose it; `null` for the whole dataset. */
    readonly selection: { readonly text: string; readonly by: readonly (keyof Selection)[] } | null;
    /** Failed item runs per reason. The most frequent reason comes first. */
    readonly failures: readonly {
      readonly reason: string;
      readonly count: number;
      readonly items: readonly string[];
    }[];
  };
  /** Fields or classes that the candidate lacks or has with another type. They cannot be compared. */
  readonly missingFields: readonly { readonly field: string; readonly how: string }[];
  /**
   * Sentence on the documents without gold. If `unlabelled` is `ignore`, also on the fields with a label in
   * few documents. `null` if there are no such documents and fields.
   */
  readonly fewLabels: string | null;
  /**
   * Rules that affect scores and differ from the defaults, such as `exclude is ["total"]`; absent if there
   * are none.
   */
  readonly scoringRules?: readonly string[];
  /** The second labels behind the label ceilings in the reasons; absent without `--second-gold`. */
  readonly labelNoise?: Pick<LabelNoiseSection, 'dataset' | 'isAdjudicated' | 'documents'>;
  /** Headline rates of the candidate. The gate fails if all of them are 0. */
  readonly headline: readonly Measurement[];
  /** Whether no document has gold. */
  readonly withoutGold?: boolean;
  /** One entry per rule of the policy, in the order of the policy. */
  readonly rules: readonly RuleEvidence[];
}

/** A property of the record that rules out a pass. The first one that applies is reported. */
export type GateCode = 'unreadable-record' | 'incomplete-run' | 'too-many-failures' | 'selected-part';

/** Output of `goldset gate --json`, without times, paths and run ids, so that equal results give equal output. */
export interface GateOutcome extends OptionsStatement {
  readonly schemaVersion: 1;
  readonly status: VerdictCheck['status'];
  /** 0 passed; 1 failed or inconclusive; 2 unreadable record; 3 incomplete run, or more failed items than accepted. */
  readonly exitCode: 0 | 1 | 2 | 3;
  /** Reason why the record, not the rules, decided the verdict; `null` otherwise. */
  readonly code: GateCode | null;
  readonly sentence: string;
  readonly dataset: GateEvidence['dataset'] | null;
  readonly processor: string | null;
  readonly candidate: GateVersion | null;
  readonly baseline: GateBaseline;
  readonly items: number;
  /** The part of the dataset in the record: `the first 20 items (--limit)`; `null` for the whole dataset. */
  readonly selection: string | null;
  /** SHA-256 of the canonical policy. */
  readonly policyHash: string;
  readonly scorerFingerprint: string | null;
  readonly checks: readonly VerdictCheck[];
  /** The second labels behind the label ceilings in the reasons; absent without `--second-gold`. */
  readonly labelNoise?: GateEvidence['labelNoise'];
}
