import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan } from '../../model/record/run-record.ts';

/** A part of the baseline's config and one of the candidate's that may be the same part under another name. */
export interface RenameCandidate {
  readonly was: string;
  readonly is: string;
}

export function renameKey({ was, is }: RenameCandidate): string {
  return `${was}\u0000${is}`;
}

/** What the search for changed fields and classes reads of a folded run. */
export interface ComparedConfigs {
  readonly plan: RunPlan;
  readonly config: ProcessorConfig;
  /** Per candidate, by `renameKey`: documents with a value of both parts, and documents with equal values. */
  readonly renames: ReadonlyMap<string, { readonly same: number; readonly both: number }>;
  /** Number of documents per expected class. */
  readonly expectedClasses: ReadonlyMap<string, number>;
}
