import type { Verdict } from './comparison.ts';
import type { GateBaseline, GateEvidence } from './gate-evidence.ts';

/**
 * What `goldset gate` tells: the verdict, and what it is of. No times, paths or ids of runs, so that the same results
 * under the same policy give the same bytes.
 */
export interface GateOutcome {
  readonly schemaVersion: 1;
  readonly status: Verdict['status'];
  readonly exitCode: 0 | 1;
  /** One sentence, plain text, that stands alone. */
  readonly sentence: string;
  readonly dataset: GateEvidence['dataset'] | null;
  readonly processor: string | null;
  readonly candidate: GateEvidence['candidate'] | null;
  readonly baseline: GateBaseline;
  readonly items: number;
  /** SHA-256 of the canonical policy. */
  readonly policyHash: string;
  /** What judged the values. */
  readonly scorerFingerprint: string | null;
  readonly checks: Verdict['checks'];
}
