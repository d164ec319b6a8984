import { GoldsetError } from '../base/goldset-error.ts';
import { sha256 } from '../base/hash.ts';
import type { RecordReader } from '../record/read/open-record.ts';

/** One of the `of` parts into which a run is divided. `index` is the number of the part, from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
  /**
   * Duration of each item in an earlier run. If set, goldset divides the items so that all shards take about the same
   * time.
   */
  readonly durations?: ReadonlyMap<string, number> | undefined;
}

const maxShards = 1_000;

/** Parses a shard such as `2/5`. Throws USAGE if it is invalid. */
export function parseShard(text: string): Pick<Shard, 'index' | 'of'> {
  const [, index = Number.NaN, of = Number.NaN] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text.trim()) ?? []).map(
    Number,
  );
  if (index >= 1 && index <= of && of <= maxShards) return { index, of };
  throw new GoldsetError('USAGE', {
    problem: `--shard: found "${text}", expected i/n with i from 1 to n and n at most ${maxShards}`,
    fix: 'Use for example --shard 1/4 on the first of four machines.',
  });
}

/**
 * Returns the ids of the items in a shard. Without durations, hashes of the ids determine the shard, so that every
 * machine computes the same shards. With durations, assigns the items in descending order of duration, each to the
 * shard with the smallest total so far.
 */
export function shardIds(ids: readonly string[], { index, of, durations }: Shard): ReadonlySet<string> {
  const hashed = ids.map((id) => ({ id, hash: sha256(id), ms: 1 }));
  if (durations !== undefined) {
    const known = [...durations.values()].sort((a, b) => a - b);
    const median = known[Math.floor(known.length / 2)] ?? 1;
    for (const item of hashed) item.ms = durations.get(item.id) ?? median;
  }
  hashed.sort((a, b) => b.ms - a.ms || (a.hash < b.hash ? -1 : 1));
  const load = Array.from({ length: of }, () => 0);
  const own = new Set<string>();
  for (const { id, ms } of hashed) {
    const least = load.indexOf(Math.min(...load));
    load[least] = (load[least] as number) + ms;
    if (least === index - 1) own.add(id);
  }
  return own;
}

/** Returns the total duration of each item of a record over all versions and repeats. */
export async function itemDurations(record: RecordReader): Promise<ReadonlyMap<string, number>> {
  const durations = new Map<string, number>();
  for await (const { itemId, latencyMs } of record.rows())
    if (latencyMs !== null) durations.set(itemId, (durations.get(itemId) ?? 0) + latencyMs);
  return durations;
}
