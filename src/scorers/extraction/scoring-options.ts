import type { CustomComparator } from '../../model/score/custom-comparator.ts';
import type { ComparatorName, ComparatorOptions } from '../compare/comparators/create-comparator.ts';

/** metrics.md section 2: which states count as "there is a value". */
export type EmptinessPolicy = 'service' | 'strict';
/** metrics.md section 2: what an expected key that is not there means. */
export type UnlabelledPolicy = 'absent' | 'ignore';
/** metrics.md section 6: what the expected leaves of an item without output count as. */
export type FailuresPolicy = 'missing' | 'exclude';

/** metrics.md section 4: how rows are paired; `key` names members of a row that identify it. */
export type AlignmentMethod = 'optimal' | 'index' | { readonly key: readonly string[] };

/** How the values of some fields are compared. */
export interface ComparatorRule {
  /** Pattern of dotted field names, see `fieldGlob`. The last rule that matches a field decides. */
  readonly field: string;
  readonly comparator: ComparatorName | CustomComparator;
  readonly options?: ComparatorOptions;
}

/** How the rows of some arrays are paired; the last rule that matches decides. */
export interface AlignmentRule {
  readonly field: string;
  readonly method: AlignmentMethod;
}

/** Everything that decides how an extraction is judged; its fingerprint stands in every result. */
export interface ExtractionScoringOptions {
  readonly emptiness: EmptinessPolicy;
  readonly unlabelled: UnlabelledPolicy;
  readonly failures: FailuresPolicy;
  readonly comparators: readonly ComparatorRule[];
  /** Patterns of fields that are left out, with all that lies in them. */
  readonly exclude: readonly string[];
  readonly alignment: readonly AlignmentRule[];
}

/** The policies of metrics.md: null, empty and missing are alike, unlabelled means absent, no output means missing. */
export const defaultScoringOptions: ExtractionScoringOptions = Object.freeze({
  emptiness: 'service',
  unlabelled: 'absent',
  failures: 'missing',
  comparators: Object.freeze([]),
  exclude: Object.freeze([]),
  alignment: Object.freeze([]),
});
