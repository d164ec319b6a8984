import { GoldsetError } from '../base/goldset-error.ts';
import { sha256 } from '../base/hash.ts';
import type { Client } from '../client/create-client.ts';
import { errorStatus } from '../client/request-errors.ts';
import { inferConfig, inferKind } from '../loaders/reading/infer-config.ts';
import {
  type DatasetManifest,
  type EvaluationSet,
  type EvaluationSetItem,
  hasGold,
} from '../model/dataset/evaluation-set.ts';
import type { JsonValue } from '../model/json/json-value.ts';
import type { PushResult } from '../model/results/command-results.ts';
import type { EvaluationSetItemBulkRequest } from '../model/wire/evaluation-set.ts';
import { hashDocument } from './plan-items.ts';
import { resolveVersions } from './resolve-versions.ts';

const itemsPerRequest = 50;

/**
 * Uploads a dataset as an evaluation set. Uploads nothing if the service has a complete set with the same name and
 * checksum. Uploads a text as a `.txt` file.
 */
export async function pushEvaluationSet(
  client: Client,
  set: EvaluationSet,
  processorId?: string,
): Promise<PushResult> {
  const { checksum, count, notTransferred } = await checksumOf(set);
  const description = [set.manifest.description, `goldset sha256:${checksum}`].filter(Boolean).join(' · ');
  let evaluationSetId: string | null = null;
  for await (const one of client.evaluationSets.list({ processorId })) {
    if (one.name !== set.name || one.description?.endsWith(`sha256:${checksum}`) !== true) continue;
    evaluationSetId = one.id;
    break;
  }
  let present = 0;
  if (evaluationSetId !== null) {
    for await (const _ of client.evaluationSets.items(evaluationSetId)) present++;
    if (present >= count)
      return { evaluationSetId, items: present, skipped: [], reused: true, notTransferred };
  }
  // If the existing set is incomplete, create a new one. The existing set does not show which items are missing,
  // because several items can have the same file.
  const name = present > 0 ? `${set.name} (again)` : set.name;
  const created = await client.evaluationSets.create({ name, description, processorId });
  const pushed = await pushItems(client, set, created.id);
  return { evaluationSetId: created.id, ...pushed, reused: false, notTransferred };
}

async function pushItems(
  client: Client,
  set: EvaluationSet,
  evaluationSetId: string,
): Promise<Pick<PushResult, 'items' | 'skipped'>> {
  const fileIds = new Map<string, string>();
  const skipped: { id: string; reason: string }[] = [];
  let waiting: EvaluationSetItemBulkRequest['items'] = [];
  let items = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    await client.evaluationSets.createItems({ evaluationSetId, items: waiting });
    items += waiting.length;
    waiting = [];
  };
  for await (const item of set.items()) {
    const fileId = hasGold(item) ? await fileIdOf(client, item, fileIds) : undefined;
    if (fileId === undefined) skipped.push({ id: item.id, reason: 'it has no gold' });
    else if (fileId === null) skipped.push({ id: item.id, reason: 'its document is a URL, not a file' });
    else waiting.push({ fileId, expectedOutput: bodyOf(item) });
    if (waiting.length >= itemsPerRequest) await flush();
  }
  await flush();
  return { items, skipped };
}

async function fileIdOf(
  client: Client,
  { id, source }: EvaluationSetItem,
  known: Map<string, string>,
): Promise<string | null> {
  if (source.kind === 'fileId') return source.fileId;
  if (source.kind === 'url') return null;
  const hash = await hashDocument(source);
  const uploaded = known.get(hash);
  if (uploaded !== undefined) return uploaded;
  const name = `${id.replace(/[^\p{L}\p{N}._-]+/gu, '_')}.txt`;
  const upload =
    source.kind === 'file'
      ? { path: source.path, name: source.name }
      : { bytes: new TextEncoder().encode(source.text), name };
  const file = await client.files.upload(upload);
  known.set(hash, file.id);
  return file.id;
}

function bodyOf({
  expectedOutput,
}: EvaluationSetItem): EvaluationSetItemBulkRequest['items'][number]['expectedOutput'] {
  return Array.isArray(expectedOutput)
    ? [...(expectedOutput as readonly unknown[])]
    : { ...(expectedOutput as Readonly<Record<string, unknown>>) };
}

async function checksumOf(
  set: EvaluationSet,
): Promise<Pick<PushResult, 'notTransferred'> & { readonly checksum: string; readonly count: number }> {
  const parts: string[] = [];
  let pushable = 0;
  const notTransferred = { notScored: 0, goldSource: 0, tags: 0 };
  for await (const item of set.items()) {
    if (item.source.kind !== 'url' && hasGold(item)) {
      pushable++;
      if (item.notScored !== undefined) notTransferred.notScored++;
      if (item.goldSource !== undefined) notTransferred.goldSource++;
      if (Object.keys(item.tags).length > 0) notTransferred.tags++;
    }
    parts.push(
      sha256(`${item.id}\0${await hashDocument(item.source)}\0${JSON.stringify(item.expectedOutput)}`),
    );
  }
  return { checksum: sha256(parts.join('\n')), count: pushable, notTransferred };
}

interface PulledSet {
  readonly manifest: DatasetManifest;
  readonly items: readonly EvaluationSetItem[];
}

/**
 * Returns an evaluation set of the service as a dataset. Takes kind and config from the processor of the set. If the
 * set has no processor, infers the kind and the config from the gold.
 */
export async function pullEvaluationSet(client: Client, id: string): Promise<PulledSet> {
  const { name, description, processorId } = await client.evaluationSets.get(id).catch((thrown: unknown) => {
    if (errorStatus(thrown) !== 404) throw thrown;
    throw new GoldsetError(
      'USAGE',
      {
        problem: `there is no evaluation set "${id}" on ${client.baseUrl}`,
        fix: 'Use the id that the service or `goldset dataset push` shows.',
      },
      { cause: thrown },
    );
  });
  const items: EvaluationSetItem[] = [];
  for await (const { id: itemId, fileId, expectedOutput } of client.evaluationSets.items(id))
    items.push({
      id: itemId,
      source: { kind: 'fileId', fileId },
      expectedOutput: expectedOutput as JsonValue,
      tags: {},
      origin: { file: `${client.baseUrl}/evaluation_sets/${id}` },
    });
  const gold = items.map(({ expectedOutput }) => expectedOutput);
  const config = processorId ? await configOf(client, processorId) : inferConfig(inferKind(gold), gold);
  return {
    manifest: {
      name,
      kind: config?.type ?? inferKind(gold),
      ...(description ? { description } : {}),
      source: `${client.baseUrl}/evaluation_sets/${id}`,
      ...(config === undefined ? {} : { config }),
    },
    items,
  };
}

async function configOf(client: Client, processorId: string): Promise<DatasetManifest['config']> {
  const { versions } = await resolveVersions(client, processorId, ['draft']);
  return versions[0]?.config;
}
