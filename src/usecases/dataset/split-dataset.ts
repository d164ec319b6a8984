import { existsSync } from 'node:fs';
import path from 'node:path';
import { clusterTag } from '../../analysis/fold/with-clusters.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256 } from '../../base/hash.ts';
import { pluralise } from '../../base/phrases.ts';
import { writeNativeDataset } from '../../loaders/formats/write-native-dataset.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import type { EvaluationSet } from '../../model/dataset/evaluation-set.ts';
import type { SplitResult } from '../../model/results/command-results.ts';
import { hashDocument } from '../../runner/plan-items.ts';
import { type NumberInput, numberFlag } from '../settings/flags.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import type { DatasetRequest } from './inspect-dataset.ts';

export interface SplitRequest extends DatasetRequest {
  /** Number of documents to reserve, at least 1. */
  readonly holdout: NumberInput;
  /** Determines which documents are reserved. `goldset` by default. */
  readonly seed?: string;
  /**
   * Name of a tag. Documents with the same value of this tag are always in the same new dataset. Default:
   * `statistics.clusterBy` of the configuration.
   */
  readonly clusterBy?: string;
  /** New folder with the subfolders `tune` and `holdout`. By default, the path of the dataset followed by `-split`. */
  readonly out?: string;
}

/**
 * Reserves random documents of a dataset: writes them as the native dataset `holdout`, and all other documents as the
 * native dataset `tune`. Documents with the same content, or with the same value of the cluster tag, are always in the
 * same dataset. The dataset itself does not change. Throws OUTPUT_NOT_WRITABLE if one of the new datasets exists, and
 * USAGE if the dataset `tune` would be empty.
 */
export async function splitDataset(request: SplitRequest): Promise<SplitResult> {
  const { dataset, config, seed = 'goldset' } = request;
  const size = numberFlag('--holdout', request.holdout, 1, 100_000_000, 'whole number') ?? 1;
  const settings = await resolveSettings({ config, out: request.out, clusterBy: request.clusterBy });
  const set = await loadDataset(dataset, { loaders: settings.config.loaders, allowInvalidGold: true });
  const out = path.resolve(request.out ?? `${withoutExtension(set.path)}-split`);
  const folders = { tune: path.join(out, 'tune'), holdout: path.join(out, 'holdout') };
  for (const folder of Object.values(folders))
    if (existsSync(folder))
      throw new GoldsetError('OUTPUT_NOT_WRITABLE', { file: folder, reason: 'it already exists' });
  const { clusterBy } = settings.newOptions().statistics;
  const groups = await groupItems(set, clusterBy);
  const reserved = new Set(drawGroups(groups, size, seed).flat());
  const total = groups.reduce((sum, ids) => sum + ids.length, 0);
  if (reserved.size === total)
    throw new GoldsetError('USAGE', {
      problem: `--holdout: ${size} would reserve all ${pluralise(total, 'document')} of ${set.path}${groups.length < total ? `, because they form only ${pluralise(groups.length, 'cluster')}` : ''}`,
      fix: 'Reserve fewer documents.',
    });
  const write = (name: keyof typeof folders, isReserved: boolean) => {
    const manifest = { ...set.manifest, name: `${set.name}-${name}` };
    return writeNativeDataset(
      folders[name],
      manifest,
      itemsOf(set, (id) => reserved.has(id) === isReserved),
    );
  };
  const [tune, holdout] = [await write('tune', false), await write('holdout', true)];
  return { seed, clusters: groups.length < total ? groups.length : null, tune, holdout };
}

function withoutExtension(file: string): string {
  const { dir, name, ext } = path.parse(file);
  return /^\.(?:csv|tsv|jsonl?|xlsx)$/i.test(ext) ? path.join(dir, name) : file;
}

async function* itemsOf(set: EvaluationSet, isWanted: (id: string) => boolean) {
  for await (const item of set.items()) if (isWanted(item.id)) yield item;
}

/**
 * Returns the ids of the items in groups that must not be divided, in the order of the dataset. Items belong to one
 * group if they have the same value of the cluster tag, or documents with the same content.
 */
async function groupItems(set: EvaluationSet, clusterBy: string | undefined): Promise<string[][]> {
  const tag = clusterBy === undefined ? null : clusterTag(clusterBy);
  const items: { readonly id: string; readonly key: string }[] = [];
  /**
   * Disjoint sets: maps a key to another key of the same group. Following these links from any key of a group ends at
   * the same key, which identifies the group.
   */
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  let isKnown = false;
  for await (const { id, source, tags } of set.items()) {
    const key = `document ${await hashDocument(source)}`;
    items.push({ id, key });
    const value = tag === null ? undefined : tags[tag];
    if (value === undefined) continue;
    isKnown = true;
    const [one, other] = [rootOf(key), rootOf(`cluster ${value}`)];
    if (one !== other) parents.set(one, other);
  }
  if (tag !== null && !isKnown)
    throw new GoldsetError('USAGE', {
      problem: `--cluster-by: no item of ${set.path} has the tag "${tag}"`,
      fix: 'Use a tag of the items. goldset dataset stats lists the tags.',
    });
  return [...Map.groupBy(items, ({ key }) => rootOf(key)).values()].map((group) => group.map(({ id }) => id));
}

/**
 * Returns random groups that together have at least `size` items. The seed and the first id of each group decide the
 * order in which groups are drawn.
 *
 * @param groups Ids of the items, per group.
 */
export function drawGroups(
  groups: readonly (readonly string[])[],
  size: number,
  seed: string,
): (readonly string[])[] {
  const hashed = groups.map((ids) => ({ ids, hash: sha256(`${seed}\0${[...ids].sort()[0]}`) }));
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const drawn: (readonly string[])[] = [];
  let count = 0;
  for (const { ids } of hashed) {
    if (count >= size) break;
    drawn.push(ids);
    count += ids.length;
  }
  return drawn;
}
