import { GoldsetError } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import type { Client } from '../client/create-client.ts';
import { errorStatus } from '../client/request-errors.ts';
import { mismatchOf } from '../model/processor/mismatch.ts';
import {
  type ProcessorKind,
  processorConfigSchema,
  processorKindSchema,
} from '../model/processor/processor-config.ts';
import type { ResolvedVersion } from '../model/record/run-record.ts';
import type { ProcessorVersion } from '../model/wire/processor.ts';
import type { ProcessorFile } from './ensure-processor.ts';

export interface ResolvedProcessor {
  readonly id: string;
  readonly name: string;
  readonly kind: ProcessorKind;
  readonly versions: readonly ResolvedVersion[];
}

/** Resolves version names such as `latest` to their current numbers, ids and configs. */
export async function resolveVersions(
  client: Client,
  processorId: string,
  requested: readonly string[],
  signal?: AbortSignal,
): Promise<ResolvedProcessor> {
  const known = await versionsOf(client, processorId, signal);
  const versions: ResolvedVersion[] = [];
  for (const name of new Set(requested)) {
    const version = choose(known, name, processorId);
    // Request each version separately, because the configs in the service's list of versions may be shortened.
    versions.push(
      resolve(name, await client.processors.version(processorId, version.id, { signal }), client),
    );
  }
  const [first] = versions;
  if (first === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'no version given',
      fix: 'Use for example --versions draft,latest.',
    });
  const kind = processorKindSchema.parse(first.config.type);
  return { id: processorId, name: await nameOf(client, processorId, known, signal), kind, versions };
}

/**
 * Returns the requested versions of a processor file. If several `requested` names mean one version, returns this
 * version only once.
 */
export function fileVersions(
  { name, config, versions = [] }: ProcessorFile,
  requested: readonly string[],
): Pick<ResolvedVersion, 'resolved' | 'config'>[] {
  const known = [...versions, { version: 'draft', config }];
  const chosen = new Set(requested.map((word) => choose(known, word, name)));
  return [...chosen].map(({ version, config }) => ({ resolved: version, config }));
}

/** Throws USAGE if a dataset and a processor are of different kinds. */
export function assertSameKind(
  set: { readonly name: string; readonly kind: ProcessorKind },
  processor: { readonly name: string; readonly kind: ProcessorKind },
): void {
  if (processor.kind === set.kind) return;
  throw new GoldsetError('USAGE', {
    problem: `the dataset "${set.name}" is for ${set.kind}, and the processor "${processor.name}" is for ${processor.kind}`,
    fix: 'Choose a processor of the same kind as the dataset.',
  });
}

async function versionsOf(
  client: Client,
  processorId: string,
  signal: AbortSignal | undefined,
): Promise<readonly ProcessorVersion[]> {
  try {
    return await client.processors.versions(processorId, { signal });
  } catch (thrown) {
    const status = errorStatus(thrown);
    if (status !== 404 && status !== 400) throw thrown;
    throw new GoldsetError(
      'UNKNOWN_PROCESSOR',
      { processor: processorId, target: client.baseUrl },
      { cause: thrown },
    );
  }
}

/** Returns the version with this number, id or name (`latest`, `draft`). Throws UNKNOWN_VERSION if there is none. */
function choose<Version extends { readonly version: string; readonly id?: string }>(
  known: readonly Version[],
  name: string,
  processor: string,
): Version {
  const published = known
    .filter(({ version }) => version !== 'draft')
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
  const draft = known.find(({ version }) => version === 'draft');
  const chosen =
    name === 'latest'
      ? (published[0] ?? draft)
      : known.find(({ version, id }) => version === name || id === name);
  if (chosen !== undefined) return chosen;
  const available = known.map(({ version }) => version).join(', ') || 'none';
  throw new GoldsetError('UNKNOWN_VERSION', { processor, version: name, available });
}

function resolve(requested: string, version: ProcessorVersion, client: Client): ResolvedVersion {
  const parsed = processorConfigSchema.safeParse(version.config);
  if (!parsed.success) {
    const { path, expected } = mismatchOf(parsed.error, version.config);
    throw new GoldsetError('SERVICE_RESPONSE_INVALID', {
      method: 'GET',
      url: `${client.baseUrl}/processors/${version.processorId}/versions/${version.id}`,
      path: `version.config: ${path}`,
      found: 'a config that is invalid in this API version',
      expected,
    });
  }
  return {
    requested,
    resolved: version.version,
    versionId: version.id,
    configHash: sha256Json(version.config),
    config: parsed.data,
  };
}

/**
 * Returns the name of a processor. If the versions do not contain it, searches the list of processors, because there is
 * no request for a single processor.
 */
async function nameOf(
  client: Client,
  processorId: string,
  versions: readonly ProcessorVersion[],
  signal: AbortSignal | undefined,
): Promise<string> {
  const name = versions.find(({ processorName }) => typeof processorName === 'string')?.processorName;
  if (typeof name === 'string') return name;
  for await (const processor of client.processors.list({}, { signal }))
    if (processor.id === processorId) return processor.name;
  return processorId;
}
