import { canonicalJson } from '../base/canonical-json.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import type { Client } from '../client/create-client.ts';
import type { ProcessorVersion } from '../model/wire/processor.ts';
import type { ProcessorFile } from './processor-file.ts';

/**
 * Creates the processor of a file on the target if none has its name and kind. Publishes the missing versions in order,
 * and sets the draft to the config of the file. A second call changes nothing. Returns the id of the processor and the
 * version numbers that this call published.
 */
export async function ensureProcessor(
  client: Client,
  { name, type, config, versions = [] }: ProcessorFile,
  fileName: string,
): Promise<{ readonly id: string; readonly published: readonly string[] }> {
  const found = await client.processors.findByName(name, type);
  const { id } =
    found ?? (await client.processors.create({ name, type, config: versions[0]?.config ?? config }));
  const published: string[] = [];
  for (const [index, { version, description, config }] of versions.entries()) {
    const configMark = `config sha256:${sha256Json(config)}`;
    const existing = (await client.processors.versions(id)).find((one) => one.version === version);
    const invalid = (what: string, expected: string) =>
      new GoldsetError('PROCESSOR_FILE_INVALID', {
        file: fileName,
        path: `versions.${index}`,
        found: what,
        expected,
      });
    if (existing !== undefined) {
      if (isSameConfig(existing, config, configMark)) continue;
      throw invalid(
        `another config than version ${version} on the target`,
        'the published config, or a new version number',
      );
    }
    const created = await client.processors.publish(id, {
      releaseType: version.endsWith('.0') ? 'major' : 'minor',
      description: [description, configMark].filter(Boolean).join(' · '),
      config,
    });
    if (created.version !== version)
      throw invalid(
        `version ${version}, but the target assigned the number ${created.version}`,
        'the next number in order',
      );
    published.push(version);
  }
  const draft = (await client.processors.versions(id)).find(({ version }) => version === 'draft');
  if (canonicalJson(draft?.config) !== canonicalJson(config)) await client.processors.update(id, { config });
  return { id, published };
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
