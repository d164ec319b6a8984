import { GoldsetError } from '../../base/goldset-error.ts';
import type { RecordReader } from '../read/open-record.ts';

/** RECORD_IS_SHARD where a record is a part of a run: nobody should publish on a part of the evidence. */
export function refuseShard({ dir, plan: { shard } }: RecordReader): void {
  if (shard !== undefined)
    throw new GoldsetError('RECORD_IS_SHARD', { path: dir, index: shard.index, of: shard.of });
}
