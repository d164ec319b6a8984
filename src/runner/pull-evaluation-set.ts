import { GoldsetError } from '../base/goldset-error.ts';
import type { Client } from '../client/create-client.ts';
import { errorStatus } from '../client/request-errors.ts';
import { inferConfig, inferKind } from '../loaders/formats/infer-config.ts';
import type { DatasetManifest, EvaluationSetItem } from '../model/dataset/evaluation-set.ts';
import type { JsonValue } from '../model/json/json-value.ts';
import { resolveVersions } from './resolve-versions.ts';

interface PulledSet {
  readonly manifest: DatasetManifest;
  readonly items: readonly EvaluationSetItem[];
}

/** Returns an evaluation set of the service as a dataset. Kind and config are those of its processor, or inferred. */
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
