import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { requireWritableFolder } from '../../base/write-file.ts';
import { writeNativeDataset } from '../../loaders/formats/write-native-dataset.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import { applyReview as writeReviewed } from '../../loaders/review/apply-review.ts';
import type { AppliedReview, ConvertResult, PushResult } from '../../model/results/command-results.ts';
import { pullEvaluationSet, pushEvaluationSet } from '../../runner/evaluation-sets.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { proposedCounts } from '../review/proposed-counts.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { type TargetFlags, targetSettings } from '../settings/run-settings.ts';
import { withService } from '../target/open-target.ts';
import type { DatasetRequest } from './inspect-dataset.ts';

export interface ConvertRequest extends DatasetRequest {
  readonly out: string;
}

export interface PushRequest extends DatasetRequest, TargetFlags {
  /** Id of the processor that the evaluation set belongs to. */
  readonly processor?: string;
}

export interface PullRequest extends TargetFlags {
  readonly id: string;
  readonly out: string;
}

/** Writes a dataset of any format in the native format. */
export async function convertDataset({ dataset, out, config }: ConvertRequest): Promise<ConvertResult> {
  const { loaders } = (await resolveSettings({ config, out })).config;
  const set = await loadDataset(dataset, { loaders, allowInvalidGold: true });
  return writeNativeDataset(path.resolve(out), set.manifest, set.items());
}

export async function pushDataset(request: PushRequest, { env }: Ports): Promise<PushResult> {
  const { dataset, config, processor: processorId } = request;
  const { loaders } = (await resolveSettings({ config })).config;
  const set = await loadDataset(dataset, { loaders });
  return withService(targetSettings(request, env, {}), (client) =>
    pushEvaluationSet(client, set, processorId),
  );
}

/** Writes an evaluation set of the service as a native dataset. */
export async function pullDataset(request: PullRequest, { env }: Ports): Promise<ConvertResult> {
  const { id, out } = request;
  await requireWritableFolder(out);
  const service = targetSettings(request, env, {});
  const { manifest, items } = await withService(service, (client) => pullEvaluationSet(client, id));
  if (items.length === 0) throw new GoldsetError('DATASET_EMPTY', { path: id });
  return writeNativeDataset(path.resolve(out), manifest, items);
}

export interface ApplyReviewRequest {
  /** Folder of a dataset with items.jsonl. */
  readonly dataset: string;
  readonly review: string;
  /** New folder for the changed dataset. If not set, the dataset is changed in place. */
  readonly out?: string;
  /** Reviewer to record for lines of the review list that name no reviewer. Default: the login name. */
  readonly reviewer?: string;
}

/** Applies a completed review list to a dataset, and writes the changed dataset. */
export async function applyReview(
  request: ApplyReviewRequest,
  { env }: Ports = silentPorts,
): Promise<AppliedReview> {
  if (request.out !== undefined) await requireWritableFolder(request.out);
  const reviewer = request.reviewer ?? env.USER ?? env.USERNAME ?? 'unknown';
  const recount = proposedCounts(request.dataset);
  return writeReviewed({ ...request, reviewer, at: new Date().toISOString(), recount });
}
