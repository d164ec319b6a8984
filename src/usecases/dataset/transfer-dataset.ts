import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import { writeNativeDataset } from '../../loaders/native/write-native-dataset.ts';
import type { ConvertResult, PushResult } from '../../model/results/command-results.ts';
import { pullEvaluationSet } from '../../runner/pull-evaluation-set.ts';
import { pushEvaluationSet } from '../../runner/push-evaluation-set.ts';
import type { Ports } from '../ports.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { type TargetFlags, targetSettings } from '../settings/target-settings.ts';
import { openTarget, type Target } from '../target/open-target.ts';
import type { DatasetRequest } from './inspect-dataset.ts';

export interface ConvertRequest extends DatasetRequest {
  /** New folder of the dataset. */
  readonly out: string;
}

export interface PushRequest extends DatasetRequest, TargetFlags {
  /** Id of the processor of the evaluation set. */
  readonly processor?: string;
}

export interface PullRequest extends TargetFlags {
  /** Id of the evaluation set. */
  readonly id: string;
  readonly out: string;
}

/** Writes a dataset of any format in the native format. */
export async function convertDataset({ dataset, out, config }: ConvertRequest): Promise<ConvertResult> {
  const { loaders } = (await resolveSettings({ config })).config;
  const set = await loadDataset(dataset, { loaders, allowInvalidGold: true });
  return writeNativeDataset(path.resolve(out), set.manifest, set.items());
}

/** Uploads a dataset as an evaluation set of the service. */
export async function pushDataset(request: PushRequest, ports: Ports): Promise<PushResult> {
  const { dataset, config, processor: processorId } = request;
  const { loaders } = (await resolveSettings({ config })).config;
  const set = await loadDataset(dataset, { loaders });
  return onTarget(request, ports, ({ client }) =>
    pushEvaluationSet(client, set, processorId === undefined ? {} : { processorId }),
  );
}

/** Writes an evaluation set of the service as a native dataset. */
export async function pullDataset(request: PullRequest, ports: Ports): Promise<ConvertResult> {
  const { id, out } = request;
  const { manifest, items } = await onTarget(request, ports, ({ client }) => pullEvaluationSet(client, id));
  if (items.length === 0) throw new GoldsetError('DATASET_EMPTY', { path: id });
  return writeNativeDataset(path.resolve(out), manifest, items);
}

async function onTarget<T>(
  request: TargetFlags,
  { env }: Ports,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const service = targetSettings(request, env, {});
  if (service.url === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'found no service',
      fix: 'Give --target, or set GOLDSET_BASE_URL. goldset serve starts a local service.',
    });
  const target = await openTarget({ ...service, dataDir: '' }, env);
  try {
    return await work(target);
  } finally {
    await target.close(false);
  }
}
