import type { ProcessorKind } from '../processor/processor-config.ts';
import type { CheckedLeaf, PairedComparison } from '../score/comparison.ts';
import type { Measurement } from '../score/measurement.ts';
import type { GateRule } from './gate-policy.ts';

/** What one rule asks about: a field, a class, a slice, or the whole. */
export interface GateSubject {
  /** `total_amount, tag quality=scan`; empty for the whole. */
  readonly name: string;
  readonly measurement: Measurement | null;
  /** The same figure of the baseline, where a rule compares figures that have no interval. */
  readonly baselineMeasurement?: Measurement | null;
  /** Null where the rule compares nothing, or there is no baseline to compare with. */
  readonly comparison: PairedComparison | null;
  /** Documents that the rule is about. */
  readonly of: number;
  /** Wrong leaves of the candidate, or what broke where the rule compares; the first few. */
  readonly leaves: readonly CheckedLeaf[];
  /** Documents that have such leaves. */
  readonly documents: number;
}

export interface RuleEvidence {
  readonly rule: GateRule;
  readonly subjects: readonly GateSubject[];
  /** Why there is no subject; null where there is one. */
  readonly nothing: string | null;
}

/** What the candidate is compared with, or why it is not. */
export type GateBaseline =
  | {
      readonly state: 'usable';
      readonly name: string;
      readonly resolved: string;
      readonly configHash: string;
    }
  | { readonly state: 'none'; readonly reason: string }
  /** Another set of items, other gold, another schema or other scorers. */
  | { readonly state: 'refused'; readonly name: string; readonly reason: string };

/** What was measured for a policy; the only thing that a gate looks at. */
export interface GateEvidence {
  readonly dataset: { readonly name: string; readonly checksum: string; readonly kind: ProcessorKind };
  readonly processor: string;
  readonly candidate: {
    readonly name: string;
    readonly resolved: string;
    readonly configHash: string;
  };
  readonly baseline: GateBaseline;
  readonly run: {
    readonly items: number;
    /** Item runs: every repeat of an item is one. */
    readonly planned: number;
    readonly scored: number;
    readonly failed: number;
    readonly cancelled: number;
    readonly notRun: number;
    /** False while the record has no summary. */
    readonly finished: boolean;
    /** Failed item runs by reason class, the most frequent first. */
    readonly failures: readonly {
      readonly reason: string;
      readonly count: number;
      /** Names of the first ones. */
      readonly items: readonly string[];
    }[];
  };
  /** Fields that only the baseline has, or has as another type: they are not comparable. */
  readonly lostFields: readonly { readonly field: string; readonly how: string }[];
  /** Headline rates of the candidate: nothing right at all is never a pass. */
  readonly headline: readonly Measurement[];
  /** One for each rule of the policy, in its order. */
  readonly answers: readonly RuleEvidence[];
}
