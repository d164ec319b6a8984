import { rowStates } from '../../record/index/line-keys.ts';
import type { RecordReader } from '../../record/read/open-record.ts';

/**
 * Counts the planned item runs of a version by result. If `repeat` is given, counts only this repeat. Reads only the
 * index of the record.
 */
export async function countRuns(
  reader: Pick<RecordReader, 'index'>,
  version: number,
  repeat?: number,
): Promise<Record<'planned' | 'processed' | 'failed' | 'cancelled' | 'notRun', number>> {
  const index = await reader.index();
  const [first, last] = repeat === undefined ? [1, index.repeats] : [repeat, repeat];
  const counts = { planned: 0, processed: 0, failed: 0, cancelled: 0, notRun: 0 };
  for (let position = 0; position < index.itemCount; position++)
    for (let one = first; one <= last; one++) {
      const slot = index.slot(position, version, one);
      const state = index.rows.length(slot) === 0 ? undefined : rowStates[index.states[slot] as number];
      counts[state ?? 'notRun']++;
      counts.planned++;
    }
  return counts;
}
