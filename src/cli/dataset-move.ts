import path from 'node:path';
import { GoldsetError } from '../base/goldset-error.ts';
import { counted } from '../base/spelled.ts';
import { loadDataset } from '../loaders/load-dataset.ts';
import { writeNativeDataset } from '../loaders/write-native-dataset.ts';
import type { ConvertAnswer, PushAnswer } from '../model/command-answers.ts';
import type { EvaluationSetItem } from '../model/evaluation-set.ts';
import { pullEvaluationSet } from '../runner/pull-evaluation-set.ts';
import { pushEvaluationSet } from '../runner/push-evaluation-set.ts';
import { openTarget, type Target } from '../usecases/target/open-target.ts';

export interface ConvertFlags {
  readonly out: string;
  readonly json?: boolean;
}

interface TargetFlags {
  readonly target?: string;
  readonly token?: string;
  readonly apiVersion?: string;
  readonly json?: boolean;
}

export interface PushFlags extends TargetFlags {
  readonly processor?: string;
}

export interface PullFlags extends TargetFlags, ConvertFlags {}

/** The work of `goldset dataset convert`: any format that has a loader as a native dataset. */
export async function runDatasetConvert(spec: string, flags: ConvertFlags): Promise<void> {
  const set = await loadDataset(spec, { allowInvalidGold: true });
  tellWritten(await writeNativeDataset(path.resolve(flags.out), set.manifest, set.items()), flags);
}

/** The work of `goldset dataset push`: a gold set as an evaluation set of the service. */
export async function runDatasetPush(spec: string, flags: PushFlags): Promise<void> {
  const set = await loadDataset(spec);
  const pushed = await onTarget(flags, ({ client }) =>
    pushEvaluationSet(client, set, flags.processor === undefined ? {} : { processorId: flags.processor }),
  );
  if (flags.json) process.stdout.write(`${JSON.stringify(pushed satisfies PushAnswer)}\n`);
  else {
    const { evaluationSetId, items, leftOut, reused } = pushed;
    process.stdout.write(`${evaluationSetId}: ${items} items${reused ? ', there already' : ''}\n`);
    for (const { id, reason } of leftOut) process.stdout.write(`left out: ${id}: ${reason}\n`);
  }
}

/** The work of `goldset dataset pull`: an evaluation set of the service as a native dataset. */
export async function runDatasetPull(id: string, flags: PullFlags): Promise<void> {
  const { manifest, items } = await onTarget(flags, ({ client }) => pullEvaluationSet(client, id));
  if (items.length === 0) throw new GoldsetError('DATASET_EMPTY', { path: id });
  tellWritten(await writeNativeDataset(path.resolve(flags.out), manifest, each(items)), flags);
}

async function* each(items: readonly EvaluationSetItem[]): AsyncGenerator<EvaluationSetItem> {
  yield* items;
}

function tellWritten(written: ConvertAnswer, { json }: { readonly json?: boolean }): void {
  if (json) process.stdout.write(`${JSON.stringify(written)}\n`);
  else {
    const shown = path.relative(process.cwd(), written.folder) || '.';
    process.stdout.write(
      `${shown}: ${counted(written.items, 'item')}, ${counted(written.files, 'file')}\n\nNext:\n  $ goldset dataset check ${shown}\n`,
    );
  }
}

async function onTarget<T>(flags: TargetFlags, work: (target: Target) => Promise<T>): Promise<T> {
  const environment = (name: string) => process.env[name] || undefined;
  const url = flags.target ?? environment('GOLDSET_BASE_URL');
  if (url === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'no service was named',
      mend: 'Give --target, or set GOLDSET_BASE_URL; goldset serve starts a local one.',
    });
  const target = await openTarget({
    url,
    token: flags.token ?? environment('GOLDSET_API_TOKEN'),
    apiVersion: flags.apiVersion ?? environment('GOLDSET_API_VERSION'),
    dataDir: '',
  });
  try {
    return await work(target);
  } finally {
    await target.close(false);
  }
}
