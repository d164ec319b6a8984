import { GoldsetError } from '../base/goldset-error.ts';
import { sha256 } from '../base/hash.ts';
import type { RecordReader } from '../record/read/open-record.ts';

/** One part of a run that is divided among machines: `index` of 1 to `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
  /** How long each item took before; the parts are then made to last alike. */
  readonly durations?: ReadonlyMap<string, number> | undefined;
}

const mostShards = 1_000;

/** `2/5` as it stands on the command line. */
export function parseShard(text: string): Pick<Shard, 'index' | 'of'> {
  const [, index = Number.NaN, of = Number.NaN] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text.trim()) ?? []).map(
    Number,
  );
  if (index >= 1 && index <= of && of <= mostShards) return { index, of };
  throw new GoldsetError('USAGE', {
    problem: `--shard: found "${text}", expected i/n with i from 1 to n and n at most ${mostShards}`,
    fix: 'For example --shard 1/4 on the first of four machines.',
  });
}

/**
 * The ids of a part. Every machine comes to the same parts by itself: by the hashes of the ids, whatever their order,
 * or with durations the longest item first, each to the part that has least so far.
 */
export function shardIds(ids: readonly string[], { index, of, durations }: Shard): ReadonlySet<string> {
  const hashed = ids.map((id) => ({ id, hash: sha256(id), ms: 1 }));
  if (durations !== undefined) {
    const known = [...durations.values()].sort((a, b) => a - b);
    const usual = known[Math.floor(known.length / 2)] ?? 1;
    for (const item of hashed) item.ms = durations.get(item.id) ?? usual;
  }
  hashed.sort((a, b) => b.ms - a.ms || (a.hash < b.hash ? -1 : 1));
  const load = Array.from({ length: of }, () => 0);
  const mine = new Set<string>();
  for (const { id, ms } of hashed) {
    const least = load.indexOf(Math.min(...load));
    load[least] = (load[least] as number) + ms;
    if (least === index - 1) mine.add(id);
  }
  return mine;
}

/** How long each item of a record took, all of its versions and repeats together. */
export async function itemDurations(record: RecordReader): Promise<ReadonlyMap<string, number>> {
  const durations = new Map<string, number>();
  for await (const { itemId, latencyMs } of record.rows())
    if (latencyMs !== null) durations.set(itemId, (durations.get(itemId) ?? 0) + latencyMs);
  return durations;
}
