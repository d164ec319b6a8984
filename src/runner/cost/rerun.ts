import type { RerunPart } from '../../model/record/rerun.ts';
import type { ResolvedVersion, RunPlan } from '../../model/record/run-record.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import { differingPart, type KeyPlan, versionKey } from './reuse-key.ts';
import type { ReuseChoice } from './reuse-outputs.ts';

export interface RerunChoice {
  readonly source: RecordReader;
  readonly of: RerunPart;
  /** Ids of the selected documents that the dataset still has. */
  readonly ids: ReadonlySet<string>;
  /**
   * Ids of the documents of the earlier record that were not selected. Omits documents that the dataset no longer has.
   */
  readonly others: ReadonlySet<string>;
}

/** The items, the plan and the reused outputs of a rerun. */
export interface PlannedRerun {
  /** Ids of the items of the new record; `undefined` for the whole dataset. */
  readonly only: readonly string[] | undefined;
  readonly plan: Pick<RunPlan, 'rerun' | 'selection'>;
  readonly reuse: ReuseChoice;
}

/**
 * Decides what a rerun executes. If the last version is unchanged (same service, version and config) and the earlier
 * record has all documents, the new record has all documents too. The last version then runs again on the selected
 * documents, and all other outputs are reused. Otherwise, the new record has only the selected documents.
 */
export function planRerun(
  head: KeyPlan & Pick<RunPlan, 'versions'>,
  { source, of, ids, others }: RerunChoice,
  reuse: ReuseChoice | undefined,
): PlannedRerun {
  const { plan: earlier, dir } = source;
  const last = head.versions.at(-1) as ResolvedVersion;
  const isUnchanged = hasKey(head, last, earlier) && earlier.rerun?.subset !== true;
  const sources = [source, ...(reuse?.sources ?? []).filter((other) => other.dir !== dir)];
  const onUnreadable: ReuseChoice['onUnreadable'] = (unreadable, thrown) => {
    if (reuse === undefined || unreadable === dir) throw thrown;
    reuse.onUnreadable(unreadable, thrown);
  };
  const total = earlier.rerun?.subset ? earlier.rerun.total : earlier.items.count;
  const rerun = { of, items: ids.size, total, recordId: earlier.recordId, record: dir, subset: !isUnchanged };
  if (!isUnchanged) return { only: [...ids], plan: { rerun }, reuse: { sources, onUnreadable } };
  const runsAgain = (itemId: string, version: string): boolean =>
    version === last.requested && ids.has(itemId);
  const { selection } = earlier;
  return {
    // If the earlier record has only a part of the dataset, the new record has the same part. Otherwise, the new record
    // has the whole dataset, including new documents.
    only: selection === undefined ? undefined : [...ids, ...others],
    plan: { rerun, ...(selection && { selection }) },
    reuse: { sources, runsAgain, onUnreadable },
  };
}

/**
 * Returns whether `version` equals the last version of an earlier record: same service, API version, version and
 * config.
 */
function hasKey(head: KeyPlan, version: ResolvedVersion, earlier: RunPlan): boolean {
  const other = earlier.versions.at(-1);
  const [key, recorded] = [
    versionKey(head, version),
    other === undefined ? null : versionKey(earlier, other),
  ];
  return key !== null && recorded !== null && differingPart(key, recorded) === null;
}
