import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { EvaluationSet } from '../../model/dataset/evaluation-set.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import { checkProcessorFile, ensureProcessor, readProcessorFile } from '../../runner/ensure-processor.ts';
import { resolveVersions } from '../../runner/resolve-versions.ts';
import type { Ports } from '../ports.ts';
import type { Target } from '../target/open-target.ts';

/**
 * Returns the id of a processor. `given` is this id, or the path of a file that describes the processor. If `given` is
 * not set, the config of the dataset describes the processor. If the target has no such processor, creates it.
 */
export async function processorOn(
  { client }: Target,
  given: string | undefined,
  set: EvaluationSet,
): Promise<string> {
  if (given !== undefined) return processorNamed(client, given);
  const { config } = set.manifest;
  if (config === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'found no processor, and the dataset has no config',
      fix: 'Give --processor with an id or a file.',
    });
  const file = checkProcessorFile({ name: set.name, type: set.kind, config }, set.path);
  return (await ensureProcessor(client, file, `${set.path} (config)`)).id;
}

/**
 * Returns the id of the processor that a resumed run uses, or `undefined` if the run uses the id in the plan. If a
 * local service no longer has this processor, creates it from the plan and returns its new id.
 */
export async function processorAgain(
  { client, kind }: Target,
  plan: RunPlan,
  given: string | undefined,
): Promise<string | undefined> {
  if (given !== undefined) return processorNamed(client, given);
  if (kind === 'remote') return undefined;
  for await (const { id } of client.processors.list({})) if (id === plan.processor.id) return undefined;
  const published = plan.versions
    .filter(({ resolved }) => resolved !== 'draft')
    .map(({ resolved, config }) => ({ version: resolved, config }))
    .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
  const draft = plan.versions.find(({ resolved }) => resolved === 'draft') ?? plan.versions.at(-1);
  const { name, kind: type } = plan.processor;
  const file = checkProcessorFile({ name, type, config: draft?.config, versions: published }, 'plan.json');
  return (await ensureProcessor(client, file, 'plan.json')).id;
}

/**
 * Returns `words` (names of versions), or only `draft` if two of the names mean the same version. If no version is
 * published, `latest` means the draft.
 */
export async function distinctVersions(
  target: Target,
  processor: string,
  words: readonly string[],
  ports: Ports,
): Promise<readonly string[]> {
  const { versions } = await resolveVersions(target.client, processor, words);
  if (new Set(versions.map((version) => version.versionId)).size === versions.length) return words;
  ports.notice('no version is published, so only the draft is run');
  return ['draft'];
}

/**
 * Returns whether `--processor` names a file. The name of a file has a file extension or a slash, and ids have neither.
 */
export function isProcessorFile(given: string): boolean {
  return existsSync(given) || /[\\/]|\.(?:json|ya?ml|[jt]s)$/.test(given);
}

/**
 * Returns the id of a processor, given this id or the path of a processor file. If the target does not have the
 * processor in the file, creates it.
 */
export async function processorNamed(client: Target['client'], given: string): Promise<string> {
  if (!isProcessorFile(given)) return given;
  const file = await readProcessorFile(path.resolve(given));
  return (await ensureProcessor(client, file, given)).id;
}
