import { GoldsetError } from '../../base/goldset-error.ts';
import type { RecordReader } from '../read/open-record.ts';

/** Throws RECORD_IS_SHARD if the record is one shard of a run, because a decision needs all items. */
export function refuseShard({ dir, plan: { shard } }: RecordReader): void {
  if (shard !== undefined)
    throw new GoldsetError('RECORD_IS_SHARD', { path: dir, index: shard.index, of: shard.of });
}
