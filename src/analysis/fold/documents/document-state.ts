import type { DocumentChange, DocumentState } from '../../../model/report/document-state.ts';

interface DocumentFacts {
  readonly errorsBefore: number;
  readonly errorsNow: number;
  /** Number of values that were right under the baseline and are wrong under the candidate. */
  readonly newErrors: number;
  /** Number of values that are wrong in both versions, with different values. */
  readonly otherWrong: number;
  readonly hadResult: boolean;
  readonly hasResult: boolean;
}

/**
 * Returns how a document differs between two versions. An error is a wrong, missing or extra value. Each document has
 * exactly one state, which `DocumentState` defines.
 *
 * Example: the baseline has 88 errors and the candidate has 6. If 2 of the 6 are new, the state is `mixed`. If none of
 * the 6 is new, the state is `fewerErrors`.
 */
export function documentChange(facts: DocumentFacts): DocumentChange {
  const { errorsBefore, errorsNow, newErrors, hadResult, hasResult } = facts;
  const state = stateOf(facts);
  return {
    state,
    newlyWrong: state === 'newlyWrong' || (hadResult && !hasResult),
    newErrors,
    errorsBefore,
    errorsNow,
  };
}

function stateOf(facts: DocumentFacts): DocumentState {
  const { errorsBefore, errorsNow, newErrors, otherWrong, hadResult, hasResult } = facts;
  if (!hasResult) return 'noResult';
  if (!hadResult)
    return errorsNow === 0 ? 'nowRight' : errorsNow < errorsBefore ? 'fewerErrors' : 'otherWrong';
  if (errorsBefore === 0 && errorsNow > 0) return 'newlyWrong';
  if (errorsNow > errorsBefore) return 'moreErrors';
  if (newErrors > 0) return 'mixed';
  if (errorsNow < errorsBefore) return errorsNow === 0 ? 'nowRight' : 'fewerErrors';
  return otherWrong > 0 ? 'otherWrong' : 'unchanged';
}
