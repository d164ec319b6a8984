import { pluralise, truncateList } from '../../base/phrases.ts';

/**
 * States of a document after a comparison of two versions, in the order in which lists show them. An error is a wrong,
 * missing or extra value.
 *
 * - `newlyWrong`: fully right under the baseline, and with errors under the candidate.
 * - `noResult`: the candidate gave no result.
 * - `moreErrors`: errors under the baseline, and more errors under the candidate.
 * - `mixed`: at least one value was right and is wrong now, but the number of errors fell or is equal.
 * - `otherWrong`: as many errors as before and no new error, but at least one wrong value changed to another wrong
 *   value. Also: no result under the baseline, and at least as many errors under the candidate.
 * - `fewerErrors`: the number of errors fell, and no error is new.
 * - `nowRight`: errors under the baseline, and none under the candidate.
 * - `unchanged`: none of the above.
 */
export const documentStates = [
  'newlyWrong',
  'noResult',
  'moreErrors',
  'mixed',
  'otherWrong',
  'fewerErrors',
  'nowRight',
  'unchanged',
] as const;
export type DocumentState = (typeof documentStates)[number];

/** How one document differs between the baseline and the candidate. */
export interface DocumentChange {
  readonly state: DocumentState;
  /** Whether the document was fully right and has errors now, or had a result and has none now. */
  readonly newlyWrong: boolean;
  /** Number of values that were right under the baseline and are wrong under the candidate. */
  readonly newErrors: number;
  /**
   * Number of wrong, missing and extra values under the baseline. If the document has no result, each expected value
   * counts as missing.
   */
  readonly errorsBefore: number;
  /** Number of wrong, missing and extra values under the candidate. */
  readonly errorsNow: number;
}

/**
 * A changed value. `newError`: right before and wrong now. `nowRight`: wrong before and right now. `otherWrong`: wrong
 * in both versions, with different values.
 */
export const valueChanges = ['newError', 'nowRight', 'otherWrong'] as const;
export type ValueChange = (typeof valueChanges)[number];

export interface ChangedValue {
  readonly change: ValueChange;
  /** The leaf, class or segment that changed: `line_items[1].description`. */
  readonly path: string;
  /** Set if the row is in the prediction only. `path` then has the number of the predicted row. */
  readonly extraRow?: true;
  readonly expected: string;
  readonly baseline: string;
  readonly candidate: string;
}

/** A document with changed values. */
export interface ChangedDocument extends DocumentChange {
  readonly itemId: string;
  /**
   * The changed values of one kind: the new errors if there are any, otherwise the values that were wrong before and
   * are right now. A document without such values has the wrong values that changed to other wrong values. Values in
   * critical fields come first, and then changes that few documents have.
   */
  readonly values: readonly ChangedValue[];
}

/** Counts of changed documents. Documents without gold, and documents that a version has not run, are not counted. */
export interface ChangeCounts {
  /** Number of documents per state. Each document has one state. */
  readonly states: Readonly<Record<DocumentState, number>>;
  /** Documents that were fully right and have errors now, or that had a result and have none now. */
  readonly newlyWrong: number;
  /** Documents with at least one value that was right and is wrong now. */
  readonly newErrors: number;
  /** Documents with a new error or with a lost result. */
  readonly newErrorsOrLost: number;
  /** Values that were right and are wrong now. */
  readonly newErrorValues: number;
  /** Documents that have new errors, although their total number of errors is smaller than before. */
  readonly newErrorsButFewer: number;
}

/** Symbol and label of each state. */
export const documentStateLabels: Readonly<Record<DocumentState, readonly [sign: string, words: string]>> = {
  newlyWrong: ['▼', 'newly wrong'],
  noResult: ['✗', 'no result'],
  moreErrors: ['▼', 'more errors'],
  mixed: ['◆', 'mixed'],
  otherWrong: ['·', 'other wrong answer'],
  fewerErrors: ['▲', 'fewer errors'],
  nowRight: ['▲', 'now fully right'],
  unchanged: ['', 'unchanged'],
};

/** Returns a text such as `15 → 10 errors, 5 new`. */
export function errorsText({ errorsBefore, errorsNow, newErrors }: DocumentChange): string {
  const errors = `${errorsBefore} → ${errorsNow} ${errorsNow === 1 ? 'error' : 'errors'}`;
  return newErrors === 0 ? errors : `${errors}, ${newErrors} new`;
}

/**
 * The lists of changed documents in a report. `lostResult`: documents that have no result now, and whose earlier result
 * had no right value. Unchanged documents are in no list.
 */
export type ChangeGroup = 'newErrors' | 'lostResult' | 'fewerErrors' | 'otherWrong';

/** Returns the list that shows a document; `null` if no list shows it. */
export function changeGroupOf({
  state,
  newlyWrong,
  newErrors,
}: Pick<DocumentChange, 'state' | 'newlyWrong' | 'newErrors'>): ChangeGroup | null {
  if (newErrors > 0) return 'newErrors';
  if (newlyWrong) return 'lostResult';
  if (state === 'fewerErrors' || state === 'nowRight') return 'fewerErrors';
  return state === 'otherWrong' ? 'otherWrong' : null;
}

export interface ListedChanges {
  readonly group: ChangeGroup;
  readonly title: string;
  /** Number of all documents in the group, including those that are not listed. */
  readonly count: number;
  /** The listed documents of the group, the most important first. */
  readonly documents: readonly ChangedDocument[];
}

/** Returns the lists of changed documents with their titles, in the order of reports. Empty without `counts`. */
export function listChanges(
  changes: readonly ChangedDocument[],
  counts: ChangeCounts | null,
): readonly ListedChanges[] {
  if (counts === null) return [];
  const { states, newErrors, newErrorsOrLost } = counts;
  const groups = Map.groupBy(changes, changeGroupOf);
  const listed = (group: ChangeGroup, title: string, count: number): ListedChanges => ({
    group,
    title,
    count,
    documents: groups.get(group) ?? [],
  });
  const lost = newErrorsOrLost - newErrors;
  return [
    listed('newErrors', 'New errors', newErrors),
    ...(lost === 0 ? [] : [listed('lostResult', 'Result lost; no value was right before', lost)]),
    listed('fewerErrors', 'Fewer errors or now fully right', states.fewerErrors + states.nowRight),
    listed('otherWrong', 'Other wrong answers', states.otherWrong),
  ];
}

/** A value that became right or wrong since an earlier record. */
export interface ValueSince {
  readonly itemId: string;
  readonly path: string;
  readonly expected: string;
  readonly before: string;
  readonly now: string;
}

/** Changes of the last version since the earlier record of `--only-wrong` or `--only-new-errors`. */
export interface ChangesSince {
  readonly record: string;
  /** Values that were wrong and are right now. */
  readonly fixed: readonly ValueSince[];
  /** Values that were right and are wrong now. */
  readonly newErrors: readonly ValueSince[];
}

const maxListed = 10;

/**
 * Returns sentences on the fixed values and the new errors: `Since X: 1 fixed value: invoice-033 due_date. No new
 * errors.`
 */
export function changesText({ record, fixed, newErrors }: ChangesSince): string {
  const list = (values: readonly ValueSince[], what: string) =>
    values.length === 0
      ? `No ${what}s.`
      : `${pluralise(values.length, what)}: ${truncateList(
          values.map(({ itemId, path }) => `${itemId} ${path}`),
          maxListed,
        )}.`;
  return `Since ${record}: ${list(fixed, 'fixed value')} ${list(newErrors, 'new error')}`;
}
