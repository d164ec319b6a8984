import { oneLine } from '../../../base/one-line.ts';
import type { RunOutcome } from '../../../usecases/run/run-dataset.ts';

/** Returns the problem that keeps a run from passing, in two lines; `null` if there is none. */
export function problemText(problem: RunOutcome['problem']): string | null {
  if (problem === null) return null;
  const { code, message, fix } = problem;
  return `${code === null ? '' : `error ${code}: `}${oneLine(message)}\n  fix: ${fix}`;
}

/** Returns a note if the record is a shard, and `null` otherwise. */
export function shardText(shard: RunOutcome['shard']): string | null {
  if (shard === undefined) return null;
  const { index, of, items, count } = shard;
  return `note: this is shard ${index} of ${of} with ${items} of ${count} items; merge the shards with goldset merge`;
}
