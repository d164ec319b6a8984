import { canonicalJson } from '../base/canonical-json.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import type { Client } from '../client/create-client.ts';
import type { ProcessorVersion } from '../model/wire/processor-version.ts';
import type { ProcessorFile } from './processor-file.ts';

export interface EnsuredProcessor {
  readonly id: string;
  readonly name: string;
  readonly created: boolean;
  /** Numbers that were published now; none when the target had them already. */
  readonly published: readonly string[];
}

/**
 * Makes the processor of a file exist on the target: found by name and kind or created, the listed versions
 * published in order where they are missing, and the draft set to the file's config. Doing it again changes nothing.
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
    const mark = `config sha256:${sha256Json(config)}`;
    const there = (await client.processors.versions(id, call)).find((one) => one.version === version);
    const fault = (what: string, expected: string) =>
      new GoldsetError('PROCESSOR_FILE_INVALID', {
        file: fileName,
        path: `versions.${index}`,
        found: what,
        expected,
      });
    if (there !== undefined) {
      if (isSameConfig(there, config, mark)) continue;
      throw fault(
        `another config than version ${version} on the target`,
        'the published one, or a new number',
      );
    }
    const made = await client.processors.publish(
      id,
      {
        releaseType: version.endsWith('.0') ? 'major' : 'minor',
        description: [description, mark].filter(Boolean).join(' · '),
        config,
      },
      call,
    );
    if (made.version !== version)
      throw fault(
        `version ${version}, but the target numbers it ${made.version}`,
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

/** By the mark that we left, or by content: the service may have filled in members that the file leaves out. */
function isSameConfig(version: ProcessorVersion, config: unknown, mark: string): boolean {
  const left = version.description?.match(/config sha256:[0-9a-f]{64}/)?.[0];
  return left === undefined ? isWithin(config, version.config) : left === mark;
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
