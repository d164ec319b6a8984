import { canonicalJson } from '../base/canonical-json.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import type { Client } from '../client/create-client.ts';
import type { ProcessorVersion } from '../model/wire/processor.ts';
import type { ProcessorFile } from './processor-file.ts';

interface EnsuredProcessor {
  readonly id: string;
  readonly name: string;
  readonly created: boolean;
  /** Version numbers that this call published. */
  readonly published: readonly string[];
}

/**
 * Creates the processor of a file on the target if none has its name and kind. Publishes the missing versions in order,
 * and sets the draft to the config of the file. A second call changes nothing.
 */
export async function ensureProcessor(
  client: Client,
  file: ProcessorFile,
  options: { readonly fileName?: string; readonly signal?: AbortSignal } = {},
): Promise<EnsuredProcessor> {
  const call = { signal: options.signal };
  const fileName = options.fileName ?? `processor ${file.name}`;
  const wanted = file.versions ?? [];
  const found = await client.processors.findByName(file.name, file.type, call);
  const { id } =
    found ??
    (await client.processors.create(
      { name: file.name, type: file.type, config: (wanted[0] ?? file).config },
      call,
    ));
  const published: string[] = [];
  for (const [index, { version, description, config }] of wanted.entries()) {
    const configMark = `config sha256:${sha256Json(config)}`;
    const existing = (await client.processors.versions(id, call)).find((one) => one.version === version);
    const fault = (what: string, expected: string) =>
      new GoldsetError('PROCESSOR_FILE_INVALID', {
        file: fileName,
        path: `versions.${index}`,
        found: what,
        expected,
      });
    if (existing !== undefined) {
      if (isSameConfig(existing, config, configMark)) continue;
      throw fault(
        `another config than version ${version} on the target`,
        'the published config, or a new version number',
      );
    }
    const created = await client.processors.publish(
      id,
      {
        releaseType: version.endsWith('.0') ? 'major' : 'minor',
        description: [description, configMark].filter(Boolean).join(' · '),
        config,
      },
      call,
    );
    if (created.version !== version)
      throw fault(
        `version ${version}, but the target assigned the number ${created.version}`,
        'the next number in order',
      );
    published.push(version);
  }
  await setDraft(client, id, file, call);
  return { id, name: file.name, created: found === null, published };
}

async function setDraft(
  client: Client,
  id: string,
  file: ProcessorFile,
  call: { signal: AbortSignal | undefined },
): Promise<void> {
  const draft = (await client.processors.versions(id, call)).find(({ version }) => version === 'draft');
  if (draft !== undefined && canonicalJson(draft.config) === canonicalJson(file.config)) return;
  await client.processors.update(id, { config: file.config }, call);
}

/** Compares by the mark in the description, otherwise by content. The service may have added members to the config. */
function isSameConfig(version: ProcessorVersion, config: unknown, configMark: string): boolean {
  const storedMark = version.description?.match(/config sha256:[0-9a-f]{64}/)?.[0];
  return storedMark === undefined ? isWithin(config, version.config) : storedMark === configMark;
}

function isWithin(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return part === whole;
  if (typeof whole !== 'object' || whole === null) return false;
  if (Array.isArray(part) !== Array.isArray(whole)) return false;
  if (Array.isArray(part) && part.length !== (whole as unknown[]).length) return false;
  return Object.entries(part).every(
    ([key, value]) => value === undefined || isWithin(value, (whole as Record<string, unknown>)[key]),
  );
}
